"""Reads an edition of the content, lays a user's own file over it, and checks all of it.

An error names the file, the table, the key, and what would be right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from cactustown.content.check import Checker, choose, icon_of
from cactustown.content.lineup import line_up, pet_shown
from cactustown.content.schema import TABLES, ContentFile, Entry, SetUp
from cactustown.engine.errors import BadContent
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

CURRENT_EDITION = "e2"
Raw = dict[str, Any]


@dataclass(frozen=True)
class Content:
    """Checked content: an edition and what a user laid over it."""

    edition: str
    override: Raw
    tables: ContentFile

    def for_game(self, options: Options) -> Tables:
        """What the rules need for a game with these options."""
        lineup = self.tables.lineup["base"]
        buildings = [self._building(kind, number) for kind, number in line_up(self.tables, options)]
        return Tables(
            parties=tuple(
                self._solo_party(name, options) if options.solo else self._party(name, options)
                for name in self._seating(options)
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

    def _solo_party(self, name: str, options: Options) -> PartyTable:
        """SOLO-1, GOAL-8: the automa has cards and a start space of its own, the player a goal."""
        party = self._party(name, options)
        automa = self.tables.automa
        assert automa is not None
        if name == automa.against:
            return replace(party, goal=tuple(automa.goal.items()))
        if name != automa.party:
            return party
        cards = tuple(CardTable(card.name, (), card.value) for card in self._solo_cards())
        return replace(party, start=tuple(automa.start), cards=cards)

    def _setups(self, options: Options) -> list[SetUp]:
        """What is different in a game with these options; the later the more it counts."""
        return [
            setup
            for setup in self.tables.setup.values()
            if (not setup.parties or _same(setup.parties, options.parties))
            and setup.programming in ("", options.programming)
            and not options.solo
        ]

    def _seating(self, options: Options) -> list[str]:
        seating = self.tables.seating
        order = seating.order if seating else []
        for setup in self._setups(options):
            order = setup.order or order
        absent = [name for name in self.tables.party if name not in order]
        seats = [name for name in (*order, *absent) if name in self.tables.party]
        turned = seating and seating.mirrored and options.programming == "reverse"
        return seats[::-1] if turned and not options.solo else seats

    def _start(self, name: str, options: Options) -> list[str]:
        spaces = self.tables.start[name].spaces
        for setup in self._setups(options):
            spaces = setup.start.get(name, spaces)
        return spaces

    def _second_shots(self, name: str, options: Options) -> dict[str, int]:
        shots = {card: table.second_shot for card, table in self.tables.card[name].items()}
        for setup in self._setups(options):
            shots.update(setup.second_shots.get(name, {}))
        return shots

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

    def _party(self, name: str, options: Options) -> PartyTable:
        party = self.tables.party[name]
        cards = self.tables.card[name]
        shots = self._second_shots(name, options)
        return PartyTable(
            name=name,
            standees=tuple(party.standees),
            start=tuple(self._start(name, options)),
            targets=party.targets,
            stunned=party.loser_is == "stunned",
            goal=tuple(party.goal.items()),
            counts_duels=party.counts_duels,
            needs=tuple(party.needs),
            cards=tuple(
                CardTable(
                    card,
                    tuple(icon_of(text) for text in table.icons),
                    shots[card],
                    table.waits,
                )
                for card, table in cards.items()
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


def _same(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether they are the same parties in any order."""
    return len(some) == len(others) and all(name in others for name in some)


def _row(entries: list[str]) -> tuple[tuple[str, ...], ...]:
    """SOLO-7: `duel/run` is the first of the two that can be played."""
    return tuple(tuple(entry.split("/")) for entry in entries)


def editions() -> list[str]:
    """The editions there are, oldest first."""
    folder = resources.files("cactustown.content")
    names = (e.name for e in folder.iterdir() if re.match(r"^e\d+$", e.name))
    return sorted(names, key=lambda name: int(name[1:]))


def edition_files(name: str) -> Iterable[tuple[str, str]]:
    """The files of an edition in their order: where each stands, and its text."""
    folder = resources.files("cactustown.content") / name
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            yield f"{name}/{file.name}", file.read_text("utf-8")


@cache
def edition_tables(name: str) -> tuple[Raw, dict[str, str]]:
    """The tables of an edition: its files laid over the edition before it."""
    known = editions()
    if name not in known:
        raise BadContent(f"there is no content edition {name!r}; there are: {', '.join(known)}")
    merged: Raw = {}
    origin: dict[str, str] = {}
    if name != known[0]:
        before, origin_before = edition_tables(known[known.index(name) - 1])
        merged, origin = deepcopy(before), dict(origin_before)
    for where, text in edition_files(name):
        _lay_over(merged, origin, _parse(text, where), where)
    return merged, origin


def read_override(path: Path) -> Raw:
    """A user's own content file, as TOML says it; checked by `load_content`."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadContent(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadContent(f"{path}: is not UTF-8 text") from error
    return _parse(text, str(path))


def _parse(text: str, where: str) -> Raw:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadContent(f"{where}: is not TOML: {error}") from error


def load_content(
    edition: str = CURRENT_EDITION, override: Raw | None = None, where: str = "override"
) -> Content:
    """An edition with an override laid over it, checked as a whole."""
    base, base_origin = edition_tables(edition)
    merged: Raw = {}
    origin: dict[str, str] = {}
    for path, table in _tables_of(base, "edition"):
        _put(merged, path, dict(table))
        origin[".".join(path)] = base_origin[".".join(path)]
    if override:
        _lay_over(merged, origin, override, where)
    tables = _check_tables(merged, origin)
    Checker(tables, origin).run()
    return Content(edition, override or {}, tables)


def _lay_over(merged: Raw, origin: dict[str, str], raw: Raw, where: str) -> None:
    """Tables replace key by key, so that an override names only what it changes."""
    for path, table in _tables_of(raw, where):
        present = _get(merged, path)
        _put(merged, path, {**present, **table} if present else dict(table))
        origin[".".join(path)] = where


def _tables_of(raw: Raw, where: str) -> Iterable[tuple[tuple[str, ...], Raw]]:
    for part, value in raw.items():
        if part not in TABLES:
            raise BadContent(f"{where}: there is no table [{part}]; {choose(part, TABLES)}")
        yield from _descend((part,), value, TABLES[part][0], where)


def _descend(
    path: tuple[str, ...], value: object, depth: int, where: str
) -> Iterable[tuple[tuple[str, ...], Raw]]:
    if not isinstance(value, dict):
        raise BadContent(f"{where}: [{'.'.join(path)}] should be a table, not {value!r}")
    if depth == 0:
        yield path, value
        return
    for key, inner in value.items():
        yield from _descend((*path, key), inner, depth - 1, where)


def _get(merged: Raw, path: tuple[str, ...]) -> Raw | None:
    here: Any = merged
    for key in path:
        here = here.get(key)
        if here is None:
            return None
    found: Raw = here
    return found


def _put(merged: Raw, path: tuple[str, ...], table: Raw) -> None:
    for key in path[:-1]:
        merged = merged.setdefault(key, {})
    merged[path[-1]] = table


def _check_tables(merged: Raw, origin: dict[str, str]) -> ContentFile:
    for path, table in _tables_of(merged, "content"):
        kind = TABLES[path[0]][1]
        where = f"{origin['.'.join(path)]}: [{'.'.join(path)}]"
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        for key in table:
            if key not in fields:
                raise BadContent(f"{where}: there is no key {key!r}; {choose(key, fields)}")
        for key, field in fields.items():
            if key not in table and field.required:
                raise BadContent(f"{where}: the key {key!r} is missing; {_expected(kind, key)}")
        for key, value in table.items():
            try:
                msgspec.convert(value, fields[key].type)
            except msgspec.ValidationError as error:
                raise BadContent(
                    f"{where}: the key {key!r} is wrong: {error}; {_expected(kind, key)}"
                ) from error
    return msgspec.convert(merged, ContentFile)


def _expected(kind: type[Entry], key: str) -> str:
    """What the schema says a key should be, in words."""
    _, components = msgspec.json.schema_components([kind])
    schema = components[kind.__name__]["properties"][key]
    return f"it should be {_in_words(schema)}"


def _in_words(schema: Raw) -> str:
    if "description" in schema:
        return str(schema["description"])
    if "enum" in schema:
        return "one of: " + ", ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return "a list, each " + _in_words(schema.get("items", {}))
    if schema.get("type") == "object":
        return "a table of " + _in_words(schema.get("additionalProperties", {}))
    return {"string": "a text", "integer": "a whole number"}.get(schema.get("type", ""), "a value")


def json_schema() -> Raw:
    """The JSON Schema of a content file, for editors; an override names only what it changes."""
    schema = msgspec.json.schema(ContentFile)
    for table in schema["$defs"].values():
        table.pop("required", None)
    return schema
