"""A whole state made from a view alone: one that its seat cannot tell from the real one.

What the seat does not know is drawn at random from what it may still be; the dice are fresh.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import CARDS
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import OFFICE, SPACES
from cactustown.engine.state import (
    IN_DECK,
    MARSHAL,
    NONE,
    PLAN_SLOTS,
    SET_ASIDE,
    TOOL_FIELDS,
    TOOL_HAND,
    TOOL_LATE,
    TOOL_NUMBER,
    TOOL_SHOWN,
    TOOL_USED,
    UNKNOWN,
    State,
    replaced,
)
from cactustown.engine.view import HIDDEN_PICK, View

_TRIES: Final = 100
MARSHAL_AMONG: Final = 3  # the last cards of the event deck (RAN-1)


def world(rules: Rules, v: View, seed: int) -> State:
    """A world consistent with everything the view says."""
    w = State(v)
    w.offer = None
    w.seed(seed)
    w.building_at = v.building_at[:]
    _fill_buildings(w)
    _fill_targets(rules, v, w)
    _fill_peeks(rules, v, w)
    if rules.event_names:
        _fill_events(rules, w)
    if rules.automa >= 0:
        _fill_automa(rules, w)
    late = _fill_tools(rules, v, w) if w.tools else []
    _fill_plans(rules, w, late)
    _fill_picks(rules, w)
    if w.stack:
        t = w.stack[-1]
        rules.ops[t.op].imagine(rules, w, t, v.seat)
    w.disclosed = 0
    return w


def shuffle(w: State, items: list[int]) -> None:
    """Shuffles in place with the state's own generator."""
    for last in range(len(items) - 1, 0, -1):
        other = w.roll(last + 1, CARDS, -1)
        items[last], items[other] = items[other], items[last]


def _fill_buildings(w: State) -> None:
    unseen = [b for b in range(SPACES) if b not in w.building_at]
    shuffle(w, unseen)
    for space in range(SPACES):
        if w.building_at[space] == NONE:
            w.building_at[space] = unseen.pop()


def _fill_targets(rules: Rules, v: View, w: State) -> None:
    """Deals the unseen target cards to the other hands, minding what they surely do not hold."""
    unseen = [b for b, at in enumerate(v.target_at) if at == UNKNOWN]
    for attempt in range(_TRIES):
        shuffle(w, unseen)
        minding = attempt < _TRIES - 1  # a hand nobody could explain still gets its cards
        if _deal_targets(rules, v, w, unseen, minding):
            return


def _deal_targets(rules: Rules, v: View, w: State, cards: list[int], minding: bool) -> bool:
    dealt = [IN_DECK if at == UNKNOWN else at for at in v.target_at]
    for seat in range(rules.seats):
        if seat == v.seat:
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


def _fill_peeks(rules: Rules, v: View, w: State) -> None:
    """Whoever has ever looked knows some building or other (ACT-2); it may be face up by now."""
    for seat in range(rules.seats):
        if w.looked >> seat & 1 and seat != v.seat:
            space = w.roll(SPACES - 1, CARDS, -1)
            w.peeked = replaced(w.peeked, seat, 1 << (space if space != OFFICE else SPACES - 1))


def _fill_events(rules: Rules, w: State) -> None:
    """RAN-1: the Marshal lies among the last three; what a Stagecoach put back lies on top.

    Which events are not in the game at all is as unknown as their order.
    """
    back = w.event_pool[:]
    shuffle(w, back)
    left = rules.event_number[:]
    for event in (w.event, *w.event_discards, *w.event_pool):
        if event != NONE:
            left[event] -= 1
    left[rules.event_marshal] = 0
    unseen = [event for event, number in enumerate(left) for _ in range(number)]
    shuffle(w, unseen)
    fresh = len(w.event_deck) - w.events_back
    deck = unseen[: max(fresh - 1, 0)]
    if fresh > 0 and not w.count[MARSHAL]:
        deck.insert(w.roll(min(fresh, MARSHAL_AMONG), CARDS, -1), rules.event_marshal)
    elif fresh > 0:
        deck = unseen[:fresh]
    w.event_deck = deck + back[: w.events_back]


def _fill_automa(rules: Rules, w: State) -> None:
    """SOLO-3: which advanced cards came into its deck unseen."""
    hand = w.hand[rules.automa]
    size = rules.automa_deck[min(w.round, len(rules.automa_deck) - 1)]
    unseen = [c for c in range(16) if rules.automa_random & ~w.cards_seen & ~hand & (1 << c)]
    shuffle(w, unseen)
    missing = size - hand.bit_count()
    for card in unseen[:missing]:
        hand |= 1 << card
    w.hand = replaced(w.hand, rules.automa, hand)


def _fill_tools(rules: Rules, v: View, w: State) -> list[int]:
    """Deals the unseen tools to the other hands; gives each seat's tools that came too late to
    be planned."""
    late: list[int] = []
    for seat in range(rules.seats):
        base = seat * TOOL_FIELDS
        if seat == v.seat:
            late.append(0)
            continue
        sure = v.tools[base + TOOL_SHOWN]
        unsure = _numbers(rules.tool_cards[seat] & ~v.tools[base + TOOL_USED] & ~sure)
        shuffle(w, unsure)
        number = v.tools[base + TOOL_NUMBER] - len(_numbers(sure))
        w.tools[base + TOOL_HAND] = sure
        late.append(0)
        for i in range(number):
            w.tools[base + TOOL_HAND] |= 1 << unsure[i]
            if i < v.tools[base + TOOL_LATE]:
                late[seat] |= 1 << unsure[i]
    return late


def _numbers(mask: int) -> list[int]:
    return [number for number in range(16) if mask >> number & 1]


def _fill_plans(rules: Rules, w: State, late: list[int]) -> None:
    for seat in range(rules.seats):
        if not w.locked >> seat & 1:
            continue
        base = seat * PLAN_SLOTS
        shown = w.plan[base : base + PLAN_SLOTS]
        hidden = [c for c in range(16) if w.hand[seat] >> c & 1 and c not in shown]
        shuffle(w, hidden)
        # TOOL-3: an action card is left over; an automa lays all it has, in order (SOLO-3)
        if late and seat != rules.automa and w.plan[base + PLAN_SLOTS - 1] == NONE:
            w.plan[base + PLAN_SLOTS - 1] = hidden.pop()
        if late:
            tools = w.tools[seat * TOOL_FIELDS + TOOL_HAND] & ~late[seat]
            hidden += [c for c in _numbers(tools) if c not in shown]
            shuffle(w, hidden)
        for slot in range(base, base + PLAN_SLOTS):
            if w.plan[slot] == NONE and hidden:
                w.plan[slot] = hidden.pop()


def _fill_picks(rules: Rules, w: State) -> None:
    for seat in range(rules.seats):
        if w.pick[seat] == HIDDEN_PICK:
            t = w.stack[-1]
            options = rules.ops[t.op].options(rules, w, t, seat)
            w.pick = replaced(w.pick, seat, options[w.roll(len(options), CARDS, -1)])
