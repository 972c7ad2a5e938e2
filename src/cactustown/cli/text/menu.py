"""The choices, numbered; those of one figure stand on one line."""

from __future__ import annotations

from itertools import groupby

from rich.table import Table
from rich.text import Text

from cactustown.cli.text import words
from cactustown.cli.text.board import badge
from cactustown.cli.text.words import SHUTTERS, Cast
from cactustown.seatview import SeatView

_HARD = "\u00a0"  # a space that no line is broken at


def menu(view: SeatView) -> Table:
    """All choices of the view but plans, which are typed card by card."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    numbered = list(enumerate(view.choices, 1))
    for head, group in groupby(numbered, key=lambda pair: _head(view, pair[1])):
        options = [_option(number, _label(view, choice)) for number, choice in group]
        table.add_row(Text.from_markup(head), Text("   ").join(options))
    return table


def _option(number: int, label: Text) -> Text:
    text = Text(f"{number}{_HARD}", style="bold")
    text.append_text(label)
    return text


def _head(view: SeatView, choice: str) -> str:
    """Who would do it: the name of the figure and where it stands, or nothing."""
    parts = choice.split()
    if view.shape != "move" or len(parts) < 3:
        return ""
    cast = Cast(view)
    party = view.parties[cast.party_of[parts[1]]]
    return f"{cast.standee(parts[1])} [quiet]{party.standees[parts[1]].at}[/]"


def _label(view: SeatView, choice: str) -> Text:
    parts = choice.split()
    if view.shape == "move":
        return _move(view, parts)
    if view.shape == "space":
        return place(view, parts[-1])
    if view.shape in ("standee", "pair", "reroll") and parts[0] != "no":
        return _standees(view, parts)
    if view.shape == "icon":
        return Text(words.icon(choice).upper().replace(" ", _HARD))
    if view.shape == "tokens":
        chosen = [words.token(name) if name != "none" else "no token" for name in parts[1:]]
        return Text(words.listed(chosen).replace(" ", _HARD))
    return Text(choice.replace(" ", _HARD))


def _move(view: SeatView, parts: list[str]) -> Text:
    if len(parts) < 3:
        return Text(f"nobody{_HARD}(else){_HARD}moves")
    if parts[2] == "stays":
        return Text("stay")
    return place(view, parts[2].split("-")[-1])


def _standees(view: SeatView, parts: list[str]) -> Text:
    cast = Cast(view)
    markup = cast.standee(parts[1])
    if len(parts) == 4:
        markup += f" by {cast.standee(parts[3])}"
    at = view.parties[cast.party_of[parts[1]]].standees[parts[1]].at
    return Text.from_markup(f"{markup} ({at})".replace(" ", _HARD))


def place(view: SeatView, space: str) -> Text:
    """A space with its building and who is there: a2 Bank ★S."""
    if space not in view.buildings:
        return Text("escape!" if space == "wilderness" else space, style="gold")
    building = view.buildings[space]
    name = words.title(building.name) if building.face_up and building.name else SHUTTERS * 2
    text = Text(f"{space}{_HARD}{name.replace(' ', _HARD)}")
    cast = Cast(view)
    for party in view.parties.values():
        for figure, standee in party.standees.items():
            if standee.at == space:
                text.append(_HARD).append_text(badge(cast, figure, standee))
    return text
