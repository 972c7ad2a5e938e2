"""The last screen: who won and how, what was hidden, and how to check the dice."""

from __future__ import annotations

from pathlib import Path

from rich.panel import Panel

from cactustown.cli.text import words
from cactustown.cli.text.words import Cast, agree, listed
from cactustown.game import Game


def ending(game: Game, you: str | None, people: list[str], save: Path) -> Panel:
    """Everything that may be told now that the game is over."""
    lines = [_winner(game, you, people), *_goals(game), ""]
    lines += _secrets(game)
    journal = game.journal()
    lines += [
        "",
        "[quiet]The dice were sealed before the first card:[/]",
        f"[quiet]commitment[/] {journal.commitment}",
        f"[quiet]seed      [/] {journal.seed}",
        f"[quiet]Check it with[/] cactustown verify {save}",
    ]
    return Panel("\n".join(lines), title="The end", border_style="gold", padding=(1, 2))


def _winner(game: Game, you: str | None, people: list[str]) -> str:
    rounds = f"after {game.round} round{'s' * (game.round > 1)}"
    result = game.result or ""
    if result == "draw":
        return f"[bold]Nobody wins {rounds}.[/]"
    cast = Cast(game.view(you if len(people) == 1 else None))
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
