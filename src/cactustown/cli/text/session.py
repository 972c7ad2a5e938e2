"""The loop of a game at one terminal: bots play, people are asked, everything is saved and told.

With several people the keyboard goes round: before anything secret of the next person is shown
the curtain falls, and what happened meanwhile is told to that person afterwards.
"""

from __future__ import annotations

from pathlib import Path

from rich.table import Table

from cactustown.cli.text import panel
from cactustown.cli.text.answer import NotUnderstood, understand
from cactustown.cli.text.board import Board, board_width, cell_width, lasting_marks
from cactustown.cli.text.ending import ending
from cactustown.cli.text.help import help_text
from cactustown.cli.text.menu import menu
from cactustown.cli.text.questions import question
from cactustown.cli.text.rulebook import rule, rule_ids
from cactustown.cli.text.seats import Seats
from cactustown.cli.text.story import Event
from cactustown.cli.text.telling import tell_all
from cactustown.cli.text.terminal import Terminal
from cactustown.cli.text.words import Cast, title
from cactustown.engine.errors import NothingToUndo
from cactustown.engine.machine import legal
from cactustown.game import Game
from cactustown.seatview import SeatView


class Quit(Exception):
    """A person wants to stop here; the game is saved."""


class Session:
    """One game, the people and bots who play it, and the file it is kept in."""

    def __init__(self, game: Game, seats: Seats, save: Path, terminal: Terminal) -> None:
        self.game = game
        self.seats = seats
        self.save_path = save
        self.terminal = terminal
        self._bots = seats.make_bots(len(game.journal().moves))
        self._marks = lasting_marks(game.rules)
        start = self._this_round() if game.journal().moves else 0
        self._told = dict.fromkeys(seats.people, start)
        self._front = seats.people[0] if len(seats.people) == 1 else None

    def run(self) -> None:
        """Plays until the game is over, or raises `Quit`."""
        self.save()
        self._tell()
        while not self.game.is_over:
            self._next_choice()
            self.save()
            self._tell()
        self._show_end()

    def save(self) -> None:
        """Writes the game to its file."""
        self.game.save(self.save_path)

    def _next_choice(self) -> None:
        """Bots first, so that people who plan are the last and see the cards turn up."""
        waiting = self.game.awaited
        for party in waiting:
            if party in self._bots:
                self._let_bot_play(party)
                return
        party = self._front if self._front in waiting else waiting[0]
        assert party is not None
        if party != self._front:
            self._hand_over(party)
        self._ask(party)

    def _let_bot_play(self, party: str) -> None:
        game = self.game
        seat = game.seat(party)
        view = game.bot_view(seat)
        choice = self._bots[party].choose(game.rules, view, legal(game.rules, view, seat))
        game.play_int(seat, choice)

    # -- telling and showing

    def _this_round(self) -> int:
        """The number of the event that began the present round."""
        events = self.game.events_since(0)
        return max((n for n, event in enumerate(events) if event["event"] == "round"), default=0)

    def _tell(self) -> None:
        """Tells the person in front what happened since the last time."""
        if self._front is None:
            return
        events: list[Event] = self.game.events_since(self._told[self._front], self._front)
        if not events:
            return
        self._told[self._front] += len(events)
        self.terminal.tell(tell_all(Cast(self.game.view(self._front)), events))

    def _hand_over(self, party: str) -> None:
        """The curtain, then the story so far for the next person."""
        self._front = None
        if self.terminal.curtain(party) == "q":
            raise Quit
        self._front = party
        self._tell()

    def _show_table(self, view: SeatView) -> None:
        """Board and all that belongs to it; side by side where there is room."""
        terminal = self.terminal
        cell = cell_width(terminal.width, panel.WIDTH + 2)
        board = Board(view, self._marks, cell).draw()
        players = self.seats.players(view.seat)
        beside = panel.panel(view, players, self.game.options.programming)
        terminal.show()
        if terminal.width >= board_width(cell) + panel.WIDTH:
            grid = Table.grid(padding=(0, 1))
            grid.add_row(board, beside)
            terminal.show(grid)
        else:
            terminal.show(beside)
            terminal.show(board)
        for line in (panel.targets_line(view), panel.plan_line(self.game.rules, view)):
            if line:
                terminal.show(line)
        if stage := panel.duel_stage(view):
            terminal.show(stage)

    def _show_question(self, view: SeatView) -> None:
        programming = self.game.options.programming
        asked = question(self.game.rules, view, programming, self._last_moved())
        self.terminal.show(f"[ask]{asked}[/]")
        if view.shape == "plan":
            self.terminal.show(panel.hand(self.game.rules, view, numbered=True))
        else:
            self.terminal.show(menu(view))

    def _last_moved(self) -> Event | None:
        events = self.game.events_since(self._this_round(), self._front)
        return next((e for e in reversed(events) if e["event"] == "moved"), None)

    def _show_end(self) -> None:
        view = self.game.view(self._front)
        cell = cell_width(self.terminal.width, 0)
        self.terminal.show()
        self.terminal.show(Board(view, self._marks, cell).draw())
        self.terminal.show(ending(self.game, self._front, self.seats.people, self.save_path))

    # -- asking

    def _ask(self, party: str) -> None:
        """Shows the table and asks until a choice is made or one is taken back."""
        view = self.game.view(party)
        self._show_table(view)
        self._show_question(view)
        draft = ""
        while True:
            typed = self.terminal.ask()
            if draft and typed.lower() in ("", "y", "yes"):
                self.game.play(party, draft)
                return
            done = self._command(view, typed)
            if done is None:
                draft = self._choose(view, typed)
                if not draft and self._chosen:
                    return
            elif done:
                return

    _chosen = False

    def _choose(self, view: SeatView, typed: str) -> str:
        """Plays what was typed; a plan is only a draft until Enter locks it in."""
        self._chosen = False
        try:
            choice = understand(view, typed)
        except NotUnderstood as problem:
            self.terminal.complain(str(problem))
            return ""
        if view.shape == "plan":
            self._show_draft(view, choice)
            return choice
        self.game.play(view.seat or "", choice)
        self._chosen = True
        return ""

    def _show_draft(self, view: SeatView, plan: str) -> None:
        cards = plan.split()[1:]
        left = [card for card in view.parties[view.seat or ""].cards if card not in cards]
        named = ", then ".join(f"[bold]{title(card)}[/]" for card in cards)
        first = "laid" if self.game.options.programming == "reverse" else "played"
        self.terminal.show(
            f"{named} {first}; {title(left[0])} stays back. "
            "[ask]Enter locks it in, or type other cards.[/]"
        )

    def _command(self, view: SeatView, typed: str) -> bool | None:
        """None: not a command; True: the question is over; False: it still stands."""
        word, _, rest = typed.lower().partition(" ")
        if word == "u" and not rest:
            return self._undo(view)
        if word == "q" and not rest:
            raise Quit
        if word == "s" and not rest:
            self.save()
            self.terminal.show(f"Saved to {self.save_path}.")
        elif word == "b" and not rest:
            self._show_table(view)
            self._show_question(view)
        elif word in ("?", "h", "help"):
            self._help(view)
        elif word == "l" and rest in ("", "all"):
            self._log(view, rest == "all")
        elif word == "r" and (not rest or rule_ids(rest)):
            self._rule(rest)
        else:
            return None
        return False

    def _undo(self, view: SeatView) -> bool:
        try:
            self.game.undo(view.seat)
        except NothingToUndo as problem:
            self.terminal.complain(f"{str(problem).capitalize()}.")
            return False
        return True

    def _help(self, view: SeatView) -> None:
        cards = view.parties[view.seat or ""].cards
        faces = [panel.card_face(self.game.rules, view.seat or "", card)[0] for card in cards]
        icons = [icon for face in faces for icon in face]
        self.terminal.show(help_text(self.game.parties, icons))

    def _log(self, view: SeatView, whole: bool) -> None:
        start = 0 if whole else self._this_round()
        lines = tell_all(Cast(view), self.game.events_since(start, view.seat))
        self.terminal.tell(lines, at_once=True)

    def _rule(self, wanted: str) -> None:
        text = rule(wanted)
        if text is None:
            ids = ", ".join(rule_ids(wanted))
            text = f"Type r and one of: {ids}" if wanted else "Type r and an id, such as r MOV-6."
        self.terminal.plain(text)
