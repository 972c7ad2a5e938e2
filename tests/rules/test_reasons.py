"""Every reason that an icon may give is given: by a case where that can be, else by a position."""

from __future__ import annotations

import re
from functools import cache

import pytest

from cactustown.conform import Case, parse_cases
from cactustown.conform.run import Player
from cactustown.content import CURRENT_EDITION
from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.machine import Rules
from cactustown.engine.reasons import Obstacle
from cactustown.engine.spaces import NEAR, OFFICE, PLACE_OF
from cactustown.engine.state import State
from cactustown.engine.view import view
from cactustown.rulebook import rulebook
from cactustown.rules.base.obstacles import ABSENT
from cactustown.rules.base.whynot import NEEDS_PLAYERS
from cactustown.rules.counters import CHIEFS
from cactustown.rules.ops import FREE_CHIEF, FREE_PRISONER, STAMPEDE
from cactustown.rules.options import Options
from cactustown.rules.stampede.goring import note_gored
from cactustown.seatview import ReasonView
from tests.laws.walk import new_state, rules_for
from tests.rules.coverage import ROOT

BASE = ("sheriff", "outlaws", "hunters")
PARTIES = (*BASE, "dancer", "ranger", "dakota", "cowboy")
# Where a whole party is for each of these, in a case's words; the rest of it is in jail.
WHEREABOUTS = {
    "lies": "c3(stunned)",
    "on_corral": "corral-b",
    "is_captive": "captive(deputy-1)",
    "in_jail": "jail",
    "waits_aside": "aside",
    "has_escaped": "escaped",
    "is_aboard": "wagon-b",
}
BY_POSITION = {  # no game of the box leads there; own cards may
    ("free-chief", "chief_is_free"),
    ("free-prisoner", "no_room_beside_office"),
    ("stampede", "gored_already"),
}


@cache
def all_rules() -> list[Rules]:
    """Rules that have every icon between them."""
    return [
        rules_for(Options((*BASE, *others), mode, tools=True, chicken=mode == "gunslinger"))
        for others in (("dancer", "ranger"), ("dakota", "cowboy"))
        for mode in ("basic", "gunslinger")
    ]


@cache
def declared() -> dict[tuple[str, str], Obstacle]:
    """Icon and code -> what is declared."""
    found = {}
    for rules in all_rules():
        shown = {icon for icons in rules.card_icons for icon in icons}
        for icon in shown:
            for obstacle in rules.icons[icon].obstacles:
                found[rules.icon_names[icon], obstacle.code] = obstacle
    return found


def codes() -> set[str]:
    """Every code there is: also what an icon demands where it is due, and what is left out."""
    demands = {icon.demands.code for r in all_rules() for icon in r.icons if icon.demands}
    return {code for _, code in declared()} | demands | {NEEDS_PLAYERS.code}


@cache
def said_in_cases() -> set[tuple[str, str]]:
    """Icon and code of every `why` line; the cases are played elsewhere."""
    found = set()
    for file in sorted(ROOT.glob("cases/**/*.case")):
        for case in parse_cases(file.read_text("utf-8"), str(file)):
            for line in case.steps:
                if line.word == "why":
                    head, _, reasons = line.rest.partition(":")
                    icon = head.split()[1]
                    found |= {(icon, reason.split()[0]) for reason in reasons.split(";")}
    return {(icon, code) for icon, code in found if code != "nothing"}


def test_every_reason_is_proven() -> None:
    """ROUND-6: a code that no icon gives would be unused."""
    absent = {obstacle.code for obstacle in ABSENT}
    assert absent == set(WHEREABOUTS)
    by_case = {pair for pair in declared() if pair[1] not in absent} - BY_POSITION
    assert sorted(by_case - said_in_cases()) == []
    assert {code for _, code in said_in_cases()} | {c for _, c in BY_POSITION} == codes()


def test_reasons_cite_rules_that_are() -> None:
    assert {o.rule for o in declared().values()} <= set(rulebook())
    assert all(re.fullmatch(r"[a-z_]+", code) for code in codes())


# -- those who are not there, or lie: every icon that somebody carries out


def showing(icon: str) -> tuple[str, str, bool]:
    """A party with a card that shows an icon, and whether it is a tool."""
    for rules in all_rules():
        for seat, party in enumerate(rules.party_names):
            for card in range(seat * CARDS_A_SEAT, (seat + 1) * CARDS_A_SEAT):
                if icon in (rules.icon_names[one] for one in rules.card_icons[card]):
                    tool = rules.extra_cards[seat] >> (card % CARDS_A_SEAT) & 1
                    return party, rules.card_names[card], bool(tool)
    raise AssertionError(f"no card shows {icon}")


STANDEES = {"sheriff": 3, "outlaws": 3, "hunters": 2, "dancer": 1, "ranger": 1, "dakota": 2}
NEEDED = {  # what else must be so that this is what is in the way
    "jail": "outlaws e1(stunned) e2 e3",
    "capture": "outlaws e1(stunned) e2 e3",
    "release": "outlaws e1 jail e3",
    "plunder": "targets outlaws: church",
    "steal-horse": "targets hunters: church",
    "pay-debts": "targets dancer: church",
    "build-totem": "targets dakota: church",
    "free-chief": "targets dakota: church",
}


def scene(icon: str, code: str) -> tuple[str, Case]:
    """Who could play an icon, and a case in which the first of them is away so."""
    party, card, tool = showing(icon)
    place = WHEREABOUTS[code]
    if party == "sheriff":
        place = place.replace("deputy-1", "hunter-1")
    moved = party
    if icon == "rival-sneaks":
        moved = "outlaws"  # the ranger makes others sneak
    if moved == "cowboy":
        where = animals(icon, place)
    else:
        others = "aside" if moved == "dakota" else "jail"
        where = " ".join([place, *[others] * (STANDEES[moved] - 1)])
    parties = [p for p in PARTIES if p in (*BASE, party)]
    if icon == "rival-sneaks":
        parties = ["ranger", "outlaws"]
        where = where.replace("deputy-1", "ranger")
    lines = [
        f"edition {CURRENT_EDITION}",
        f"case    {icon} {code}",
        "rules   ROUND-6",
        f"parties {' '.join(parties)}",
        "with    tools",
        "phase   planning",
        f"{moved} {where}",
    ]
    if code == "on_corral" and party == "cowboy" and icon != "stampede":
        lines.insert(3, "reading 1")  # from there every tool leads into town
    needed = NEEDED.get(icon, "")
    if needed and needed.split()[0] != moved:
        lines.append(needed)
    if tool:
        lines.append(f"tools {party}: {card}")
    (case,) = parse_cases("\n".join([*lines, f"view {party}: round = 1"]), "here.case")
    return party, case


def animals(icon: str, place: str) -> str:
    """The whole herd there as far as it goes; cows sneak and regroup, the bull rider runs."""
    if icon in ("sneak-cow", "sneak-cows", "regroup"):
        return f"b2 {'b3(stunned)' if 'stunned' in place else place} jail"
    return f"{place} jail jail"


@pytest.mark.parametrize("icon", sorted({icon for icon, _ in declared()}))
def test_whoever_lies_or_is_away_is_named(icon: str) -> None:
    """ROUND-8, MOV-6, ACT-1, ACT-4, CHI-1, COW-1, COW-8."""
    for code in WHEREABOUTS:
        if (icon, code) not in declared():
            continue
        party, case = scene(icon, code)
        reasons = given(case, party, icon)
        assert code in [reason.code for reason in reasons], (icon, code, reasons)
        (reason,) = [reason for reason in reasons if reason.code == code]
        assert reason.rule == declared()[icon, code].rule
        assert reason.standees


def given(case: Case, party: str, icon: str) -> list[ReasonView]:
    """The reasons a party is told for an icon."""
    why = Player(case).game.view(party).why_not
    return next(icons[icon].reasons for icons in why.values() if icon in icons)


# -- what no game of the box leads to


def told(rules: Rules, g: State, seat: int, icon: int) -> list[str]:
    assert not rules.icons[icon].playable(rules, g, seat)
    return [r.obstacle.code for r in rules.icons[icon].reasons(rules, view(rules, g, seat), seat)]


def test_a_chief_who_is_free_cannot_be_freed() -> None:
    """CHI-3: another card that shows it would do nothing."""
    rules = rules_for(Options(("outlaws", "dakota")))
    g = new_state(rules, 1)
    g.relocate(rules.standee_names.index("tashunka"), PLACE_OF["d4"])
    g.count[CHIEFS] = 1
    assert told(rules, g, 1, FREE_CHIEF) == ["chief_is_free"]


def test_a_prisoner_needs_room_round_the_office() -> None:
    """TOOL-4: an outlaw, the cactus and the chicken leave one space free of four."""
    rules = rules_for(Options(("sheriff", "outlaws"), tools=True))
    g = new_state(rules, 1)
    seat = rules.party_names.index("outlaws")
    g.relocate(rules.standee_names.index("outlaw-1"), OFFICE)
    g.relocate(rules.standee_names.index("outlaw-2"), PLACE_OF["jail"])
    for space in NEAR[OFFICE]:
        g.blocked |= 1 << space
    assert told(rules, g, seat, FREE_PRISONER) == ["no_room_beside_office"]


def test_nobody_is_gored_twice_in_a_turn() -> None:
    """COW-7: not by a second STAMPEDE of that turn either."""
    rules = rules_for(Options(("outlaws", "cowboy")))
    g = new_state(rules, 1)
    for name, space in (("outlaw-1", "c3"), ("bull-rider", "c3"), ("cow-1", "b3"), ("cow-2", "d3")):
        g.relocate(rules.standee_names.index(name), PLACE_OF[space])
    outlaw = 1 << rules.standee_names.index("outlaw-1")
    for animal in rules.members[rules.seat_standees[1]]:
        note_gored(rules, g, animal, outlaw)
    assert told(rules, g, 1, STAMPEDE) == ["gored_already", "companion_there"]
