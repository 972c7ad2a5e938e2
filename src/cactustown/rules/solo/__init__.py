"""Section 12: one player as the outlaws against the Ranger as an automa."""
