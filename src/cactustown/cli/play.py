"""`cactustown play`: a game at this terminal, alone against bots or with others at one keyboard."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from cactustown.cli.text.invite import invite
from cactustown.cli.text.saves import new_save
from cactustown.cli.text.seats import Seats, read_seats, seat_players, write_seats
from cactustown.cli.text.session import Quit, Session
from cactustown.cli.text.terminal import Terminal
from cactustown.content import load_content
from cactustown.content.load import read_override
from cactustown.engine.errors import BadFile, BadOptions
from cactustown.game import Game

FULL_TABLE = "sheriff,outlaws,hunters,dancer"
INTERRUPTED = 130


def play(
    text: Annotated[bool, typer.Option("--text", help="Play in this terminal.")] = False,
    parties: Annotated[
        str | None, typer.Option(help=f"Who is in the game; default: {FULL_TABLE}")
    ] = None,
    mode: Annotated[str | None, typer.Option(help="basic or gunslinger")] = None,
    programming: Annotated[str | None, typer.Option(help="straight or reverse (pioneer)")] = None,
    cactus: Annotated[bool, typer.Option("--cactus", help="With the cactus.")] = False,
    me: Annotated[
        str | None, typer.Option(help="Your party; several for people sharing the keyboard")
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
        raise BadOptions(f"speed is {speed}; use 0 for no pauses, or more")
    terminal = Terminal(speed)
    own, rivals = _names(me), _names(bots)
    if resume is not None:
        set_up = {"--parties": parties, "--mode": mode, "--programming": programming}
        _refuse_with_resume({**set_up, "--seed": seed, "--content": content})
        session = _resumed(resume, save, own, rivals, terminal)
    else:
        chosen = _names(parties)
        if terminal.is_live and not (parties or mode or programming or me or cactus):
            agreed = _leave_politely(terminal)
            chosen, own = agreed.parties, agreed.me
            mode, programming = agreed.mode, agreed.programming
