"""Which part of what was filmed is shown."""

from __future__ import annotations

from tests.browser.film import LONGEST, Shot, cut

TENTH = 100  # milliseconds from shot to shot


def shots(scene: str) -> list[Shot]:
    """A letter each: a card turned up, a walk, a duel, its dice; anything else is nothing."""
    card = 0
    found = []
    for n, what in enumerate(scene):
        card += what == "c"
        duel, dice = what in "dD", what == "D"
        found.append(Shot(n * TENTH, b"", f"{card}", what == "w", duel, dice))
    return found


def length(found: list[Shot]) -> float:
    return found[-1].at - found[0].at


def test_a_scene_begins_with_a_card() -> None:
    found = cut(shots("." * 90 + "c...wwww....c...dddddd" + "D" * 40 + "." * 20))
    assert 0 < length(found) <= LONGEST
    assert found[0].card == "1"
    assert any(one.walk for one in found)
    assert [one.duel for one in found[-2:]] == [False, False]


def test_there_is_no_scene_without_a_walk_dice_or_an_end() -> None:
    assert not cut(shots("c" + "." * 40 + "d" * 9 + "D" * 20 + "." * 9))
    assert not cut(shots("c.wwww" + "." * 40 + "d" * 29 + "." * 9))
    assert not cut(shots("c.wwww" + "." * 40 + "d" * 9 + "D" * 20))
