"""The options of a game, checked: who plays, which mode, which programming."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from cactustown.engine.errors import BadOptions

MODES: Final = ("basic", "gunslinger")
PROGRAMMINGS: Final = ("straight", "reverse")
PET_KINDS: Final = ("any", "own")
SCREENS: Final = ("open", "closed")
SOLO_PARTIES: Final = ("outlaws",)  # SOLO-1
LISTED: Final = ("abilities", "alternative")  # extras that name what they bring
EXTRAS: Final = ("abilities", "pets", "chicken", "tools", "alternative")
BOOK_SETS: Final = (  # SIDE-1
    ("sheriff", "outlaws"),
    ("sheriff", "outlaws", "hunters"),
    ("sheriff", "outlaws", "dancer"),
    ("outlaws", "hunters", "dancer"),
    ("sheriff", "outlaws", "hunters", "dancer"),
)


@dataclass(frozen=True)
class Options:
    """What a table agrees on before the game."""

    parties: tuple[str, ...] = ("sheriff", "outlaws")
    mode: str = "basic"
    programming: str = "straight"
    cactus: bool = False
    round_limit: int = 0
    solo: bool = False  # the outlaws alone against the automa
    abilities: tuple[str, ...] = ()  # the parties whose ability is in play
    pets: bool = False
    pet_kind: str = "any"  # which pets a friend may take: any, or its own kind
    chicken: bool = False
    tools: bool = False
    alternative: tuple[str, ...] = ()  # alternative building types in the town
    replace: tuple[str, ...] = ()  # the types that make room for others, before the usual ones
    screens: str = "open"  # closed: others' tokens are shown as a number (GUN-7)
    even_sides: bool = False  # with the set-ups that even the sides, other than the printed box

    @property
    def has_cactus(self) -> bool:
        """The cactus is always in play in gunslinger mode (section 9)."""
        return self.cactus or self.mode == "gunslinger"

    def check(self) -> None:
        """Raises `BadOptions` for anything that is wrong by itself."""
        self._check_types()
        if self.mode not in MODES:
            raise BadOptions(f"mode is {self.mode!r}; it is one of: {', '.join(MODES)}")
        if self.programming not in PROGRAMMINGS:
            raise BadOptions(
                f"programming is {self.programming!r}; it is one of: {', '.join(PROGRAMMINGS)}"
            )
        if self.round_limit < 0:
            raise BadOptions(f"round_limit is {self.round_limit}; use 0 for none, or more")
        if self.pet_kind not in PET_KINDS:
            raise BadOptions(f"pet_kind is {self.pet_kind!r}; it is one of: {', '.join(PET_KINDS)}")
        if self.screens not in SCREENS:
            raise BadOptions(f"screens is {self.screens!r}; it is one of: {', '.join(SCREENS)}")
        for name in self.abilities:
            if name not in self.parties:
                raise BadOptions(f"the ability of {name!r} is wanted, but it does not play")
        if len(set(self.parties)) != len(self.parties):
            raise BadOptions(f"a party is named twice: {', '.join(self.parties)}")
        if self.solo:
            if self.parties != SOLO_PARTIES:
                raise BadOptions(
                    f"solo is the outlaws alone against the automa (SOLO-1); "
                    f"parties are: {', '.join(self.parties) or 'none'}"
                )
        elif not 2 <= len(self.parties) <= 5:
            raise BadOptions(f"{len(self.parties)} parties named; 2 to 5 can play (SIDE-1)")

    def _check_types(self) -> None:
        usual = Options()
        for field in fields(self):
            value = getattr(self, field.name)
            kind = type(getattr(usual, field.name))
            if type(value) is not kind:
                raise BadOptions(f"{field.name} is {value!r}; it should be a {kind.__name__}")
            if kind is tuple and not all(isinstance(part, str) for part in value):
                raise BadOptions(f"{field.name} is {value!r}; it should hold words")

    def to_json(self) -> dict[str, object]:
        return {
            "parties": list(self.parties),
            "mode": self.mode,
            "programming": self.programming,
            "cactus": self.cactus,
            "round_limit": self.round_limit,
            "solo": self.solo,
            "abilities": list(self.abilities),
            "pets": self.pets,
            "pet_kind": self.pet_kind,
            "chicken": self.chicken,
            "tools": self.tools,
            "alternative": list(self.alternative),
            "replace": list(self.replace),
            "screens": self.screens,
            "even_sides": self.even_sides,
        }


def extras(words: Sequence[str], parties: tuple[str, ...]) -> dict[str, Any]:
    """`tools`, `abilities` or `abilities=sheriff+dancer`, …: the options these words switch on."""
    found: dict[str, Any] = {}
    last = ""
    for word in words:
        name, _, rest = word.partition("=")
        if name not in EXTRAS and last in LISTED:  # alternative=blessing,founder
            found[last] += (word,)
            continue
        last = name if rest else ""
        if name not in EXTRAS:
            raise BadOptions(f"there is no {name!r} to play with; there are: {', '.join(EXTRAS)}")
        chosen = tuple(part for part in rest.split("+") if part)
        if name == "abilities":
            found[name] = chosen or parties
        elif name == "alternative":
            found[name] = chosen
        elif rest:
            raise BadOptions(f"{name!r} is on or off, so {word!r} is not understood")
        else:
            found[name] = True
    return found


def options_from_json(saved: dict[str, Any]) -> Options:
    """The options that `to_json` gave; what an older file does not name has its default."""
    known = Options().to_json()
    for key, value in saved.items():
        if key not in known:
            raise BadOptions(f"there is no option {key!r}; there are: {', '.join(known)}")
        if type(value) is not type(known[key]):
            raise BadOptions(f"the option {key!r} cannot be {value!r}")
    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in saved.items()}
    return Options(**given)
