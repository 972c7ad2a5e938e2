"""Content files: the edition is complete, an override changes what it names, errors say where."""

from __future__ import annotations

import operator
from functools import reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cactustown import BadContent, Game, Options
from cactustown.content import CURRENT_EDITION, editions, json_schema, load_content, read_override
from cactustown.content import load as loading
from cactustown.content.schema import TABLES
from cactustown.rules.base.manifest import CACTUS, GUNSLINGER
from cactustown.rules.catalogue import EFFECTS


def test_the_current_edition_is_one_of_them() -> None:
    assert CURRENT_EDITION in editions()
    assert load_content().edition == CURRENT_EDITION


def test_an_edition_is_laid_over_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later one names only what it changes; the earlier ones stay as they were."""
    monkeypatch.setattr(loading, "editions", lambda: ["e1", "e2"])
    changed = {"e2/cards.toml": "[card.sheriff.posse]\nsecond_shot = 7\n"}
    files = loading.edition_files
    monkeypatch.setattr(
        loading, "edition_files", lambda name: changed.items() if name == "e2" else files(name)
    )
    loading.edition_tables.cache_clear()
    later, earlier = load_content("e2").tables, load_content("e1").tables
    loading.edition_tables.cache_clear()
    assert later.card["sheriff"]["posse"].second_shot == 7
    assert later.card["sheriff"]["posse"].icons == earlier.card["sheriff"]["posse"].icons
    assert earlier.card["sheriff"]["posse"].second_shot == 1
    assert later.party == earlier.party


def test_no_edition_changes_what_the_books_state() -> None:
    for earlier, later in pairwise(editions()):
        before, origin_before = loading.edition_tables(earlier)
        after, origin = loading.edition_tables(later)
        changed = [path for path in origin if origin[path] != origin_before.get(path)]
        assert changed
        for path in changed:
            keys = path.split(".")
            new = reduce(operator.getitem, keys, after)
            old = reduce(operator.getitem, keys, before) if path in origin_before else new
            assert {old["provenance"], new["provenance"]} == {"recon"}, path


def test_every_table_says_where_it_comes_from() -> None:
    for edition in editions():
        tables = load_content(edition).tables
        for cards in tables.card.values():
            assert all(card.provenance in ("book", "recon") for card in cards.values())
        for tools in tables.tool.values():
            assert all(tool.provenance in ("book", "recon") for tool in tools.values())
        for part in (
            tables.ability,
            tables.party,
            tables.start,
            tables.building,
            tables.lineup,
            tables.token,
        ):
            assert part
            assert all(entry.provenance in ("book", "recon") for entry in part.values())


def test_the_base_game_has_what_the_book_counts() -> None:
    """CONTENT: 24 buildings and the office, 4 cards a party, 4 of each token, 4 cactus marks."""
    options = Options(("sheriff", "outlaws", "hunters", "dancer"))
    tables = load_content("e1").for_game(options)
    assert len(tables.buildings) == 24
    assert len({building.name for building in tables.buildings}) == 24
    assert tables.office.name == "sheriffs-office"
    assert sum("cactus" in building.marks for building in tables.buildings) == 4
    parties = [party for party in tables.parties if party.name in options.parties]
    assert [len(party.cards) for party in parties] == [4, 4, 4, 4]
    assert [len(party.standees) for party in parties] == [3, 3, 2, 1]
    numbers = dict(tables.reserve)
    assert [numbers[token] for token in ("pipe", "bullet", "reload", "trap")] == [4] * 4
    used = {effect for b in tables.buildings for effect in (*b.marks, b.reveal, b.enter) if effect}
    assert used == set(CACTUS.effects + GUNSLINGER.effects)


def test_every_effect_has_a_building() -> None:
    kinds = load_content("e1").tables.building.values()
    used = {effect for k in kinds for effect in (*k.marks, k.reveal, k.enter, k.duel) if effect}
    assert used == set(EFFECTS)


def test_the_lost_chief_and_stampede_have_what_the_book_counts() -> None:
    """CONTENT: 5 and 4 cards, 2 and 3 standees, 2 campfire and 2 cow buildings, 4 tomahawks."""
    tables = load_content("e1").for_game(Options(("dakota", "cowboy"), "gunslinger"))
    parties = {party.name: party for party in tables.parties}
    assert [card.waits for card in parties["dakota"].cards] == [False] * 4 + [True]
    assert len(parties["cowboy"].cards) == 4
    assert [len(parties[name].standees) for name in ("dakota", "cowboy")] == [2, 3]
    assert len(tables.buildings) == 24
    assert sum(building.enter == "tomahawk" for building in tables.buildings) == 2
    assert sum(building.reveal == "stampede" for building in tables.buildings) == 2
    assert dict(tables.reserve)["tomahawk"] == 4


def test_an_override_changes_only_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "my-box.toml"
    file.write_text('[card.sheriff.posse]\nsecond_shot = 6\n[start.dancer]\nspaces = ["e3"]\n')
    content = load_content(override=read_override(file), where=str(file))
    assert content.tables.card["sheriff"]["posse"].second_shot == 6
    edition = load_content().tables.card["sheriff"]["posse"]
    assert content.tables.card["sheriff"]["posse"].icons == edition.icons
    game = Game.new(["outlaws", "dancer"], content=content, seed=1)
    assert game.view(None).parties["dancer"].standees["dancer"].at == "e3"


def test_a_game_keeps_its_content(tmp_path: Path) -> None:
    override = {"start": {"dancer": {"spaces": ["e3"]}}}
    game = Game.new(["outlaws", "dancer"], content=load_content(override=override), seed=1)
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert again.view(None) == game.view(None)
    assert again.content.override == override


@pytest.mark.parametrize(
    ("override", "reasons"),
    [
        ({"crad": {}}, ["no table [crad]", "did you mean 'card'"]),
        ({"card": 3}, ["[card]", "should be a table"]),
        ({"card": {"sheriff": {"posse": {"second_shoot": 3}}}}, ["[card.sheriff.posse]", "'second_shoot'", "did you mean 'second_shot'"]),
        ({"card": {"sheriff": {"posse": {"second_shot": "three"}}}}, ["[card.sheriff.posse]", "'second_shot'", "a whole number from 0 to 99"]),
        ({"card": {"sheriff": {"posse": {"second_shot": 100}}}}, ["'second_shot'", "0 to 99"]),
        ({"card": {"sheriff": {"posse": {"icons": ["runn"]}}}}, ["[card.sheriff.posse]", "'icons'", "did you mean 'run'"]),
        ({"card": {"sheriff": {"posse": {"icons": []}}}}, ["'icons'"]),
        ({"card": {"sheriff": {"new": {"icons": ["run"]}}}}, ["[card.sheriff.new]", "missing"]),
        ({"card": {"pirates": {"x": {"icons": ["run"], "second_shot": 1, "provenance": "house"}}}}, ["pirates"]),
        ({"party": {"dancer": {"goal": {"dubloons": 2}}}}, ["[party.dancer]", "'goal'", "dubloons"]),
        ({"party": {"dancer": {"loser_is": "sad"}}}, ["'loser_is'", "stunned", "pushed"]),
        ({"party": {"dancer": {"standees": ["dancer", "double"]}}}, ["[start.dancer]", "one each"]),
        ({"party": {"dancer": {"needs": ["pirates"]}}}, ["'needs'", "pirates"]),
        ({"party": {"dancer": {"counts_duels": "kisses"}}}, ["'counts_duels'", "kisses"]),
        ({"start": {"dancer": {"spaces": ["f9"]}}}, ["[start.dancer]", "'spaces'", "a1 to e5"]),
        ({"building": {"money": {"buildings": ["bank"]}}}, ["[lineup.base]", "23 buildings"]),
        ({"building": {"money": {"buildings": ["bank", "bank"]}}}, ["twice"]),
        ({"building": {"money": {"reveal": "explode"}}}, ["[building.money]", "'reveal'", "explode"]),
        ({"lineup": {"base": {"types": ["gold"]}}}, ["[lineup.base]", "'types'", "gold"]),
        ({"token": {"cannon": {"number": 4, "provenance": "house"}}}, ["cannon"]),
        ({"limit": {"numbers": {"goats": 3}}}, ["[limit]", "goats"]),
        ({"seating": {"order": ["sheriff"]}}, ["[seating]", "has no place"]),
        ({"party": {"cowboy": {"cattle": ["goat"]}}}, ["[party.cowboy]", "'cattle'", "goat"]),
        ({"start": {"cowboy": {"spaces": ["corral-a", "a1", "a2"]}}}, ["'spaces'", "corral-c"]),
        ({"card": {"dancer": {"charm": {"provenance": "guess"}}}}, ["'provenance'", "book"]),
        ({"card": {"sheriff": {"fifth": {"icons": ["run"], "second_shot": 1, "provenance": "house"}}}}, ["5 cards in hand", "needs 4"]),
        ({"card": {"sheriff": {"posse": {"icons": ["run", "run"]}}}}, ["'icons'", "twice"]),
        ({"party": {"dancer": {"standees": ["outlaw-1"]}}}, ["'outlaw-1' is named twice"]),
        ({"party": {"dancer": {"goal": {"debts": 0}}}}, ["'goal'", "1 to 2"]),
        ({"party": {"hunters": {"goal": {"horses": 5}}}}, ["'goal'", "1 to 2"]),
        ({"seating": {"order": ["sheriff", "sheriff", "outlaws", "hunters", "dancer", "ranger", "dakota", "cowboy"]}}, ["[seating]", "twice"]),
        ({"start": {"pirates": {"spaces": ["a1"], "provenance": "house"}}}, ["[start.pirates]", "pirates"]),
        ({"lineup": {"base": {"office": "money"}}}, ["twice"]),
    ],
)  # fmt: skip
def test_a_wrong_file_is_explained(override: dict[str, Any], reasons: list[str]) -> None:
    with pytest.raises(BadContent) as caught:
        load_content(override=override, where="my-box.toml")
    message = str(caught.value)
    for reason in ["my-box.toml", *reasons]:
        if reason == "my-box.toml" and ("[lineup" in message or "[start." in message):
            continue  # the table that no longer fits stands in the edition
        assert reason in message, message


def test_four_cards_are_needed_at_the_start() -> None:
    with pytest.raises(BadContent, match="3 cards in hand; it needs 4"):
        load_content(override={"card": {"dakota": {"swift": {"waits": True}}}})


def test_files_that_are_no_toml(tmp_path: Path) -> None:
    with pytest.raises(BadContent, match="cannot be read"):
        read_override(tmp_path / "nowhere.toml")
    (tmp_path / "broken.toml").write_text("[card\n")
    with pytest.raises(BadContent, match=r"broken\.toml: is not TOML"):
        read_override(tmp_path / "broken.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadContent, match="UTF-8"):
        read_override(tmp_path / "binary.toml")


def test_the_json_schema_knows_every_table() -> None:
    schema = json_schema()
    properties = schema["$defs"]["ContentFile"]["properties"]
    assert set(properties) == set(TABLES)
