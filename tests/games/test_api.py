"""The API a newcomer uses, and what wrong use of it gets."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cactustown import (
    BadFile,
    BadOptions,
    CactusTownError,
    Game,
    GameOver,
    IllegalChoice,
    NoSuchSeat,
    NothingToUndo,
    NotYourTurn,
)
from cactustown.content import load_content


def play_on(game: Game, seed: int, choices: int = 10_000) -> Game:
    chooser = random.Random(seed)
    for _ in range(choices):
        if game.is_over:
            break
        party = chooser.choice(game.awaited)
        game.play(party, chooser.choice(game.choices(party)))
    return game


def everything(game: Game) -> tuple[object, ...]:
    views = [game.view(seat).to_json() for seat in [None, *game.parties]]
    return game.digest(), views, game.journal().to_json(), game.awaited


def test_the_readme_example() -> None:
    game = Game.new(["sheriff", "outlaws"], seed=7)
    assert game.awaited == ["sheriff", "outlaws"]
    game.play("sheriff", "plan arrest showdown posse")
    game.play("outlaws", "plan ride heist shadows")
    assert game.awaited == ["sheriff"]
    assert game.view("sheriff").parties["outlaws"].targets is None
    assert "run deputy-1 c3-c2" in game.choices("sheriff")  # nobody lies there, so arrest runs


def test_the_same_seed_plays_the_same_game() -> None:
    a, b = (play_on(Game.new(seed=5, round_limit=60), 9) for _ in range(2))
    assert a.digest() == b.digest()
    assert a.digest() != play_on(Game.new(seed=6, round_limit=60), 9).digest()


def test_without_a_seed_no_two_games_are_alike() -> None:
    assert Game.new().commitment != Game.new().commitment


def test_wrong_use_is_explained_and_changes_nothing() -> None:
    game = Game.new(["sheriff", "outlaws"], seed=1)
    before = everything(game)
    with pytest.raises(IllegalChoice, match="did you mean 'plan posse patrol showdown'"):
        game.play("sheriff", "plan posse patrol shodown")
    with pytest.raises(NoSuchSeat, match="there are: sheriff, outlaws"):
        game.play("dancer", "plan posse patrol showdown")
    with pytest.raises(NoSuchSeat):
        game.choices(2)
    with pytest.raises(NoSuchSeat):
        game.view(True)
    with pytest.raises(NothingToUndo):
        game.undo("sheriff")
    assert everything(game) == before

    game.play("sheriff", "plan posse patrol showdown")
    game.play("outlaws", "plan ride shadows gunfight")
    before = everything(game)
    with pytest.raises(NotYourTurn, match="awaited: sheriff"):
        game.play("outlaws", "stay")
    with pytest.raises(NotYourTurn):
        game.play_int(1, 0)
    with pytest.raises(IllegalChoice):
        game.play_int(0, 12345)
    assert everything(game) == before


def test_a_finished_game_refuses_everything() -> None:
    game = play_on(Game.new(seed=2, round_limit=60), 1)
    before = everything(game)
    for party in game.parties:
        assert game.choices(party) == []
        with pytest.raises(GameOver, match="the game is over"):
            game.play(party, "stay")
        with pytest.raises(GameOver):
            game.play_int(game.seat(party), 0)
    assert everything(game) == before


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"parties": ["sheriff"]}, "2 to 5"),
        ({"parties": ["sheriff", "dancer"]}, "sheriff can only play with outlaws"),
        ({"parties": ["hunters", "dancer"]}, "hunters can only play with outlaws"),
        ({"parties": ["sheriff", "sheriff"]}, "named twice"),
        ({"parties": ["sheriff", "pirates"]}, "there is no party 'pirates'"),
        ({"mode": "hard"}, "basic, gunslinger"),
        ({"programming": "sideways"}, "straight, reverse"),
        ({"round_limit": -1}, "round_limit"),
    ],
)
def test_illegal_options_are_refused_with_a_reason(options: dict[str, object], reason: str) -> None:
    """SIDE-1, SIDE-2."""
    with pytest.raises(BadOptions, match=reason):
        Game.new(**options)  # type: ignore[arg-type]


def test_seating_follows_the_table_whatever_the_order_given() -> None:
    """SIDE-3: the first of the order present starts."""
    game = Game.new(["dancer", "outlaws", "hunters"], seed=1)
    assert game.parties == ["outlaws", "hunters", "dancer"]
    assert game.view(None).first_player == "outlaws"


def test_undo_until_something_is_shown_or_another_seat_acts() -> None:
    game = Game.new(["sheriff", "outlaws"], content=load_content("e1"), seed=1)
    fresh = game.view("sheriff")
    game.play("sheriff", "plan posse patrol showdown")
    assert game.can_undo("sheriff")
    assert not game.can_undo("outlaws")
    game.undo("sheriff")
    assert game.view("sheriff") == fresh
    assert game.events_since(0)[-1]["event"] == "undone"

    game.play("sheriff", "plan patrol posse showdown")
    game.play("outlaws", "plan shadows ride gunfight")  # turns a card up
    for party in game.parties:
        with pytest.raises(NothingToUndo):
            game.undo(party)

    before = game.view("sheriff")
    game.play("sheriff", "sneak sheriff c3-c4")
    game.play("sheriff", "sneak deputy-1 c3-b3")
    game.undo()
    assert game.view(None).parties["sheriff"].standees["deputy-1"].at == "c3"
    game.undo("sheriff")
    assert game.view("sheriff") == before
    with pytest.raises(NothingToUndo):
        game.undo("sheriff")


def test_a_clone_goes_its_own_way_with_dice_of_its_own() -> None:
    game = play_on(Game.new(["sheriff", "outlaws"], seed=3, round_limit=60), 3, 40)
    before = everything(game)
    clones = [play_on(game.clone(), 4) for _ in range(8)]
    assert everything(game) == before
    assert len({clone.digest() for clone in clones}) > 1
    assert all(clone.journal().seed == "" == clone.commitment for clone in clones)


def test_events_are_numbered_the_same_for_everybody() -> None:
    game = play_on(Game.new(["sheriff", "outlaws", "hunters"], seed=3, round_limit=60), 3, 60)
    for seat in (None, *game.parties):
        events = game.events_since(10, seat)
        assert [event["n"] for event in events] == list(range(10, 10 + len(events)))
        assert [event["event"] for event in events] == [
            event["event"] for event in game.all_events()[10:]
        ]


def test_save_and_load_at_every_decision(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    game = Game.new(["sheriff", "outlaws", "dancer"], mode="gunslinger", seed=8, round_limit=3)
    chooser = random.Random(1)
    while not game.is_over:
        game.save(file)
        again = Game.load(file)
        assert everything(again) == everything(game)
        party = chooser.choice(game.awaited)
        choice = chooser.choice(game.choices(party))
        game.play(party, choice)
        again.play(party, choice)
        assert everything(again) == everything(game)  # the same dice come
    assert not list(tmp_path.glob("*.part"))


def test_undo_is_kept_in_the_journal(tmp_path: Path) -> None:
    game = Game.new(["sheriff", "outlaws"], seed=1)
    game.play("outlaws", "plan ride shadows gunfight")
    game.undo("outlaws")
    game.play("outlaws", "plan heist shadows gunfight")
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert everything(again) == everything(game)
    assert [move.choice for move in game.journal().moves].count("undo") == 1


def test_a_saved_clone_can_be_loaded_and_played_on(tmp_path: Path) -> None:
    clone = play_on(Game.new(seed=3, round_limit=60), 3, 40).clone()
    play_on(clone, 2, 20)
    clone.save(tmp_path / "clone.json")
    again = Game.load(tmp_path / "clone.json")
    assert again.digest() == clone.digest()
    assert play_on(again, 5).is_over


def test_what_the_view_says_in_words() -> None:
    game = Game.new(["sheriff", "outlaws", "hunters", "dancer"], mode="gunslinger", seed=4)
    seen = game.view("hunters")
    assert seen.seat == "hunters"
    assert seen.parties["hunters"].goal == {"captive": (0, 1), "horses": (0, 2)}
    assert seen.parties["hunters"].targets is not None
    assert len(seen.parties["hunters"].targets) == 1
    assert seen.parties["outlaws"].targets is None
    assert seen.parties["outlaws"].target_cards == 4
    assert seen.buildings["c3"].name == "sheriffs-office"
    assert seen.buildings["c4"].name is None
    assert seen.reserve == {"pipe": 4, "bullet": 4, "reload": 4, "trap": 4}
    assert len(seen.choices) == 24
    assert seen.to_json()["parties"]["sheriff"]["standees"]["sheriff"]["at"] == "c3"


@pytest.mark.parametrize(
    "options",
    [
        {"parties": "sheriff,outlaws"},
        {"parties": None},
        {"parties": [["sheriff"], "outlaws"]},
        {"round_limit": 2.5},
        {"round_limit": "3"},
        {"cactus": "no"},
        {"seed": 1.5},
        {"seed": b"short"},
        {"nonces": "abc"},
        {"nonces": ["a\nb"]},
        {"abilities": ["nonsense"]},
        {"alternative": ["nonsense"]},
    ],
    ids=str,
)
def test_odd_options_are_refused_not_misread(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        Game.new(**options)  # type: ignore[arg-type]


def test_odd_arguments_are_refused() -> None:
    game = Game.new(seed=1)
    for odd in (None, 3, ["plan"]):
        with pytest.raises(IllegalChoice):
            game.play("sheriff", odd)  # type: ignore[arg-type]
    with pytest.raises(NoSuchSeat):
        game.play_int("dancer", 0)  # type: ignore[arg-type]
    with pytest.raises(CactusTownError, match="numbered from 0"):
        game.events_since(-2)


def test_saving_where_it_cannot_be_saved(tmp_path: Path) -> None:
    game = Game.new(seed=1)
    for path in (tmp_path / "nowhere" / "x.json", tmp_path):
        with pytest.raises(BadFile, match="cannot be written"):
            game.save(path)
    assert list(tmp_path.iterdir()) == []
    assert not tmp_path.with_name(tmp_path.name + ".part").exists()


def test_who_acted_before_another_seat_may_not_undo() -> None:
    game = Game.new(["sheriff", "outlaws", "hunters"], seed=1)
    game.play("sheriff", "plan posse patrol showdown")
    game.play("outlaws", "plan ride shadows gunfight")
    game.undo("outlaws")
    with pytest.raises(NothingToUndo):
        game.undo("sheriff")


def test_after_an_undo_events_nest_as_before() -> None:
    told = []
    for undoing in (False, True):
        game = Game.new(["sheriff", "outlaws"], seed=1)
        game.play("sheriff", "plan patrol posse showdown")
        game.play("outlaws", "plan shadows ride gunfight")
        if undoing:
            game.play("sheriff", "sneak sheriff c3-c2")
            game.undo("sheriff")
        game.play("sheriff", "sneak sheriff c3-b3")
        told.append(game.events_since(0)[-1]["depth"])
    assert told[0] == told[1]


def test_a_plan_changed_and_changed_back_is_told_to_nobody() -> None:
    game = Game.new(["sheriff", "outlaws", "hunters"], seed=1)
    game.play("sheriff", "plan posse patrol showdown")
    before = game.events_since(0)
    game.play("sheriff", "plan patrol posse showdown")
    game.undo("sheriff")
    assert game.events_since(0) == before


def test_a_composed_position_cannot_be_saved(tmp_path: Path) -> None:
    from cactustown.conform import parse_cases
    from cactustown.conform.run import Player

    text = "edition e1\ncase A\nrules MOV-1\nparties sheriff outlaws\nasked sheriff: icon\n"
    game = Player(parse_cases(text, "here")[0]).game
    with pytest.raises(BadFile, match="composed position"):
        game.save(tmp_path / "game.json")
