"""Both stores keep the same promises."""
