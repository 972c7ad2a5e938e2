"""What one seat may know of a game: built up field by field, never a copy with secrets deleted."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.engine.spaces import SPACES
from cactustown.engine.state import (
    GONE,
    IN_DECK,
    NONE,
    PLAN_SLOTS,
    TOOL_FIELDS,
    TOOL_HAND,
    UNKNOWN,
    State,
    replaced,
)

SPECTATOR: Final = -1
HIDDEN_PICK: Final = -2  # this seat has chosen its duel tokens, nobody else knows which


class View(State):
    """A state in which everything this seat may not know is masked.

    Legal choices of the seat can be listed from it; nothing can be played on it (see `world`).
    """

    def __init__(self, seat: int) -> None:
        super().__init__(None)
        self.seat = seat


def view(rules: Rules, g: State, seat: int) -> View:
    """Everything `seat` has ever learned; -1 is a spectator, who knows what everybody knows."""
    v = View(seat)
    _copy_public(g, v)
    own_peeks = g.peeked[seat] if seat >= 0 else 0
    known = g.face_up | own_peeks
    v.building_at = [g.building_at[s] if known >> s & 1 else NONE for s in range(SPACES)]
    v.peeked = tuple([mask if s == seat else 0 for s, mask in enumerate(g.peeked)])
    v.target_at = _visible_targets(rules, g, seat)
    v.seen = [mask if s == seat else 0 for s, mask in enumerate(g.seen)]
    if rules.event_names or rules.automa >= 0:
        _add_ranger(rules, g, v)
    v.plan = _visible_plan(rules, g, seat)
    v.pick = tuple(
        [pick if s == seat or pick == NONE else HIDDEN_PICK for s, pick in enumerate(g.pick)]
    )
    v.tools = _visible_tools(g, seat)
    v.drawn = g.drawn if g.stack and g.stack[-1].seat == seat else 0
    return v


def _visible_targets(rules: Rules, g: State, seat: int) -> tuple[int, ...]:
    """The own target cards, those shown, looked at (RAN-4), discarded (TOOL-4) or lying open."""
    seen = g.seen[seat] if seat >= 0 else 0
    targets = [UNKNOWN] * len(g.target_at)
    for building, at in enumerate(g.target_at):
        own = seat >= 0 and at == seat
        lies_open = at > IN_DECK and rules.open_targets >> at & 1
        if own or lies_open or at == GONE or seen >> building & 1:
            targets[building] = at
    return tuple(targets)


def _visible_tools(g: State, seat: int) -> list[int]:
    """Which tools the others hold is hidden, how many is not; used ones lie open (TOOL-2)."""
    tools = g.tools[:]
    for base in range(0, len(tools), TOOL_FIELDS):
        if base != seat * TOOL_FIELDS:
            tools[base + TOOL_HAND] = 0
    return tools


def _copy_public(g: State, v: View) -> None:
    """INFO-1. The generator stays behind: nobody may know the dice to come."""
    v.round = g.round
    v.first = g.first
    v.turn = g.turn
    v.active = g.active
    v.icon = g.icon
    v.winner = g.winner
    v.on_board = g.on_board
    v.stunned = g.stunned
    v.laden = g.laden
    v.unmoved = g.unmoved
    v.moved_parties = g.moved_parties
    v.escaped_now = g.escaped_now
    v.captive = g.captive
    v.captor = g.captor
    v.exploring = g.exploring
    v.gored = g.gored
    v.gored_turn = g.gored_turn
    v.face_up = g.face_up
    v.cactus = g.cactus
    v.blocked = g.blocked
    v.chicken = g.chicken
    v.founder = g.founder
    v.pet_at = g.pet_at
    v.locked = g.locked
    v.looked = g.looked
    v.shot_used = g.shot_used
    v.duel_space = g.duel_space
    v.duel_by = g.duel_by
    v.duel_in = g.duel_in
    v.reloads = g.reloads
    v.blessings = g.blessings
    v.dice = g.dice
    v.silenced = g.silenced
    v.shown = g.shown
    v.targets_aside = g.targets_aside
    v.event = g.event
    v.events_back = g.events_back
    v.event_discards = g.event_discards
    v.event_pool = g.event_pool
    v.cards_seen = g.cards_seen
    v.borrowed = g.borrowed
    v.card = g.card
    v.ability_used = g.ability_used
    v.dynamite = g.dynamite
    v.dynamite_round = g.dynamite_round
    v.kept = g.kept
    v.standee_at = g.standee_at[:]
    v.standees_on = g.standees_on[:]
    v.targets_held = g.targets_held
    v.barred = g.barred
    v.hand = g.hand
    v.count = g.count[:]
    v.token = g.token
    v.die = g.die[:]
    v.bonus = g.bonus[:]
    v.ability = g.ability
    v.entered = g.entered
    v.stack = g.stack[:]


def _add_ranger(rules: Rules, g: State, v: View) -> None:
    """What the Ranger, with his events or as an automa, adds to what may be known."""
    v.dice = g.dice
    v.silenced = g.silenced
    v.shown = g.shown
    v.targets_aside = g.targets_aside
    v.event = g.event
    v.events_back = g.events_back
    v.event_deck = [NONE] * len(g.event_deck)
    v.event_discards = g.event_discards
    v.event_pool = g.event_pool
    v.cards_seen = g.cards_seen
    if rules.automa >= 0:
        v.hand = replaced(v.hand, rules.automa, v.hand[rules.automa] & g.cards_seen)


def _visible_plan(rules: Rules, g: State, seat: int) -> list[int]:
    """The own plan; of the others only the cards turned up so far and second shots fired.

    An automa lays its cards unseen.
    """
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
    return plan
