"""How modules declare what a game keeps: once, with its kind and its value in a new game.

A variable of the state says who may know it, too. `cactustown/variables.py` is made from all
declarations (`make variables`).
"""

from __future__ import annotations

from typing import Final, TypeVar

# Kinds: what a variable holds, and what a clone does with it.
NUMBER: Final = "number"  # of 30 bits at most: a machine's own
LONG: Final = "long"  # a number of more
ROW: Final = "row"  # a list changed in place: a clone has one of its own
TUPLE: Final = "tuple"  # replaced when it changes: clones share it
LIST: Final = "list"  # the same as a list: never changed in place once the game is dealt
KINDS: Final = (NUMBER, LONG, ROW, TUPLE, LIST)

# Who may know it.
EVERYBODY: Final = "everybody"
OWNER: Final = "owner"  # one number a seat, each for that seat alone
NOBODY: Final = "nobody"  # stays behind: in views it has its value of a new game
MASKED: Final = "masked"  # a `Secret` of its module says what each seat is shown
KNOWN: Final = (EVERYBODY, OWNER, NOBODY, MASKED)

Default = int | tuple[int, ...]


class Variable:
    """One variable of the state."""

    def __init__(
        self, name: str, kind: str, known: str, about: str = "", default: Default | None = None
    ) -> None:
        if kind not in KINDS:
            raise ValueError(f"the variable {name} is of no kind: {kind!r}")
        if known not in KNOWN:
            raise ValueError(f"the variable {name} does not say who may know it: {known!r}")
        if known == OWNER and kind in (NUMBER, LONG):
            raise ValueError(f"the variable {name} is one number, and has no owner")
        if isinstance(default, tuple) and len(set(default)) > 1:
            raise ValueError(f"the variable {name} begins with different numbers: {default}")
        self.name = name
        self.kind = kind
        self.known = known
        self.about = about
        self.default: Default = (
            default if default is not None else 0 if kind in (NUMBER, LONG) else ()
        )


# Kinds of facts: what is the same from the beginning of a game to its end.
WORDS: Final = "list[str]"
NUMBERS: Final = "list[int]"
FACTS: Final = (NUMBER, NUMBERS, WORDS)


class Fact:
    """Something a module knows of a game that does not change; all of them are in the rules."""

    def __init__(self, name: str, kind: str, about: str = "", default: int = 0) -> None:
        if kind not in FACTS:
            raise ValueError(f"the fact {name} is of no kind: {kind!r}")
        self.name = name
        self.kind = kind
        self.about = about
        self.default = default


Declared = TypeVar("Declared", Variable, Fact)


def together(*parts: tuple[Declared, ...]) -> tuple[Declared, ...]:
    """What several modules declare; no two may use one name."""
    found: dict[str, Declared] = {}
    for one in (one for part in parts for one in part):
        if one.name in found:
            raise ValueError(f"two modules declare {one.name}")
        found[one.name] = one
    return tuple(found.values())
