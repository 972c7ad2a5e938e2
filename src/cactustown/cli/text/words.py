"""What people, places and things are called in English, and how each party looks.

Every name is rich markup in the party's own style, so that colour, shape and letter always agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.theme import Theme

from cactustown.seatview import SeatView


@dataclass(frozen=True)
class PartyLook:
    """Shape and colour of a party (never colour alone), and whether it is many."""

    shape: str
    colour: str
    is_many: bool


LOOKS = {
    "sheriff": PartyLook("★", "#3b9ae0", False),
    "outlaws": PartyLook("◆", "#e8692c", True),
    "hunters": PartyLook("⬡", "#16b98a", True),
    "dancer": PartyLook("✿", "#cc79a7", False),
    "ranger": PartyLook("◯", "#d9b500", False),
    "dakota": PartyLook("▲", "#56b4e9", False),
    "cowboy": PartyLook("∩", "#b5835a", False),
}
_UNKNOWN = PartyLook("●", "default", False)
THEME = Theme(
    {
        **{name: f"bold {look.colour}" for name, look in LOOKS.items()},
        "cactus": "bold #4f9d3a",
        "gold": "bold #d9b500",
        "quiet": "dim",
        "ask": "bold",
        "wrong": "bold red",
    }
)
SHUTTERS = "░"
CACTUS = "Ψ"
PLUNDER = "$"
TARGET = "◎"
LYING = "↓"
_APOSTROPHES = {"sheriffs": "sheriff's", "trappers": "trapper's"}
TOKENS = {"pipe": "peace pipe"}
GOALS = {
    "jailed": "outlaws jailed",
    "escaped": "escaped with plunder",
    "captive": "outlaw captive",
    "horses": "horses stolen",
    "debts": "debts paid",
    "duels": "duels won",
}
# What a party is after; its numbers come from the game.
AIMS = {
    "sheriff": "knock outlaws down in duels, then jail them; {jailed} behind bars win",
    "outlaws": "plunder target buildings, then run over the edge; {escaped} away win",
    "hunters": "hold {captive} outlaw captive and steal {horses} horses in target buildings",
    "dancer": "pay {debts} debts in target buildings and win {duels} duels",
}
# How an icon reads after "You": the verb with its ending for one (he runs) or many (they run).
ICONS = {
    "run": "run(s)",
    "run-all": "run(s) with everybody",
    "sneak": "sneak(s)",
    "sneak-all": "sneak(s) with everybody",
    "dance": "dance(s)",
    "duel": "go(es) for a duel",
    "jail": "make(s) an arrest",
    "plunder": "plunder(s)",
    "recover": "recover(s)",
    "break-free": "tr(ies|y) to break free",
    "capture": "take(s) a captive",
    "release": "open(s) the jail",
    "steal-horse": "steal(s) a horse",
    "draw-target": "look(s) for a new target",
    "up-close": "pull(s) somebody up close",
    "pay-debts": "pay(s) debts",
    "double-sneak": "sneak(s) twice",
    "sneak-then-run": "sneak(s), then run(s)",
    "shoot": "shoot(s)",
    "shoot-around": "shoot(s)",
    "free-prisoner": "free(s) a prisoner",
    "diagonal-runs": "run(s) round the corners",
    "peek": "look(s) behind some shutters",
    "pull-far": "pull(s) somebody from afar",
    "pull-diagonal": "pull(s) somebody round the corner",
    "draw-and-keep": "look(s) through the targets",
    "sneak-herd": "sneak(s) with the herd",
    "rival-sneaks": "make(s) somebody sneak",
}


def look(party: str) -> PartyLook:
    """The look of a party; one we do not know is a plain dot."""
    return LOOKS.get(party, _UNKNOWN)


def styled(party: str, text: str) -> str:
    """Markup of a text in a party's colour."""
    return f"[{party}]{text}[/]" if party in LOOKS else text


def title(name: str) -> str:
    """`trappers-lodge` → Trapper's lodge."""
    words = [_APOSTROPHES.get(word, word) for word in name.split("-")]
    return " ".join(words).capitalize()


def building(name: str) -> str:
    """A building in a sentence: the Trapper's lodge."""
    return f"the [bold]{title(name)}[/]"


def token(name: str) -> str:
    """A token in a sentence: bullet, peace pipe."""
    return TOKENS.get(name, name)


def icon(name: str) -> str:
    """An icon on a card: run all."""
    return name.replace("-", " ")


def listed(things: list[str], last: str = "and") -> str:
    """a, b and c."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def sentence(markup: str) -> str:
    """Begins with a capital letter, whatever style comes first."""
    return re.sub(r"^((?:\[[^\]]*\])*)(.)", lambda m: m[1] + m[2].upper(), markup, count=1)


def agree(text: str, many: bool) -> str:
    """Chooses verb endings: run(s), tr(ies|y), (is|are)."""
    pattern = r"\(([a-z']*)(?:\|([a-z']*))?\)"
    return re.sub(pattern, lambda m: (m[2] or "") if many else m[1], text)


class Cast:
    """Who is who at this table, to the person who looks at it."""

    def __init__(self, view: SeatView) -> None:
        self.you = view.seat
        self.parties = list(view.parties)
        self.party_of = {s: name for name, party in view.parties.items() for s in party.standees}
        self._alone = {n for n, party in view.parties.items() if len(party.standees) == 1}

    def party(self, name: str) -> str:
        """A party as the subject of a sentence: You, Outlaws."""
        return styled(name, "You" if name == self.you else title(name))

    def is_many(self, party: str) -> bool:
        """Whether its verbs take the plural; you do, of course."""
        return party == self.you or look(party).is_many

    def standee(self, name: str) -> str:
        """A figure in a sentence: outlaw 1, the sheriff."""
        text = name.replace("-", " ")
        if not name[-1].isdigit():
            text = f"the {text}"
        return styled(self.party_of.get(name, ""), text)

    def badge(self, name: str) -> str:
        """A figure in a letter or two: S, D1, 2."""
        party = self.party_of[name]
        if party in self._alone:
            return look(party).shape
        kind, _, number = name.partition("-")
        initial = "" if party.startswith(kind) and number else kind[0].upper()
        return f"{look(party).shape}{initial}{number}"
