"""What is read beside the board: every party as the box in force has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cactustown.content import load_content
from cactustown.server.aids import Aid, aids
from tests.server.http.town import town

pytestmark = pytest.mark.anyio
CONTENT = load_content()


def aid(name: str) -> Aid:
    return next(one for one in aids(CONTENT).parties if one.party.name == name)


def test_every_party_has_one_with_all_its_cards() -> None:
    told = aids(CONTENT)
    assert {one.party.name for one in told.parties} == set(CONTENT.tables.party)
    for one in told.parties:
        cards = {card.name for card in one.party.cards if not card.tool}
        assert cards >= set(CONTENT.tables.card[one.party.name])
        assert any(card.tool for card in one.party.cards)
        assert len(one.start) == len(one.party.standees)
        assert one.party.goal


def test_start_spaces_and_abilities_are_those_in_force() -> None:
    assert aid("outlaws").start == ["a1", "a5", "e5"]  # SET-2
    assert aid("sheriff").start == ["c3", "c3", "c3"]
    assert aid("dancer").party.ability == "dynamite"


def test_icons_for_three_or_more_players_are_named() -> None:
    """ROUND-7: in a game of two they are not on the card."""
    assert "break-free" in aid("outlaws").from_three
    assert aid("cowboy").from_three == []


def test_the_town_to_look_at_is_the_whole_base_game() -> None:
    box = aids(CONTENT).box
    assert [party.name for party in box.parties] == ["sheriff", "outlaws", "hunters", "dancer"]
    assert len(box.buildings) == 25


async def test_anybody_may_read_them(tmp_path: Path) -> None:
    async with town(tmp_path) as here, here.client() as client:
        answer = await client.get("/api/aids")
        assert answer.status_code == 200
        assert len(answer.json()["parties"]) == len(CONTENT.tables.party)
