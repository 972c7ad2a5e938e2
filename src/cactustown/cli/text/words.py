"""What people, places and things are called in English, and how each party looks.

Every name is rich markup in the party's own style, so that colour, shape and letter always agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import Formatter

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
NAMES = {"dakota": "Dakota", "tashunka": "Tashunka"}  # figures called by their names
_APOSTROPHES = {"sheriffs": "sheriff's", "trappers": "trapper's"}
TOKENS = {"pipe": "peace pipe"}
GOALS = {
    "jailed": "outlaws jailed",
    "escaped": "escaped with plunder",
    "captive": "outlaw captive",
    "horses": "horses stolen",
    "debts": "debts paid",
    "duels": "duels won",
    "chief": "Tashunka freed",
    "totems": "totems built",
    "wagons": "wagons filled",
    "marshal": "Marshal's arrival",
}
# What a party is after; its numbers come from the game.
AIMS = {
    "sheriff": "stun outlaws in duels and jail {jailed} of them",
    "outlaws": "plunder target buildings and escape over the edge with {escaped} outlaws",
    "hunters": "hold {captive} outlaw captive and steal {horses} horses in target buildings",
    "dancer": "pay {debts} debts in target buildings and win {duels} duels",
    "dakota": "free Tashunka and build {totems} totems in target buildings",
    "cowboy": "drive both cows, then the bull, north onto the train: {wagons} wagons in all",
    "ranger": "hold everybody up until the Marshal arrives; duels you begin and win hurry him",
}


def aim(party: str, goal: dict[str, int]) -> str:
    """What a party is after; of one from somebody's own content file by what its goal counts."""
    told = AIMS.get(party, "")
    slots = {slot for _, slot, _, _ in Formatter().parse(told) if slot}
    if told and slots <= goal.keys():
        return told.format(**goal)
    return ", ".join(f"{GOALS[what]} {number}" for what, number in goal.items()) + " win"


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
    "sprint": "sprint(s)",
    "track": "follow(s) a trail",
    "build-totem": "build(s) a totem",
    "free-chief": "free(s) Tashunka",
    "run-bull-rider": "ride(s) the bull",
    "sneak-bull-rider": "lead(s) the bull quietly",
    "sneak-cow": "lead(s) a cow",
    "sneak-cows": "lead(s) both cows",
    "regroup": "call(s) the cows back",
    "stampede": "start(s) a stampede",
    "confuse": "confuse(s) somebody",
    "double-sneak": "sneak(s) twice",
    "horizontal-sneak": "sneak(s) sideways",
    "vertical-sneak": "sneak(s) up or down the street",
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


# What an event does to its round.
EVENTS = {
    "sandstorm": "no second shots",
    "mix-up": "once, the unplayed card may be played instead",
    "distraction": "-1 for whoever begins a duel",
    "train": "the next event is discarded",
    "stagecoach": "two discarded events go back on the deck",
    "dry-well": "RUN ALL with one standee only",
    "snake": "SNEAK ALL with one standee only",
    "shoot-out": "a DUEL on the unplayed card may be fought at once, with +2",
    "fast-draw": "two dice in a duel",
    "tumbleweed": "nothing",
    "marshal": "the Marshal arrives",
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


def event(name: str) -> str:
    """An event in a sentence: Dry well, RUN ALL with one standee only."""
    return f"[bold]{title(name)}[/], [quiet]{EVENTS.get(name, name)}[/]"


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
    """Who is who at this table, to the person who looks at it.

    Closed: what lies behind others' screens is not told (GUN-7).
    """

    def __init__(self, view: SeatView, closed: bool = False) -> None:
        self.you = view.seat
        self._closed = closed
        self.parties = list(view.parties)
        self.party_of = {s: name for name, party in view.parties.items() for s in party.standees}
        self._alone = {n for n, party in view.parties.items() if len(party.standees) == 1}

    def party(self, name: str) -> str:
        """A party as the subject of a sentence: You, Outlaws."""
        return styled(name, "You" if name == self.you else title(name))

    def hides(self, party: str) -> bool:
        """Whether which tokens a party has, takes or gives up is not told."""
        return self._closed and party != self.you

    def is_many(self, party: str) -> bool:
        """Whether its verbs take the plural; you do, of course."""
        return party == self.you or look(party).is_many

    def standee(self, name: str) -> str:
        """A figure in a sentence: outlaw 1, the sheriff."""
        text = name.replace("-", " ")
        if name in NAMES:
            text = NAMES[name]
        elif not name[-1].isdecimal():
            text = f"the {text}"
        return styled(self.party_of.get(name, ""), text)

    def badge(self, name: str) -> str:
        """A figure in a letter or two: S, D1, 2."""
        party = self.party_of[name]
        if party in self._alone:
            return look(party).shape
        kind, _, number = name.partition("-")
        number = number if number.isdecimal() else ""
        initial = "" if party.startswith(kind) and number else kind[0].upper()
        return f"{look(party).shape}{initial}{number}"
