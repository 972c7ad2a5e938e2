"""The game on a terminal: a board drawn in letters, turns told in sentences, numbered choices."""
