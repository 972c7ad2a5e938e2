"""The choices, numbered; those of one figure stand on one line."""

from __future__ import annotations

from itertools import groupby

from rich.table import Table
from rich.text import Text

from cactustown.cli.text import words
from cactustown.cli.text.board import badge
from cactustown.cli.text.words import SHUTTERS, Cast
from cactustown.seatview import SeatView

_GAP = 3  # columns between two options


def menu(view: SeatView, width: int) -> Table:
    """All choices of the view but plans, which are typed card by card."""
    table = Table.grid(padding=(0, 1))
    numbered = list(enumerate(view.choices, 1))
    groups = [
        (Text.from_markup(head), [_option(number, _label(view, choice)) for number, choice in of])
        for head, of in groupby(numbered, key=lambda pair: _head(view, pair[1]))
    ]
    widest = max((head.cell_len for head, _ in groups), default=0)
    for head, options in groups:
        table.add_row(head, _flow(options, width - widest - 2))
    return table


def _flow(options: list[Text], width: int) -> Text:
    """Options side by side; a line is never broken inside one."""
    flow = Text()
    used = 0
    for option in options:
        if used and used + _GAP + option.cell_len > width:
            flow.append("\n")
            used = 0
        elif used:
            flow.append(" " * _GAP)
            used += _GAP
        flow.append_text(option)
        used += option.cell_len
    return flow


def _option(number: int, label: Text) -> Text:
    text = Text(f"{number} ", style="bold")
    text.append_text(label)
    return text


def _head(view: SeatView, choice: str) -> str:
    """Who would do it: the name of the figure and where it stands, or nothing."""
    parts = choice.split()
    if view.shape != "move" or len(parts) < 3:
        return " "
    cast = Cast(view)
    at = view.parties[cast.party_of[parts[1]]].standees[parts[1]].at
    where = f"at {at}" if at in view.buildings else f"({at})"
    return f"  {cast.standee(parts[1])} [quiet]{where}:[/]"


def _label(view: SeatView, choice: str) -> Text:
    parts = choice.split()
    if view.shape == "move":
        return _move(view, parts)
    if view.shape == "space":
        return place(view, parts[-1])
    if view.shape in ("standee", "pair", "somebody") and parts[0] != "no":
        return _standees(view, parts)
    if view.shape == "icon":
        return Text(words.icon(choice).upper())
    if view.shape == "tokens":
        chosen = [words.token(name) if name != "none" else "no token" for name in parts[1:]]
        return Text(words.listed(chosen))
    return Text(choice)


def _move(view: SeatView, parts: list[str]) -> Text:
    if len(parts) < 3:
        return Text("nobody else moves")
    if parts[2] == "stays":
        return Text("stay")
    return place(view, parts[2].split("-")[-1])


def _standees(view: SeatView, parts: list[str]) -> Text:
    cast = Cast(view)
    markup = cast.standee(parts[1])
    if len(parts) == 4:
        markup += f" by {cast.standee(parts[3])}"
    at = view.parties[cast.party_of[parts[1]]].standees[parts[1]].at
    return Text.from_markup(f"{markup} ({at})")


def place(view: SeatView, space: str) -> Text:
    """A space with its building and who is there: a2 Bank ★S."""
    if space not in view.buildings:
        return Text("escape!" if space == "wilderness" else space, style="gold")
    building = view.buildings[space]
    name = words.title(building.name) if building.face_up and building.name else SHUTTERS * 2
    text = Text(f"{space} {name}")
    cast = Cast(view)
    for party in view.parties.values():
        for figure, standee in party.standees.items():
            if standee.at == space:
                text.append(" ").append_text(badge(cast, figure, standee))
    return text
