"""What the base game hides (INFO-1): how a view shows it, and how a world fills it in."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.machine import Rules, Secret
from cactustown.engine.spaces import OFFICE, SPACES
from cactustown.engine.state import NONE, State, replaced
from cactustown.engine.world import shuffle
from cactustown.rules.base.variables import GONE, IN_DECK, PLAN_SLOTS, SET_ASIDE, UNKNOWN

HIDDEN_PICK: Final = -2  # this seat has chosen its duel tokens, nobody else knows which
_TRIES: Final = 100


class Town(Secret):
    """Buildings lie face down until they are turned up; some have been looked at."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        known = g.face_up | (g.peeked[seat] if seat >= 0 else 0)
        v.building_at = [g.building_at[s] if known >> s & 1 else NONE for s in range(SPACES)]

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        unseen = [b for b in range(SPACES) if b not in v.building_at]
        shuffle(w, unseen)
        w.building_at = [unseen.pop() if b == NONE else b for b in v.building_at]


class Targets(Secret):
    """The own target cards, those shown, looked at (RAN-4), discarded (TOOL-4) or lying open."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        seen = g.seen[seat] if seat >= 0 else 0
        targets = [UNKNOWN] * len(g.target_at)
        for building, at in enumerate(g.target_at):
            own = seat >= 0 and at == seat
            lies_open = at > IN_DECK and rules.open_targets >> at & 1
            if own or lies_open or at == GONE or seen >> building & 1:
                targets[building] = at
        v.target_at = tuple(targets)

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        """Deals the unseen cards to the other hands, minding what they surely do not hold."""
        unseen = [b for b, at in enumerate(v.target_at) if at == UNKNOWN]
        for attempt in range(_TRIES):
            shuffle(w, unseen)
            minding = attempt < _TRIES - 1  # a hand nobody could explain still gets its cards
            if _deal_targets(rules, v, w, seat, unseen, minding):
                return


def _deal_targets(
    rules: Rules, v: State, w: State, own: int, cards: list[int], minding: bool
) -> bool:
    dealt = [IN_DECK if at == UNKNOWN else at for at in v.target_at]
    for seat in range(rules.seats):
        if seat == own:
            continue
        barred = v.barred[seat] if minding else 0
        wanted = v.targets_held[seat] - dealt.count(seat)
        for card in cards:
            if wanted and dealt[card] == IN_DECK and not barred >> card & 1:
                dealt[card] = seat
                wanted -= 1
        if wanted:
            return False
    aside = v.targets_aside - dealt.count(SET_ASIDE)
    for card in cards:
        if aside and dealt[card] == IN_DECK:
            dealt[card] = SET_ASIDE
            aside -= 1
    w.target_at = tuple(dealt)
    return True


class Peeks(Secret):
    """Whoever has ever looked knows some building or other (ACT-2); it may be face up by now."""

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        for other in range(rules.seats):
            if w.looked >> other & 1 and other != seat:
                space = w.roll(SPACES - 1, CARDS, -1)
                peeked = 1 << (space if space != OFFICE else SPACES - 1)
                w.peeked = replaced(w.peeked, other, peeked)


class Hands(Secret):
    """Which action cards a party has is known to all, but for modules that know better."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        v.hand = g.hand


class Plans(Secret):
    """The own plan; of the others only the cards turned up so far and second shots fired.

    A seat that nobody plays lays its cards unseen.
    """

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        plan = [NONE] * len(g.plan)
        if seat >= 0 and rules.planners >> seat & 1:
            own = seat * PLAN_SLOTS
            plan[own : own + PLAN_SLOTS] = g.plan[own : own + PLAN_SLOTS]
        for turn in range(g.turn + 1):
            slot = rules.turn_seat[g.first][turn] * PLAN_SLOTS + rules.turn_slot[turn]
            plan[slot] = g.plan[slot]
        for other in range(rules.seats):
            if (g.shot_used | g.shown) >> other & 1:
                slot = other * PLAN_SLOTS + PLAN_SLOTS - 1
                plan[slot] = g.plan[slot]
        v.plan = plan

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        for other in range(rules.seats):
            if w.locked >> other & 1:
                hidden = unplanned(w, other, w.hand[other])
                shuffle(w, hidden)
                lay(w, other, hidden)


def unplanned(w: State, seat: int, cards: int) -> list[int]:
    """Those of a seat's cards that do not lie in its plan."""
    shown = w.plan[seat * PLAN_SLOTS : (seat + 1) * PLAN_SLOTS]
    return [c for c in range(CARDS_A_SEAT) if cards >> c & 1 and c not in shown]


def lay(w: State, seat: int, cards: list[int]) -> None:
    """Lays cards where the plan of a seat is not known."""
    for slot in range(seat * PLAN_SLOTS, (seat + 1) * PLAN_SLOTS):
        if w.plan[slot] == NONE and cards:
            w.plan[slot] = cards.pop()


class Picks(Secret):
    """Duel tokens are chosen in secret; that a seat has chosen is known."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        v.pick = tuple(
            [pick if s == seat or pick == NONE else HIDDEN_PICK for s, pick in enumerate(g.pick)]
        )

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        for other in range(rules.seats):
            if w.pick[other] == HIDDEN_PICK:
                t = w.stack[-1]
                options = rules.ops[t.op].options(rules, w, t, other)
                w.pick = replaced(w.pick, other, options[w.roll(len(options), CARDS, -1)])
