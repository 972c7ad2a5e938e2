"""The whole table with every secret on it: for looking back at a game that is over."""

from __future__ import annotations

from dataclasses import replace

from cactustown.engine.encodings import card_id
from cactustown.engine.machine import Rules
from cactustown.engine.state import State
from cactustown.engine.view import SPECTATOR, view
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND
from cactustown.seatview import PartyView, SeatView
from cactustown.seatwords import seat_view


def open_view(rules: Rules, g: State) -> SeatView:
    """What a spectator sees, and every building, plan, target and tool besides."""
    shown = view(rules, g, SPECTATOR)
    shown.building_at = g.building_at[:]
    shown.target_at = g.target_at
    shown.plan = g.plan[:]
    shown.hand = g.hand
    seen = seat_view(rules, shown)
    parties = {
        name: _opened(seen.parties[name], _hand_of_tools(rules, g, seat))
        for seat, name in enumerate(rules.party_names)
    }
    return replace(seen, parties=parties)


def _opened(party: PartyView, tools: list[str]) -> PartyView:
    targets = party.targets_seen if party.targets is None else party.targets
    return replace(party, targets=targets, targets_seen=[], tools=tools)


def _hand_of_tools(rules: Rules, g: State, seat: int) -> list[str]:
    if not g.tools:
        return []
    hand = g.tools[seat * TOOL_FIELDS + TOOL_HAND]
    cards = (card for card in range(hand.bit_length()) if hand >> card & 1)
    return [rules.card_names[card_id(seat, card)] for card in cards]
