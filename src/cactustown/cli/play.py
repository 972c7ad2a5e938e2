"""`cactustown play`: a game at this terminal, alone against bots or with others at one keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cactustown.cli.choose import (
    EVEN_HELP,
    REPLACE_HELP,
    WITH_HELP,
    content_file,
    notices,
    parties_option,
    with_option,
)
from cactustown.cli.text.asking import Quit
from cactustown.cli.text.invite import Invitation, invite
from cactustown.cli.text.saves import new_save
from cactustown.cli.text.seats import read_seats, seat_players, write_seats
from cactustown.cli.text.session import Session
from cactustown.cli.text.terminal import Terminal
from cactustown.content import load_content
from cactustown.engine.errors import BadOptions
from cactustown.game import Game
from cactustown.rules.options import Options

FULL_TABLE = "sheriff,outlaws,hunters,dancer"
SOLO_TABLE = "outlaws"
INTERRUPTED = 130
SCREENS_HELP = (
    "open or closed. House rule for people who like to remember: closed screens show others' "
    "tokens as a number, and the story leaves out which ones they take."
)


def play(
    text: Annotated[bool, typer.Option("--text", help="Play in this terminal.")] = False,
    parties: Annotated[
        str | None, typer.Option(help=f"Who is in the game; default: {FULL_TABLE}")
    ] = None,
    mode: Annotated[str | None, typer.Option(help="basic or gunslinger")] = None,
    programming: Annotated[str | None, typer.Option(help="straight or reverse (pioneer)")] = None,
    cactus: Annotated[bool, typer.Option("--cactus", help="With the cactus.")] = False,
    solo: Annotated[
        bool, typer.Option("--solo", help="The outlaws alone against the Ranger as an automa.")
    ] = False,
    extra: Annotated[str, typer.Option("--with", help=WITH_HELP)] = "",
    leaving: Annotated[str, typer.Option("--replace", help=REPLACE_HELP)] = "",
    screens: Annotated[str | None, typer.Option(help=SCREENS_HELP)] = None,
    even: Annotated[bool, typer.Option("--even", help=EVEN_HELP)] = False,
    me: Annotated[
        str | None, typer.Option(help="Your party; several if people share the keyboard")
    ] = None,
    bots: Annotated[str | None, typer.Option(help="One bot for all others, or one each")] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same game.")] = None,
    content: Annotated[Path | None, typer.Option(help="Your own content file")] = None,
    save: Annotated[Path | None, typer.Option(help="Where to keep the game")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game")] = None,
    speed: Annotated[
        float, typer.Option(help="How fast turns are told: 1 normal, 4 fast, 0 at once")
    ] = 1.0,
) -> None:
    """Play against bots, or several people taking turns at one keyboard."""
    if speed < 0:
        raise BadOptions(f"speed is {speed:g}; use 0 for no pauses, or more")
    terminal = Terminal(speed)
    wanted = Invitation(_names(parties), _names(me), programming or "", mode or "")
    if resume is not None:
        changed = (wanted.parties, programming, mode, cactus, solo, extra, content, leaving)
        if any(changed) or screens is not None or even or seed is not None:
            raise BadOptions("a resumed game keeps its set-up; only --me and --bots can change")
        session = _resumed(resume, save, wanted.me, _names(bots), terminal)
    else:
        if terminal.is_live and wanted == Invitation() and not (cactus or solo or extra):
            wanted = _asked(terminal)
            solo = wanted.solo
        options = Options(
            parties=tuple(wanted.parties or (SOLO_TABLE if solo else FULL_TABLE).split(",")),
            mode=wanted.mode or "basic",
            programming=wanted.programming or "straight",
            cactus=cactus,
            solo=solo,
            screens=screens or "open",
            even_sides=even,
        )
        box = load_content(override=content_file(content))
        game = Game.of(with_option(extra, options, leaving, box), content=box, seed=seed)
        for notice in notices(game.options, game.content):
            terminal.plain(notice)
        seats = seat_players(game.players, wanted.me, _names(bots), seed)
        path = new_save(save, game.parties)
        write_seats(seats, path)
        session = Session(game, seats, path, terminal)
    _play_out(session)


def _names(typed: str | None) -> list[str]:
    return list(parties_option((typed or "").lower()))


def _asked(terminal: Terminal) -> Invitation:
    try:
        return invite(terminal)
    except (EOFError, KeyboardInterrupt):
        terminal.show("\nNothing was begun. See you!")
        raise typer.Exit from None


def _resumed(
    path: Path, save: Path | None, me: list[str], bots: list[str], terminal: Terminal
) -> Session:
    """A saved game with those who played it, unless others are named now."""
    game = Game.load(path)
    seats = None if me or bots else read_seats(path, game.players)
    seats = seats or seat_players(game.players, me, bots, None)
    kept = path if save is None else new_save(save, game.parties)
    write_seats(seats, kept)
    return Session(game, seats, kept, terminal)


def _play_out(session: Session) -> None:
    """Plays to the end; whoever stops before is told how to go on."""
    terminal = session.terminal
    terminal.plain(f"This game is kept in {session.path}")
    if not session.game.is_over:
        terminal.show("[quiet]Type ? for help, q to stop; it is saved after every choice.[/]\n")
    try:
        session.run()
    except (Quit, EOFError, KeyboardInterrupt) as stop:
        terminal.plain("\nSaved. Go on with:")
        terminal.plain(f"  cactustown play --text --resume {session.path}")
        if isinstance(stop, KeyboardInterrupt):
            raise typer.Exit(INTERRUPTED) from None
