"""What a judge of positions is: how far a party is, and how near the next step of it is.

Points are log-odds of winning, `SPREAD` of them to make one party e times as likely to win as
another. They were fitted to games (docs/bots.md), so that those of the parties compare with each
other; those of the solo game compare with themselves only.
"""

from __future__ import annotations

import math
from typing import Final

from cactustown.engine.machine import Rules
from cactustown.engine.spaces import CORRALS, IS_EDGE, SIDE, SPACES, WAGONS, distance
from cactustown.engine.state import State

FAR: Final = 9
STEPS: Final = [[distance(a, b) for b in range(SPACES)] for a in range(SPACES)]
TO_EDGE: Final = [min(STEPS[s][e] for e in range(SPACES) if IS_EDGE[e]) for s in range(SPACES)]
COUNTED: Final = 320  # for a goal's counter, shared between its steps
THREAT: Final = 110  # for another's, as it nears
SPREAD: Final = 170.0  # points that make one party e times as likely to win as another


class Judge:
    """What one kind of party wants."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        """Points for what everybody can see it has reached."""
        return COUNTED * progress(rules, g, seat) // 100

    def threat(self, rules: Rules, g: State, seat: int) -> int:
        """Its standing, as the others should fear it."""
        return self.standing(rules, g, seat) * 2 // max(len(rules.goals[seat]), 2)

    def value(self, rules: Rules, g: State, seat: int) -> int:
        """Points for what may come next: where it stands, what it knows."""
        raise NotImplementedError

    def fears(self, rules: Rules, g: State, seat: int, judges: Judges) -> int:
        """Points lost by what everybody can see the others have reached."""
        points = 0
        for other in range(rules.seats):
            if other != seat:
                share = progress(rules, g, other)
                points += THREAT * share * share // 10000
        return points


class TownJudge(Judge):
    """Of a party whose points were fitted to games against others, and so compare with theirs."""

    def threat(self, rules: Rules, g: State, seat: int) -> int:
        return self.standing(rules, g, seat)

    def fears(self, rules: Rules, g: State, seat: int, judges: Judges) -> int:
        """Whoever is furthest counts most: with the own points it makes log-odds."""
        total = 0.0
        for other in range(rules.seats):
            if other != seat:
                total += math.exp(judges[other].threat(rules, g, other) / SPREAD)
        return int(SPREAD * math.log(total))


Judges = list[Judge]  # one a seat


def comparable(judges: Judges) -> bool:
    """Whether points of one of these parties mean as much as those of another."""
    return all(isinstance(judge, TownJudge) for judge in judges)


def wanted(rules: Rules, g: State, seat: int, counter: int) -> int:
    """How many more of something a goal needs."""
    goal = rules.goals[seat]
    for i in range(0, len(goal), 2):
        if goal[i] == counter:
            return max(goal[i + 1] - g.count[counter], 0)
    return 0


def nearest(g: State, standees: list[int], space: int) -> int:
    """Steps from a space to the nearest of these standees on the board."""
    best = FAR
    for standee in standees:
        at = g.standee_at[standee]
        if at < SPACES and STEPS[at][space] < best:
            best = STEPS[at][space]
    return best


def known_targets(rules: Rules, g: State, seat: int) -> list[int]:
    """The spaces of targets on which this seat can act: face up, or looked at (ACT-2)."""
    if not g.targets_held[seat]:
        return []
    if g.looked >> seat & 1 and rules.reading.targets_looked_at:
        return targets_among(g, seat, g.face_up | g.peeked[seat])
    return targets_among(g, seat, g.face_up)


def targets_among(g: State, seat: int, spaces: int) -> list[int]:
    """Those of these spaces, given as a mask, whose building is a target of this seat."""
    found: list[int] = []
    space = 0
    while spaces:
        if spaces & 1:
            building = g.building_at[space]
            if building < SPACES - 1 and g.target_at[building] == seat:
                found.append(space)
        spaces >>= 1
        space += 1
    return found


def at_hand(rules: Rules, g: State, seat: int) -> int:
    """How many stunned outlaws lie where somebody of this seat stands."""
    found = 0
    if g.stunned & rules.stunnable:
        for outlaw in rules.members[g.stunned & rules.stunnable & g.on_board]:
            if g.standees_on[g.standee_at[outlaw]] & rules.seat_standees[seat]:
                found += 1
    return found


def progress(rules: Rules, g: State, seat: int) -> int:
    """How much of a goal is reached, in hundredths of one counter (public)."""
    goal = rules.goals[seat]
    share = 0
    for i in range(0, len(goal), 2):
        share += 200 * min(g.count[goal[i]], goal[i + 1]) // (goal[i + 1])
    return share


def steps_north(at: int, space: int) -> int:
    """Steps from a space or corral to another, and one more to board."""
    if at >= CORRALS:
        at -= CORRALS - 1 + SIDE
    if space >= CORRALS:
        space -= CORRALS - 1 + SIDE
    columns = abs((at + SIDE) % SIDE - (space + SIDE) % SIDE)
    return columns + abs((at + SIDE) // SIDE - (space + SIDE) // SIDE) + 1


def steps_to_train(g: State, at: int) -> int:
    """Steps from a space or corral into the nearest wagon that is empty (COW-5)."""
    steps = FAR
    for column in (1, 2, 3):
        if WAGONS + column - 1 not in g.standee_at:
            steps = min(steps, steps_north(at, SPACES - SIDE + column))
    return steps
