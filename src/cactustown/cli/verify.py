"""`cactustown verify`: is this saved game what it says it is?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import Journal
from cactustown.game import Game, read_journal, replay
from cactustown.server.fairness import drawn

console = Console()


def verify(file: Annotated[Path, typer.Argument(help="A saved game.")]) -> None:
    """Replay a game, checking the commitment, every die and draw, and that every choice was legal.

    Exits 1 at the first difference.
    """
    try:
        journal = read_journal(file)
        *_, (game, _) = replay(journal, str(file))
    except CactusTownError as error:
        console.print(Text.assemble(("✗", "red"), " ", str(error)), soft_wrap=True)
        raise typer.Exit(1) from error
    if journal.commitment and not journal.seed and game.is_over:
        problem = f"{file}: the seed that was committed to was never revealed"
        console.print(Text.assemble(("✗", "red"), " ", problem), soft_wrap=True)
        raise typer.Exit(1)
    if journal.seed and not _drawn_fairly(file, journal, game):
        problem = f"{file}: the sealed seed draws other parties for the chairs"
        console.print(Text.assemble(("✗", "red"), " ", problem), soft_wrap=True)
        raise typer.Exit(1)
    sealed = (
        f"every die and draw comes from the sealed seed {journal.commitment[:16]}…"
        if journal.seed
        else "its dice were recorded but not sealed, so they cannot be proven"
    )
    told = f"{file}: {len(journal.moves)} choices, all legal; {sealed}; "
    told += f"result: {game.result or 'not over yet'}"
    console.print(Text.assemble(("✓", "green"), " ", told), soft_wrap=True)


def _drawn_fairly(file: Path, journal: Journal, game: Game) -> bool:
    """Whether parties that a server drew for its chairs come from the seed as well."""
    exported = json.loads(file.read_text(encoding="utf-8"))
    if not exported.get("drawn"):
        return True
    chairs = [player.get("party") for player in exported.get("players", [])]
    return chairs == drawn(journal.seed, journal.nonces, game.players)
