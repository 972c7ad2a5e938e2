"""The town's 25 spaces, the places beside it, and tables of what lies next to what.

A *space* is a number 0-24 (`a1` is 0, `b1` 1, `a2` 5); a *place* is a space or one of the
numbers after it (jail, wilderness, …). A set of spaces is a 25-bit mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # not needed to run
    from mypy_extensions import i64

SIDE: Final = 5
SPACES: Final = 25
OFFICE: Final = 12  # c3, the sheriff's office

JAIL: Final = 25
WILDERNESS: Final = 26
CAPTIVE: Final = 27
ASIDE: Final = 28  # waits beside the board (a standee that comes into the game later)
CORRALS: Final = 29  # 29-31: south of b1, c1, d1
WAGONS: Final = 32  # 32-34: north of b5, c5, d5
PLACES: Final = 35
NOWHERE: Final = -1

ALL_SPACES: Final = 0x1FFFFFF
_NOT_WEST: Final = 0x1EF7BDE  # every column but a
_NOT_EAST: Final = 0x0F7BDEF  # every column but e


def _spaces_at(space: int, offsets: list[tuple[int, int]]) -> list[int]:
    column, row = space % SIDE, space // SIDE
    found = [
        (column + dx) + SIDE * (row + dy)
        for dx, dy in offsets
        if 0 <= column + dx < SIDE and 0 <= row + dy < SIDE
    ]
    return sorted(found)


_ORTHOGONAL: Final = [(0, -1), (-1, 0), (1, 0), (0, 1)]
_CORNERS: Final = [(-1, -1), (1, -1), (-1, 1), (1, 1)]

NEAR: Final = [_spaces_at(s, _ORTHOGONAL) for s in range(SPACES)]
DIAGONAL: Final = [_spaces_at(s, _CORNERS) for s in range(SPACES)]
NEAR_OR_HERE: Final = [_spaces_at(s, [*_ORTHOGONAL, (0, 0)]) for s in range(SPACES)]
DIAGONAL_OR_HERE: Final = [_spaces_at(s, [*_CORNERS, (0, 0)]) for s in range(SPACES)]
IS_EDGE: Final = [s % SIDE in (0, 4) or s // SIDE in (0, 4) for s in range(SPACES)]


def within(start: int, steps: int, blocked: int) -> int:
    """The mask of spaces at most `steps` orthogonal steps away, never through a blocked one."""
    reached = 1 << start
    free = ALL_SPACES & ~blocked
    for _ in range(steps):
        reached |= (
            (reached << SIDE)
            | (reached >> SIDE)
            | ((reached << 1) & _NOT_WEST)
            | ((reached & _NOT_WEST) >> 1)
        ) & free
    return reached


def number_of(mask: i64) -> i64:
    """How many bits of a mask are set: machine numbers cannot be asked themselves."""
    number: i64 = 0
    while mask:
        mask &= mask - 1
        number += 1
    return number


def spaces_of(mask: int) -> list[int]:
    """The spaces of a mask, ascending."""
    return [s for s in range(SPACES) if mask >> s & 1]


def distance(a: int, b: int) -> int:
    """Orthogonal steps between two spaces (WORD-3)."""
    return abs(a % SIDE - b % SIDE) + abs(a // SIDE - b // SIDE)


PUSH_STEPS: Final = 3
REACH: Final = [spaces_of(within(s, PUSH_STEPS, 0)) for s in range(SPACES)]

PLACE_NAMES: Final = [
    *("abcde"[s % SIDE] + str(s // SIDE + 1) for s in range(SPACES)),
    *("jail", "wilderness", "captive", "aside"),
    *("corral-b", "corral-c", "corral-d"),
    *("wagon-b", "wagon-c", "wagon-d"),
]
PLACE_OF: Final = {name: place for place, name in enumerate(PLACE_NAMES)}
