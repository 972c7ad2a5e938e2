"""What one content table says of another: every name must exist, every number must add up."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from cactustown.content.schema import Automa, ContentFile
from cactustown.engine.errors import BadContent
from cactustown.engine.spaces import SPACES
from cactustown.rules.catalogue import EFFECTS
from cactustown.rules.events import COUNTER_NAMES, TOKEN_NAMES
from cactustown.rules.ops import AUTOMA_ICONS, ICON_NAMES
from cactustown.rules.options import Options

HAND = 4  # action cards a party begins with: three are planned, one is the second shot
RESERVED = ("draw", "spectator", "nobody")  # words that stand where a party may
EVENTS_AT_LEAST = 10  # RAN-1
SHOT_WORD = "shot"  # stands before the second shot card in a plan
_NAME = re.compile(r"^[a-z][a-z0-9-]*$")
_EDITION_FILE = re.compile(r"^e\d+/")
_AT_LEAST = re.compile(r"^(?P<icon>[a-z-]+)(?: (?P<players>[2-5])\+)?$")


def icon_of(text: str) -> tuple[str, int]:
    """`break-free 3+` is the icon break-free for three or more players (ROUND-7)."""
    match = _AT_LEAST.match(text)
    if match is None:
        return text, 0
    return match["icon"], int(match["players"] or 0)


def choose(wrong: str, right: Iterable[str]) -> str:
    names = list(right)
    near = difflib.get_close_matches(wrong, names, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}There are: {', '.join(names)}"


class Checker:
    """What one table says of another: every name must exist, every number must add up."""

    def __init__(self, tables: ContentFile, origin: dict[str, str]) -> None:
        self.tables = tables
        self.origin = origin

    def run(self) -> None:
        self._check_seating()
        for name in self.tables.party:
            self._check_party(name)
            self._check_goal(name)
        for name in self.tables.start:
            self._name(f"start.{name}", "table", name, self._places())
        for name in self.tables.setup:
            self._check_setup(name)
        for party in self.tables.card:
            self._name("card." + party, "table", party, self.tables.party)
        for party in self.tables.tool:
            self._check_tools(party)
        for party in self.tables.ability:
            self._check_ability(party)
        for kind in self.tables.building:
            self._check_building(kind)
        for name in self.tables.lineup:
            self._check_lineup(name)
        for kind in self.tables.building:
            self._check_pets(kind)
        for kind in self.tables.swap:
            self._check_swap(kind)
        for name in self.tables.friend:
            self._check_friend(name)
        for name in self.tables.token:
            self._name(f"token.{name}", "table", name, TOKEN_NAMES)
        if self.tables.event:
            self._check_events()
        if self.tables.automa:
            self._check_automa(self.tables.automa)
        if self.tables.limit:
            for counter in self.tables.limit.numbers:
                self._name("limit", "numbers", counter, COUNTER_NAMES)

    def _check_events(self) -> None:
        """RAN-1: one Marshal and enough others; what goes back on the deck does so once."""
        events = self.tables.event
        marshals = [name for name, event in events.items() if event.marshal]
        if len(marshals) != 1 or events[marshals[0]].number != 1:
            path = f"event.{marshals[-1]}" if marshals else "event"
            self._fail(path, "marshal", "exactly one card is the Marshal's arrival")
        others = sum(event.number for event in events.values()) - 1
        if others < EVENTS_AT_LEAST:
            self._fail("event", "number", f"{others} other cards; {EVENTS_AT_LEAST} are needed")
        back = [name for name, event in events.items() if event.put_back]
        if sum(events[name].number for name in back) > 1:
            self._fail(f"event.{back[-1]}", "put_back", "only one card of the deck may do that")

    def _check_automa(self, automa: Automa) -> None:
        for key, party in (("party", automa.party), ("against", automa.against)):
            self._name("automa", key, party, self.tables.party)
        for counter in automa.goal:
            self._name("automa", "goal", counter, COUNTER_NAMES)
        standees = self.tables.party[automa.party].standees
        if len(automa.start) != 1 or len(standees) != 1:
            self._fail("automa", "start", f"{automa.party} is one standee on one space")
        for number, card in self.tables.solo.items():
            path = f"solo.{number}"
            if not number.isdecimal():
                self._fail(path, "table", f"{number!r} is no number")
            for key, row in (("target", card.target), ("otherwise", card.otherwise)):
                for entry in row:
                    for icon in entry.split("/"):
                        self._name(path, key, icon, AUTOMA_ICONS)
        sets = [card.set for card in self.tables.solo.values()]
        if sets.count("start") < HAND or sets.count("marshal") != 1:
            self._fail("solo", "set", "at least 4 start cards and one Marshal are needed")

    def _fail(self, path: str, key: str, problem: str) -> None:
        files = [file for table, file in self.origin.items() if f"{table}.".startswith(f"{path}.")]
        own = [file for file in files if not _EDITION_FILE.match(file)]
        where = (own or files or ["content"])[0]
        raise BadContent(f"{where}: [{path}]: the key {key!r} is wrong: {problem}")

    def _name(self, path: str, key: str, name: str, right: Iterable[str]) -> None:
        if name not in right:
            self._fail(path, key, f"there is no {name!r}; {choose(name, right)}")

    def _check_party(self, name: str) -> None:
        path = f"party.{name}"
        party = self.tables.party[name]
        order = self.tables.seating.order if self.tables.seating else []
        if name not in order:
            self._fail("seating", "order", f"{name} has no place in it")
        for counter in party.goal:
            self._name(path, "goal", counter, COUNTER_NAMES)
        if party.counts_duels:
            self._name(path, "counts_duels", party.counts_duels, COUNTER_NAMES)
        for needed in party.needs:
            self._name(path, "needs", needed, self.tables.party)
        start = self.tables.start.get(name)
        if start is None:
            self._fail(path, "standees", f"there is no table [start.{name}] for them")
        elif len(start.spaces) != len(party.standees):
            self._fail(
                f"start.{name}",
                "spaces",
                f"{len(start.spaces)} spaces for {len(party.standees)} standees; give one each",
            )
        for animal in party.cattle:
            self._name(path, "cattle", animal, party.standees)
        cards = self.tables.card.get(name, {})
        at_once = sum(not card.waits for card in cards.values())
        if at_once != HAND:
            self._fail(f"card.{name}", "cards", f"{at_once} cards in hand; it needs {HAND}")
        for card, table in cards.items():
            for text in table.icons:
                self._name(f"card.{name}.{card}", "icons", icon_of(text)[0], ICON_NAMES)

    def _check_seating(self) -> None:
        """Every party has one place, and every name means one thing."""
        order = self._places()
        if len(set(order)) != len(order):
            self._fail("seating", "order", "a party stands in it twice")
        for name in self.tables.party:
            if name in RESERVED or not _NAME.match(name):
                self._fail(f"party.{name}", "table", f"{name!r} cannot be the name of a party")
        standees = [s for party in self.tables.party.values() for s in party.standees]
        for name, party in self.tables.party.items():
            for standee in party.standees:
                if standees.count(standee) > 1:
                    self._fail("party", "standees", f"{standee!r} is named twice")
            for card, table in self.tables.card.get(name, {}).items():
                if not _NAME.match(card) or card == SHOT_WORD:
                    self._fail(f"card.{name}.{card}", "table", f"{card!r} cannot be a card's name")
                if len(set(table.icons)) != len(table.icons):
                    self._fail(f"card.{name}.{card}", "icons", "an icon stands on it twice")

    def _check_setup(self, name: str) -> None:
        """A set-up seats everybody it is for once, and each standee on one space; its second shots
        are those of cards there are."""
        path = f"setup.{name}"
        setup = self.tables.setup[name]
        for key in ("parties", "order", "start", "second_shots"):
            seats_only = key in ("parties", "order")
            for party in getattr(setup, key):
                self._name(path, key, party, self._places() if seats_only else self.tables.party)
        seated = setup.parties or self._places()
        if setup.order and sorted(setup.order) != sorted(seated):
            self._fail(path, "order", f"each of {', '.join(seated)} should stand in it once")
        for key in ("start", "second_shots"):
            for party in getattr(setup, key):
                if party not in seated:
                    self._fail(path, key, f"{party} does not play in it")
        for party, shots in setup.second_shots.items():
            for card in shots:
                self._name(f"{path}.second_shots", party, card, self.tables.card[party])
        for party, spaces in setup.start.items():
            standees = self.tables.party[party].standees
            if len(spaces) != len(standees):
                self._fail(
                    path,
                    "start",
                    f"{len(spaces)} spaces for {len(standees)} standees of {party}; give one each",
                )

    def _check_goal(self, name: str) -> None:
        """A goal asks for something, and no more than there is."""
        limits = self.tables.limit.numbers if self.tables.limit else {}
        for counter, number in self.tables.party[name].goal.items():
            most = limits.get(counter, number)
            if not 1 <= number <= most:
                self._fail(f"party.{name}", "goal", f"{counter} = {number}; it can be 1 to {most}")

    def _places(self) -> list[str]:
        """All parties there may be: the order round the table names them."""
        return self.tables.seating.order if self.tables.seating else []

    def _check_tools(self, party: str) -> None:
        self._name(f"tool.{party}", "table", party, self._places())
        known = self.tables.party.get(party)
        cards = self.tables.card.get(party, {})
        for name, tool in self.tables.tool[party].items():
            path = f"tool.{party}.{name}"
            if name in cards or name == SHOT_WORD:
                self._fail(path, "table", f"the name {name!r} is taken; choose another")
            for icon in tool.icons:
                self._name(path, "icons", icon, ICON_NAMES)
            for needed in tool.needs:
                self._name(path, "needs", needed, self._places())
            for standee in tool.standees if known else []:
                self._name(path, "standees", standee, known.standees if known else [])

    def _check_ability(self, party: str) -> None:
        path = f"ability.{party}"
        self._name(path, "table", party, self._places())
        known = self.tables.party.get(party)
        if known:
            self._name(path, "standee", self.tables.ability[party].standee, known.standees)

    def _check_building(self, kind: str) -> None:
        path = f"building.{kind}"
        table = self.tables.building[kind]
        for key, names in (
            ("marks", table.marks),
            ("reveal", [table.reveal] if table.reveal else []),
            ("enter", [table.enter] if table.enter else []),
            ("duel", [table.duel] if table.duel else []),
        ):
            for name in names:
                self._name(path, key, name, EFFECTS)

    def _check_lineup(self, name: str) -> None:
        path = f"lineup.{name}"
        lineup = self.tables.lineup[name]
        for kind in lineup.types:
            self._name(path, "types", kind, self.tables.building)
        for kind in lineup.removable:
            self._name(path, "removable", kind, self.tables.building)
        self._name(path, "office", lineup.office, self.tables.building)
        names = [b for kind in lineup.types for b in self.tables.building[kind].buildings]
        if len(names) != SPACES - 1:
            self._fail(path, "types", f"they are {len(names)} buildings; {SPACES - 1} are needed")
        names += self.tables.building[lineup.office].buildings
        if len(set(names)) != len(names):
            self._fail(path, "types", "a building stands in it twice")

    def _check_pets(self, kind: str) -> None:
        pets, buildings = self.tables.building[kind].pets, self.tables.building[kind].buildings
        if pets and len(pets) != len(buildings):
            problem = f"{len(pets)} pets for {len(buildings)} buildings; give one each"
            self._fail(f"building.{kind}", "pets", problem)

    def _check_swap(self, kind: str) -> None:
        path = f"swap.{kind}"
        swap = self.tables.swap[kind]
        known = Options()
        for option in [*swap.needs, *([swap.option] if swap.option else [])]:
            self._name(path, "option", option, dir(known))
        for other in swap.replaces:
            self._name(path, "replaces", other, self.tables.building)
        if swap.party and swap.party not in self.tables.party:
            return  # it comes with a party that is not in this content
        self._name(path, "table", kind, self.tables.building)

    def _check_friend(self, name: str) -> None:
        party = self.tables.party.get(name)
        if party is not None:
            standee = self.tables.friend[name].standee
            self._name(f"friend.{name}", "standee", standee, party.standees)
