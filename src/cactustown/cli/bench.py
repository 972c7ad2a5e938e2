"""`cactustown bench`: how fast the engine is, beside its peers."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cactustown.lab import bench as lab

console = Console()


def bench(
    games: Annotated[int, typer.Option(min=1, help="Games in each run.")] = 300,
    runs: Annotated[int, typer.Option(min=1, help="Runs; the median counts.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Measure the engine, compiled and plain, and its peers where they are installed."""
    if not as_json:
        with console.status("measuring, about a minute …"):
            figures = lab.bench(games, runs)
    else:
        figures = lab.bench(games, runs)
    if as_json:
        print(json.dumps(figures))
        return
    table = Table("", "decisions/s", "games/s", "clone µs", "engine is … times as fast")
    engine = figures["engine"]
    name = "engine (compiled)" if engine["compiled"] else "engine (not compiled)"
    rows = [(name, engine, ""), ("plain", figures["plain"], figures["ratios"]["plain"])]
    rows += [(peer, row, figures["ratios"][peer]) for peer, row in figures["peers"].items()]
    for label, row, ratio in rows:
        rate = f"{row['decisions_per_s']:,}"
        table.add_row(label, rate, f"{row['games_per_s']:,}", str(row["clone_us"]), str(ratio))
    console.print(table)
    console.print(
        f"search: {engine['iterations_per_s']:,} iterations/s of a schemer's plan for two"
    )
    if not figures["peers"]:
        hint = "No peers installed; pip install 'cactustown[bench]' measures them too."
        console.print(hint, markup=False)
