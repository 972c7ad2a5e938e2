"""What a party of somebody's own wants: nobody has fitted points for it, its goal says it.

Every counter of a goal is worth the same share of a whole goal, and what may come next is worth a
part of the step it leads to, always less than the step. So its points are about as large as those
of the parties we know, and compare with them.
"""

from __future__ import annotations

from typing import Final

from cactustown.bots.judge import (
    FAR,
    STEPS,
    TO_EDGE,
    TownJudge,
    known_targets,
    nearest,
    progress,
    steps_north,
    steps_to_train,
    wanted,
)
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import CORRALS, SPACES, WAGONS, number_of
from cactustown.engine.state import State
from cactustown.rules.counters import (
    CAPTIVES,
    CHIEFS,
    DEBTS,
    ESCAPED,
    HORSES,
    JAILED,
    MARSHAL,
    TOTEMS,
    WAGONS_FULL,
)

WHOLE: Final = 570  # a whole goal: about what those of the known parties come to
LONG_WAIT: Final = 10  # events to come with which the Marshal is not worth anything yet

# What a counter is reached by.
TARGET: Final = 0  # something done in a target building
PREY: Final = 1  # a stunned standee of others taken
LOOT: Final = 2  # a target plundered, and the loot carried out of town
DUEL: Final = 3  # a duel won
TRAIN: Final = 4  # animals driven north
WAIT: Final = 5  # the Marshal, who comes by himself
WAYS: Final = 6
NO_WAY: Final = -1  # a counter that none of this leads to
WAY_OF: Final = {
    JAILED: PREY,
    ESCAPED: LOOT,
    CAPTIVES: PREY,
    HORSES: TARGET,
    DEBTS: TARGET,
    TOTEMS: TARGET,
    CHIEFS: TARGET,
    WAGONS_FULL: TRAIN,
    MARSHAL: WAIT,
}

# Percent of a step. By steps: a target, prey lying, somebody to duel, a target to plunder.
TARGET_NEAR: Final = [50, 40, 28, 18, 10, 6, 4, 3, 2, 0]
LYING_NEAR: Final = [14, 10, 7, 4, 2, 0, 0, 0, 0, 0]
RIVAL_NEAR: Final = [75, 65, 33, 8, 0, 0, 0, 0, 0, 0]
LOOT_NEAR: Final = [14, 11, 8, 5, 2, 0, 0, 0, 0, 0]
HELD: Final = 8
SEEN: Final = 8
LYING: Final = 20
AT_HAND: Final = 24  # and lying
LADEN: Final = 56
CHASED: Final = 6  # each step of others from who is laden, up to three
TO_LEAVE: Final = 7  # each step to the edge
AWAY: Final = 3  # each step from prey that stands, or of others from who lies
TO_TRAIN: Final = 10  # each step
ALL_THE_WAY: Final = 6  # steps from a corral
ASTRAY: Final = 10  # each step of a cow out of its rider's range
RANGE: Final = 2


class GoalJudge(TownJudge):
    """Of a party that is known by its goal alone."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        own = rules.seat_standees[seat]
        step = next_steps(rules, g, seat)
        points = WHOLE * progress(rules, g, seat) // (100 * max(len(rules.goals[seat]), 1))
        if step[PREY]:
            lying = prey(rules, g, seat) & g.stunned
            beside = 0
            for standee in rules.members[lying]:
                beside += g.standees_on[g.standee_at[standee]] & own & ~g.stunned != 0
            most = step[WAYS + PREY]
            percent = LYING * min(number_of(lying), most) + AT_HAND * min(beside, most)
            points += step[PREY] * percent // 100
        if step[LOOT]:
            laden = number_of(own & g.laden & ~g.stunned & g.on_board)
            points += step[LOOT] * LADEN * min(laden, step[WAYS + LOOT]) // 100
        if step[WAIT] and rules.event_names:
            points += step[WAIT] * (LONG_WAIT - len(g.event_deck)) // LONG_WAIT
        return points

    def value(self, rules: Rules, g: State, seat: int) -> int:
        step = next_steps(rules, g, seat)
        points = 0
        if step[TARGET]:
            points += step[TARGET] * self._targets(rules, g, seat, step[WAYS + TARGET])
        if step[PREY]:
            points += step[PREY] * self._prey(rules, g, seat, step[WAYS + PREY])
        if step[LOOT]:
            points += step[LOOT] * self._loot(rules, g, seat, step[WAYS + LOOT])
        if step[DUEL]:
            points += step[DUEL] * self._rivals(rules, g, seat)
        if step[TRAIN]:
            points += step[TRAIN] * self._drive(rules, g, seat, step[WAYS + TRAIN])
        return points // 100

    def _targets(self, rules: Rules, g: State, seat: int, most: int) -> int:
        """Targets in hand, turned up, and near."""
        own = rules.members[rules.seat_standees[seat]]
        gap = FAR
        seen = 0
        for space in known_targets(rules, g, seat):
            seen = SEEN
            gap = min(gap, nearest(g, own, space))
        return HELD * min(g.targets_held[seat], most, 2) + seen + TARGET_NEAR[gap]

    def _prey(self, rules: Rules, g: State, seat: int, most: int) -> int:
        """Near whoever lies there, and not far from those who may."""
        own = rules.members[rules.seat_standees[seat]]
        near = 0
        points = 0
        for standee in rules.members[prey(rules, g, seat)]:
            gap = nearest(g, own, g.standee_at[standee])
            if g.stunned >> standee & 1:
                near += LYING_NEAR[gap]
            else:
                points -= AWAY * gap
        return points + min(near, LYING_NEAR[0] * most)

    def _loot(self, rules: Rules, g: State, seat: int, most: int) -> int:
        """Who is laden near the edge, who is not near a target, nobody lying about."""
        targets = known_targets(rules, g, seat)
        foes = rules.members[g.on_board & ~rules.seat_standees[seat]]
        near = 0
        points = HELD // 2 if g.targets_held[seat] else 0
        points += SEEN // 2 if targets else 0
        for standee in rules.members[rules.seat_standees[seat] & g.on_board]:
            at = g.standee_at[standee]
            threat = min(nearest(g, foes, at), 3)
            if g.stunned >> standee & 1:
                points += AWAY * threat - LYING
                points += LADEN // 2 if g.laden >> standee & 1 else 0
            elif g.laden >> standee & 1:
                points += CHASED * threat - TO_LEAVE * TO_EDGE[at]
                most -= 1
            else:
                gap = FAR
                for space in targets:
                    gap = min(gap, STEPS[at][space])
                near += LOOT_NEAR[gap]
                points += threat
        return points + min(near, LOOT_NEAR[0] * max(most, 0))

    def _rivals(self, rules: Rules, g: State, seat: int) -> int:
        """Somebody to duel."""
        upright = rules.members[g.on_board & ~g.stunned & ~rules.seat_standees[seat]]
        gap = FAR
        for standee in rules.members[rules.seat_standees[seat] & g.on_board & ~g.stunned]:
            gap = min(gap, nearest(g, upright, g.standee_at[standee]))
        return RIVAL_NEAR[gap]

    def _drive(self, rules: Rules, g: State, seat: int, most: int) -> int:
        """How near the animals are to the train, and the cows to their rider."""
        herd = rules.members[rules.seat_standees[seat]]
        number = 0
        points = 0
        for animal in herd:
            at = g.standee_at[animal]
            if not on_the_way(at):
                continue
            number += 1
            points += TO_TRAIN * (ALL_THE_WAY - steps_to_train(g, at))
            if not rules.harmless >> animal & 1:
                continue
            for rider in herd:
                if not rules.harmless >> rider & 1 and on_the_way(g.standee_at[rider]):
                    apart = steps_north(g.standee_at[rider], at) - 1
                    points -= ASTRAY * max(apart - RANGE, 0)
        return points * min(most, number) // max(number, 1)


def next_steps(rules: Rules, g: State, seat: int) -> list[int]:
    """By way, what the best step still wanted is worth (0: none); then, how many are wanted.

    The best alone: what serves two counters can be used for one of them only.
    """
    goal = rules.goals[seat]
    found = [0] * (2 * WAYS)
    for i in range(0, len(goal), 2):
        counter = goal[i]
        number = wanted(rules, g, seat, counter)
        way = DUEL if counter == rules.duel_counter[seat] else WAY_OF.get(counter, NO_WAY)
        worth = 2 * WHOLE // (len(goal) * goal[i + 1])
        if number and way != NO_WAY and worth > found[way]:
            found[way] = worth
            found[WAYS + way] = number
    return found


def prey(rules: Rules, g: State, seat: int) -> int:
    """The mask of those in town whom this seat might take once they lie."""
    return rules.stunnable & g.on_board & ~rules.seat_standees[seat]


def on_the_way(at: int) -> bool:
    """Whether an animal is in town or in a corral."""
    return at < SPACES or CORRALS <= at < WAGONS
