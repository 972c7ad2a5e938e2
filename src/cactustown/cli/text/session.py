"""The loop of a game at one terminal: bots play, people are asked, everything is saved and told.

With several people the keyboard goes round: before anything secret of the next person is shown
the curtain falls, and what happened meanwhile is told to that person afterwards.
"""

from __future__ import annotations

from pathlib import Path

from cactustown.cli.text.asking import UNDO, Asking, Quit
from cactustown.cli.text.board import draw_board, lasting_marks
from cactustown.cli.text.ending import ending, proof
from cactustown.cli.text.seats import Seats
from cactustown.cli.text.telling import tell_all
from cactustown.cli.text.terminal import Terminal
from cactustown.cli.text.words import Cast
from cactustown.engine.errors import BadFile
from cactustown.engine.machine import legal
from cactustown.game import Game
from cactustown.seatview import SeatView


class Session:
    """One game, the people and bots who play it, and the file it is kept in."""

    def __init__(self, game: Game, seats: Seats, path: Path, terminal: Terminal) -> None:
        self.game = game
        self.seats = seats
        self.path = path
        self.terminal = terminal
        moves = len(game.journal().moves)
        self._bots = seats.make_bots(moves)
        self._told = dict.fromkeys(seats.people, self._round_began() if moves else 0)
        self._front = seats.people[0] if len(seats.people) == 1 else None
        self._scene: SeatView | None = None  # what the person in front saw last

    def run(self) -> None:
        """Plays until the game is over; raises `Quit` when somebody wants to stop."""
        self.save()
        while not self.game.is_over:
            self._next_choice()
            self.save()
        self._tell()
        self._show_end()

    def save(self) -> None:
        """Writes the game to its file."""
        try:
            self.game.save(self.path)
        except OSError as error:
            raise BadFile(f"{self.path}: cannot be written: {error.strerror}") from error

    def _round_began(self) -> int:
        """The number of the event that began the present round: where a resumed story sets in."""
        events = self.game.events_since(0)
        return max((n for n, event in enumerate(events) if event["event"] == "round"), default=0)

    def _next_choice(self) -> None:
        """Bots first, so that people who plan are the last and see the cards turn up."""
        waiting = self.game.awaited
        bot = next((party for party in waiting if party in self._bots), None)
        if bot is not None:
            self._let_bot_play(bot)
            return
        party = self._front if self._front in waiting else waiting[0]
        assert party is not None
        if party != self._front:
            self._hand_over(party)
        self._let_person_play(party)

    def _let_bot_play(self, party: str) -> None:
        """A bot gets what its seat may know, as a person does."""
        game = self.game
        seat = game.seat(party)
        view = game.bot_view(seat)
        choice = self._bots[party].choose(game.rules, view, legal(game.rules, view, seat))
        game.play_int(seat, choice)

    def _let_person_play(self, party: str) -> None:
        self._tell()
        asking = Asking(self.game, self.seats, party, self.terminal)
        if asking.scene == self._scene:
            asking.show_question()
        else:
            asking.show()
        self._scene = asking.scene
        choice = asking.answer()
        if choice == UNDO:
            self.game.undo(party)
        else:
            self.game.play(party, choice)

    def _tell(self) -> None:
        """Tells the person in front what happened since the last time, whole turns at once."""
        if self._front is None:
            return
        events = self.game.events_since(self._told[self._front], self._front)
        self._told[self._front] += len(events)
        cast = Cast(self.game.view(self._front), self.game.options.screens == "closed")
        self.terminal.tell(tell_all(cast, events))

    def _hand_over(self, party: str) -> None:
        """The curtain, before anything of the next person is shown."""
        self._front = self._scene = None
        if self.terminal.curtain(party).lower() == "q":
            raise Quit
        self._front = party

    def _show_end(self) -> None:
        marks = lasting_marks(self.game.rules)
        self.terminal.show()
        self.terminal.show(draw_board(self.game.view(None), marks, self.terminal.width))
        self.terminal.show(ending(self.game, self.seats.people))
        self.terminal.plain(proof(self.game, self.path))
