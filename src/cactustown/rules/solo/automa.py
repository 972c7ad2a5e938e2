"""SOLO-6 to SOLO-8, SOLO-10: what the automa does when one of its cards is turned up."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.machine import Op, Rules
from cactustown.engine.spaces import NEAR, SIDE, SPACES
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.cactus import move_cactus
from cactustown.rules.base.duel import begin_duel, duel_spaces
from cactustown.rules.base.move import move
from cactustown.rules.base.rounds import OfferCard
from cactustown.rules.ops import (
    ASK_CACTUS,
    AUTOMA_ROW,
    DOUBLE_SNEAK,
    DUEL,
    HORIZONTAL_SNEAK,
    RUN,
    SLIP,
    SPRINT,
    TURN_UP,
    VERTICAL_SNEAK,
)
from cactustown.rules.solo.cards import AutomaCards

FAR: Final = 99
ROW_TARGET: Final = 0
ROW_OTHERWISE: Final = 1


class OfferToAutoma(OfferCard):
    """SOLO-6: the automa is not asked; what it sees chooses the row of its card."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if t.seat == rules.automa:
            row = ROW_TARGET if sees_target(rules, g) else ROW_OTHERWISE
            g.push(AUTOMA_ROW, t.seat, t.a, row)
        else:
            super().run(rules, g, t)


def sees_target(rules: Rules, g: State) -> bool:
    """SOLO-6: loot on the board, or a face-up target building not yet plundered."""
    if g.laden & g.on_board:
        return True
    for space in range(SPACES):
        if g.face_up >> space & 1:
            building = g.building_at[space]
            if building < len(g.target_at) and g.target_at[building] >= 0:
                return True
    return False


class AutomaRow(Op):
    """SOLO-7: a = card, b = row, c = the entry to be carried out, d = whether any was."""

    def __init__(self, name: str, cards: AutomaCards) -> None:
        super().__init__(name)
        self.cards = cards

    def run(self, rules: Rules, g: State, t: Task) -> None:
        rows = self.cards.target if t.b == ROW_TARGET else self.cards.otherwise
        row = rows[t.a & CARDS_A_SEAT - 1]
        if t.c == len(row):
            if not t.d and g.log is not None:
                g.log.add(ev.NOTHING, t.seat, t.a)
            return
        icon = NONE
        for alternative in row[t.c]:
            if icon == NONE and can_play(rules, g, t.seat, alternative):
                icon = alternative
        done = 1 if t.d or icon != NONE else 0
        g.push(AUTOMA_ROW, t.seat, t.a, t.b, t.c + 1, done)
        if icon == NONE:
            return
        g.icon = icon
        if g.log is not None:
            g.log.add(ev.ACTION, t.seat, icon)
        if icon == DUEL:
            begin_duel(rules, g, t.seat, duel_spaces(rules, g, t.seat)[0])
        else:
            walk(rules, g, t.seat, icon)


def can_play(rules: Rules, g: State, seat: int, icon: int) -> bool:
    """Whether the automa can duel, or move nearer to an outlaw."""
    if icon == DUEL:
        return len(duel_spaces(rules, g, seat)) > 0
    standee = rules.members[rules.seat_standees[seat]][0]
    return len(ways(rules, g, seat, g.standee_at[standee], icon)) > 0


def walk(rules: Rules, g: State, seat: int, icon: int) -> None:
    """SOLO-8: one movement of one or two steps; only its end is turned up, or nothing."""
    standee = rules.members[rules.seat_standees[seat]][0]
    place = g.standee_at[standee]
    for _ in range(2 if icon in (SPRINT, DOUBLE_SNEAK) else 1):
        nearer = ways(rules, g, seat, place, icon)
        if nearer:
            steps = nearer[choose(g, len(nearer))]
            place = steps[choose(g, len(steps))]
    if icon in (RUN, SPRINT):
        move(rules, g, seat, standee, place, TURN_UP, ev.BY_RUN)
    else:
        move(rules, g, seat, standee, place, SLIP, ev.BY_SNEAK)


def choose(g: State, number: int) -> int:
    """SOLO-8: ties are decided at random."""
    return g.roll(number, CARDS, -1) if number > 1 else 0


def ways(rules: Rules, g: State, seat: int, here: int, icon: int) -> list[list[int]]:
    """For each of the nearest outlaws, the steps from here that lead to it by a shortest way.

    None from a building with an outlaw, stunned or not; with a horizontal or vertical sneak only
    along that axis.
    """
    outlaws = g.on_board & ~rules.seat_standees[seat]
    if g.standees_on[here] & outlaws:
        return []
    best = FAR
    found: list[list[int]] = []
    for outlaw in rules.members[outlaws]:
        steps = distances(g.standee_at[outlaw], here, g.blocked)
        if steps[here] > best or steps[here] == FAR:
            continue
        if steps[here] < best:
            best = steps[here]
            found = []
        nearer = [s for s in NEAR[here] if steps[s] < best and along(here, s, icon)]
        if nearer:
            found.append(nearer)
    return found


def along(here: int, space: int, icon: int) -> bool:
    """Whether a step keeps to the axis of a horizontal or vertical sneak."""
    if icon == HORIZONTAL_SNEAK:
        return here // SIDE == space // SIDE
    if icon == VERTICAL_SNEAK:
        return here % SIDE == space % SIDE
    return True


def distances(goal: int, here: int, blocked: int) -> list[int]:
    """The steps to a goal from every space, round what nobody may enter (MOV-9)."""
    steps = [FAR] * SPACES
    if blocked >> goal & 1:
        return steps
    steps[goal] = 0
    ahead = [goal]
    for space in ahead:
        for near in NEAR[space]:
            if steps[near] == FAR and (near == here or not blocked >> near & 1):
                steps[near] = steps[space] + 1
                ahead.append(near)
    return steps


class AutomaCactus(Op):
    """SOLO-10: the one effect of buildings that it applies; it moves the cactus at random."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        spaces = rules.ops[ASK_CACTUS].options(rules, g, t, t.seat)
        if spaces:
            move_cactus(g, t.seat, spaces[choose(g, len(spaces))])
