"""The town, drawn: 5×5 buildings, closed shutters, and who stands where."""

from __future__ import annotations

from rich.text import Text

from cactustown.cli.text import words
from cactustown.cli.text.words import CACTUS, LYING, PLUNDER, SHUTTERS, TARGET, Cast
from cactustown.engine.machine import Rules
from cactustown.seatview import SeatView, StandeeView

COLUMNS = "abcde"
ROWS = "54321"
LABEL = 3  # the row numbers on the left
NARROW = 14
WIDE = 18


def board_width(cell: int) -> int:
    """How many columns a board with cells of this width takes."""
    return LABEL + 5 * cell + 6


def cell_width(width: int, beside: int) -> int:
    """The widest cells that fit: wide ones only if there is room beside the board too."""
    if width >= board_width(WIDE) + beside:
        return WIDE
    return max(6, min(NARROW, (width - LABEL - 6) // 5))


def lasting_marks(rules: Rules) -> dict[str, str]:
    """What a face-up building does to everybody who enters it, in a word or two."""
    marks = {}
    for number, name in enumerate(rules.building_names):
        if rules.dice_buildings >> number & 1:
            marks[name] = "[gold]roll again[/]"
        elif rules.no_cactus >> number & 1:
            marks[name] = f"[cactus]no {CACTUS}[/]"
        op = rules.enter_op[number]
        if op < 0:
            continue
        if rules.ops[op].name == "pet":
            marks[name] = f"[gold]+{rules.pet_names[rules.pet_shown[number]]}[/]"
        elif rules.ops[op].name == "founder":
            marks[name] = "[gold]+founder[/]"
        elif rules.ops[op].name == "take":
            marks[name] = f"[gold]+{rules.token_names[rules.enter_arg[number]]}[/]"
        elif rules.ops[op].name == "cactus":
            marks[name] = f"[cactus]{CACTUS}→[/]"
    return marks


def draw_board(view: SeatView, marks: dict[str, str] | None = None, width: int = 80) -> Text:
    """The town of one view in so many columns."""
    return Board(view, marks or {}, cell_width(width, 0)).draw()


class Board:
    """Draws the town of one view; only the seat's own targets are marked."""

    def __init__(self, view: SeatView, marks: dict[str, str], cell: int) -> None:
        self.view = view
        self.cast = Cast(view)
        self.marks = marks
        self.cell = cell
        own = view.parties[view.seat].targets if view.seat else None
        seen = [target for party in view.parties.values() for target in party.targets_seen]
        self.targets = [*(own or []), *seen]

    def draw(self) -> Text:
        """The whole board, letters below, row 5 at the top."""
        lines = [self._rule("┌", "┬", "┐")]
        for row in ROWS:
            lines += self._row(row)
            lines.append(self._rule("├", "┼", "┤") if row != "1" else self._rule("└", "┴", "┘"))
        letters = "".join(f" {column:^{self.cell}}" for column in COLUMNS)
        lines.append(Text(" " * LABEL + letters, style="quiet"))
        return Text("\n").join(lines)

    def _rule(self, left: str, cross: str, right: str) -> Text:
        bars = cross.join("─" * self.cell for _ in COLUMNS)
        return Text(" " * LABEL + left + bars + right, style="quiet")

    def _row(self, row: str) -> list[Text]:
        cells = [self._cell(column + row) for column in COLUMNS]
        lines = []
        for number in range(max(map(len, cells))):  # a crowd may take a line more
            line = Text(f" {row} " if number == 0 else " " * LABEL, style="")
            line.stylize("quiet")
            for cell in cells:
                part = cell[number] if number < len(cell) else Text()
                line.append("│", style="quiet").append_text(_fitted(part, self.cell))
            lines.append(line.append("│", style="quiet"))
        return lines

    def _cell(self, space: str) -> list[Text]:
        """Its name or shutters, its lasting effect where there are any, and who is there."""
        figures = self._standees(space)
        if self.marks:
            return [self._front(space), self._marks(space), *_lines(figures, self.cell)]
        if space in (self.view.cactus, self.view.chicken):
            figures.append(self._marks(space))
        return [self._front(space), *_lines(figures, self.cell)]

    def _front(self, space: str) -> Text:
        building = self.view.buildings[space]
        in_duel = self.view.duel is not None and self.view.duel.space == space
        style = "reverse bold" if in_duel else "bold"
        if not building.face_up and building.name:  # a secret look behind the shutters
            name = _short(building.name, self.cell - 5)
            mine = building.name in self.targets
            front = Text(TARGET if mine else SHUTTERS, style="gold" if mine else "quiet")
            return front.append(f"{name} {space}", style="quiet")
        if not building.face_up or building.name is None:
            bars = SHUTTERS * ((self.cell - 4) // 2)
            return Text(f"{bars} {space} {bars}", style="reverse" if in_duel else "quiet")
        if building.name in self.targets:
            room = self.cell - 2
            front = Text(TARGET + " ", style="gold")
            return front.append(_short(building.name, room), style=style)
        return Text(_short(building.name, self.cell), style=style)

    def _marks(self, space: str) -> Text:
        if self.view.cactus == space:
            return Text.from_markup(f"[cactus]{CACTUS} CACTUS {CACTUS}[/]")
        if self.view.chicken == space:
            return Text("! CHICKEN !", style="wrong")
        building = self.view.buildings[space]
        if building.face_up and building.name:
            mark = Text.from_markup(self.marks.get(building.name, ""))
            shown = building.pet or ""
            if not shown or mark.plain == f"+{shown}":
                return mark
            return mark.append(f" {shown}" if mark.plain else shown, style="quiet")
        return Text()

    def _standees(self, space: str) -> list[Text]:
        return [
            badge(self.cast, name, standee)
            for party in self.view.parties.values()
            for name, standee in party.standees.items()
            if standee.at == space
        ]


def badge(cast: Cast, name: str, standee: StandeeView) -> Text:
    """A figure on the board: ◆2, ◆2↓ lying, ◆2$ with plunder, ⬡1◆ with a captive."""
    style = words.styled(cast.party_of[name], cast.badge(name))
    text = Text.from_markup(style)
    if standee.stunned:
        text.stylize("dim strike")
        text.append(LYING, style="bold")
    if standee.plunder:
        text.append(PLUNDER, style="gold")
    if standee.captive:
        owner = cast.party_of[standee.captive]
        text.append_text(Text.from_markup(words.styled(owner, words.look(owner).shape)))
    return text


def _short(name: str, room: int) -> str:
    """The whole name if it fits, else its first word."""
    full = words.title(name)
    if len(full) <= room:
        return full
    first = full.split()[0]
    return first if len(first) <= room else first[: room - 1] + "…"


def _lines(figures: list[Text], width: int) -> list[Text]:
    """Everybody who stands here: side by side, else closed up, else over several lines."""
    for gap in (" ", ""):
        line = Text(gap).join(figures)
        if line.cell_len <= width:
            return [line]
    lines = [Text()]
    for figure in figures:
        if lines[-1].cell_len + figure.cell_len > width:
            lines.append(Text())
        lines[-1].append_text(figure)
    return lines


def _fitted(text: Text, width: int) -> Text:
    fitted = text.copy()
    fitted.truncate(width, overflow="ellipsis", pad=True)
    return fitted
