"""Tests of arena, ladder and laboratory."""
