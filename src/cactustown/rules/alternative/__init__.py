"""Section 15: alternative buildings and their tokens."""
