"""The last screen: who won and how, what was hidden, and how to check the dice."""

from __future__ import annotations

from pathlib import Path

from rich.panel import Panel

from cactustown.cli.text import words
from cactustown.cli.text.words import Cast, agree, listed
from cactustown.game import Game


def ending(game: Game, people: list[str]) -> Panel:
    """Who won and how far the others came, and what nobody could know."""
    lines = [_winner(game, people), "", *_goals(game)]
    if secrets := _secrets(game):
        lines += ["", *secrets]
    return Panel("\n".join(lines), title="The end", border_style="gold", padding=(1, 2))


def proof(game: Game, path: Path) -> str:
    """How anybody can check that the dice were sealed before the first card."""
    journal = game.journal()
    return (
        "The dice were sealed before the first card was laid:\n"
        f"  commitment {journal.commitment}\n"
        f"  seed       {journal.seed}\n"
        f"The journal is {path}\n"
        f"Check it with  cactustown verify {path}"
    )


def _winner(game: Game, people: list[str]) -> str:
    rounds = f"after {game.round} round{'s' * (game.round > 1)}"
    result = game.result or ""
    if result == "draw":
        return f"[bold]Nobody wins {rounds}.[/]"
    cast = Cast(game.view(people[0] if len(people) == 1 else None))
    name = cast.party(result)
    return agree(f"[bold]{name} win(s) {rounds}![/]", cast.is_many(result))


def _goals(game: Game) -> list[str]:
    """How far everybody came, the winner first."""
    parties = game.view(None).parties
    order = sorted(parties, key=lambda name: name != game.result)
    lines = []
    for name in order:
        goal = parties[name].goal.items()
        counts = [f"{done} of {needed} {words.GOALS.get(g, g)}" for g, (done, needed) in goal]
        sign = f"{words.look(name).shape} {words.title(name)}"
        lines.append(f"{words.styled(name, sign)}: {', '.join(counts)}")
    return lines


def _secrets(game: Game) -> list[str]:
    """The target cards that were never used."""
    lines = []
    for name in game.parties:
        targets = game.view(name).parties[name].targets
        if targets:
            kept = listed([words.title(target) for target in targets])
            lines.append(f"{words.styled(name, words.title(name))} still held {kept}.")
    return lines
