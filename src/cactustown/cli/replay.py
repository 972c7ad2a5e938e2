"""`cactustown replay`: a saved game again, step by step, or every event of it as JSON lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from cactustown.cli.text.board import draw_board
from cactustown.cli.text.telling import tell_all
from cactustown.cli.text.terminal import Terminal
from cactustown.cli.text.words import Cast
from cactustown.engine.journal import Journal, Move
from cactustown.game import Game, read_journal, replay


def replay_command(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[
        str | None, typer.Option(help="Show only what this party may know; default: everything.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every choice and event as JSON lines.")
    ] = False,
    step: Annotated[
        bool | None,
        typer.Option("--step/--no-step", help="Wait for Enter; default: on a terminal."),
    ] = None,
) -> None:
    """Show a saved game again, step by step."""
    journal = read_journal(file)
    pausing = sys.stdin.isatty() and sys.stdout.isatty() if step is None else step
    show = _JsonLines(seat) if as_json else _Screen(seat, pausing)
    offered: list[str] = []
    for number, (game, move) in enumerate(_with_offers(journal, str(file), offered)):
        if seat is not None:
            game.seat(seat)
        show.step(game, number, move, offered)


def _with_offers(
    journal: Journal, where: str, offered: list[str]
) -> Iterator[tuple[Game, Move | None]]:
    """Replays, keeping in `offered` what the mover of the next move could choose from."""
    moves = iter(journal.moves)
    for game, move in replay(journal, where):
        yield game, move
        coming = next(moves, None)
        offered[:] = game.choices(coming.party) if coming else []


class _JsonLines:
    """The audit: one JSON object a line; see docs/journal.md."""

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.told = 0
        self.round = 0

    def step(self, game: Game, number: int, move: Move | None, offered: list[str]) -> None:
        if move is None:
            self._print({"line": "game", **_head(game)})
        elif self.seat in (None, move.party):
            self._print(self._choice(game, number, move, offered))
        events = game.all_events() if self.seat is None else game.events_since(0, self.seat)
        for event in events[self.told :]:
            if event["event"] == "round":
                self.round = int(str(event["round"]))
            self._print({"line": "event", "round": self.round, **event})
        self.told = len(events)

    def _choice(self, game: Game, number: int, move: Move, offered: list[str]) -> dict[str, object]:
        """Others' choices are told to a seat by their events alone.

        What chance gave is left out for a seat: it may go on to somebody else's secret draw.
        """
        told: dict[str, object] = {"line": "choice", "round": self.round}
        told |= {"seat": game.seat(move.party), "party": move.party}
        told |= {"offered": list(offered), "chosen": move.choice}
        if self.seat is None:
            told |= {"move": number, "chance": list(move.chance)}
        return told

    def _print(self, data: dict[str, object]) -> None:
        print(json.dumps(data, ensure_ascii=False))


def _head(game: Game) -> dict[str, object]:
    buildings = [game.rules.building_names[b] for b in range(len(game.rules.building_names))]
    return {
        "parties": game.parties,
        "options": game.options.to_json(),
        "edition": game.content.edition,
        "commitment": game.commitment,
        "buildings": buildings,
        "standees": game.rules.standee_names,
    }


class _Screen:
    """The story in sentences, with the board after every choice that changed something."""

    def __init__(self, seat: str | None, pausing: bool) -> None:
        self.seat = seat
        self.pausing = pausing
        self.told = 0
        self.terminal = Terminal(speed=0)

    def step(self, game: Game, number: int, move: Move | None, offered: list[str]) -> None:
        events = game.all_events() if self.seat is None else game.events_since(0, self.seat)
        fresh = events[self.told :]
        self.told = len(events)
        view = game.view(self.seat)
        behind_screens = self.seat is not None and game.options.screens == "closed"
        self.terminal.tell(tell_all(Cast(view, behind_screens), fresh), at_once=True)
        if self.pausing and any(event["event"] != "locked" for event in fresh):
            self.terminal.show(draw_board(view, width=self.terminal.width))
            self.terminal.ask(f"{number}: Enter goes on, Ctrl-C ends ")
