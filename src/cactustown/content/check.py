"""What one content table says of another: every name must exist, every number must add up."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from cactustown.content.inforce import stands_in
from cactustown.content.problems import Problems
from cactustown.content.schema import Automa, ContentFile, LineUp, SetUp
from cactustown.engine.spaces import SPACES
from cactustown.reading import Reading
from cactustown.rules.catalogue import EFFECTS
from cactustown.rules.counters import COUNTER_NAMES
from cactustown.rules.ops import AUTOMA_ICONS, ICON_NAMES
from cactustown.rules.options import SOLO_PARTIES, Options
from cactustown.rules.tokens import TOKEN_NAMES

HAND = 4  # action cards a party begins with: three are planned, one is the second shot
RESERVED = ("draw", "spectator", "nobody")  # words that stand where a party may
EVENTS_AT_LEAST = 10  # RAN-1
ASIDE = "aside"
FREE_CHIEF = "free-chief"
HERD_ICONS = ("run-bull-rider", "sneak-bull-rider", "sneak-cow", "sneak-cows")
SHOT_WORD = "shot"  # stands before the second shot card in a plan
SWITCHES = (  # options that are on or off
    *(field.name for field in fields(Options) if field.type == "bool" and field.name != "solo"),
    "has_cactus",
)
NAME = re.compile(r"^[a-z][a-z0-9-]*$")
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


def is_count(text: str) -> bool:
    """Whether this is a number as one writes it: 7, and not 07."""
    return text.isascii() and text.isdecimal() and text == str(int(text))


class Checker:
    """What one table says of another: every name must exist, every number must add up."""

    def __init__(
        self, tables: ContentFile, problems: Problems, override: dict[str, Any], reading: Reading
    ) -> None:
        self.tables = tables
        self.problems = problems
        self.override = override
        self.reading = reading

    def run(self) -> None:
        self._check_seating()
        for name in self.tables.party:
            self._check_party(name)
            self._check_goal(name)
        for name in self.tables.start:
            self._table(f"start.{name}", name, self._places())
        for name in self.tables.setup:
            self._check_setup(name)
        for party in self.tables.card:
            self._table(f"card.{party}", party, self.tables.party)
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
            self._table(f"token.{name}", name, TOKEN_NAMES)
        if self.tables.event:
            self._check_events()
        if self.tables.automa:
            self._check_automa(self.tables.automa)
        if self.tables.limit:
            for counter in self.tables.limit.numbers:
                self._name("limit", "numbers", counter, COUNTER_NAMES)

    def _check_events(self) -> None:
        """RAN-1: one Marshal and enough others; what goes back on the deck does so once."""
        if not self.problems.readable("event", "number", "marshal", "put_back"):
            return
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
        known = self.tables.party.get(automa.party)
        if known and (len(automa.start) != 1 or len(known.standees) != 1):
            self._fail("automa", "start", f"{automa.party} is one standee on one space")
        for number in self.tables.solo:
            self._check_solo_card(number)
        if self.reading.content_is_strict:
            self._check_solo_game(automa)
        sets = [card.set for card in self.tables.solo.values()]
        wanted = sets.count("start") >= HAND and sets.count("marshal") == 1
        if not wanted and self.problems.readable("solo", "set"):
            self._fail("solo", "set", "at least 4 start cards and one Marshal are needed")

    def _check_solo_game(self, automa: Automa) -> None:
        """SOLO-1, SOLO-3, SOLO-9: the outlaws play it, and the Marshal's card comes at the end."""
        if automa.against not in SOLO_PARTIES:
            told = f"only {' and '.join(SOLO_PARTIES)} can play alone (SOLO-1)"
            self._fail("automa", "against", told)
        elif automa.party == automa.against:
            self._fail("automa", "party", f"{automa.party} cannot be both")
        cards = {int(number): card for number, card in self.tables.solo.items() if is_count(number)}
        last = max(cards, default=0)
        marshals = [number for number, card in cards.items() if card.set == "marshal"]
        if marshals and marshals != [last] and self.problems.readable("solo", "set"):
            told = f"the Marshal has the highest number, {last}, for the lowest leave first"
            self._fail(f"solo.{marshals[0]}", "set", told)

    def _check_solo_card(self, number: str) -> None:
        path, card = f"solo.{number}", self.tables.solo[number]
        strict = self.reading.content_is_strict
        if not (is_count(number) if strict else number.isdecimal()):
            self.problems.tell(path, f"{number!r} is no number")
        for key, row in (("target", card.target), ("otherwise", card.otherwise)):
            for entry in row:
                for icon in entry.split("/"):
                    self._name(path, key, icon, AUTOMA_ICONS)

    def _fail(self, path: str, key: str, problem: str) -> None:
        self.problems.wrong(path, key, problem)

    def _name(self, path: str, key: str, name: str, right: Iterable[str]) -> bool:
        """Whether there is such a thing; if not, that is a problem."""
        known = name in right
        if not known:
            self._fail(path, key, f"there is no {name!r}; {choose(name, right)}")
        return known

    def _table(self, path: str, name: str, right: Iterable[str]) -> None:
        """The table of a thing there is."""
        if name not in right:
            self.problems.tell(path, f"there is no {name!r}; {choose(name, right)}")

    def _is_to_blame(self, table: str) -> bool:
        """Whether it is the user's; where there is no user, any is."""
        return not self.problems.own_file or bool(self.problems.own_tables(table))

    def _standee(self, path: str, key: str, name: str, party: str) -> None:
        """A standee of a party, if one can tell."""
        if party in self.tables.party and self.problems.readable(f"party.{party}", "standees"):
            self._name(path, key, name, self.tables.party[party].standees)

    def _one_each(self, path: str, key: str, spaces: list[str], party: str) -> None:
        """A space for every standee."""
        standees = self.tables.party[party].standees
        if len(spaces) == len(standees):
            return
        if self.problems.readable(f"party.{party}", "standees"):
            told = f"{len(spaces)} spaces for {len(standees)} standees of {party}; give one each"
            self._fail(path, key, told)

    def _check_starts(self, path: str, key: str, spaces: list[str], party: str) -> None:
        """Whoever begins beside the town must be able to come in: from a corral by an icon of the
        herd (COW-1), from aside by being freed (CHI-3)."""
        if not self.reading.content_is_strict:
            return
        icons = {icon for card in self.tables.card.get(party, {}).values() for icon in card.icons}
        corralled = any(space.startswith("corral") for space in spaces)
        if corralled and not icons & set(HERD_ICONS):
            told = f"nobody comes in from a corral without a card with {' or '.join(HERD_ICONS)}"
            self._fail(path, key, told)
        if ASIDE in spaces and (FREE_CHIEF not in icons or set(spaces) == {ASIDE}):
            told = f"who waits aside comes in by a companion's card with {FREE_CHIEF}"
            self._fail(path, key, told)

    def _check_party(self, name: str) -> None:
        path = f"party.{name}"
        party = self.tables.party[name]
        if name not in self._places():
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
        else:
            self._one_each(f"start.{name}", "spaces", start.spaces, name)
            self._check_starts(f"start.{name}", "spaces", start.spaces, name)
        for animal in party.cattle:
            self._standee(path, "cattle", animal, name)
        if self.reading.content_is_strict and set(party.cattle) >= set(party.standees):
            self._fail(path, "cattle", "somebody of the party must be none")
        cards = self.tables.card.get(name, {})
        at_once = sum(not card.waits for card in cards.values())
        if at_once != HAND and self.problems.readable(f"card.{name}", "waits"):
            self.problems.tell(f"card.{name}", f"{at_once} cards in hand; it needs {HAND}")
        for card, table in cards.items():
            self._check_icons(f"card.{name}.{card}", "icons", table.icons)

    def _check_icons(self, path: str, key: str, icons: list[str]) -> None:
        """Icons there are, each once on a card."""
        for text in icons:
            self._name(path, key, icon_of(text)[0], ICON_NAMES)
        if len(set(icons)) != len(icons):
            self._fail(path, key, "an icon stands on it twice")

    def _check_seating(self) -> None:
        """Every party has one place, and every name means one thing."""
        order = self._places()
        if len(set(order)) != len(order):
            self._fail("seating", "order", "a party stands in it twice")
        for name in self.tables.party:
            if name in RESERVED or not NAME.match(name):
                self.problems.tell(f"party.{name}", f"{name!r} cannot be the name of a party")
        standees = [s for party in self.tables.party.values() for s in party.standees]
        for name, party in self.tables.party.items():
            for standee in party.standees:
                if standees.count(standee) > 1 and self._is_to_blame(f"party.{name}"):
                    self._fail(f"party.{name}", "standees", f"{standee!r} is named twice")
            for card in self.tables.card.get(name, {}):
                if not NAME.match(card) or card == SHOT_WORD:
                    self.problems.tell(f"card.{name}.{card}", f"{card!r} cannot be a card's name")

    def _check_setup(self, name: str) -> None:
        """A set-up seats everybody it is for once, and each standee on one space; its second shots
        are those of cards there are."""
        path = f"setup.{name}"
        setup = self.tables.setup[name]
        for key in ("parties", "order", "start", "icons", "second_shots"):
            seats_only = key in ("parties", "order")
            for party in getattr(setup, key):
                self._name(path, key, party, self._places() if seats_only else self.tables.party)
        self._check_seats(path, setup)
        for key in ("icons", "second_shots"):
            for party, cards in getattr(setup, key).items():
                for card in cards if party in self.tables.party else {}:
                    self._name(path, key, card, self.tables.card.get(party, {}))
        for cards in setup.icons.values():
            for icons in cards.values():
                self._check_icons(path, "icons", icons)
        for party, spaces in setup.start.items():
            if party in self.tables.party and not self._is_hidden(path, party):
                self._one_each(path, "start", spaces, party)
                self._check_starts(path, "start", spaces, party)

    def _is_hidden(self, path: str, party: str) -> bool:
        """Whether an own start counts before this set-up's."""
        own = stands_in(self.override, f"start.{party}", "spaces")
        hides = own and not stands_in(self.override, path, "start")
        return hides and self.reading.own_values_count

    def _check_seats(self, path: str, setup: SetUp) -> None:
        seated = setup.parties or self._places()
        everybody = sorted(setup.order) == sorted(seated)
        if setup.order and not everybody and self.problems.readable(path, "parties"):
            self._fail(path, "order", f"each of {', '.join(seated)} should stand in it once")
        for key in ("start", "icons", "second_shots"):
            for party in getattr(setup, key):
                if party not in seated and self.problems.readable(path, "parties"):
                    self._fail(path, key, f"{party} does not play in it")

    def _check_goal(self, name: str) -> None:
        """A goal asks for something, and no more than there is."""
        if not self.problems.readable("limit", "numbers"):
            return
        limits = self.tables.limit.numbers if self.tables.limit else {}
        for counter, number in self.tables.party[name].goal.items():
            most = limits.get(counter, number)
            if not 1 <= number <= most:
                self._fail(f"party.{name}", "goal", f"{counter} = {number}; it can be 1 to {most}")

    def _places(self) -> list[str]:
        """All parties there may be: the order round the table names them."""
        return self.tables.seating.order if self.tables.seating else []

    def _check_tools(self, party: str) -> None:
        self._table(f"tool.{party}", party, self._places())
        cards = self.tables.card.get(party, {})
        for name, tool in self.tables.tool[party].items():
            path = f"tool.{party}.{name}"
            if name in cards or name == SHOT_WORD:
                self.problems.tell(path, f"the name {name!r} is taken; choose another")
            for icon in tool.icons:
                self._name(path, "icons", icon, ICON_NAMES)
            for needed in tool.needs:
                self._name(path, "needs", needed, self._places())
            for standee in tool.standees:
                self._standee(path, "standees", standee, party)

    def _check_ability(self, party: str) -> None:
        path = f"ability.{party}"
        self._table(path, party, self._places())
        self._standee(path, "standee", self.tables.ability[party].standee, party)

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
        for kind in lineup.removable:
            self._name(path, "removable", kind, self.tables.building)
        known = [self._name(path, "types", kind, self.tables.building) for kind in lineup.types]
        known.append(self._name(path, "office", lineup.office, self.tables.building))
        if all(known) and self.problems.readable("building", "buildings"):
            self._count_buildings(path, lineup)

    def _count_buildings(self, path: str, lineup: LineUp) -> None:
        names = [b for kind in lineup.types for b in self.tables.building[kind].buildings]
        if len(names) != SPACES - 1:
            told = f"they are {len(names)} buildings; {SPACES - 1} are needed"
            changed = [f"building.{kind}" for kind in lineup.types]
            own = [f"[{t}]" for t in self.problems.own_tables("building") if t in changed]
            self._fail(path, "types", f"{told}; see {', '.join(own)}" if own else told)
        kinds = [*lineup.types, lineup.office]
        names += self.tables.building[lineup.office].buildings
        twice = kinds if self.reading.content_is_strict else names
        if len(set(twice)) != len(twice):
            self._fail(path, "types", "a building stands in it twice")

    def _check_pets(self, kind: str) -> None:
        pets, buildings = self.tables.building[kind].pets, self.tables.building[kind].buildings
        counted = self.problems.readable(f"building.{kind}", "buildings")
        if pets and len(pets) != len(buildings) and counted:
            problem = f"{len(pets)} pets for {len(buildings)} buildings; give one each"
            self._fail(f"building.{kind}", "pets", problem)

    def _check_swap(self, kind: str) -> None:
        path = f"swap.{kind}"
        swap = self.tables.swap[kind]
        known = SWITCHES if self.reading.content_is_strict else dir(Options())
        for key, options in (("option", [swap.option]), ("needs", swap.needs)):
            for option in filter(None, options):
                self._name(path, key, option, known)
        for other in swap.replaces:
            self._name(path, "replaces", other, self.tables.building)
        if swap.party and swap.party not in self.tables.party:
            return  # it comes with a party that is not in this content
        self._table(path, kind, self.tables.building)

    def _check_friend(self, name: str) -> None:
        self._standee(f"friend.{name}", "standee", self.tables.friend[name].standee, name)
