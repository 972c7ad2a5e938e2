"""How a seed becomes the two words of the fast generator.

Left uncompiled: it multiplies long numbers, and while it does so Python looks for Ctrl-C. Compiled
code takes the interrupt for want of memory and aborts the process. Whatever is compiled multiplies
numbers below 2**30 only, which it does by itself.
"""

from __future__ import annotations


def seed_words(seed: int) -> tuple[int, int]:
    """The two words of the fast generator; neighbouring seeds give unrelated ones."""
    mixed = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    mixed ^= mixed >> 31
    return ((mixed >> 32) & 0x3FFFFFFF) | 1, (mixed & 0x3FFFFFFF) | 1  # 0 would stay 0 for ever
