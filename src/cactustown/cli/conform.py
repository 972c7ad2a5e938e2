"""`cactustown conform`: runs rule cases and explains what fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from cactustown.conform import run_files

console = Console()


def conform(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Case files or folders; default: cases/")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Run rule cases; exit 1 if any fails."""
    passed, failures = run_files(paths or [Path("cases")])
    if as_json:
        told = [{"case": f.case, "line": f.line, "problem": f.problem} for f in failures]
        print(json.dumps({"passed": passed, "failed": len(failures), "failures": told}, indent=2))
    else:
        for failure in failures:
            console.print(Text.assemble(("✗", "red"), " ", failure.case), soft_wrap=True)
            console.print(Text(f"  line {failure.line}: {failure.problem}"), soft_wrap=True)
        console.print(f"{passed} passed, {len(failures)} failed", highlight=False)
    if failures or not passed:
        raise typer.Exit(1)
