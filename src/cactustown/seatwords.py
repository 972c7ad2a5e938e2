"""Puts what a seat may know into words. Compiled: a server does it for all seats at every move."""

from __future__ import annotations

from functools import lru_cache

from cactustown.engine.encodings import card_id
from cactustown.engine.machine import PLAN, SHAPES, Rules, awaited, legal, pending
from cactustown.engine.notation import choice_parts, offered
from cactustown.engine.reasons import Reason
from cactustown.engine.spaces import PLACE_NAMES, SPACES, spaces_of
from cactustown.engine.state import DRAW, NONE, RUNNING
from cactustown.engine.view import SPECTATOR, View
from cactustown.rules.base.variables import GONE, PLAN_SLOTS
from cactustown.rules.base.whynot import exact_slot, lasts, why_not
from cactustown.rules.ops import ASK_ICON, DUEL_DICE
from cactustown.rules.tokens import TOKEN_KINDS
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND, TOOL_NUMBER, TOOL_USED
from cactustown.seatview import (
    BuildingView,
    DuelView,
    EventsView,
    PartyView,
    ReasonView,
    SeatView,
    StandeeView,
    WhyNotView,
)

THREE = 3
ALIKE = 4096  # of the many standees and buildings in all views there are few that differ

_same_standee = lru_cache(ALIKE)(StandeeView)
_same_building = lru_cache(ALIKE)(BuildingView)


def seat_view(rules: Rules, v: View) -> SeatView:
    """Puts a view into words."""
    op = pending(rules, v)
    waiting = awaited(rules, v)
    planning = _is_planning(rules, v)
    explained = _why_not(rules, v)
    slot = exact_slot(rules, v, v.seat) if planning else NONE
    names = rules.party_names
    gone = [rules.building_names[b] for b, at in enumerate(v.target_at) if at == GONE]
    return SeatView(
        seat=None if v.seat == SPECTATOR else names[v.seat],
        round=v.round,
        first_player=names[v.first],
        active=None if v.active == NONE else names[v.active],
        awaited=[name for seat, name in enumerate(names) if waiting >> seat & 1],
        question=op.name if op else None,
        shape=SHAPES[op.shape] if op else None,
        choices=[] if v.seat == SPECTATOR else offered(rules, v, v.seat),
        parts=_parts(rules, v),
        playable=_playable(rules, v, explained) if planning else {},
        why_not=explained,
        exact_slot=None if slot == NONE else slot,
        parties={name: _party(rules, v, seat) for seat, name in enumerate(names)},
        buildings={PLACE_NAMES[s]: _building(rules, v, s) for s in range(SPACES)},
        cactus=None if v.cactus == NONE else PLACE_NAMES[v.cactus],
        chicken=None if v.chicken == NONE else PLACE_NAMES[v.chicken],
        pets={
            name: None if v.pet_at[pet] == NONE else names[v.pet_at[pet]]
            for pet, name in enumerate(rules.pet_names)
        },
        founder=None if v.founder == NONE else names[v.founder],
        exploration=bool(v.exploring),
        dynamite=None if v.dynamite == NONE else PLACE_NAMES[v.dynamite],
        kept=[rules.standee_names[s] for s in rules.members[v.kept]],
        duel=_duel(rules, v),
        reserve=_tokens(rules, v, rules.seats),
        archive=_tokens(rules, v, rules.seats + 1),
        targets_gone=gone,
        deck=len(v.target_at) - len(gone) - sum(v.targets_held) - v.targets_aside,
        order=_order(rules, v),
        turn=None if v.turn == NONE else v.turn,
        result=_result(rules, v),
        events=_events(rules, v),
        automa=None if rules.automa < 0 else names[rules.automa],
    )


def _parts(rules: Rules, v: View) -> list[dict[str, str]]:
    if v.seat == SPECTATOR or not v.stack or rules.ops[v.stack[-1].op].shape == PLAN:
        return []
    return [choice_parts(rules, v, v.seat, choice) for choice in legal(rules, v, v.seat)]


def _is_planning(rules: Rules, v: View) -> bool:
    return v.seat != SPECTATOR and bool(v.stack) and rules.ops[v.stack[-1].op].shape == PLAN


def _why_not(rules: Rules, v: View) -> dict[str, dict[str, WhyNotView]]:
    """Why the icons of this seat's cards could not be chosen, if the cards were turned up now."""
    if _is_planning(rules, v):
        return {
            rules.card_names[card]: _card_why_not(rules, v, card, False)
            for card in _in_hand(rules, v)
        }
    top = v.stack[-1] if v.stack else None
    if top is None or top.op != ASK_ICON or top.seat != v.seat:
        return {}
    return {rules.card_names[top.a]: _card_why_not(rules, v, top.a, True)}


def _in_hand(rules: Rules, v: View) -> list[int]:
    """All cards that this seat can plan: action cards, then tools."""
    tools = v.tools[v.seat * TOOL_FIELDS + TOOL_HAND] if v.tools else 0
    hand = v.hand[v.seat] | tools
    return [card_id(v.seat, card) for card in range(hand.bit_length()) if hand >> card & 1]


def _card_why_not(rules: Rules, v: View, card: int, exact: bool) -> dict[str, WhyNotView]:
    return {
        rules.icon_names[icon]: why_not_view(rules, reasons, exact or lasts(reasons))
        for icon, reasons in why_not(rules, v, v.seat, card).items()
    }


def why_not_view(rules: Rules, reasons: list[Reason], certain: bool) -> WhyNotView:
    """What is in the way of an icon, in words."""
    return WhyNotView(certain, [_reason(rules, reason) for reason in reasons])


def _reason(rules: Rules, reason: Reason) -> ReasonView:
    names = rules.building_names
    return ReasonView(
        code=reason.obstacle.code,
        rule=reason.obstacle.rule,
        standees=[rules.standee_names[s] for s in rules.members[reason.standees]],
        others=[rules.standee_names[s] for s in rules.members[reason.others]],
        spaces=[PLACE_NAMES[s] for s in spaces_of(reason.spaces)],
        buildings=[names[b] for b in range(len(names)) if reason.buildings >> b & 1],
        party=None if reason.party == NONE else rules.party_names[reason.party],
        token=None if reason.token == NONE else rules.token_names[reason.token],
        number=None if reason.number == NONE else reason.number,
    )


def _playable(
    rules: Rules, v: View, explained: dict[str, dict[str, WhyNotView]]
) -> dict[str, list[str]]:
    """What each card of this seat could do if it were turned up now, as far as the seat knows."""
    found = {}
    for card in _in_hand(rules, v):
        name = rules.card_names[card]
        icons = [rules.icon_names[icon] for icon in rules.card_icons[card]]
        found[name] = [icon for icon in icons if icon not in explained[name]]
    return found


def _events(rules: Rules, v: View) -> EventsView | None:
    names = rules.event_names
    if not names:
        return None
    return EventsView(
        now=None if v.event == NONE else names[v.event],
        left=len(v.event_deck),
        discards=[names[event] for event in v.event_discards],
        shuffled=[names[event] for event in v.event_pool],
        back=v.events_back,
    )


def _result(rules: Rules, v: View) -> str | None:
    if v.winner == RUNNING:
        return None
    return "draw" if v.winner == DRAW else rules.party_names[v.winner]


def _party(rules: Rules, v: View, seat: int) -> PartyView:
    goal = rules.goals[seat]
    plan = [v.plan[seat * PLAN_SLOTS + slot] for slot in range(PLAN_SLOTS)]
    planned = v.locked >> seat & 1
    own = seat == v.seat
    is_open = own or rules.open_targets >> seat & 1
    targets = [rules.building_names[b] for b, at in enumerate(v.target_at) if at == seat]
    return PartyView(
        name=rules.party_names[seat],
        standees={
            rules.standee_names[s]: _standee(rules, v, s)
            for s in rules.members[rules.seat_standees[seat]]
        },
        goal={
            rules.counter_names[goal[i]]: (v.count[goal[i]], goal[i + 1])
            for i in range(0, len(goal), 2)
        },
        cards=_cards(rules, seat, v.hand[seat]),
        locked=bool(planned),
        plan=[_card(rules, seat, card) for card in plan[:THREE]] if planned else None,
        unplayed=_card(rules, seat, plan[THREE]),
        second_shot_used=bool(v.shot_used >> seat & 1),
        targets=targets if is_open else None,
        target_cards=v.targets_held[seat],
        targets_seen=[] if is_open else targets,
        tokens=_tokens(rules, v, seat),
        tools=_tools(rules, v, seat, TOOL_HAND) if own else None,
        tool_cards=v.tools[seat * TOOL_FIELDS + TOOL_NUMBER] if v.tools else 0,
        tools_used=_tools(rules, v, seat, TOOL_USED),
        ability=v.ability[seat] if v.ability and rules.ability_uses[seat] else None,
    )


def _tools(rules: Rules, v: View, seat: int, which: int) -> list[str]:
    return _cards(rules, seat, v.tools[seat * TOOL_FIELDS + which]) if v.tools else []


def _cards(rules: Rules, seat: int, mask: int) -> list[str]:
    names = rules.card_names
    return [names[card_id(seat, card)] for card in range(mask.bit_length()) if mask >> card & 1]


def _card(rules: Rules, seat: int, card: int) -> str | None:
    return None if card == NONE else rules.card_names[card_id(seat, card)]


def _standee(rules: Rules, v: View, standee: int) -> StandeeView:
    return _same_standee(
        PLACE_NAMES[v.standee_at[standee]],
        bool(v.stunned >> standee & 1),
        bool(v.laden >> standee & 1),
        rules.standee_names[v.captive] if v.captor == standee else None,
    )


def _building(rules: Rules, v: View, space: int) -> BuildingView:
    building = v.building_at[space]
    name = None if building == NONE else rules.building_names[building]
    pet = None
    if rules.pet_names and building != NONE:
        pet = rules.pet_names[rules.pet_shown[building]]
    return _same_building(name, bool(v.face_up >> space & 1), pet)


def _tokens(rules: Rules, v: View, row: int) -> dict[str, int]:
    return {
        rules.token_names[kind]: v.token[row * TOKEN_KINDS + kind]
        for kind in range(TOKEN_KINDS)
        if v.token[row * TOKEN_KINDS + kind]
    }


def _duel(rules: Rules, v: View) -> DuelView | None:
    if v.duel_space == NONE:
        return None
    names = rules.party_names
    fighting = rules.members[v.duel_in]
    rolled = all(t.op != DUEL_DICE for t in v.stack)  # a die may be 0 then: the snake's doing
    sides: dict[str, list[str]] = {}
    modifiers: dict[str, int] = {}
    for s in fighting:
        seat = v.duel_by if s == v.guest else rules.owner[s]  # ABI-2
        sides.setdefault(names[seat], []).append(rules.standee_names[s])
        modifiers[names[seat]] = v.bonus[seat]
    return DuelView(
        space=PLACE_NAMES[v.duel_space],
        initiator=names[v.duel_by],
        dice={rules.standee_names[s]: v.die[s] if v.die[s] or rolled else None for s in fighting},
        sides=sides,
        modifiers=modifiers,
    )


def _order(rules: Rules, v: View) -> list[tuple[str, str | None]]:
    turns = []
    for seat, slot in zip(rules.turn_seat[v.first], rules.turn_slot, strict=True):
        card = v.plan[seat * PLAN_SLOTS + slot]
        turns.append((rules.party_names[seat], _card(rules, seat, card)))
    return turns
