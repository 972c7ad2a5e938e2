"""What is in the box of a table: cards, buildings, tokens, events, for whoever draws them."""

from __future__ import annotations

import msgspec

from cactustown.engine.machine import Rules
from cactustown.rules.catalogue import working_effects
from cactustown.rules.tables import PartyTable
from cactustown.server.lineups import LineUp, line_up
from cactustown.server.rulesets import Ruleset

SLOTS = 16  # cards a seat


class BoxCard(msgspec.Struct, frozen=True):
    """An action or tool card of a party."""

    name: str
    icons: list[str]
    second_shot: int
    tool: bool
    waits: bool  # comes into the game later


class BoxParty(msgspec.Struct, frozen=True):
    """A party: who belongs to it, what it plays with and what it wants."""

    name: str
    standees: list[str]
    cattle: list[str]
    cards: list[BoxCard]
    goal: dict[str, int]
    targets: int
    stunned: bool  # losers of a duel lie stunned; else they are pushed
    ability: str | None
    automa: bool


class BoxBuilding(msgspec.Struct, frozen=True):
    """A building of the line-up and what it does in this game."""

    name: str
    reveal: str
    enter: str
    duel: str
    marks: list[str]
    pet: str | None


class Box(msgspec.Struct, frozen=True):
    """Everything there is on and beside the board."""

    edition: str
    parties: list[BoxParty]
    buildings: list[BoxBuilding]
    office: str
    line_up: LineUp
    tokens: dict[str, int]
    events: dict[str, int]  # kind -> number of cards
    pets: list[str]
    own: bool = False  # the host's own: not all as the edition has it


def box(chosen: Ruleset) -> Box:
    """The box of a game with these rules."""
    rules = chosen.rules
    tables = chosen.content.for_game(chosen.options, rules.reading.version)
    works = working_effects(chosen.options)
    known = {party.name: party for party in tables.parties}
    return Box(
        edition=chosen.content.edition,
        parties=[_party(rules, seat, known[name]) for seat, name in enumerate(rules.party_names)],
        buildings=[
            BoxBuilding(
                name=building.name,
                reveal=building.reveal if building.reveal in works else "",
                enter=building.enter if building.enter in works else "",
                duel=building.duel if building.duel in works else "",
                marks=[mark for mark in building.marks if mark in works],
                pet=building.pet if rules.pet_names else None,
            )
            for building in (*tables.buildings, tables.office)
        ],
        office=tables.office.name,
        line_up=line_up(chosen.content, chosen.options),
        tokens={
            name: number
            for name, number in zip(rules.token_names, rules.reserve, strict=False)
            if number
        },
        events=dict(zip(rules.event_names, rules.event_number, strict=True)),
        pets=list(rules.pet_names),
        own=bool(chosen.content.override),
    )


def _party(rules: Rules, seat: int, table: PartyTable) -> BoxParty:
    cards = []
    for number in range(seat * SLOTS, seat * SLOTS + SLOTS):
        bit = 1 << number % SLOTS
        if number < len(rules.card_names) and rules.card_names[number]:
            cards.append(
                BoxCard(
                    name=rules.card_names[number],
                    icons=[rules.icon_names[icon] for icon in rules.card_icons[number]],
                    second_shot=rules.card_value[number],
                    tool=bool(rules.extra_cards[seat] & bit),
                    waits=bool(rules.waiting_cards[seat] & bit),
                )
            )
    goal = rules.goals[seat]
    uses = rules.ability_uses[seat] if rules.ability_uses else 0
    return BoxParty(
        name=table.name,
        standees=[rules.standee_names[s] for s in rules.members[rules.seat_standees[seat]]],
        cattle=list(table.cattle),
        cards=cards,
        goal={rules.counter_names[goal[i]]: goal[i + 1] for i in range(0, len(goal), 2)},
        targets=table.targets,
        stunned=table.stunned,
        ability=table.ability.kind if table.ability is not None and uses else None,
        automa=seat == rules.automa,
    )
