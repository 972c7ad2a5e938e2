"""Options: what a file says of them is what they were, and what it does not say is as before."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cactustown import BadOptions, Game
from cactustown.rules.options import (
    MODES,
    PET_KINDS,
    PROGRAMMINGS,
    SCREENS,
    Options,
    options_from_json,
)

WORDS = st.lists(st.text("abc-", min_size=1, max_size=5)).map(tuple)
ANY_OPTIONS = st.builds(
    Options,
    parties=st.sampled_from([("sheriff", "outlaws"), ("outlaws", "dancer", "hunters")]),
    mode=st.sampled_from(MODES),
    programming=st.sampled_from(PROGRAMMINGS),
    cactus=st.booleans(),
    round_limit=st.integers(0, 99),
    pets=st.booleans(),
    pet_kind=st.sampled_from(PET_KINDS),
    chicken=st.booleans(),
    tools=st.booleans(),
    alternative=WORDS,
    replace=WORDS,
    screens=st.sampled_from(SCREENS),
    even_sides=st.booleans(),
)


@given(options=ANY_OPTIONS)
def test_options_come_back_from_a_file(options: Options) -> None:
    options.check()
    assert options_from_json(options.to_json()) == options


@given(options=ANY_OPTIONS)
def test_an_older_file_has_the_defaults(options: Options) -> None:
    """Files from before there was a choice: open screens, the usual line-up, the printed box."""
    saved = options.to_json()
    for name in ("replace", "screens", "even_sides"):
        del saved[name]
    found = options_from_json(saved)
    assert (found.replace, found.screens, found.even_sides) == ((), "open", False)
    assert found.alternative == options.alternative


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"screens": "shut"}, "screens is 'shut'; it is one of: open, closed"),
        ({"screens": True}, "cannot be True"),
        ({"even_sides": "yes"}, "cannot be 'yes'"),
        ({"replace": "money"}, "cannot be 'money'"),
        ({"replace": [1]}, "replace is .* it should hold words"),
    ],
)
def test_what_is_wrong_is_explained(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        options_from_json(wrong).check()


def test_a_game_is_saved_with_its_house_rules() -> None:
    game = Game.new(
        ("sheriff", "outlaws"),
        seed=1,
        alternative=["dice"],
        replace=["fur"],
        screens="closed",
        even_sides=True,
    )
    again = Game.of(options_from_json(game.journal().options), seed=1)
    assert again.options == game.options
    assert again.options.replace == ("fur",)
    assert "tannery" not in again.rules.building_names
    assert "bank" in again.rules.building_names


def test_closed_screens_change_nothing_in_the_game() -> None:
    """GUN-7: a matter of display; views are as with open ones."""
    open_game, closed = (
        Game.new(("sheriff", "outlaws"), seed=5, mode="gunslinger", screens=screens)
        for screens in SCREENS
    )
    for step in range(40):
        assert open_game.awaited == closed.awaited
        for seat in (None, "sheriff", "outlaws"):
            assert open_game.view(seat).to_json() == closed.view(seat).to_json()
        party = open_game.awaited[0]
        choices = open_game.choices(party)
        assert choices == closed.choices(party)
        for game in (open_game, closed):
            game.play(party, choices[step * 7 % len(choices)])
    assert open_game.digest() == closed.digest()
