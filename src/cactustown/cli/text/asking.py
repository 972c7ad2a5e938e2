"""Asking one person: the sentence, the choices, what was typed, and the commands in between."""

from __future__ import annotations

from dataclasses import replace

from cactustown.cli.text import panel
from cactustown.cli.text.answer import NotUnderstood, understand
from cactustown.cli.text.help import help_text
from cactustown.cli.text.hints import hint
from cactustown.cli.text.menu import menu
from cactustown.cli.text.questions import question
from cactustown.cli.text.seats import Seats
from cactustown.cli.text.table import table
from cactustown.cli.text.telling import tell_all
from cactustown.cli.text.terminal import Terminal
from cactustown.cli.text.why import not_offered
from cactustown.cli.text.words import Cast, title
from cactustown.game import Game
from cactustown.rulebook import rulebook
from cactustown.seatview import SeatView

UNDO = "undo"
_YES = ("", "y", "yes")


class Quit(Exception):
    """A person wants to stop here."""


class Asking:
    """One question to one person; `answer` gives the choice in notation, or `UNDO`."""

    def __init__(self, game: Game, seats: Seats, party: str, terminal: Terminal) -> None:
        self.game = game
        self.party = party
        self.terminal = terminal
        self.view: SeatView = game.view(party)
        self._players = seats.players(party)
        self._commands = {
            "s": self._saved,
            "b": self.show,
            "?": self._help,
            "l": self._log_of_round,
            "l all": self._log_of_game,
            "h": self._hint,
            "hint": self._hint,
        }

    @property
    def scene(self) -> SeatView:
        """All that is seen but the question; while it is the same the board need not be redrawn."""
        return replace(self.view, question=None, shape=None, choices=[])

    def show(self) -> None:
        """The table, the sentence that says what to do, and the choices."""
        self.terminal.show(table(self.game, self.view, self._players, self.terminal.width))
        self.show_question()

    def show_question(self) -> None:
        """Only the sentence and the choices."""
        events = self.game.events_since(self.round_began(), self.party)
        moved = next((e for e in reversed(events) if e["event"] == "moved"), None)
        asked = question(self.game.rules, self.view, self.game.options.programming, moved)
        self.terminal.show(f"[ask]{asked}[/]")
        if self.view.shape == "plan":
            self.terminal.show(panel.hand(self.game.rules, self.view))
        else:
            self.terminal.show(menu(self.view, self.terminal.width))
        for line in not_offered(self.view):
            self.terminal.show(line)

    def round_began(self) -> int:
        """The number of the event that began the present round."""
        events = self.game.events_since(0, self.party)
        return max((n for n, event in enumerate(events) if event["event"] == "round"), default=0)

    def answer(self) -> str:
        """Asks until a choice is made; a plan is a draft until Enter locks it in."""
        draft = ""
        while True:
            typed = self.terminal.ask()
            if draft and typed.lower() in _YES:
                return draft
            if typed.lower() == "u" and self._can_undo():
                return UNDO
            if self._is_command(typed.lower()):
                continue
            choice = self._understood(typed)
            if choice and self.view.shape != "plan":
                return choice
            draft = choice
            if draft:
                self._show_draft(draft)

    def _understood(self, typed: str) -> str:
        try:
            return understand(self.view, typed)
        except NotUnderstood as problem:
            self.terminal.complain(str(problem))
            return ""

    def _show_draft(self, plan: str) -> None:
        played, _, shot = plan.partition(" shot ")
        cards = played.split()[1:]
        left = [card for card in self.view.parties[self.party].cards if card not in cards]
        left = [shot] if shot else left
        order = cards[::-1] if self.game.options.programming == "reverse" else cards
        named = ", then ".join(f"[bold]{title(card)}[/]" for card in order)
        self.terminal.show(f"You will reveal {named}. {title(left[0])} is your second shot.")
        self.terminal.show("[ask]Enter locks it in, or type other cards.[/]")

    # -- commands

    def _is_command(self, typed: str) -> bool:
        """Carries out a command, if it is one; the question still stands."""
        if typed == "q":
            raise Quit
        word, _, rest = typed.partition(" ")
        if typed == "u":
            return True  # it could not be done, and that was explained
        if typed in self._commands:
            self._commands[typed]()
        elif word == "r" and not self._is_a_plan(typed):
            self._rule(rest)
        else:
            return False
        return True

    def _is_a_plan(self, typed: str) -> bool:
        """`r h s` may mean three cards."""
        return self.view.shape == "plan" and len(typed.split()) >= 3

    def _can_undo(self) -> bool:
        if self.game.can_undo(self.party):
            return True
        self.terminal.complain(
            "There is nothing to undo: something hidden or random was shown, "
            "or somebody else acted, since your last choice."
        )
        return False

    def _saved(self) -> None:
        self.terminal.show("It is saved, as after every choice.")

    def _hint(self) -> None:
        for line in hint(self.game, self.view):
            self.terminal.show(line)

    def _help(self) -> None:
        cards = panel.held(self.view.parties[self.party])
        faces = [panel.card_face(self.game.rules, self.party, card)[0] for card in cards]
        icons = [icon for face in faces for icon in face]
        self.terminal.show(help_text(self.game.parties, icons))

    def _log_of_round(self) -> None:
        self._log(self.round_began())

    def _log_of_game(self) -> None:
        self._log(0)

    def _log(self, start: int) -> None:
        events = self.game.events_since(start, self.party)
        cast = Cast(self.view, self.game.options.screens == "closed")
        self.terminal.tell(tell_all(cast, events), at_once=True)

    def _rule(self, wanted: str) -> None:
        """One rule by its id, or all of a section."""
        name = wanted.upper()
        found = [rule for rule in rulebook() if name in (rule, rule.split("-")[0])]
        for rule in found:
            self.terminal.show_rule(rule, rulebook()[rule])
        if not found:
            sections = ", ".join(dict.fromkeys(rule.split("-")[0] for rule in rulebook()))
            self.terminal.complain(f"Type r and a rule, such as r MOV-6, or a section: {sections}.")
