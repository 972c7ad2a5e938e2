"""Reports say which box was played with, so that two of different boxes are told apart."""

from __future__ import annotations

import pytest

from cactustown.content import CURRENT_EDITION
from cactustown.lab.boxes import Box, Change
from tests.own_box import POSSE

SHOT = {"card": {"sheriff": {"posse": {"second_shot": 7}}}}


def test_the_box_of_an_edition_is_named_for_it() -> None:
    box = Box.of(CURRENT_EDITION)
    assert box.label == CURRENT_EDITION
    assert box.changes == ()
    assert box.to_json() == {"edition": CURRENT_EDITION, "own": "", "changes": {}}
    assert box.sentence() == f"content edition {CURRENT_EDITION}"


def test_a_file_tells_what_it_changes() -> None:
    box = Box.of("e1", {"card": {"sheriff": {"posse": {"second_shot": 7}}}})
    assert box.changes == (Change("card.sheriff.posse.second_shot", 1, 7),)
    assert str(box.changes[0]) == "card.sheriff.posse.second_shot: 1 → 7"
    assert box.label == f"e1+{box.own}"
    assert len(box.own) == 8
    assert box.to_json()["changes"] == {"card.sheriff.posse.second_shot": [1, 7]}
    assert f"e1+{box.own}" in box.sentence()


def test_what_is_new_says_so() -> None:
    changes = {change.where: change for change in Box.of("e1", POSSE).changes}
    assert changes["party.vigilantes.targets"] == Change("party.vigilantes.targets", None, 2)
    assert str(changes["party.vigilantes.targets"]) == "party.vigilantes.targets: 2 (new)"
    goal = changes["party.vigilantes.goal"]
    assert str(goal) == "party.vigilantes.goal: {jailed 1, duels 2} (new)"
    assert "vigilantes" in str(changes["seating.order"])
    assert not any(where.endswith("provenance") for where in changes)


@pytest.mark.parametrize(
    "same",
    [
        {},
        {"party": {"sheriff": {"targets": 0}}},
        {"card": {"sheriff": {"posse": {"provenance": "house"}}}},
    ],
)
def test_a_file_that_changes_nothing_makes_no_box_of_ones_own(same: dict[str, object]) -> None:
    assert Box.of("e1", same) == Box.of("e1")


def test_a_value_counts_before_the_set_ups_even_where_it_is_the_editions() -> None:
    box = Box.of("e1", {"start": {"dancer": {"spaces": ["a3"]}}})
    assert box.label != "e1"
    assert str(box.changes[0]) == "start.dancer.spaces: a3 (in every set-up)"


def test_other_changes_have_another_mark_and_the_order_of_keys_does_not_matter() -> None:
    other = {"card": {"sheriff": {"posse": {"second_shot": 6}}}}
    both = {"start": {"dancer": {"spaces": ["c5"]}}, **SHOT}
    turned = {**SHOT, "start": {"dancer": {"spaces": ["c5"]}}}
    marks = [Box.of("e1", override).own for override in (SHOT, other, both, turned)]
    assert marks[2] == marks[3]
    assert len(set(marks)) == 3
    assert Box.of("e1", SHOT).label != Box.of("e2", SHOT).label


def test_a_key_of_a_table_is_one_value() -> None:
    """As it is laid over the edition: [setup.x] second_shots replaces all of them."""
    box = Box.of("e1", {"party": {"dancer": {"goal": {"debts": 1}}}})
    assert [str(change) for change in box.changes] == [
        "party.dancer.goal: {debts 2, duels 3} → {debts 1}"
    ]
