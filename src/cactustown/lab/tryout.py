"""Builds every game that a content file changes, as a simulation would before it plays it.

Not all that is wrong with a file shows in its tables: two effects on one building clash only where
both work, and an icon is nothing where nobody knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from cactustown.content import Content, load_content
from cactustown.content.lineup import automatic_alternatives, choosable
from cactustown.engine.errors import CactusTownError
from cactustown.lab.setups import Setup, setups
from cactustown.rules.build import seated
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options
from cactustown.rules.tables import Tables

Blame = tuple[tuple[str, str], str]  # the table and key, and what is wrong


@dataclass
class Tryout:
    """What came of building everything."""

    tried: list[Setup] = field(default_factory=list)
    changed: list[Setup] = field(default_factory=list)  # games that the file makes different
    problems: list[str] = field(default_factory=list)


def try_out(content: Content, told: Callable[[int], None] | None = None) -> Tryout:
    """Builds the games of every set-up; `told` hears of each set-up that is done."""
    edition = load_content(content.edition)
    tryout = Tryout()
    refused: dict[Blame, list[tuple[Setup, Options]]] = {}
    towns: set[frozenset[str]] = set()
    for setup in setups(content):
        games = list(_games(content, setup))
        bringing = frozenset(setup.parties) & _that_bring_buildings(content)
        if bringing not in towns:
            towns.add(bringing)
            games += _with_each_alternative(content, setup)
        changed = [game for game in games if _dealt(content, game) != _dealt(edition, game)]
        for game in changed:
            for blame in _refused(content, game):
                if blame not in _refused(edition, game):
                    refused.setdefault(blame, []).append((setup, game))
        tryout.tried.append(setup)
        if changed:
            tryout.changed.append(setup)
        if told is not None:
            told(1)
    tryout.problems = _in_words(content, refused, tryout.tried)
    return tryout


def _games(content: Content, setup: Setup) -> Iterator[Options]:
    """The ways to play a set-up that differ in what is known and what is in the town."""
    plain = Options(setup.parties, solo=setup.solo)
    able = tuple(party for party in setup.parties if party in content.tables.ability)
    gunslinger = replace(plain, mode="gunslinger")
    everything = replace(gunslinger, pets=True, chicken=True, tools=True, abilities=able)
    yield plain
    yield replace(plain, programming="reverse")
    yield replace(plain, even_sides=True)
    yield replace(plain, cactus=True)
    yield replace(plain, pets=True)
    yield replace(plain, pets=True, cactus=True)
    yield replace(plain, tools=True)
    yield replace(plain, abilities=able)
    yield gunslinger
    yield replace(gunslinger, chicken=True)
    yield everything
    chosen = _automatic(everything, content)
    if chosen:
        yield replace(everything, alternative=chosen)


def _with_each_alternative(content: Content, setup: Setup) -> Iterator[Options]:
    """Each type that players may choose, with what it needs."""
    for kind in choosable(content.tables):
        swap = content.tables.swap[kind]
        needs: dict[str, Any] = {name.removeprefix("has_"): True for name in swap.needs}
        game = Options(setup.parties, solo=setup.solo, alternative=(kind,))
        yield replace(game, mode=swap.mode or "gunslinger", **needs)


def _automatic(options: Options, content: Content) -> tuple[str, ...]:
    try:
        return automatic_alternatives(options, content)
    except CactusTownError:
        return ()


def _that_bring_buildings(content: Content) -> set[str]:
    return {swap.party for swap in content.tables.swap.values() if swap.party}


def _dealt(content: Content, options: Options) -> Tables | str:
    """What a game is played with, nothing of parties that do not play; or why there is none."""
    try:
        tables = content.for_game(options)
        present = tuple(seated(options, tables))
    except CactusTownError as error:
        return str(error)
    names = [party.name for party in present]
    return replace(
        tables,
        parties=present,
        friends=tuple(friend for friend in tables.friends if friend[0] in names),
        events=tables.events if "ranger" in options.parties else (),
    )


def _refused(content: Content, options: Options) -> list[Blame]:
    """Why a game cannot be built."""
    try:
        build_rules(options, content.for_game(options))
    except CactusTownError as error:
        return [(one.about, str(one)) for one in (error, *error.also)]
    return []


def _in_words(
    content: Content, refused: dict[Blame, list[tuple[Setup, Options]]], tried: list[Setup]
) -> list[str]:
    problems = content.problems()
    types: set[str] = set()
    for (about, problem), games in refused.items():
        table, key = _table_of(content, about)
        if table in types:
            continue  # of two buildings of a type, one is enough
        if table.startswith("building."):
            types.add(table)
        told = f"{problem}; {_how_often(table, games, tried)}"
        if table:
            problems.wrong(table, key, told)
        else:
            problems.say(content.own_file, told)
    return problems.all()


def _table_of(content: Content, about: tuple[str, str]) -> tuple[str, str]:
    """The rules know of buildings; in the content they stand by type."""
    part, _, name = about[0].partition(".")
    if part != "building":
        return about
    kinds = content.tables.building.items()
    kind = next(kind for kind, table in kinds if name in table.buildings)
    return f"{part}.{kind}", about[1]


def _how_often(table: str, games: list[tuple[Setup, Options]], tried: list[Setup]) -> str:
    """Which games cannot be played for it."""
    party = table.split(".")[1] if table else ""
    able = [setup for setup in tried if party in setup.parties] or tried
    names = {setup.name for setup, _ in games}
    setup, options = games[0]
    words = [setup.name, *_extras(options)]
    every = f"in {len(names)} of the {len(able)} set-ups it cannot be played"
    return f"{every}, such as {' '.join(words)}"


def _extras(options: Options) -> Iterator[str]:
    """What was switched on, in the words of the command line."""
    if options.mode != "basic":
        yield options.mode
    added = [name for name in ("cactus", "pets", "chicken", "tools") if getattr(options, name)]
    if options.abilities:
        added.append("abilities")
    if options.alternative:
        added.append(f"alternative={'+'.join(options.alternative)}")
    if added:
        yield f"with {', '.join(added)}"
