"""The whole table as one person sees it: board, goals, order, own cards and targets."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cactustown.cli.text import panel
from cactustown.cli.text.board import Board, board_width, cell_width, lasting_marks
from cactustown.game import Game
from cactustown.seatview import SeatView


def table(game: Game, view: SeatView, players: dict[str, str], width: int) -> RenderableType:
    """Side by side where there is room, else the board last, next to the question."""
    cell = cell_width(width, panel.WIDTH + 1)
    board = Board(view, lasting_marks(game.rules), cell).draw()
    parties = panel.parties(view, players, game.options.screens == "closed")
    order = panel.order(view, game.options.programming)
    if view.events is not None:
        order = Text("\n").join([order, panel.events(view.events)])
    grid = Table.grid(padding=(0, 2, 0, 0))
    if width >= board_width(cell) + 1 + panel.WIDTH:
        grid.add_column(no_wrap=True)  # if it gets tight the words give way, not the board
        grid.add_column()
        grid.add_row(board, Group(order, Text(), parties))
        return Group(Text(), grid, *_private(game, view))
    grid.add_column()
    grid.add_column(no_wrap=True)
    grid.add_row(parties, order)
    return Group(Text(), grid, board, *_private(game, view))


def _private(game: Game, view: SeatView) -> list[Text]:
    """What only this person may see, and the duel."""
    lines = [
        panel.aim_line(view),
        panel.targets_line(view),
        panel.plan_line(game.rules, view),
        panel.duel_stage(view),
    ]
    return [line for line in lines if line is not None]
