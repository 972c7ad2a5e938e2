"""`cactustown verify`: is this saved game what it says it is?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.text import Text

from cactustown.cli.evidence import HOLDS, TOLD, UNKNOWN, WRONG, Finding, examine
from cactustown.engine import journal as journals
from cactustown.engine.errors import BadFile, CactusTownError, WrongVersion
from cactustown.game import read_json
from cactustown.server.fairness import is_hash

console = Console()
MARKS: Final = {HOLDS: "green", WRONG: "red", UNKNOWN: "yellow", TOLD: "dim"}
NOT_ALL_CHECKED: Final = 3


def _a_seal(text: str) -> str:
    seal = text.strip().lower()
    if seal and not is_hash(seal):
        raise typer.BadParameter("a seal is a SHA-256: 64 hex digits")
    return seal


def verify(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seal: Annotated[
        str,
        typer.Option(help="The seal you were shown before the game.", callback=_a_seal),
    ] = "",
    nonce: Annotated[
        list[str] | None, typer.Option(help="A nonce you brought yourself; once for each.")
    ] = None,
    chosen: Annotated[
        bool, typer.Option("--chosen", help="You know that parties were chosen, not drawn.")
    ] = False,
) -> None:
    """Replay a game, checking the seal, every die and draw, and that every choice was legal.

    It prints what holds (✓), what does not (✗), and what cannot be checked (?).

    Exit status: 0, everything holds. 1, something does not. 3, what could be checked holds,
    but not everything could be: the game is not over, its seed is not there, it was played under
    other rules or with content of somebody's own, or the file does not say that parties were drawn.
    """
    try:
        findings = _findings(file, seal, nonce or [], chosen)
    except WrongVersion as error:
        findings = [Finding(UNKNOWN, f"nothing could be checked: {error}")]
    except CactusTownError as error:
        findings = [Finding(WRONG, str(error))]
    for finding in findings:
        line = Text.assemble((finding.mark, MARKS[finding.mark]), " ", _shown(finding.told))
        console.print(line, soft_wrap=True)
    marks = {finding.mark for finding in findings}
    if WRONG in marks:
        raise typer.Exit(1)
    if UNKNOWN in marks:
        raise typer.Exit(NOT_ALL_CHECKED)


def _shown(told: str) -> str:
    """What a stranger's file says, without what a terminal would obey or could not show."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in told)


def _findings(file: Path, seal: str, nonces: list[str], chosen: bool) -> list[Finding]:
    where = str(file)
    try:
        data: Any = read_json(file)
        journal = journals.from_json(data, where)
        return examine(journal, data, where, seal=seal, nonces=nonces, chosen=chosen)
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        raise BadFile(f"{where}: no game could have left such a file ({error!s:.80})") from error
