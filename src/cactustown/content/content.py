"""Checked content, and what of it the rules need for one game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cactustown.content.check import icon_of
from cactustown.content.effects import Idle, idle_groups
from cactustown.content.inforce import InForce
from cactustown.content.lineup import line_up, pet_shown
from cactustown.content.problems import Problems
from cactustown.content.schema import ContentFile
from cactustown.rules.catalogue import VERSION
from cactustown.rules.counters import COUNTER_NAMES, MARSHAL
from cactustown.rules.options import Options
from cactustown.rules.tables import (
    AbilityTable,
    BuildingTable,
    CardTable,
    EventTable,
    PartyTable,
    SoloTable,
    Tables,
    ToolTable,
)

Raw = dict[str, Any]


@dataclass(frozen=True)
class Content:
    """Checked content: an edition and what a user laid over it."""

    edition: str
    override: Raw
    tables: ContentFile
    origin: dict[str, str]  # table -> the file that spoke of it last
    own_file: str  # of the user; empty where there is none

    def problems(self) -> Problems:
        """For what is found wrong with it later."""
        return Problems(self.own_file, self.origin)

    def for_game(self, options: Options, version: int = VERSION) -> Tables:
        """What a version of the rules needs for a game with these options."""
        force = self.in_force(options, version)
        lineup = self.tables.lineup["base"]
        buildings = [self._building(kind, number) for kind, number in line_up(self.tables, options)]
        return Tables(
            parties=tuple(
                self._solo_party(name, force) if options.solo else self._party(name, force)
                for name in force.seats().value
            ),
            buildings=tuple(buildings),
            office=self._building(lineup.office, 0),
            reserve=tuple((name, token.number) for name, token in self.tables.token.items()),
            limits=tuple(self.tables.limit.numbers.items()) if self.tables.limit else (),
            friends=tuple((p, f.standee, f.pet) for p, f in self.tables.friend.items()),
            events=tuple(self._event(name) for name in self.tables.event),
            solo=self._solo_cards() if options.solo else (),
            automa=self.tables.automa.party if options.solo and self.tables.automa else "",
        )

    def in_force(self, options: Options, version: int = VERSION) -> InForce:
        """What counts in a game where several tables speak."""
        return InForce(self.tables, self.override, options, version)

    def idle(self, options: Options) -> list[Idle]:
        """BLD-2: the groups of buildings that were chosen and will have no effect."""
        return idle_groups(self.tables, options)

    def evens(self, options: Options) -> bool:
        """Whether the option `even_sides` changes anything for these parties."""
        even, plain = (self._playing(replace(options, even_sides=on)) for on in (True, False))
        return even != plain

    def _playing(self, options: Options) -> list[PartyTable]:
        """The parties that play, in the order of their seats."""
        return [party for party in self.for_game(options).parties if party.name in options.parties]

    def _event(self, name: str) -> EventTable:
        event = self.tables.event[name]
        return EventTable(
            name=name,
            number=event.number,
            second_shots=event.second_shots,
            mix_up=event.mix_up,
            initiator=event.initiator,
            discard=event.discard,
            put_back=event.put_back,
            alone=tuple(event.alone),
            shoot_out=event.shoot_out,
            dice=event.dice,
            marshal=event.marshal,
        )

    def _solo_cards(self) -> tuple[SoloTable, ...]:
        cards = sorted(self.tables.solo.items(), key=lambda item: int(item[0]))
        return tuple(
            SoloTable(
                f"solo-{number}", card.set, card.value, _row(card.target), _row(card.otherwise)
            )
            for number, card in cards
        )

    def _solo_party(self, name: str, force: InForce) -> PartyTable:
        """SOLO-1, GOAL-8, SOLO-9: the automa has cards and a start space of its own, the player a
        goal; whoever is the automa wins by its Marshal."""
        party = self._party(name, force)
        automa = self.tables.automa
        assert automa is not None
        if name == automa.against:
            return replace(party, goal=tuple(automa.goal.items()))
        if name != automa.party:
            return party
        cards = tuple(CardTable(card.name, (), card.value) for card in self._solo_cards())
        return replace(party, cards=cards, goal=((COUNTER_NAMES[MARSHAL], 1),))

    def _building(self, kind: str, number: int) -> BuildingTable:
        table = self.tables.building[kind]
        return BuildingTable(
            name=table.buildings[number],
            marks=tuple(table.marks),
            reveal=table.reveal,
            enter=table.enter,
            duel=table.duel,
            pet=pet_shown(table, number),
        )

    def _party(self, name: str, force: InForce) -> PartyTable:
        party = self.tables.party[name]
        return PartyTable(
            name=name,
            standees=tuple(party.standees),
            start=tuple(force.start(name).value),
            targets=party.targets,
            stunned=party.loser_is == "stunned",
            goal=tuple(party.goal.items()),
            counts_duels=party.counts_duels,
            needs=tuple(party.needs),
            cards=tuple(
                CardTable(
                    card,
                    tuple(icon_of(text) for text in force.icons(name, card).value),
                    force.second_shot(name, card).value,
                    table.waits,
                )
                for card, table in self.tables.card[name].items()
            ),
            cattle=tuple(party.cattle),
            tools=tuple(
                ToolTable(tool, tuple(table.icons), tuple(table.standees), tuple(table.needs))
                for tool, table in self.tables.tool.get(name, {}).items()
            ),
            ability=self._ability(name),
        )

    def _ability(self, name: str) -> AbilityTable | None:
        table = self.tables.ability.get(name)
        return AbilityTable(table.kind, table.standee) if table else None


def _row(entries: list[str]) -> tuple[tuple[str, ...], ...]:
    """SOLO-7: `duel/run` is the first of the two that can be played."""
    return tuple(tuple(entry.split("/")) for entry in entries)
