"""`cactustown setups`: which parties can play together."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.content import load_content
from cactustown.lab import setups as lab


def setups(
    content: played.ContentFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON list.")] = False,
) -> None:
    """List every legal combination of parties, with the id that `sim --setup` takes."""
    found = lab.setups(load_content(override=content_file(content)))
    if as_json:
        print(json.dumps([asdict(setup) for setup in found], indent=2))
        return
    table = Table("players", "id", "in the printed rules")
    for setup in found:
        table.add_row(str(setup.players), setup.name, "✓" if setup.in_book else "")
    Console().print(table)
