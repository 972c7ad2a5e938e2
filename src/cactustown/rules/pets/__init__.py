"""Section 17: pets."""
