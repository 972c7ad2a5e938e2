"""Why an icon cannot be played: said where it cannot, and only there, truly and to its owner."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from cactustown.content import load_content
from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.events import EventLog
from cactustown.engine.machine import Rules, apply, legal
from cactustown.engine.reasons import Reason, nearest_first
from cactustown.engine.spaces import (
    CAPTIVE,
    CORRALS,
    DIAGONAL,
    JAIL,
    NEAR,
    OFFICE,
    SIDE,
    SPACES,
    WAGONS,
    WILDERNESS,
    distance,
    number_of,
)
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.view import SPECTATOR, view
from cactustown.reading import FIRST
from cactustown.rules import events as ev
from cactustown.rules.base.targets import deck_size
from cactustown.rules.base.variables import GONE
from cactustown.rules.base.whynot import exact_slot, why_not
from cactustown.rules.catalogue import build_rules
from cactustown.rules.ops import ASK_ICON, ASK_PLAN
from cactustown.rules.options import Options
from cactustown.rules.stampede.herd import RANGE
from cactustown.seatwords import seat_view
from tests.laws.soak import any_options
from tests.laws.walk import is_legal, new_state, random_choice, random_game, rules_for, seats_of


def icons_of(rules: Rules, seat: int) -> list[int]:
    """Every icon on a card or tool of a seat."""
    cards = rules.card_icons[seat * CARDS_A_SEAT : (seat + 1) * CARDS_A_SEAT]
    return sorted({icon for icons in cards for icon in icons})


def told(reasons: list[Reason]) -> list[tuple[object, ...]]:
    return [
        (r.obstacle.code, r.standees, r.others, r.spaces, r.buildings, r.party, r.token, r.number)
        for r in reasons
    ]


# -- whether what a reason names is so, read off the board anew: by code


class Scene:
    """A state with a reason of a seat taken apart."""

    def __init__(self, rules: Rules, g: State, seat: int, reason: Reason) -> None:
        self.rules = rules
        self.g = g
        self.reason = reason
        self.who = rules.members[reason.standees]
        self.others = rules.members[reason.others]
        self.spaces = [space for space in range(SPACES) if reason.spaces >> space & 1]
        self.own = rules.members[rules.seat_standees[seat]]
        self.foes = [s for s in range(len(rules.owner)) if s not in self.own]

    def at(self, standee: int) -> int:
        return self.g.standee_at[standee]

    def lies(self, standee: int) -> bool:
        return bool(self.g.stunned >> standee & 1)

    def up(self, standees: list[int]) -> list[int]:
        return [s for s in standees if self.at(s) < SPACES and not self.lies(s)]

    def near(self, standees: list[int]) -> list[int]:
        """Who is next door to one of these."""
        return [f for f in self.foes for s in standees if self.at(f) in NEAR[self.at(s)]]

    def meets(self, a: int, b: int) -> bool:
        return self.at(a) == self.at(b) < SPACES and self.rules.owner[a] != self.rules.owner[b]

    def buildings(self) -> list[int]:
        return [b for b in range(SPACES) if self.reason.buildings >> b & 1]


def stand_in(scene: Scene, first: int, last: int) -> bool:
    return all(first <= scene.at(standee) <= last for standee in scene.who)


def face_each_other(scene: Scene) -> bool:
    pairs = [(a, b) for a in scene.who for b in scene.others]
    return bool(pairs) and all(scene.meets(a, b) and not scene.lies(b) for a, b in pairs)


def lie_elsewhere(scene: Scene) -> bool:
    here = {scene.at(standee) for standee in scene.up(scene.own)}
    return all(scene.lies(s) and scene.at(s) not in here for s in scene.others)


def companions_stand_there(scene: Scene) -> bool:
    (space,) = scene.spaces
    owners = {scene.rules.owner[s] for s in (*scene.who, *scene.others)}
    return len(owners) == 1 and all(scene.at(s) == space for s in scene.others)


def shows_no_target(scene: Scene) -> bool:
    (building,) = scene.buildings()
    stood_on = {scene.g.building_at[scene.at(s)] for s in scene.who}
    return stood_on == {building} and (
        scene.g.building_at[OFFICE] == building
        or scene.g.target_at[building] not in (GONE, scene.rules.owner[scene.who[0]])
    )


def nobody_two_away(scene: Scene) -> bool:
    pairs = [(scene.at(a), scene.at(b)) for a in scene.foes for b in scene.up(scene.own)]
    away = [(a, b) for a, b in pairs if a < SPACES and distance(a, b) == 2]
    if not scene.rules.reading.pulls_round_corners:
        away = [(a, b) for a, b in away if a % SIDE == b % SIDE or a // SIDE == b // SIDE]
    return not away


def counted(scene: Scene) -> bool:
    return scene.reason.number in scene.g.count


def herd_in_town(scene: Scene, cows: list[int]) -> list[tuple[int, int]]:
    """These cows with the bull rider, where both are in town."""
    (rider,) = [s for s in scene.own if not scene.rules.harmless >> s & 1]
    return [(cow, rider) for cow in cows if max(scene.at(cow), scene.at(rider)) < SPACES]


FACTS: dict[str, Callable[[Scene], bool]] = {
    "lies": lambda s: all(s.lies(one) and s.at(one) in s.spaces for one in s.who),
    "on_corral": lambda s: stand_in(s, CORRALS, WAGONS - 1),
    "is_captive": lambda s: stand_in(s, CAPTIVE, CAPTIVE) and s.others == [s.g.captor],
    "in_jail": lambda s: stand_in(s, JAIL, JAIL),
    "waits_aside": lambda s: all(s.rules.start_at[one] == s.at(one) for one in s.who),
    "has_escaped": lambda s: stand_in(s, WILDERNESS, WILDERNESS),
    "is_aboard": lambda s: stand_in(s, WAGONS, WAGONS + 2),
    "deadlocked": face_each_other,
    "one_is_deadlocked": face_each_other,
    "companion_there": companions_stand_there,
    "chicken_there": lambda s: s.spaces == [s.g.chicken],
    "not_looked_at": lambda s: not any(s.g.face_up >> space & 1 for space in s.spaces),
    "no_target_here": shows_no_target,
    "target_used_up": lambda s: [s.g.target_at[b] for b in s.buildings()] == [GONE],
    "no_target_cards": lambda s: deck_size(s.rules, s.g) > 0,
    "no_target_cards_to_come": lambda s: deck_size(s.rules, s.g) == 0,
    "has_plunder": lambda s: all(s.g.laden >> one & 1 for one in s.who),
    "no_horse_left": counted,
    "debts_are_paid": counted,
    "totems_are_built": counted,
    "chief_is_free": lambda s: all(s.at(one) < SPACES for one in s.own),
    "no_room_beside": lambda s: all(
        s.g.blocked >> n & 1 or s.g.standees_on[n] for n in NEAR[s.spaces[0]]
    ),
    "nobody_to_recover": lambda s: not any(map(s.lies, s.own)),
    "still_in_town": lambda s: all(s.at(one) < SPACES for one in s.who),
    "nobody_jailed": lambda s: JAIL not in s.g.standee_at,
    "nobody_captive": lambda s: s.g.captive == NONE,
    "no_jailer_or_captor": lambda s: not {"sheriff", "hunters"} <= set(s.rules.party_names),
    "nobody_lies": lambda s: s.g.stunned & s.g.on_board == 0,
    "nobody_lies_here": lie_elsewhere,
    "has_captive": lambda s: s.others == [s.g.captive] and s.who == [s.g.captor],
    "jail_empty": lambda s: JAIL not in s.g.standee_at,
    "not_in_office": lambda s: OFFICE not in [s.at(one) for one in s.up(s.own)],
    "no_room_beside_office": lambda s: all(
        s.g.blocked >> n & 1 or s.g.standees_on[n] for n in NEAR[OFFICE]
    ),
    "deck_empty": lambda s: deck_size(s.rules, s.g) == 0,
    "all_face_up": lambda s: number_of(s.g.face_up) == SPACES,
    "nobody_next_door": lambda s: not s.near(s.up(s.own)),
    "nobody_around": lambda s: (
        not [
            f
            for f in s.foes
            for one in s.up(s.own)
            if s.at(f) in (*NEAR[s.at(one)], *DIAGONAL[s.at(one)])
        ]
    ),
    "nobody_two_spaces_away": nobody_two_away,
    "nobody_diagonal": lambda s: (
        not [f for f in s.foes for one in s.up(s.own) if s.at(f) in DIAGONAL[s.at(one)]]
    ),
    "way_blocked": lambda s: s.g.blocked != 0 and bool(s.others),
    "target_lies": lambda s: all(map(s.lies, s.others)) and bool(s.others),
    "opponent_lies": lambda s: all(s.meets(a, b) and s.lies(b) for a in s.who for b in s.others),
    "meets_nobody": lambda s: not any(s.meets(one, foe) for one in s.who for foe in s.foes),
    "no_tomahawk_target": lambda s: not s.up(s.near(s.up(s.own))),
    "holds_no_targets": lambda s: s.g.targets_held[s.reason.party] == 0 and bool(s.others),
    "out_of_range": lambda s: s.reason.number > RANGE,
    "bull_rider_has_to_run": lambda s: all(
        distance(s.at(cow), s.at(rider)) > RANGE for cow, rider in herd_in_town(s, s.others)
    ),
    "in_range": lambda s: all(
        distance(s.at(cow), s.at(rider)) <= RANGE for cow, rider in herd_in_town(s, s.who)
    ),
    "no_way_back": lambda s: bool(s.who),
    "no_goring_at_the_gates": lambda s: s.spaces[0] in (1, 2, 3) and bool(s.up(s.others)),
    "gored_already": lambda s: s.g.gored != 0 and bool(s.up(s.others)),
    "nobody_to_gore": lambda s: not s.up(s.near(s.who)),
}


class Watch:
    """Checks the icons of all seats at one decision after the other of a game."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()
        self.never: set[tuple[int, int]] = set()  # seat, icon: said to be so for good

    def check(self, rules: Rules, g: State) -> None:
        for seat in seats_of(rules.planners):
            own = view(rules, g, seat)
            for icon in icons_of(rules, seat):
                self._check_icon(rules, g, own, seat, icon)

    def _check_icon(self, rules: Rules, g: State, own: State, seat: int, icon: int) -> None:
        action = rules.icons[icon]
        reasons = action.reasons(rules, own, seat)
        works = action.playable(rules, g, seat)
        name = rules.icon_names[icon]
        assert works == (not reasons), f"{name}: {told(reasons)}"
        assert told(reasons) == told(action.reasons(rules, g, seat))
        assert len(nearest_first(reasons, action.obstacles)) == len(reasons), told(reasons)
        if works:
            assert (seat, icon) not in self.never, f"{name} works after all"
            if action.is_due(rules, g, seat):
                reasons = [action.duty(rules, g, seat)]
                assert reasons[0].obstacle is action.demands
        elif all(reason.obstacle.lasts for reason in reasons):
            self.never.add((seat, icon))
        for reason in reasons:
            code = reason.obstacle.code
            self.told[code] += 1
            assert FACTS[code](Scene(rules, g, seat, reason)), f"{name}: {told([reason])}"


@pytest.mark.parametrize("batch", range(6))
def test_an_icon_works_where_nothing_is_in_its_way(batch: int) -> None:
    """ROUND-6: at every decision, for all seats; what is said is so, and what lasts lasts."""
    codes: Counter[str] = Counter()
    for number in range(batch * 20, batch * 20 + 20):
        chooser = random.Random(number)
        options = any_options(chooser) if number % 2 else None
        watch = Watch()
        for rules, g in random_game(number + 7000, options):
            if g.stack:
                watch.check(rules, g)
        codes += watch.told
    assert len(codes) > 25


def test_under_the_first_reading_too() -> None:
    """ROUND-6."""
    codes: Counter[str] = Counter()
    for number in range(16):
        chooser = random.Random(number)
        options = any_options(chooser)
        rules = build_rules(options, load_content().for_game(options, FIRST), FIRST)
        g = new_state(rules, number)
        watch = Watch()
        while g.stack:
            watch.check(rules, g)
            apply(rules, g, *random_choice(rules, g, chooser))
        codes += watch.told
    assert len(codes) > 20


def test_who_is_asked_for_an_icon_is_told_why_the_others_do_not_work() -> None:
    """ROUND-6, INFO-2: all of them and for certain; nobody else is told anything."""
    asked = 0
    for number in range(40):
        for rules, g in random_game(number + 8000):
            if not g.stack or g.stack[-1].op != ASK_ICON:
                continue
            ask = g.stack[-1]
            shown = seat_view(rules, view(rules, g, ask.seat))
            (why,) = shown.why_not.values()
            icons = [rules.icon_names[icon] for icon in rules.card_icons[ask.a]]
            assert shown.choices == [icon for icon in icons if icon not in why]
            assert all(one.certain and one.reasons for one in why.values())
            for other in range(SPECTATOR, rules.seats):
                if other != ask.seat:
                    assert seat_view(rules, view(rules, g, other)).why_not == {}
            asked += bool(why)
    assert asked > 200


def refused(rules: Rules, g: State, seat: int) -> dict[int, set[int]]:
    """Card -> its icons that could not be chosen now, as this seat knows."""
    cards = [seat << 4 | card for card in range(CARDS_A_SEAT)]
    own = view(rules, g, seat)
    return {card: set(why_not(rules, own, seat, card)) for card in cards if rules.card_names[card]}


def stirring_options(number: int) -> Options:
    """Set-ups in which something may happen before the first card, and others."""
    chooser = random.Random(number)
    while True:
        options = any_options(chooser)
        if number % 3 == 1:
            options = replace(options, abilities=options.parties)
        elif number % 3 == 2:
            options = replace(options, mode="gunslinger", chicken=True)
        if is_legal(options):
            return options


@pytest.mark.parametrize("batch", range(4))
def test_what_is_certain_of_the_first_card_is_so_when_it_is_turned_up(batch: int) -> None:
    """ROUND-6: whoever acts first is told exactly what each icon will do from the first slot."""
    checked = 0
    for number in range(batch * 45, batch * 45 + 45):
        chooser = random.Random(number)
        rules = rules_for(stirring_options(number))
        g = new_state(rules, number)
        while g.stack:
            first = rules.turn_seat[g.first][0]
            planning = g.stack[-1].op == ASK_PLAN
            slot = exact_slot(rules, view(rules, g, first), first) if planning else NONE
            before = refused(rules, g, first) if slot != NONE else {}
            g.log = EventLog()
            apply(rules, g, *random_choice(rules, g, chooser))
            if before and g.winner == RUNNING and g.stack[-1].op != ASK_PLAN:
                checked += check_first_turn(rules, g, before, slot, chooser)
    assert checked > 150


def check_first_turn(
    rules: Rules, g: State, before: dict[int, set[int]], slot: int, chooser: random.Random
) -> int:
    """Plays the first turn on: what was said not to work is neither offered nor done."""
    found = 0
    while g.stack and g.turn <= 0:
        top = g.stack[-1]
        if top.op == ASK_ICON:
            assert not before[top.a] & set(legal(rules, g, top.seat))
            found += len(before[top.a])
        apply(rules, g, *random_choice(rules, g, chooser))
    assert g.log is not None
    cards = [event.args for event in g.log.events if event.kind == ev.CARD]
    assert not cards or cards[0][2] == slot + 1
    turn = 0
    for event in g.log.events:
        turn += event.kind == ev.CARD
        if event.kind == ev.MIXED_UP and turn == 1:
            return found  # another card came in its place
        if event.kind == ev.ACTION and turn == 1:
            assert event.args[1] not in before[cards[0][1]]
            found += 1
    return found
