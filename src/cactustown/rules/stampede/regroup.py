"""REGROUP: cows out of range walk back to the bull rider (COW-6)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import MOVE, Ask, Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import NEAR, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.actions import AskIcon
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.obstacles import AWAY, absence, spaces_under
from cactustown.rules.ops import ASK_REGROUP
from cactustown.rules.stampede.goring import run_on
from cactustown.rules.stampede.herd import APART, RANGE, in_range, rider_of, ways_from

_NO_WAY: Final = 99
NO_WAY_BACK: Final = Obstacle("no_way_back", "COW-6")
IN_RANGE: Final = Obstacle("in_range", "COW-6")


class RegroupIcon(AskIcon):
    """COW-6."""

    def __init__(self) -> None:
        super().__init__("regroup", ASK_REGROUP, (NO_WAY_BACK, IN_RANGE, *AWAY))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        found: list[Reason] = []
        for cow in rules.members[rules.seat_standees[seat] & rules.harmless]:
            if not in_range(rules, g, cow) and walks(rules, g, cow):
                return []
            add_reason(found, self.in_its_way(rules, g, cow))
        return found

    def in_its_way(self, rules: Rules, g: State, cow: int) -> Reason:
        """Why this cow does not walk."""
        away = absence(rules, g, cow)
        if away is not None and away.obstacle in AWAY:
            return away
        why = IN_RANGE if in_range(rules, g, cow) else NO_WAY_BACK
        return Reason(why, 1 << cow, spaces=spaces_under(g, 1 << cow))


class AskRegroup(Ask):
    """COW-6: which cow walks, and where its walk ends; a = cows that have walked."""

    def __init__(self) -> None:
        super().__init__("regroup", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        for cow in rules.members[rules.seat_standees[seat] & rules.harmless & ~t.a]:
            if not in_range(rules, g, cow):
                found += [step(cow, space) for space in walks(rules, g, cow)]
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        cow = mover(choice)
        g.push(ASK_REGROUP, seat, t.a | 1 << cow)
        run_on(rules, g, seat, cow, place_in(choice), ev.BY_SNEAK)


def walks(rules: Rules, g: State, cow: int) -> list[int]:
    """Where a shortest way into range may end: in range, or with the first opponent met.

    Other animals may be passed, but a space where it had to stop beside one is no way.
    """
    steps = _steps_to_range(rules, g, cow)
    kin = rules.kin[cow]
    at = g.standee_at[cow]
    best = _NO_WAY
    for space in ways_from(at):
        best = min(best, steps[space])
    if best == _NO_WAY:
        return []
    ends: list[int] = []
    front = [space for space in ways_from(at) if steps[space] == best]
    while front:
        onward: list[int] = []
        for space in front:
            if best == 0 or g.standees_on[space] & ~kin:
                ends.append(space)
            else:
                onward += [n for n in NEAR[space] if steps[n] == best - 1 and n not in onward]
        front = onward
        best -= 1
    ends.sort()
    return ends


def _steps_to_range(rules: Rules, g: State, cow: int) -> list[int]:
    """Space -> steps from there to the nearest space in range where the cow may end."""
    kin = rules.kin[cow] & ~(1 << cow)
    rider = g.standee_at[rider_of(rules, cow)]
    steps = [_NO_WAY] * SPACES
    open_way = [False] * SPACES
    front: list[int] = []
    for space in range(SPACES):
        here = g.standees_on[space]
        if g.blocked >> space & 1 or (here & kin and here & ~rules.kin[cow]):
            continue
        open_way[space] = True
        if may_stand(rules, g, cow, space) and APART[space][rider] <= RANGE:
            steps[space] = 0
            front.append(space)
    number = 0
    while front:
        number += 1
        onward: list[int] = []
        for space in front:
            for near in NEAR[space]:
                if open_way[near] and steps[near] == _NO_WAY:
                    steps[near] = number
                    onward.append(near)
        front = onward
    return steps
