"""The terminal shows pets, founder, chicken and the buildings beyond the base set."""

from __future__ import annotations

from rich.console import Console

from cactustown import Game
from cactustown.cli.text import panel
from cactustown.cli.text.board import draw_board, lasting_marks
from cactustown.cli.text.questions import question
from cactustown.conform.parse import parse_cases
from cactustown.conform.run import Player


def scene(position: str, steps: str = "") -> Game:
    """The game a rule case describes, after its steps."""
    text = f"edition e1\ncase A scene\nrules INFO-1\nparties sheriff outlaws\n{position}\n{steps}\n"
    player = Player(parse_cases(text + "expect no winner", "scene")[0])
    for line in player.steps:
        player.step(line)
    return player.game


def shown(game: Game) -> str:
    """Everything the outlaws see of board and parties, as plain text."""
    view = game.view("outlaws")
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(panel.parties(view, {}))
    return draw_board(view, lasting_marks(game.rules)).plain + capture.get()


def test_pets_and_founder_stand_with_their_party() -> None:
    town = "mode gunslinger\npets-variant\nalternative founder\n"
    assert "with the" not in shown(scene(town))
    text = shown(scene(town + "pet sheriff: cat\npet outlaws: dog\nfounder sheriff"))
    assert "with the cat and founder" in text
    assert "with the dog" in text


def test_the_chicken_is_on_the_board() -> None:
    town = "mode gunslinger\nchicken-variant\n"
    assert "CHICKEN" not in shown(scene(town))
    assert "! CHICKEN !" in shown(scene(town + "chicken b2"))


def test_face_up_buildings_say_what_they_do_and_which_pet_they_show() -> None:
    town = "mode gunslinger\npets-variant\nalternative dice founder\n"
    text = shown(scene(town + "up b2 casino, c2 town-hall, d2 snake-pit, b4 gunsmith, c4 church"))
    for words in ("roll again dog", "+founder dog", "+snake ", "+bullet dog", "crow"):
        assert words in text, words
    basic = "cactus-variant\nalternative no-cactus\nup b2 quarry"
    assert "no Ψ" in shown(scene(basic))


def test_a_pet_is_offered_by_name() -> None:
    town = "pets-variant\nsheriff c4 b1 d1\nup c5 kennel\nplan sheriff: showdown posse patrol\n"
    moved = {"to": "c5"}
    game = scene(town, "> sheriff: run sheriff c4-c5")
    asked = question(game.rules, game.view("sheriff"), "straight", moved)
    assert asked == "Make friends with the dog of this building?"
    game = scene(town + "pet sheriff: cat\n", "> sheriff: run sheriff c4-c5")
    asked = question(game.rules, game.view("sheriff"), "straight", moved)
    assert asked.endswith("The cat runs home then.")


def test_a_pet_names_whom_it_may_go_for() -> None:
    town = (
        "pets-variant\nsheriff c4 b1 d1\noutlaws c4 a5 e5\nup c4 telegraph-office\n"
        "pet sheriff: snake\nplan sheriff: showdown posse patrol\nfired sheriff\n"
        "dice sheriff 1, outlaw-1 6\n"
    )
    game = scene(town, "> sheriff: duel")
    view = game.view("sheriff")
    assert question(game.rules, view, "straight", None).startswith("You are not winning.")
    assert view.choices == ["no snake", "snake outlaw-1"]
