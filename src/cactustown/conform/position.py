"""Sets up the position a case describes."""

from __future__ import annotations

import re

from cactustown.conform.parse import Case, Line, bad, split_party
from cactustown.content import Content
from cactustown.engine.chance import Chance
from cactustown.engine.encodings import card_id, numbers
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import (
    ASIDE,
    CAPTIVE,
    JAIL,
    PLACE_NAMES,
    PLACE_OF,
    SPACES,
    WAGONS,
    WILDERNESS,
)
from cactustown.engine.state import NONE, State, added, replaced
from cactustown.engine.task import Task
from cactustown.rules.base.cactus import move_cactus
from cactustown.rules.base.setup import blank, deal
from cactustown.rules.base.variables import GONE, PLAN_SLOTS
from cactustown.rules.catalogue import PLAYABLE, VERSION, build_rules
from cactustown.rules.counters import CAPTIVES, CHIEFS, ESCAPED, JAILED, WAGONS_FULL
from cactustown.rules.ops import (
    ASK_PLAN,
    AUTOMA_DECK,
    CHIEFS_CARD,
    END_ROUND,
    NEXT_TURN,
    TURN_EVENT,
)
from cactustown.rules.options import Options, extras
from cactustown.rules.ranger.deck import TurnEvent
from cactustown.rules.solo.cards import AutomaDeck
from cactustown.rules.tokens import CHICKEN, TOKEN_KINDS
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND, TOOL_NUMBER, TOOL_USED

_PLACED = re.compile(r"^(?P<place>[a-z0-9-]+)(?:\((?P<how>[a-z0-9, -]*)\))?$")
_AWAY = {"jail": JAIL, "escaped": WILDERNESS, "captive": CAPTIVE}
_BESIDE = PLACE_NAMES[ASIDE:]  # aside, corrals, wagons


def options_of(case: Case) -> Options:
    """The options a case names."""
    settings: dict[str, object] = {"parties": tuple(case.parties)}
    for line in case.options:
        if line.word == "cactus-variant":
            settings["cactus"] = True
        elif line.word == "solo":
            settings |= {"solo": True, "parties": ("outlaws",)}
        elif line.word == "limit":
            settings["round_limit"] = number(case, line, line.rest)
        elif line.word in ("pets-variant", "chicken-variant"):
            settings[line.word.removesuffix("-variant")] = True
        elif line.word == "pet-kind":
            settings["pet_kind"] = line.rest
        elif line.word == "reading":
            continue  # no option: see reading_of
        elif line.word in ("alternative", "replace"):
            settings[line.word] = tuple(line.rest.split())
        elif line.word == "even-sides":
            settings["even_sides"] = True
        elif line.word == "with":
            settings.update(extras(line.rest.split(), tuple(case.parties)))
        else:
            settings[line.word] = line.rest
    return Options(**settings)  # type: ignore[arg-type]


def reading_of(case: Case) -> int:
    """The reading of the books a case is about: the present one, unless it says `reading 1`."""
    for line in case.options:
        if line.word == "reading":
            version = number(case, line, line.rest)
            if version not in PLAYABLE:
                raise bad(case.file, line, f"there is no reading {version}")
            return version
    return VERSION


def number(case: Case, line: Line, text: str) -> int:
    if not text.isdecimal():
        raise bad(case.file, line, f"{text!r} should be a number")
    return int(text)


class Composer:
    """Builds a state line by line; whatever a case does not say has a plain default."""

    def __init__(self, case: Case, options: Options, content: Content) -> None:
        self.case = case
        version = reading_of(case)
        self.rules: Rules = build_rules(options, content.for_game(options, version), version)
        self.g = State(None)
        blank(self.rules, self.g)
        self.g.round = 1
        self.planning = False
        self.before_cards = False
        self.named: dict[int, int] = {}  # space -> building

    def compose(self, chance: Chance) -> State:
        """The position, about to begin its planning or its action phase, or a game just dealt."""
        deals = [line for line in self.case.position if line.word == "deal"]
        if deals:
            return self._deal(deals[0], chance)
        self._start_places()
        for line in self.case.position:
            if line.word in self.case.parties:
                self._place_party(line)
            else:
                self._word(line)
        self._fill_buildings()
        self._fill_plans()
        self._begin()
        return self.g

    def _deal(self, line: Line, chance: Chance) -> State:
        """`deal`: a real set-up instead of a composed position."""
        if len(self.case.position) > 1 or line.rest:
            raise bad(self.case.file, line, "a case that deals says nothing else of the position")
        g = State(None)
        g.chance = chance
        deal(self.rules, g)
        return g

    def _word(self, line: Line) -> None:
        setters = {
            "first": self._first,
            "round": self._round,
            "phase": self._phase,
            "plan": self._plan,
            "up": self._up,
            "down": self._down,
            "targets": self._targets,
            "deck": self._deck,
            "tokens": self._tokens,
            "reserve": self._reserve,
            "cactus": self._cactus,
            "progress": self._progress,
            "fired": self._fired,
            "pet": self._pet,
            "founder": self._founder,
            "chicken": self._chicken,
            "exploration": self._exploration,
            "event": self._event,
            "event-deck": self._event_deck,
            "event-discards": self._event_discards,
            "tools": self._tools,
            "used": self._used,
            "abilities": self._abilities,
            "dynamite": self._dynamite,
            "seen": self._seen,
        }
        try:
            setters[line.word](line)
        except (IndexError, ValueError) as error:
            problem = f"{line.word!r} does not say enough, or too much: {line.rest!r}"
            raise bad(self.case.file, line, problem) from error

    # -- names

    def seat(self, line: Line, party: str) -> int:
        return self._index(line, party, self.rules.party_names, "party")

    def standee(self, line: Line, name: str) -> int:
        return self._index(line, name, self.rules.standee_names, "standee")

    def building(self, line: Line, name: str) -> int:
        return self._index(line, name, self.rules.building_names, "building")

    def space(self, line: Line, name: str) -> int:
        place = PLACE_OF.get(name, NONE)
        if not 0 <= place < SPACES:
            raise bad(self.case.file, line, f"{name!r} is no space; spaces are a1 to e5")
        return place

    def token(self, line: Line, name: str) -> int:
        return self._index(line, name, self.rules.token_names[:TOKEN_KINDS], "token")

    def _index(self, line: Line, name: str, names: list[str], what: str) -> int:
        if name not in names:
            raise bad(self.case.file, line, f"there is no {what} {name!r}: {' '.join(names)}")
        return names.index(name)

    # -- standees

    def _start_places(self) -> None:
        """Parties without a line stand on their start spaces, not yet moved."""
        for standee, place in enumerate(self.rules.start_at):
            party = self.rules.party_names[self.rules.owner[standee]]
            if not any(line.word == party for line in self.case.position):
                self._at_start(standee, place)

    def _at_start(self, standee: int, place: int) -> None:
        self.g.relocate(standee, place)
        if place < SPACES:
            self.g.unmoved |= 1 << standee
            self.g.face_up |= 1 << place

    def _place_party(self, line: Line) -> None:
        seat = self.seat(line, line.word)
        standees = self.rules.members[self.rules.seat_standees[seat]]
        words = re.findall(r"[a-z0-9-]+(?:\([^)]*\))?", line.rest)
        if len(words) != len(standees):
            raise bad(
                self.case.file,
                line,
                f"{line.word} has {len(standees)} standees, {len(words)} places are named",
            )
        for standee, word in zip(standees, words, strict=True):
            self._place(line, standee, word)
        if not self.g.unmoved & self.rules.seat_standees[seat]:
            self.g.moved_parties |= 1 << seat

    def _place(self, line: Line, standee: int, word: str) -> None:
        match = _PLACED.match(word)
        assert match is not None
        place = match["place"]
        how = re.split(r"[ ,]+", match["how"]) if match["how"] else []
        if place == "start":
            self._at_start(standee, self.rules.start_at[standee])
        elif place in _AWAY:
            self._take_away(line, standee, _AWAY[place], how)
        elif place in _BESIDE:
            self.g.relocate(standee, PLACE_OF[place])
            self.g.count[WAGONS_FULL] += PLACE_OF[place] >= WAGONS
        else:
            self.g.relocate(standee, self.space(line, place))
            self._come_in(standee)
        for word in how:
            if word == "stunned":
                self.g.stunned |= 1 << standee
            elif word == "plunder":
                self.g.laden |= 1 << standee
            elif not (place == "captive" and word in self.rules.standee_names):
                raise bad(self.case.file, line, f"{word!r}: say stunned or plunder")

    def _come_in(self, standee: int) -> None:
        """The chief stands in town: he has been freed, and his card is in the game."""
        if self.rules.start_at[standee] == ASIDE:
            self.g.count[CHIEFS] = 1
            self.rules.ops[CHIEFS_CARD].run(self.rules, self.g, Task(CHIEFS_CARD, NONE))

    def _take_away(self, line: Line, standee: int, place: int, how: list[str]) -> None:
        self.g.relocate(standee, place)
        if place == JAIL:
            self.g.count[JAILED] += 1
        elif place == WILDERNESS:
            self.g.count[ESCAPED] += 1
            self.g.laden |= 1 << standee
        else:
            captors = [word for word in how if word in self.rules.standee_names]
            if not captors:
                raise bad(self.case.file, line, "say whose: captive(hunter-1)")
            self.g.captive = standee
            self.g.captor = self.standee(line, captors[0])
            self.g.count[CAPTIVES] = 1

    # -- the table

    def _first(self, line: Line) -> None:
        self.g.first = self.seat(line, line.rest)

    def _round(self, line: Line) -> None:
        self.g.round = number(self.case, line, line.rest)

    def _phase(self, line: Line) -> None:
        if line.rest not in ("planning", "event", "action"):
            raise bad(self.case.file, line, "phase is planning, event or action")
        self.planning = line.rest == "planning"
        self.before_cards = line.rest == "event"

    def _plan(self, line: Line) -> None:
        """`plan sheriff: posse rifle patrol shot arrest`: the second shot where tools leave it."""
        party, rest = split_party(self.case.file, line)
        seat = self.seat(line, party)
        if seat == self.rules.automa:
            base = seat * PLAN_SLOTS
            cards = [self._card(line, seat, word) for word in rest.split()]
            self.g.plan[base : base + len(cards)] = cards  # its second shot card may follow
            return
        played, _, shot = rest.partition(" shot ")
        cards = [self._card(line, seat, word) for word in played.split()]
        if len(cards) != 3 or len(set(cards)) != 3:
            raise bad(self.case.file, line, "a plan is three different cards")
        for card in cards:
            if self.rules.extra_cards[seat] >> card & 1:
                self._hold_tool(seat, card)
        self._set_plan(seat, cards, self._card(line, seat, shot.strip()) if shot else NONE)

    def _card(self, line: Line, seat: int, name: str) -> int:
        names = self.rules.card_names[card_id(seat, 0) : card_id(seat + 1, 0)]
        return self._index(line, name, names, "card")

    def _set_plan(self, seat: int, cards: list[int], shot: int = NONE) -> None:
        unplayed = [c for c in numbers(self.g.hand[seat]) if c not in cards]
        base = seat * PLAN_SLOTS
        self.g.plan[base : base + PLAN_SLOTS] = [*cards, unplayed[0] if shot == NONE else shot]

    def _tools(self, line: Line) -> None:
        party, rest = split_party(self.case.file, line)
        seat = self.seat(line, party)
        for word in rest.split():
            self._hold_tool(seat, self._card(line, seat, word))

    def _hold_tool(self, seat: int, card: int) -> None:
        base = seat * TOOL_FIELDS
        if not self.g.tools[base + TOOL_HAND] >> card & 1:
            self.g.tools[base + TOOL_HAND] |= 1 << card
            self.g.tools[base + TOOL_NUMBER] += 1

    def _used(self, line: Line) -> None:
        party, rest = split_party(self.case.file, line)
        seat = self.seat(line, party)
        for word in rest.split():
            self.g.tools[seat * TOOL_FIELDS + TOOL_USED] |= 1 << self._card(line, seat, word)

    def _abilities(self, line: Line) -> None:
        """`abilities sheriff 1, dancer 0`: how often they may still be used."""
        for part in line.rest.split(","):
            words = part.split()
            self.g.ability = replaced(
                self.g.ability, self.seat(line, words[0]), number(self.case, line, words[1])
            )

    def _dynamite(self, line: Line) -> None:
        """`dynamite c4`, laid in an earlier round."""
        self.g.dynamite = self.space(line, line.rest)

    def _seen(self, line: Line) -> None:
        """`seen outlaws: c4 d5`: face-down buildings it has looked at."""
        party, rest = split_party(self.case.file, line)
        for word in rest.split():
            seat = self.seat(line, party)
            seen = self.g.peeked[seat] | 1 << self.space(line, word)
            self.g.peeked = replaced(self.g.peeked, seat, seen)
            self.g.looked |= 1 << seat

    def _up(self, line: Line) -> None:
        for space in self._buildings(line):
            self.g.face_up |= 1 << space

    def _down(self, line: Line) -> None:
        for space in self._buildings(line):
            self.g.face_up &= ~(1 << space)

    def _buildings(self, line: Line) -> list[int]:
        """`c4 bank, b2 saloon`, or only spaces: `c4, b2`."""
        spaces = []
        for part in line.rest.split(","):
            words = part.split()
            space = self.space(line, words[0])
            spaces.append(space)
            if len(words) > 1:
                self.named[space] = self.building(line, words[1])
        return spaces

    def _targets(self, line: Line) -> None:
        party, rest = split_party(self.case.file, line)
        seat = self.seat(line, party)
        for word in rest.split():
            self.g.target_at = replaced(self.g.target_at, self.building(line, word), seat)
            self.g.targets_held = added(self.g.targets_held, seat, 1)

    def _deck(self, line: Line) -> None:
        kept = [self.building(line, word) for word in line.rest.split() if word != "empty"]
        for building, at in enumerate(self.g.target_at):
            if at < 0 and building not in kept:
                self.g.target_at = replaced(self.g.target_at, building, GONE)

    def _tokens(self, line: Line) -> None:
        party, rest = split_party(self.case.file, line)
        for word in rest.split():
            self._move_token(line, self.seat(line, party), self.token(line, word))

    def _move_token(self, line: Line, row: int, kind: int) -> None:
        reserve = self.rules.seats * TOKEN_KINDS + kind
        if not self.g.token[reserve]:
            raise bad(self.case.file, line, f"no {self.rules.token_names[kind]} is left in reserve")
        self.g.token = added(self.g.token, reserve, -1)
        self.g.token = added(self.g.token, row * TOKEN_KINDS + kind, 1)

    def _reserve(self, line: Line) -> None:
        """`reserve bullet 0`: what is beyond it has been archived."""
        words = line.rest.split()
        kind = self.token(line, words[0])
        for _ in range(
            self.g.token[self.rules.seats * TOKEN_KINDS + kind] - number(self.case, line, words[1])
        ):
            self._move_token(line, self.rules.seats + 1, kind)

    def _cactus(self, line: Line) -> None:
        move_cactus(self.g, 0, self.space(line, line.rest))

    def _progress(self, line: Line) -> None:
        for part in line.rest.split(","):
            words = part.split()
            counter = self._index(line, words[0], self.rules.counter_names, "counter")
            self.g.count[counter] = number(self.case, line, words[1])

    def _fired(self, line: Line) -> None:
        for party in line.rest.split():
            self.g.shot_used |= 1 << self.seat(line, party)

    def _pet(self, line: Line) -> None:
        """`pet sheriff: cat`."""
        party, name = split_party(self.case.file, line)
        pet = self._index(line, name, self.rules.pet_names, "pet")
        self.g.pet_at = replaced(self.g.pet_at, pet, self.seat(line, party))

    def _founder(self, line: Line) -> None:
        self.g.founder = self.seat(line, line.rest)

    def _chicken(self, line: Line) -> None:
        """A chicken from the reserve runs wild there."""
        self._move_token(line, self.rules.seats + 1, CHICKEN)
        self.g.token = added(self.g.token, (self.rules.seats + 1) * TOKEN_KINDS + CHICKEN, -1)
        self.g.chicken = self.space(line, line.rest)
        self.g.blocked |= 1 << self.g.chicken

    def _exploration(self, line: Line) -> None:
        self.g.exploring = 1

    # -- events

    def _events(self, line: Line) -> list[int]:
        names = self.rules.event_names
        return [self._index(line, word, names, "event") for word in line.rest.split()]

    def _event(self, line: Line) -> None:
        """The event of this round, turned up before the scene begins; effects at once are over."""
        (event,) = self._events(line)
        op = self.rules.ops[TURN_EVENT]
        assert isinstance(op, TurnEvent)
        self.g.event = event
        op.begin(self.rules, self.g)

    def _event_deck(self, line: Line) -> None:
        self.g.event_deck = self._events(line)[::-1]

    def _event_discards(self, line: Line) -> None:
        self.g.event_discards = self._events(line)

    # -- defaults

    def _fill_buildings(self) -> None:
        """Spaces nobody named get the buildings nobody named, in the order of the content."""
        if len(set(self.named.values())) != len(self.named):
            raise bad(self.case.file, Line(self.case.line, "", ""), "a building stands twice")
        for space, building in self.named.items():
            self.g.building_at[space] = building
        rest = [b for b in range(SPACES) if b not in self.g.building_at]
        for space in range(SPACES):
            if self.g.building_at[space] == NONE:
                self.g.building_at[space] = rest.pop(0)

    def _fill_plans(self) -> None:
        """Parties that did not plan have planned their first three cards."""
        if self.rules.automa >= 0:
            self._lay_automa(self.rules.automa)
        if self.planning:
            return
        for seat in range(self.rules.seats):
            if self.g.plan[seat * PLAN_SLOTS] == NONE:
                self._set_plan(seat, [0, 1, 2])

    def _lay_automa(self, seat: int) -> None:
        """Its deck of this round, lowest cards first, with those that were named in it."""
        op = self.rules.ops[AUTOMA_DECK]
        assert isinstance(op, AutomaDeck)
        g = self.g
        base = seat * PLAN_SLOTS
        laid = [card for card in g.plan[base : base + PLAN_SLOTS] if card != NONE]
        wanted, deck = g.round, 0
        for g.round in range(1, wanted + 1):
            deck = op.next_deck(g, deck)
        spare = [c for c in numbers(deck) if c not in laid]
        for card in laid:
            if not deck >> card & 1:
                deck = deck & ~(1 << spare.pop()) | 1 << card
        g.hand = replaced(g.hand, seat, deck)
        rest = [card for card in spare if card not in laid]
        while len(laid) < PLAN_SLOTS and rest:
            laid.append(rest.pop(0))
        g.plan[base : base + len(laid)] = laid
        g.locked |= 1 << seat

    def _begin(self) -> None:
        self.g.push(END_ROUND, NONE)
        if self.planning:
            self.g.push(ASK_PLAN, NONE)
        else:
            self.g.locked = self.rules.all_seats
            self.g.push(NEXT_TURN, NONE, 0)
            if self.before_cards:
                for op in reversed(self.rules.begin_round):
                    self.g.push(op, NONE)
