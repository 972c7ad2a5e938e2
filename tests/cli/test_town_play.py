"""The terminal shows pets, founder, chicken and the buildings beyond the base set."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from cactustown import Game
from cactustown.cli.text import panel
from cactustown.cli.text.board import draw_board, lasting_marks
from cactustown.cli.text.questions import question
from cactustown.cli.text.story import tell
from cactustown.cli.text.telling import tell_all
from cactustown.cli.text.words import TARGET, Cast
from cactustown.conform.parse import parse_cases
from cactustown.conform.run import Player


def scene(position: str, steps: str = "", parties: str = "sheriff outlaws") -> Game:
    """The game a rule case describes, after its steps."""
    text = f"edition e1\ncase A scene\nrules INFO-1\nparties {parties}\n{position}\n{steps}\n"
    player = Player(parse_cases(text + "expect no winner", "scene")[0])
    for line in player.steps:
        player.step(line)
    return player.game


def shown(game: Game, seat: str | None = "outlaws") -> str:
    """Everything a seat sees of board and parties, as plain text."""
    view = game.view(seat)
    console = Console(width=80, no_color=True)
    with console.capture() as capture:
        console.print(panel.parties(view, {}, game.options.screens == "closed"))
    return draw_board(view, lasting_marks(game.rules)).plain + capture.get()


def told(game: Game, seat: str | None) -> str:
    """The story as a seat is told it."""
    cast = Cast(game.view(seat), game.options.screens == "closed")
    lines = tell_all(cast, game.events_since(0, seat))
    return " ".join(Text.from_markup(line.markup).plain for line in lines)


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


HOLDING = "mode gunslinger\ntokens sheriff: bullet trap\ntokens outlaws: pipe pipe\n"


def test_open_screens_show_what_everybody_holds() -> None:
    """GUN-7."""
    game = scene(HOLDING)
    for seat in ("outlaws", "sheriff", None):
        assert "bullet 1, trap 1" in shown(game, seat)
        assert "peace pipe 2" in shown(game, seat)


def test_closed_screens_show_others_tokens_as_a_number() -> None:
    """GUN-7."""
    game = scene("screens closed\n" + HOLDING)
    for seat, own, others in (
        ("outlaws", "peace pipe 2", ("bullet 1", "trap 1")),
        ("sheriff", "bullet 1, trap 1", ("pipe 2",)),
        (None, "2 tokens", ("bullet 1", "trap 1", "pipe 2")),
    ):
        text = shown(game, seat)
        assert own in text
        assert "2 tokens" in text
        assert not any(name in text for name in others), seat


TAKING = (
    "mode gunslinger\nalternative picker\nsheriff c4 b1 d1\noutlaws d5 a5 e5\n"
    "tokens sheriff: pipe pipe bullet bullet reload reload\n"
    "plan sheriff: showdown posse patrol\nplan outlaws: shadows ride heist\n"
    "down c5 tannery, d4 gunsmith"
)
TAKEN = (
    "> sheriff: run sheriff c4-c5\n> sheriff: take trap for pipe\n"
    "> outlaws: run, run outlaw-1 d5-d4\n> sheriff: no trap\n> outlaws: leave bullet"
)


def test_the_story_tells_which_tokens_are_taken() -> None:
    text = told(scene(TAKING, TAKEN), "outlaws")
    assert "takes a trap and gives up a peace pipe." in text


def test_behind_closed_screens_the_story_leaves_the_kinds_out() -> None:
    """GUN-7: for others; one's own are told."""
    game = scene("screens closed\n" + TAKING, TAKEN)
    for seat in ("outlaws", None):
        assert "takes a token and gives up a token." in told(game, seat)
        assert "trap" not in told(game, seat)
    assert "You take a trap and give up a peace pipe." in told(game, "sheriff")
    assert "leave the bullet there" in told(game, "outlaws")
    assert "leave the token there" in told(game, "sheriff")


def test_a_token_that_is_used_is_seen_by_everybody() -> None:
    """GUN-7, GUN-8: closed or not."""
    held = "sheriff c4 b1 d1\noutlaws d5 a5 e5\nplan sheriff: showdown posse patrol\n"
    used = "> sheriff: run sheriff c4-c5\n> outlaws: trap"
    game = scene(f"mode gunslinger\nscreens closed\ntokens outlaws: trap\n{held}", used)
    assert "Outlaws spring a trap" in told(game, None)


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


def test_whoever_is_borrowed_fights_for_the_borrower() -> None:
    """ABI-2: what the borrower adds counts for the figure that fights."""
    game = scene(
        "with abilities=sheriff\nsheriff b2 a4 e5\noutlaws b2 c2 e1\nhunters c2 d1\n"
        "plan sheriff: posse patrol showdown\nfired hunters\ndice sheriff 6, outlaw-1 1",
        "> sheriff: duel\n> outlaws: no second shot\n> sheriff: ability\n"
        "dice hunter-1 2, outlaw-2 4\n> sheriff: duel-with hunter-1\n> sheriff: second shot",
        "sheriff outlaws hunters",
    )
    stage = panel.duel_stage(game.view("outlaws"))
    assert stage is not None
    assert "outlaw 2: 4 · hunter 1 for sheriff: 2 + 3 = 5" in stage.plain.lower()
    events = game.events_since(0, "outlaws")
    lent = next(event for event in events if event["event"] == "lent")
    told = Text.from_markup(tell(Cast(game.view("outlaws")), lent)).plain.lower()
    assert told == "hunter 1 fights for sheriff."


def test_the_owner_of_a_borrowed_friend_is_asked_for_whom_the_pet_would_help() -> None:
    game = scene(
        "with abilities=sheriff\npets-variant\npet hunters: dog\nsheriff b2 a4 e5\n"
        "outlaws b2 c2 e1\nhunters c2 d1\nup c2 bank\nfired outlaws sheriff hunters\n"
        "dice sheriff 6, outlaw-1 1",
        "> sheriff: duel\n> sheriff: ability\ndice hunter-1 3, outlaw-2 4\n"
        "> sheriff: duel-with hunter-1",
        "sheriff outlaws hunters",
    )
    asked = question(game.rules, game.view("hunters"), "straight", None)
    assert asked == "Sheriff, for whom your friend fights, is not winning. Let your pet help?"


def test_a_target_looked_at_is_marked_and_told() -> None:
    town = "up b2 bank\ndown c4 hotel\ntargets outlaws: bank hotel church\n"
    unseen = scene(town)
    assert shown(unseen).count(TARGET) == 1
    assert "(c4)" not in str(panel.targets_line(unseen.view("outlaws")))
    seen = scene(town + "seen outlaws: c4\n")
    assert shown(seen).count(TARGET) == 2
    assert "Hotel (c4)" in str(panel.targets_line(seen.view("outlaws")))
