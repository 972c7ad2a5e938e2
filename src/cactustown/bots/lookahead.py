"""One ply: what a choice, or a whole planned card, would lead to in a sampled world."""

from __future__ import annotations

from typing import Final

from cactustown.bots.evaluate import evaluate
from cactustown.bots.judge import FAR, Judges, nearest
from cactustown.engine.encodings import UNPLAYED, card_id
from cactustown.engine.machine import Rules, apply, legal, resolve
from cactustown.engine.state import NONE, State
from cactustown.rules.base.duel import close_duel, fighters, leaders, side_of, total
from cactustown.rules.base.rounds import offer_card
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import (
    ASK_ABILITY,
    ASK_BLESS_PARTY,
    ASK_BLESS_TOKEN,
    ASK_BLESSING,
    ASK_ICON,
    ASK_LOOK,
    ASK_LOOK_ANYWHERE,
    ASK_MIX_UP,
    ASK_PEEK,
    ASK_PET_AT,
    ASK_PET_HELP,
    ASK_RELOAD,
    ASK_REROLL,
    ASK_SHOT,
    ASK_TOKENS,
    ASK_TRAP,
    OPS,
    PASS,
    YES,
)
from cactustown.rules.pets.duel import pet_side
from cactustown.rules.pets.variables import DOG
from cactustown.rules.tokens import BULLET, RELOAD

_MOST_STEPS: Final = 60  # of one card; a guard, not a rule
_LOOKS: Final = (ASK_LOOK, ASK_LOOK_ANYWHERE, ASK_PEEK)
_REACTIONS: Final = (
    *_LOOKS,
    *(ASK_SHOT, ASK_RELOAD, ASK_TOKENS, ASK_TRAP),
    *(ASK_REROLL, ASK_PET_AT, ASK_PET_HELP, ASK_BLESSING, ASK_BLESS_PARTY, ASK_BLESS_TOKEN),
)
IS_REACTION: Final = [op in _REACTIONS for op in range(OPS)]
ABILITY_WORTH: Final = 8  # what keeping an ability for later is worth


def reflex(rules: Rules, g: State, seat: int, choices: list[int]) -> int:
    """The quick answers by rule of thumb, of a duel mostly, or -1 where there is none."""
    t = g.stack[-1]
    if t.op == ASK_SHOT:
        return _shoot(rules, g, seat)
    if t.op == ASK_RELOAD or t.op == ASK_REROLL:
        if leaders(rules, g) == 1 << seat:
            return PASS
        weakest = choices[1]
        for choice in choices[1:]:
            if g.die[choice - 1] < g.die[weakest - 1]:
                weakest = choice
        return weakest
    if t.op == ASK_MIX_UP:
        return _mix_up(rules, g, seat, t.a)
    if t.op == ASK_TOKENS:
        fight = (1 << BULLET) | (1 << RELOAD)
        for choice in reversed(choices):
            if choice & ~fight == 0:
                return choice
    if t.op == ASK_PET_HELP:
        return _call_pet(rules, g, seat, t.a)
    if t.op == ASK_PET_AT:
        return _send_pet(rules, g, choices)
    if t.op == ASK_BLESS_PARTY or t.op == ASK_BLESS_TOKEN:
        return choices[0]
    if t.op in _LOOKS:
        return _look(rules, g, seat, choices, t.op)
    return -1


def _call_pet(rules: Rules, g: State, seat: int, pet: int) -> int:
    """Calls dog or crow if that takes the lead: for a friend that was borrowed, its side's."""
    side = pet_side(rules, g, seat)
    best = 0
    for other in range(rules.seats):
        if other != side and fighters(rules, g, other):
            best = max(best, total(rules, g, other))
    mine = total(rules, g, side) + (2 if pet == DOG else 1)
    return YES if mine > best or (mine == best and g.duel_by == side) else PASS


def _send_pet(rules: Rules, g: State, choices: list[int]) -> int:
    """Sends cat or snake at the highest die of whoever is ahead."""
    ahead = leaders(rules, g)
    target = PASS
    for choice in choices[1:]:
        leads = ahead >> side_of(rules, g, choice - 1) & 1
        if leads and (target == PASS or g.die[choice - 1] > g.die[target - 1]):
            target = choice
    return target


def _look(rules: Rules, g: State, seat: int, choices: list[int], op: int) -> int:
    """Looks at what is nearest and not known yet: a target underfoot serves at once (ACT-2).

    No world is asked where the targets lie: there every look would find one.
    """
    own = rules.members[rules.seat_standees[seat] & g.on_board & ~g.stunned]
    known = g.face_up | g.peeked[seat]
    best = choices[0]
    gap = FAR + 1
    for choice in choices:
        space = choice - 1 if op == ASK_LOOK else choice
        if space >= 0 and not known >> space & 1 and nearest(g, own, space) < gap:
            best = choice
            gap = nearest(g, own, space)
    return best


def _shoot(rules: Rules, g: State, seat: int) -> int:
    """Fires the second shot if that takes the lead."""
    card = g.plan[seat * PLAN_SLOTS + UNPLAYED]
    if card == NONE:
        return PASS
    best = 0
    for other in range(rules.seats):
        if other != seat and fighters(rules, g, other):
            best = max(best, total(rules, g, other))
    mine = total(rules, g, seat) + rules.card_value[card_id(seat, card)]
    return YES if mine > best or (mine == best and g.duel_by == seat) else PASS


def _mix_up(rules: Rules, g: State, seat: int, card: int) -> int:
    """Plays the unplayed card where the one turned up can do nothing."""
    kept = card_id(seat, g.plan[seat * PLAN_SLOTS + UNPLAYED])
    return YES if not _useful(rules, g, seat, card) and _useful(rules, g, seat, kept) else PASS


def _useful(rules: Rules, g: State, seat: int, card: int) -> bool:
    for icon in rules.card_icons[card]:
        if rules.icons[icon].playable(rules, g, seat):
            return True
    return False


def settle(rules: Rules, g: State) -> None:
    """Lets everybody answer by reflex until somebody has a real decision."""
    for _ in range(_MOST_STEPS):
        if not g.stack:
            return
        t = g.stack[-1]
        if not IS_REACTION[t.op]:
            return
        seat = t.seat if t.op != ASK_TOKENS else rules.next_from[0][t.c]
        choices = legal(rules, g, seat)
        window = t.op == ASK_TRAP or t.op == ASK_BLESSING
        apply(rules, g, seat, PASS if window else reflex(rules, g, seat, choices))


def value_of(rules: Rules, g: State, seat: int, choice: int, judges: Judges) -> int:
    """What a choice looks like once it is carried out; of a card, once its icon is chosen."""
    op = g.stack[-1].op
    if op == ASK_ICON and rules.automa < 0:
        after = State(g)
        apply(rules, after, seat, choice)
        settle(rules, after)
        return evaluate(rules, after, seat, judges)
    points = evaluate(rules, carried_out(rules, g, seat, choice, judges), seat, judges)
    return points - ABILITY_WORTH if op == ASK_ABILITY and choice == YES else points


def carried_out(rules: Rules, g: State, seat: int, choice: int, judges: Judges) -> State:
    """The position once what a choice began is carried out: a whole card, an ability."""
    after = State(g)
    height = len(g.stack)
    op = g.stack[-1].op
    apply(rules, after, seat, choice)
    settle(rules, after)
    if op == ASK_ABILITY and choice == YES:
        _play_on(rules, after, seat, height, judges)
    elif op == ASK_ICON:
        carry_out(rules, after, seat, g.turn, judges)
    return after


def _play_on(rules: Rules, g: State, seat: int, height: int, judges: Judges) -> None:
    """The seat's own decisions until what it began is carried out, each the best at one ply."""
    for _ in range(_MOST_STEPS):
        if len(g.stack) < height or g.stack[-1].seat != seat:
            return
        apply(rules, g, seat, best_of(rules, g, seat, legal(rules, g, seat), judges))
        settle(rules, g)


def carry_out(rules: Rules, g: State, seat: int, turn: int, judges: Judges) -> None:
    """The rest of a card, every decision of it the best at one ply.

    An automa answers at once, so only whole cards compare with whole cards.
    """
    for _ in range(_MOST_STEPS):
        if not g.stack or g.stack[-1].seat != seat or g.turn != turn:
            return
        apply(rules, g, seat, best_of(rules, g, seat, legal(rules, g, seat), judges))
        settle(rules, g)


def play_card(rules: Rules, g: State, seat: int, card: int, judges: Judges) -> State:
    """The position after carrying out a card at once, every decision of it the best at one ply.

    Others only answer by reflex; the rest of the round does not happen.
    """
    after = State(g)
    after.stack = []
    after.locked = rules.all_seats
    after.active = seat
    after.escaped_now = 0
    after.entered = ()
    if after.duel_space != NONE:  # the card comes after it, however it ends
        close_duel(rules, after)
    offer_card(rules, after, seat, card_id(seat, card))
    resolve(rules, after)
    for _ in range(_MOST_STEPS):
        settle(rules, after)
        if not after.stack:
            break
        t = after.stack[-1]
        choices = legal(rules, after, t.seat)
        choice = choices[0]
        if t.seat == seat:
            choice = best_of(rules, after, seat, choices, judges)
        apply(rules, after, t.seat, choice)
    return after


def best_of(rules: Rules, g: State, seat: int, choices: list[int], judges: Judges) -> int:
    """The choice with the best outlook; the first of equals."""
    best = choices[0]
    best_value = -10000
    if len(choices) == 1:
        return best
    for choice in choices:
        value = value_of(rules, g, seat, choice, judges)
        if value > best_value:
            best = choice
            best_value = value
    return best
