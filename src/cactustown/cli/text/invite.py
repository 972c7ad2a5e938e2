"""The few questions before a game, each answered by Enter."""

from __future__ import annotations

from dataclasses import dataclass, field

from cactustown.cli.text.seats import FAVOURITES
from cactustown.cli.text.terminal import Terminal
from cactustown.cli.text.words import listed, look, styled, title
from cactustown.rules.options import BOOK_SETS


@dataclass(frozen=True)
class Invitation:
    """What was agreed on; what is empty is left to the defaults."""

    parties: list[str] = field(default_factory=list)
    me: list[str] = field(default_factory=list)
    programming: str = ""
    mode: str = ""
    solo: bool = False


# What the invitation offers: the sets of the printed rules, and a taste of each expansion.
OFFERED = (
    *BOOK_SETS,
    ("ranger", "sheriff", "outlaws", "hunters", "dancer"),
    ("outlaws", "dancer", "dakota"),
    ("sheriff", "outlaws", "cowboy"),
)
USUAL = len(BOOK_SETS) - 1


def invite(terminal: Terminal) -> Invitation:
    """Asks who plays what and how."""
    terminal.show("\n[bold]Welcome to Cactus Town.[/] [quiet]Enter takes what is marked.[/]\n")
    sets = [listed([_sign(party) for party in parties]) for parties in OFFERED]
    alone = f"alone: {_sign('outlaws')} against {_sign('ranger')}, who plays by himself"
    chosen = _pick(terminal, "Who is in town?", [*sets, alone], USUAL)
    solo = chosen == len(OFFERED)
    parties = ["outlaws"] if solo else list(OFFERED[chosen])
    me = parties if solo else _pick_parties(terminal, parties)
    ways = [
        "straight: the first card planned is revealed first",
        "pioneer: one stack, the last card laid is revealed first",
    ]
    programming = ("straight", "reverse")[_pick(terminal, "How are cards planned?", ways, 0)]
    modes = [
        "basic: the town without surprises",
        "gunslinger: buildings have effects and tokens, and there is a cactus",
    ]
    mode = ("basic", "gunslinger")[_pick(terminal, "Which game?", modes, 0)]
    return Invitation(parties, me, programming, mode, solo)


def _sign(party: str) -> str:
    return styled(party, f"{look(party).shape} {title(party)}")


def _pick(terminal: Terminal, question: str, answers: list[str], default: int) -> int:
    """The number of the answer chosen."""
    _show(terminal, question, answers, default)
    while True:
        typed = terminal.ask()
        if not typed:
            return default
        if typed.isdecimal() and 1 <= int(typed) <= len(answers):
            return int(typed) - 1
        terminal.complain(f"Type a number from 1 to {len(answers)}, or just Enter.")


def _show(terminal: Terminal, question: str, answers: list[str], default: int) -> None:
    terminal.show(f"[ask]{question}[/]")
    for number, answer in enumerate(answers):
        mark = "→" if number == default else " "
        terminal.show(f" {mark} [bold]{number + 1}[/] {answer}")


def _pick_parties(terminal: Terminal, parties: list[str]) -> list[str]:
    """One party, or several for people who share the keyboard."""
    default = parties.index(next(name for name in FAVOURITES if name in parties))
    question = "Whom do you play? [quiet](several for several people: 1 2)[/]"
    _show(terminal, question, [_sign(party) for party in parties], default)
    while True:
        typed = terminal.ask().replace(",", " ").split()
        if not typed:
            return [parties[default]]
        if all(word.isdecimal() and 1 <= int(word) <= len(parties) for word in typed):
            return [parties[number] for number in sorted({int(word) - 1 for word in typed})]
        terminal.complain(f"Type one or more numbers from 1 to {len(parties)}, or just Enter.")
