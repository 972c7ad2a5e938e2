"""Section 11: the Lone Ranger, his events and his way to confuse."""
