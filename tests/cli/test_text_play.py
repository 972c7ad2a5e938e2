"""The game on a terminal, driven by typed lines: whole games, saves, the curtain, wrong input."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.text import Text
from typer.testing import CliRunner, Result

from cactustown.bots.reasons import CODES
from cactustown.cli.app import app
from cactustown.cli.text.answer import NotUnderstood, understand
from cactustown.cli.text.board import draw_board
from cactustown.cli.text.hints import told
from cactustown.cli.text.story import SENTENCES, tell
from cactustown.cli.text.telling import tell_all
from cactustown.cli.text.words import Cast, aim, title
from cactustown.engine.errors import BadFile, BadOptions
from cactustown.engine.events import EventKind
from cactustown.game import Game
from cactustown.rules.events import SCHEMA
from cactustown.seatview import SeatView
from tests.own_box import POSSE_TOML

FOUR = ["sheriff", "outlaws", "hunters", "dancer"]
# Lines that always lead on: a plan, Enter for it, and first choices.
FIRST_CHOICES = "1 2 3\n\n" + "1\n" * 6


def play(*options: str | int | Path, typed: str = "", width: int = 80) -> Result:
    """Runs `cactustown play --text` with these options and lines."""
    arguments = ["play", "--text", *map(str, options)]
    return CliRunner().invoke(app, arguments, input=typed, env={"COLUMNS": str(width)})


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


# -- whole games


@pytest.mark.parametrize("mode", ["basic", "gunslinger"])
@pytest.mark.parametrize("programming", ["straight", "reverse"])
@pytest.mark.parametrize("parties", ["sheriff,outlaws", "outlaws,hunters,dancer", ",".join(FOUR)])
def test_a_person_who_takes_the_first_choice_plays_to_the_end(
    save: Path, mode: str, programming: str, parties: str
) -> None:
    options = ["--mode", mode, "--programming", programming, "--parties", parties]
    result = play(*options, "--seed", 4, "--save", save, typed=FIRST_CHOICES * 300)
    assert result.exit_code == 0, result.output
    game = Game.load(save)
    assert game.is_over
    assert "The end" in result.output
    assert game.commitment in result.output
    assert game.journal().seed in result.output
    assert f"cactustown verify {save}" in result.output
    assert str(save) in result.output


def test_a_person_plays_with_tools_and_abilities(save: Path) -> None:
    options = ["--with", "tools,abilities", "--me", "outlaws", "--bots", "random"]
    plan = "1 2 5\n1 2 5 3\n\n"  # the tool needs a second shot to be named
    result = play(*options, "--seed", 4, "--save", save, typed=plan + FIRST_CHOICES * 400)
    assert result.exit_code == 0, result.output
    assert "name your second shot as a fourth card" in result.output
    assert "Gunfight is your second shot" in " ".join(result.output.split())
    game = Game.load(save)
    assert game.is_over
    assert game.options.tools
    assert game.options.abilities == tuple(FOUR)


def test_a_party_of_ones_own_is_played_and_its_aim_told(save: Path, tmp_path: Path) -> None:
    box = tmp_path / "my-box.toml"
    box.write_text(POSSE_TOML)
    typed = FIRST_CHOICES * 30 + "quit\n"
    told = play(
        *("--content", box, "--parties", "vigilantes,outlaws", "--me", "vigilantes"),
        *("--bots", "greedy", "--seed", 1, "--speed", 0, "--save", save),
        typed=typed,
    )
    assert told.exit_code == 0, told.output
    assert "● Vigilantes: outlaws jailed 1, duels won 2 win." in told.output
    assert "Night ride" in told.output


def test_aims_are_told_of_any_goal() -> None:
    assert aim("dancer", {"debts": 2, "duels": 3}).startswith("pay 2 debts")
    assert aim("dancer", {"horses": 1}) == "horses stolen 1 win"
    assert aim("nobody", {"marshal": 1, "chief": 1}) == "Marshal's arrival 1, Tashunka freed 1 win"


def test_the_same_seed_tells_the_same_game_against_random_bots(tmp_path: Path) -> None:
    games = []
    for name in ("one", "two"):
        path = tmp_path / name
        play("--seed", 4, "--bots", "random", "--save", path, typed=FIRST_CHOICES * 300)
        assert Game.load(path).is_over
        games.append(path.read_text("utf-8"))
    assert games[0] == games[1]


@pytest.mark.parametrize("width", [80, 100, 120, 160])
def test_every_line_fits_and_the_board_stays_whole(save: Path, width: int) -> None:
    options = ["--seed", "4", "--mode", "gunslinger", "--save", str(save)]
    result = play(*options, typed=FIRST_CHOICES * 5 + "?\n", width=width)
    told = result.output.replace(str(save), "FILE").splitlines()
    assert max(len(line.rstrip()) for line in told) <= width
    rows = [line for line in told if line.startswith(("   │", "   ├", "   └"))]
    assert rows
    assert all(sum(line.count(bar) for bar in "│├┼┤└┴┘") == 6 for line in rows)


def test_a_hint_is_told_with_its_reasons_and_nothing_is_chosen(save: Path) -> None:
    played = play("--seed", 2, "--bots", "random", "--save", save, typed="h\nhint\nq\n")
    assert played.exit_code == 0
    hints = [line for line in played.output.splitlines() if "A good player would" in line]
    assert len(hints) == 2
    assert hints[0] == hints[1]
    assert "would lay " in hints[0]
    assert "as second shot" in hints[0]
    assert all(move.choice.startswith("plan") for move in Game.load(save).moves)
    asked = play("--resume", save, typed="1 2 3\n\nh\n1\nq\n")
    assert "A good player would choose run " in " ".join(asked.output.split())


@pytest.mark.parametrize("number", [1, 2])
def test_every_reason_is_a_sentence(number: int) -> None:
    about = {"standee": "outlaw-1", "whom": "deputy-1", "space": "b4", "building": "bank"}
    about |= {"party": "sheriff", "counter": "jailed", "token": "pipe", "card": "posse"}
    cast = Cast(Game.new(FOUR, seed=1).view("outlaws"))
    for code in CODES:
        line = told(cast, {**about, "code": code, "number": number, "than": 1, "chance": 80})
        plain = Text.from_markup(line).plain
        assert plain[0].isupper()
        assert plain.endswith(". (about 80 %)")
        assert "{" not in plain


# -- keeping


def test_quit_and_resume_give_the_same_position(save: Path) -> None:
    stopped = play("--seed", 2, "--bots", "random", "--save", save, typed="1 2 3\n\n1\nq\n")
    assert stopped.exit_code == 0
    assert f"--resume {save}" in stopped.output
    before = Game.load(save)
    resumed = play("--resume", save, typed="b\nq\n")
    assert resumed.exit_code == 0
    assert Game.load(save).digest() == before.digest()
    last_question = stopped.output.rindex("Choose")
    question = stopped.output[last_question:].splitlines()[0]
    assert question in resumed.output


def test_resume_remembers_people_and_bots(save: Path) -> None:
    play("--me", "dancer,sheriff", "--bots", "random,greedy", "--save", save, typed="")
    said = json.loads(Path(f"{save}.seats").read_text("utf-8"))
    assert said["people"] == ["sheriff", "dancer"]
    assert said["bots"] == {"outlaws": "random", "hunters": "greedy"}
    resumed = play("--resume", save, typed="\n")
    assert "Pass the keyboard to SHERIFF" in resumed.output


def test_a_journal_without_seats_is_resumed_with_those_named(save: Path) -> None:
    Game.new(FOUR, seed=1).save(save)
    result = play("--resume", save, "--me", "hunters", "--bots", "random", typed="")
    assert result.exit_code == 0
    assert "⬡ Hunters: hold 1 outlaw captive" in result.output


def test_the_end_of_input_saves_and_says_how_to_go_on(save: Path) -> None:
    result = play("--seed", 2, "--save", save, typed="1 2 3\n\n")
    assert result.exit_code == 0
    assert f"cactustown play --text --resume {save}" in result.output
    assert Game.load(save).journal().moves


def test_ctrl_c_saves_and_exits_with_130(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("cactustown.cli.text.terminal.Terminal.ask", interrupt)
    result = play("--seed", 2, "--save", save)
    assert result.exit_code == 130
    assert f"--resume {save}" in result.output


def test_games_are_kept_in_the_users_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = play("--seed", 2)
    saved = list((tmp_path / "cactustown" / "saves").glob("*.json"))
    assert len(saved) == 1
    assert str(saved[0]) in result.output


@pytest.mark.parametrize("text", ["", "not a game", '{"format": "something else"}'])
def test_a_bad_save_is_explained(save: Path, text: str) -> None:
    save.write_text(text, "utf-8")
    result = play("--resume", save)
    assert isinstance(result.exception, BadFile)
    assert str(save) in str(result.exception)


def test_a_bad_seats_file_is_explained(save: Path) -> None:
    Game.new(FOUR, seed=1).save(save)
    Path(f"{save}.seats").write_text("[]", "utf-8")
    result = play("--resume", save)
    assert isinstance(result.exception, BadFile)
    assert "delete it" in str(result.exception)


def test_a_resumed_game_keeps_its_set_up(save: Path) -> None:
    Game.new(FOUR, seed=1).save(save)
    result = play("--resume", save, "--mode", "gunslinger")
    assert isinstance(result.exception, BadOptions)


@pytest.mark.parametrize(
    "options", [["--screens", "closed"], ["--even"], ["--replace", "money"], ["--screens", "open"]]
)
def test_a_resumed_game_keeps_its_house_rules(save: Path, options: list[str]) -> None:
    Game.new(FOUR, seed=1).save(save)
    result = play("--resume", save, *options)
    assert isinstance(result.exception, BadOptions)
    assert "keeps its set-up" in str(result.exception)


def test_house_rules_are_kept_with_the_game_and_what_does_nothing_is_told(save: Path) -> None:
    """BLD-2, GUN-7."""
    options = ["--with", "alternative=dice", "--replace", "fur", "--screens", "closed", "--even"]
    result = play(*options, "--parties", "ranger,dakota", "--save", save, typed="q\n")
    told = " ".join(result.output.split())
    assert "dice (casino, card-den): these buildings will do nothing" in told
    assert "no even sides for these parties" in told
    game = Game.load(save)
    assert game.options.alternative == ("dice",)
    assert game.options.replace == ("fur",)
    assert game.options.screens == "closed"
    assert game.options.even_sides


def test_a_folder_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    result = play("--save", tmp_path / "file" / "game.json")
    assert isinstance(result.exception, BadFile)


def test_an_existing_game_is_not_overwritten(save: Path) -> None:
    save.write_text("precious", "utf-8")
    result = play("--save", save)
    assert isinstance(result.exception, BadFile)
    assert save.read_text("utf-8") == "precious"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--me", "sheriff", "--parties", "outlaws,dancer"], "'sheriff' does not play"),
        (["--bots", "random,random"], "2 bots for 3 parties"),
        (["--bots", "clever"], "no bot 'clever'"),
        (["--mode", "hard"], "basic, gunslinger"),
        (["--parties", "sheriff,dancer"], "only play with outlaws"),
        (["--speed", "-1"], "0 for no pauses"),
        (["--screens", "shut"], "open, closed"),
    ],
)
def test_options_that_make_no_game_are_explained(save: Path, options: list[str], said: str) -> None:
    result = play(*options, "--save", save)
    assert isinstance(result.exception, BadOptions)
    assert said in str(result.exception)
    assert not save.exists()


# -- several people


def test_the_curtain_never_shows_what_the_other_may_not_know(save: Path) -> None:
    """Between two curtains only one person's targets and plans are told."""
    typed = ("\n1 2 3\n\n" + "1\n" * 5) * 12
    people = ("--me", "outlaws,dancer", "--bots", "greedy")
    result = play(*people, "--seed", 5, "--save", save, typed=typed)
    game = Game.new(FOUR, seed=5)
    targets = {p: game.view(p).parties[p].targets or [] for p in ("outlaws", "dancer")}
    scenes = result.output.split("Pass the keyboard to ")[1:]
    assert {scene.split(",")[0] for scene in scenes} == {"OUTLAWS", "DANCER"}
    for scene in scenes:
        you = scene.split(",")[0].lower()
        other = "dancer" if you == "outlaws" else "outlaws"
        assert _own_targets(scene) <= {title(name) for name in targets[you]}
        assert f"{title(other)} have planned " not in scene
        assert f"{title(other)} has planned " not in scene
        assert f"{title(other)}: " not in scene  # their aim stands over their cards
    assert all(_own_targets(scene) for scene in scenes[:2])


def _own_targets(scene: str) -> set[str]:
    told = scene.split("Your targets: ")[1:]
    lines = [part.split("\n")[0] for part in told]
    return {name.split(" (")[0].strip() for line in lines for name in line.split(", ")}


def test_before_the_curtain_nothing_is_told(save: Path) -> None:
    result = play("--me", "sheriff,outlaws", "--seed", 5, "--save", save, typed="")
    assert "Pass the keyboard to SHERIFF, then press Enter." in result.output
    assert "Your targets" not in result.output
    assert "dealt the" not in result.output


def test_people_plan_one_after_the_other(save: Path) -> None:
    typed = "\n1 2 3\n\n\n4 3 2\n\n"
    play("--parties", "sheriff,outlaws", "--me", "sheriff,outlaws", "--save", save, typed=typed)
    moves = [(move.party, move.choice) for move in Game.load(save).journal().moves]
    assert moves[:2] == [
        ("sheriff", "plan posse patrol showdown"),
        ("outlaws", "plan heist gunfight shadows"),
    ]


# -- what is typed


def test_wrong_input_is_explained_and_asked_again(save: Path) -> None:
    typed = "fly\n1 1 2\n9 8 7\n\n1 2 3\n\n99\nfly\nq\n"
    result = play("--seed", 2, "--bots", "random", "--save", save, typed=typed)
    assert "Type three cards in order" in result.output
    assert "only once" in result.output
    assert "no card 9; your cards are 1 to 4" in result.output
    assert "no choice 99; type a number from 1 to" in result.output
    assert "'fly' is none of the choices" in result.output
    assert len([m for m in Game.load(save).journal().moves if m.party == "outlaws"]) == 1


def test_commands_leave_the_question_standing(save: Path) -> None:
    typed = "?\nl\nl all\nr MOV-6\nr NONE-1\nu\ns\nb\nq\n"
    result = play("--seed", 2, "--save", save, typed=typed)
    for said in ("save and quit", "Round 1.", "MOV-6 Escape", "a section:", "nothing to undo"):
        assert said in result.output
    assert not [m for m in Game.load(save).journal().moves if m.party == "outlaws"]


def test_undo_takes_the_last_choice_back(save: Path) -> None:
    """A sneak shows nothing, so it may be taken back."""
    typed = "2 1 3\n\nsneak-all\nsneak outlaw-1 a1-a2\nu\nl\nq\n"
    result = play("--seed", 2, "--bots", "random", "--save", save, typed=typed)
    choices = [m.choice for m in Game.load(save).journal().moves if m.party == "outlaws"]
    assert choices[-2:] == ["sneak outlaw-1 a1-a2", "undo"]
    assert "You undo that." in result.output
    assert result.output.count("Outlaw 1 sneaks from a1 to a2.") == 1  # not in the log


@pytest.fixture
def movement() -> SeatView:
    """The outlaws' view with a few movements to choose from."""
    choices = ["stay", "run outlaw-1 a1-a2", "run outlaw-1 a1-b1", "run outlaw-2 a5-a4"]
    return replace(Game.new(seed=1).view("outlaws"), choices=choices, shape="move")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2", "run outlaw-1 a1-a2"),
        ("RUN  outlaw-1 a1-a2", "run outlaw-1 a1-a2"),
        ("run outlaw-2", "run outlaw-2 a5-a4"),
        ("b1", "run outlaw-1 a1-b1"),
        ("outlaw-1 b1", "run outlaw-1 a1-b1"),
        ("st", "stay"),
    ],
)
def test_numbers_notation_and_beginnings_are_understood(
    movement: SeatView, typed: str, meant: str
) -> None:
    assert understand(movement, typed) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [("run outlaw-1", "could mean 2 or 3"), ("0", "1 to 4"), ("", "1 to 4"), ("x", "none of")],
)
def test_what_is_not_clear_is_asked_again(movement: SeatView, typed: str, said: str) -> None:
    with pytest.raises(NotUnderstood, match=said):
        understand(movement, typed)


def test_yes_and_no_are_understood() -> None:
    choices = ["no second shot", "second shot"]
    view = replace(Game.new(seed=1).view("outlaws"), choices=choices, shape="yes-no")
    assert [understand(view, typed) for typed in ("y", "no", "2")] == [
        "second shot",
        "no second shot",
        "second shot",
    ]


@pytest.mark.parametrize("typed", ["1 4 2", "142", "1,4,2", "ride heist shadows", "r h s"])
def test_plans_are_typed_by_number_or_name(typed: str) -> None:
    view = Game.new(seed=1).view("outlaws")
    assert understand(view, typed) == "plan ride heist shadows"


# -- what is told


def _example(kind: str) -> object:
    """A value of a field of this kind, as words."""
    examples: dict[str, object] = {
        "player": 1,
        "seat": 1,
        "standee": "outlaw-1",
        "place": "a2",
        "building": "bank",
        "card": "ride",
        "icon": "run",
        "token": "bullet",
        "tokens": ["bullet"],
        "how": "run",
        "pet": "cat",
        "party": "sheriff",
        "number": 2,
        "event": "dry-well",
    }
    return examples[kind]


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("kind", SCHEMA.values(), ids=[kind.name for kind in SCHEMA.values()])
def test_every_event_has_a_sentence(kind: EventKind, hidden: bool) -> None:
    cast = Cast(Game.new(seed=1).view("outlaws"))
    event: dict[str, object] = {"n": 0, "event": kind.name, "depth": 0}
    for field in kind.fields:
        may_be_null = field.secret or field.absent
        event[field.name] = None if hidden and may_be_null else _example(field.kind)
        if field.kind == "player":
            event["party"] = "outlaws"
    said = tell(cast, event)
    assert said.endswith((".", "!"))
    assert not set("{}()") & set(said)


def test_no_sentence_is_for_an_event_that_does_not_exist() -> None:
    assert set(SENTENCES) == {kind.name for kind in SCHEMA.values()}


def test_verbs_agree_with_their_party() -> None:
    event = {"n": 0, "event": "card", "depth": 1, "party": "outlaws", "card": "ride", "position": 1}
    game = Game.new(seed=1)
    own, others = (tell(Cast(game.view(seat)), event) for seat in ("outlaws", "sheriff"))
    assert own == "[outlaws]You[/] reveal [bold]Ride[/]."
    assert others == "[outlaws]Outlaws[/] reveal [bold]Ride[/]."


def test_card_and_action_are_one_sentence() -> None:
    cast = Cast(Game.new(seed=1).view("outlaws"))
    events = [
        {"n": 0, "event": "card", "depth": 1, "party": "sheriff", "card": "posse", "position": 1},
        {"n": 1, "event": "action", "depth": 2, "party": "sheriff", "icon": "run-all"},
    ]
    told = [line.markup for line in tell_all(cast, events)]
    assert told == ["[sheriff]Sheriff[/] reveals [bold]Posse[/] and runs with everybody."]


def test_the_board_marks_targets_for_their_owner_only() -> None:
    game = Game.new(FOUR, seed=1, even_sides=True)  # five of them begin in the office
    for party in game.parties:
        town = draw_board(game.view(party)).plain
        assert len(town.splitlines()) == 17
        assert "★S★D1★D2⬡1⬡2" in town
    assert "◎" not in draw_board(game.view("sheriff")).plain
    assert "◎" not in draw_board(game.view(None)).plain


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_board_shows_everybody_of_a_crowd(width: int) -> None:
    view = Game.new(FOUR, seed=1).view(None)
    parties = {
        party: replace(
            of,
            standees={
                name: replace(standee, at="c3", stunned=True, plunder=True)
                for name, standee in of.standees.items()
            },
        )
        for party, of in view.parties.items()
    }
    town = draw_board(replace(view, parties=parties), width=width).plain
    shown = "".join(line.split("│")[3] for line in town.splitlines() if "│" in line)
    cast = Cast(view)
    for name in cast.party_of:
        assert f"{cast.badge(name)}↓$" in shown, name
    assert len({len(line) for line in town.splitlines()[:-1]}) == 1  # the walls still meet
