"""What each party wants, in points: one judge a party (see `judge`).

Only what the party knows is used: the states judged are worlds made from its own view.
"""

from __future__ import annotations

from typing import Final

from cactustown.bots.goals import GoalJudge
from cactustown.bots.judge import (
    FAR,
    STEPS,
    TO_EDGE,
    Judge,
    Judges,
    TownJudge,
    at_hand,
    known_targets,
    nearest,
    steps_north,
    steps_to_train,
    targets_among,
    wanted,
)
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import SPACES, WAGONS, number_of
from cactustown.engine.state import NONE, State
from cactustown.rules.counters import (
    CAPTIVES,
    CHIEFS,
    DEBTS,
    DUELS,
    ESCAPED,
    HORSES,
    JAILED,
    MARSHAL,
    TOTEMS,
    WAGONS_FULL,
)

# By steps: a stunned outlaw from a star, a debt from the dancer, somebody to duel from her, a
# place for chief or totem from Dakota, a target from its outlaw in the solo game.
LYING_NEAR: Final = [0, -10, -25, -40, -55, -60, -60, -60, -60, -60]
DEBT_NEAR: Final = [60, 42, 30, 20, 14, 10, 8, 6, 4, 0]
RIVAL_NEAR: Final = [108, 97, 48, 10, 0, 0, 0, 0, 0, 0]
SITE_NEAR: Final = [90, 76, 56, 32, 10, 5, 0, 0, 0, 0]
LOOT_NEAR: Final = [140, 84, 34, 16, 10, 6, 4, 2, 0, 0]


class SheriffJudge(TownJudge):
    """Outlaws in jail; stunned ones with a star beside them; nobody near the edge with loot."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        lying = number_of(g.stunned & rules.stunnable & g.on_board)
        return 284 * g.count[JAILED] + 60 * lying + 120 * at_hand(rules, g, seat)

    def value(self, rules: Rules, g: State, seat: int) -> int:
        own = rules.members[rules.seat_standees[seat]]
        points = 0
        for outlaw in rules.members[rules.stunnable & g.on_board]:
            at = g.standee_at[outlaw]
            gap = nearest(g, own, at)
            if g.stunned >> outlaw & 1:
                points += LYING_NEAR[gap]
            else:
                points -= 10 * gap
                if g.laden >> outlaw & 1:
                    points += 30 + 40 * TO_EDGE[at] - 22 * min(gap, 3)
        return points


class OutlawsJudge(TownJudge):
    """Loot out of town; outlaws near their targets; nobody lying where a star or hunter stands."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        laden = number_of(g.laden & ~g.stunned & g.on_board)
        return 300 * g.count[ESCAPED] + 180 * laden

    def value(self, rules: Rules, g: State, seat: int) -> int:
        own = rules.members[rules.seat_standees[seat] & g.on_board]
        foes = rules.members[g.on_board & ~rules.seat_standees[seat]]
        targets = known_targets(rules, g, seat)
        points = 18 * len(targets)
        for outlaw in own:
            at = g.standee_at[outlaw]
            threat = nearest(g, foes, at)
            if g.stunned >> outlaw & 1:
                points += 8 * min(threat, 4) - 40
                if g.laden >> outlaw & 1:
                    points += 120
            elif g.laden >> outlaw & 1:
                points += 25 * min(threat, 3) - 20 * TO_EDGE[at]
            else:
                gap = FAR
                for space in targets:
                    if STEPS[at][space] < gap:
                        gap = STEPS[at][space]
                points += 50 - 12 * gap if gap < FAR else 0
                points += 5 * min(threat, 3)
        return points


class SoloJudge(Judge):
    """All three out of town: everybody to a target of its own, nobody lying about.

    Nobody jails here, so lying costs time only; loot is safest out of town. Fitted to games of
    wily's, by logits of winning at the beginning of a round.
    """

    def value(self, rules: Rules, g: State, seat: int) -> int:
        foes = rules.members[g.on_board & ~rules.seat_standees[seat]]
        points = 0
        seekers: list[int] = []
        for outlaw in rules.members[rules.seat_standees[seat] & g.on_board]:
            at = g.standee_at[outlaw]
            threat = nearest(g, foes, at)
            laden = g.laden >> outlaw & 1
            if laden:
                points += 190 - 10 * TO_EDGE[at]
            else:
                seekers.append(outlaw)
            if g.stunned >> outlaw & 1:
                points -= (36 if laden else 68) + (50 if threat == 0 else 0)
            elif threat == 0:
                points -= 43 if laden else 67
            elif threat == 1:
                points -= 35 if laden else 42
        for space in known_targets(rules, g, seat):  # each target for whoever is nearest
            gap = FAR
            finder = NONE
            for outlaw in seekers:
                steps = STEPS[g.standee_at[outlaw]][space]
                if steps < gap:
                    gap = steps
                    finder = outlaw
            if finder != NONE:
                seekers.remove(finder)
                points += LOOT_NEAR[gap]
        for outlaw in seekers:
            points -= 6 * _to_unknown(g, g.standee_at[outlaw])
        return points


class IdleJudge(Judge):
    """Of an automa: it wants nothing, and its coming is chance."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        return 0

    def value(self, rules: Rules, g: State, seat: int) -> int:
        return 0


def _to_unknown(g: State, at: int) -> int:
    """Steps to the nearest building still face down."""
    best = FAR
    for space in range(SPACES):
        if not g.face_up >> space & 1 and STEPS[at][space] < best:
            best = STEPS[at][space]
    return best


class HuntersJudge(TownJudge):
    """A captive and two horses; targets in hand, turned up, and near."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        points = 180 * g.count[HORSES]
        if g.captive != NONE:
            return points + 230
        return points + 98 * min(at_hand(rules, g, seat), 1)

    def value(self, rules: Rules, g: State, seat: int) -> int:
        own = rules.members[rules.seat_standees[seat]]
        points = 0
        if g.captive == NONE:
            for outlaw in rules.members[rules.stunnable & g.on_board]:
                gap = nearest(g, own, g.standee_at[outlaw])
                points += max(40 - 12 * gap, 0) if g.stunned >> outlaw & 1 else -6 * gap
        horses = wanted(rules, g, seat, HORSES)
        if horses:
            targets = known_targets(rules, g, seat)
            held = g.targets_held[seat]
            points += 30 * min(held, horses) + 6 * max(held - horses, 0)
            points += 14 * min(len(targets), horses)
            gap = FAR
            for space in targets:
                gap = min(gap, nearest(g, own, space))
            if gap < FAR:
                points += 60 - 14 * gap
        return points


class DancerJudge(TownJudge):
    """Debts paid and duels won; targets turned up and near; somebody to duel."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        debts = g.count[DEBTS]
        duels = g.count[DUELS]
        return 110 * debts + 112 * duels + 34 * debts * duels

    def value(self, rules: Rules, g: State, seat: int) -> int:
        dancer = rules.members[rules.seat_standees[seat]][0]
        at = g.standee_at[dancer]
        if at >= SPACES:
            return 0
        points = 0
        debts = wanted(rules, g, seat, DEBTS)
        if debts:
            targets = known_targets(rules, g, seat)
            points += 10 * min(g.targets_held[seat], debts) + 10 * min(len(targets), debts)
            gap = FAR
            for space in targets:
                if STEPS[at][space] < gap:
                    gap = STEPS[at][space]
            points += DEBT_NEAR[gap]
        if wanted(rules, g, seat, DUELS):
            upright = rules.members[g.on_board & ~g.stunned & ~rules.seat_standees[seat]]
            points += RIVAL_NEAR[nearest(g, upright, at)]
        return points


class DakotaJudge(TownJudge):
    """The chief and two totems: targets in hand, turned up, looked at, and near; else duels."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        return 172 * g.count[CHIEFS] + 230 * g.count[TOTEMS] - 80

    def value(self, rules: Rules, g: State, seat: int) -> int:
        own = rules.members[rules.seat_standees[seat] & g.on_board]
        missing = 3 - g.count[CHIEFS] - g.count[TOTEMS]
        held = g.targets_held[seat]
        points = 25 * min(held, missing)
        gap = FAR
        for space in known_targets(rules, g, seat):
            points += 15
            gap = min(gap, nearest(g, own, space))
        if gap < FAR:
            points += SITE_NEAR[gap]
        else:
            points += 15 * max(4 - self._to_peeked(g, seat, own), 0)
        if held:
            points += 2 * number_of(g.face_up)
        if held < missing:
            upright = rules.members[g.on_board & ~g.stunned & ~rules.seat_standees[seat]]
            closest = FAR
            for standee in own:
                closest = min(closest, nearest(g, upright, g.standee_at[standee]))
            points += 30 * max(3 - closest, 0)
        return points

    def _to_peeked(self, g: State, seat: int, own: list[int]) -> int:
        """Steps to the nearest target it has looked at that is still face down."""
        gap = FAR
        for space in targets_among(g, seat, g.peeked[seat] & ~g.face_up):
            gap = min(gap, nearest(g, own, space))
        return gap


class CowboyJudge(TownJudge):
    """North with all three, the cows first and never far from the bull."""

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        points = 375
        for animal in rules.members[rules.seat_standees[seat]]:
            cow = rules.harmless >> animal & 1
            at = g.standee_at[animal]
            if at >= WAGONS:
                points += 117
                continue
            points -= (18 if cow else 55) * steps_to_train(g, at)
        return points

    def value(self, rules: Rules, g: State, seat: int) -> int:
        points = 0
        herd = rules.members[rules.seat_standees[seat]]
        for animal in herd:
            at = g.standee_at[animal]
            if at < WAGONS and rules.harmless >> animal & 1:
                for rider in herd:
                    if not rules.harmless >> rider & 1:
                        apart = steps_north(g.standee_at[rider], at) - 1
                        points -= 25 * max(apart - 2, 0)
        return points


class RangerJudge(TownJudge):
    """The Marshal's coming; loot kept in town; targets of the others hard to find.

    A duel won brings the Marshal nearer, but not everybody is good to duel: the Dancer counts
    those she wins (DUEL-9) and the Dakota draw targets even by losing (CHI-7), so he keeps away
    from them. He goes after whoever leads a captive away, and does not lay outlaws at the
    sheriff's feet, who needs but two.
    """

    def standing(self, rules: Rules, g: State, seat: int) -> int:
        return 750 - 73 * len(g.event_deck)

    def value(self, rules: Rules, g: State, seat: int) -> int:
        at = g.standee_at[rules.members[rules.seat_standees[seat]][0]]
        if at >= SPACES:  # in a box of somebody's own he may be jailed, or leave town
            return 0
        points = 0
        jailers = 0
        closest = FAR
        for other in range(rules.seats):
            if other == seat:
                continue
            points -= 15 * len(known_targets(rules, g, other))
            party = rules.party_names[other]
            upright = rules.seat_standees[other] & g.on_board & ~g.stunned
            gap = nearest(g, rules.members[upright], at)
            if rules.duel_counter[other] >= 0:  # the Dancer
                points += 10 * min(gap, 3)
            elif party == "dakota":
                points += 5 * min(gap, 3) - 15 * g.targets_held[other]
            else:
                closest = min(closest, gap)
            if asks_for(rules, other, JAILED):  # the sheriff
                jailers |= rules.seat_standees[other]
        points -= 6 * closest
        if g.captive != NONE and g.captor != NONE:
            points -= 20 * min(STEPS[at][g.standee_at[g.captor]], 3)
        for outlaw in rules.members[rules.stunnable & g.on_board]:
            points += self._outlaw(rules, g, outlaw, at, jailers)
        return points

    def _outlaw(self, rules: Rules, g: State, outlaw: int, ranger: int, jailers: int) -> int:
        """What an outlaw in town is worth to him: lying where nobody jails it, or watched."""
        at = g.standee_at[outlaw]
        if g.stunned >> outlaw & 1:
            return 14 * nearest(g, rules.members[jailers], at) - 40 if jailers else 40
        gap = STEPS[ranger][at]
        if g.laden >> outlaw & 1:
            return 12 * TO_EDGE[at] - 8 * gap - 70 + (50 if gap == 0 else 0)
        return -5 * gap


JUDGES: Final[dict[str, Judge]] = {
    "sheriff": SheriffJudge(),
    "outlaws": OutlawsJudge(),
    "hunters": HuntersJudge(),
    "dancer": DancerJudge(),
    "dakota": DakotaJudge(),
    "cowboy": CowboyJudge(),
    "ranger": RangerJudge(),
}
# What their points were fitted to; a content file may have a party ask for other things.
FITTED_TO: Final[dict[str, list[int]]] = {
    "sheriff": [JAILED],
    "outlaws": [ESCAPED],
    "hunters": [CAPTIVES, HORSES],
    "dancer": [DEBTS, DUELS],
    "dakota": [TOTEMS, CHIEFS],
    "cowboy": [WAGONS_FULL],
    "ranger": [MARSHAL],
}
BY_GOAL: Final = GoalJudge()
SOLO: Final = SoloJudge()
IDLE: Final = IdleJudge()


def judges_for(rules: Rules) -> Judges:
    """Who judges for the party of each seat: of one that nobody knows, its goal alone."""
    if rules.automa >= 0:
        return [IDLE if seat == rules.automa else SOLO for seat in range(rules.seats)]
    return [_judge_for(rules, seat) for seat in range(rules.seats)]


def _judge_for(rules: Rules, seat: int) -> Judge:
    party = rules.party_names[seat]
    if party not in JUDGES:
        return BY_GOAL
    for counter in FITTED_TO[party]:
        if not asks_for(rules, seat, counter):
            return BY_GOAL
    return JUDGES[party] if len(rules.goals[seat]) == 2 * len(FITTED_TO[party]) else BY_GOAL


def asks_for(rules: Rules, seat: int, counter: int) -> bool:
    """Whether the goal of a seat names this counter."""
    goal = rules.goals[seat]
    for i in range(0, len(goal), 2):
        if goal[i] == counter:
            return True
    return False
