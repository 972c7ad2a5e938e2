"""Target cards: drawing under golden rule 1 (SET-5), showing and dropping (SET-6).

Nobody ever sees the order of the target deck, and SET-5 shuffles what was put aside back into it,
so the deck is a set and every draw a fresh random pick: the same chances with one secret less.
"""

from __future__ import annotations

from cactustown.engine.chance import CARDS
from cactustown.engine.machine import Rules
from cactustown.engine.state import State, added, replaced
from cactustown.rules.base.variables import GONE, IN_DECK, SET_ASIDE


def stood_on(rules: Rules, g: State, seat: int) -> int:
    """SET-5: the face-up buildings under a party's standees, as a mask of buildings."""
    buildings = 0
    for standee in rules.members[rules.seat_standees[seat] & g.on_board]:
        space = g.standee_at[standee]
        if g.face_up >> space & 1:
            buildings |= 1 << g.building_at[space]
    return buildings


def draw_targets(rules: Rules, g: State, seat: int, number: int) -> list[int]:
    """Draws up to so many target cards; gives the buildings drawn."""
    forbidden = stood_on(rules, g, seat)
    if g.targets_held[seat] == 0:
        g.barred = replaced(g.barred, seat, forbidden)
    else:
        g.barred = replaced(g.barred, seat, g.barred[seat] & forbidden)
    drawn: list[int] = []
    for _ in range(number):
        eligible = [
            b for b, at in enumerate(g.target_at) if at == IN_DECK and not forbidden >> b & 1
        ]
        if not eligible:
            break
        building = eligible[g.roll(len(eligible), CARDS, -1)]
        g.target_at = replaced(g.target_at, building, seat)
        g.targets_held = added(g.targets_held, seat, 1)
        drawn.append(building)
    return drawn


def deck_size(rules: Rules, g: State) -> int:
    """The number of cards left in the target deck (public)."""
    gone = 0
    for at in g.target_at:
        if at == GONE:
            gone += 1
    held = 0
    for number in g.targets_held:
        held += number
    return len(g.target_at) - gone - held - g.targets_aside


def set_aside(g: State, building: int, seat: int, seats: int) -> None:
    """A target card of a seat leaves the game unused, so it is not shown; these seats know it."""
    g.target_at = replaced(g.target_at, building, SET_ASIDE)
    g.targets_held = added(g.targets_held, seat, -1)
    g.targets_aside += 1
    g.seen = [mask | (seats >> s & 1) << building for s, mask in enumerate(g.seen)]


def drop_target(g: State, building: int, seat: int) -> None:
    """Shows a target card; it leaves the game (SET-6)."""
    g.target_at = replaced(g.target_at, building, GONE)
    g.targets_held = added(g.targets_held, seat, -1)
    g.disclosed += 1
