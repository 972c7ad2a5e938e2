"""Section 18: the crazy chicken."""
