"""Every item of a story has exactly the fields that are declared, whoever is told it."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import chain, product
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from typer.testing import CliRunner

from cactustown.cli.app import app
from cactustown.conform.run import Player
from cactustown.content import load_content
from cactustown.engine.events import Event, EventLog
from cactustown.engine.machine import Rules, apply, legal, may_act, resolve
from cactustown.engine.notation import event_words
from cactustown.engine.state import State
from cactustown.engine.view import SPECTATOR
from cactustown.game import Game
from cactustown.rules.base.setup import deal
from cactustown.rules.catalogue import PLAYABLE, build_rules
from cactustown.rules.events import SCHEMA
from cactustown.server import items, notes
from tests.laws.walk import ALL_OPTIONS, seats_of
from tests.rules.test_cases import CASES
from tests.server.tables import ANNA, BERT, Told, play_on, two_people, world

ROUNDS = 20
Story = tuple[Rules, list[Event]]
AS_DECLARED = msgspec.json.Decoder(items.StoryItem)
ENCODER = msgspec.json.Encoder()


def random_games() -> Iterator[Story]:
    """Games of random players, one of each set-up, under each version of the rules."""
    content = load_content()
    for version, (seed, options) in product(PLAYABLE, enumerate(ALL_OPTIONS)):
        rules = build_rules(options, content.for_game(options, version), version)
        g = State(None)
        g.seed(seed)
        g.log = EventLog()
        deal(rules, g)
        resolve(rules, g)
        chooser = random.Random(seed)
        while g.stack and g.round <= ROUNDS:
            seat = chooser.choice(seats_of(may_act(rules, g)))
            apply(rules, g, seat, chooser.choice(legal(rules, g, seat)))
        yield rules, g.log.events


def rule_cases() -> Iterator[Story]:
    """What hardly ever comes about by chance: pets that are sent, ways out that are blocked."""
    for case in CASES:
        if case.file.startswith(("cases/alternative/", "cases/chicken/")):
            player = Player(case)
            for line in player.steps:
                player.step(line)
            yield player.game.rules, player.game._log.events


def taken_back() -> Iterator[Story]:
    game = Game.new(seed=1)
    game.play("outlaws", game.choices("outlaws")[0])
    game.undo("outlaws")
    yield game.rules, game._log.events


def test_events_have_the_declared_fields_and_are_null_where_they_may_be() -> None:
    """As they are told to those who may know all of it, and to those who may not."""
    nulls: set[tuple[str, str]] = set()
    known: set[tuple[str, str]] = set()
    for rules, events in chain(rule_cases(), taken_back(), random_games()):
        for n, event in enumerate(events):
            for seat in (None, SPECTATOR):
                item = {"n": n, **event_words(rules, event, seat)}
                AS_DECLARED.decode(ENCODER.encode(item))
                for field, value in item.items():
                    (nulls if value is None else known).add((str(item["event"]), field))
    declared = {(kind.name, field.name): field for kind in SCHEMA.values() for field in kind.fields}
    assert set(declared) <= known
    assert nulls == {told for told, field in declared.items() if field.absent or field.secret}


@pytest.mark.parametrize(
    "item",
    [
        {"n": 1, "event": "recovered", "depth": 0},
        {"n": 1, "event": "recovered", "depth": 0, "standee": None},
        {"n": 1, "event": "recovered", "depth": 0, "standee": "sheriff", "by": "hunter-1"},
        {"n": 1, "event": "said", "at": 1, "who": None, "name": "Anna", "text": "howdy"},
        {"n": 1, "event": "unheard", "depth": 0},
    ],
)
def test_a_wrong_item_is_noticed(item: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        AS_DECLARED.decode(ENCODER.encode(item))


@pytest.mark.anyio
async def test_a_whole_table_is_told_as_the_printed_schema_says(tmp_path: Path) -> None:
    """Not as msgspec reads its own types, but as somebody else's client would."""
    printed = json.loads(CliRunner().invoke(app, ["schema"]).stdout)
    frames = jsonschema_rs.validator_for({**printed, "anyOf": [{"$ref": "#/$defs/FromServer"}]})
    async with world(tmp_path) as w:
        live = await two_people(w)
        await live.come(anna := Told(ANNA), None)
        await live.come(bert := Told(BERT), None)
        await play_on(w, live, 60)
        for told in (anna, bert):
            assert len(told.frames) > 60
            for frame in told.frames:
                frames.validate(frame)
    assert {item["event"] for item in anna.last("update")["story"]}


def test_every_note_is_an_item() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(notes.AnyNote)}
    assert kinds == {kind.__struct_config__.tag for kind in get_args(items.TableNote)}
    assert not kinds & {kind.name for kind in SCHEMA.values()}
