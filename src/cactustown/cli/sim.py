"""`cactustown sim`: bots play many games, the figures are printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cactustown.cli.choose import WITH_HELP, content_file, parties_option, with_option
from cactustown.content import load_content
from cactustown.lab import sim as lab
from cactustown.lab.setups import find_setup
from cactustown.rules.options import Options

console = Console()


def sim(
    parties: Annotated[
        str, typer.Option(help="Who plays, by commas: sheriff,outlaws,hunters,dancer.")
    ] = "sheriff,outlaws,hunters,dancer",
    mode: Annotated[str, typer.Option(help="basic or gunslinger.")] = "basic",
    programming: Annotated[str, typer.Option(help="straight or reverse (pioneer).")] = "straight",
    cactus: Annotated[bool, typer.Option(help="Play with the cactus.")] = False,
    setup: Annotated[
        str | None, typer.Option(help="An id that cactustown setups lists, instead of parties.")
    ] = None,
    solo: Annotated[
        bool, typer.Option("--solo", help="The outlaws alone against the Ranger as an automa.")
    ] = False,
    extra: Annotated[str, typer.Option("--with", help=WITH_HELP)] = "",
    bots: Annotated[
        str, typer.Option(help="A bot for all, or one a party in seating order, by commas.")
    ] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; changes nothing but the time.")] = 1,
    round_limit: Annotated[
        int, typer.Option(min=1, help="A game that reaches it is a draw.")
    ] = lab.SIM_ROUND_LIMIT,
    content: Annotated[Path | None, typer.Option(help="Your own content file.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep every game's journal here.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Let bots play many games and print who wins."""
    named = ("outlaws",) if solo else parties_option(parties)
    if setup is not None:
        found = find_setup(load_content(), setup)
        named, solo = found.parties, found.solo
    options = Options(
        parties=named,
        mode=mode,
        programming=programming,
        cactus=cactus,
        solo=solo,
        round_limit=round_limit,
    )
    options = with_option(extra, options)
    series = lab.Series(options, (), games, seed, override=content_file(content), save=save)
    names = lab.parties_of(series)
    series = lab.Series(
        options, lab.bots_for(names, bots), games, seed, override=series.override, save=save
    )
    tally = _run(series, jobs, quiet=as_json)
    if as_json:
        print(json.dumps(tally.report()))
    else:
        _show(tally, series)
    for problem in tally.problems[:3]:
        Console(stderr=True).print(problem, markup=False, highlight=False)
    if tally.problems:
        raise typer.Exit(1)


def _run(series: lab.Series, jobs: int, quiet: bool) -> lab.Tally:
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as bar:
        task = bar.add_task("games", total=series.games)
        return lab.run(series, jobs, lambda more: bar.advance(task, more))


def _show(tally: lab.Tally, series: lab.Series) -> None:
    table = Table("party", "bot", "wins", "share")
    for (party, wins), bot in zip(tally.wins.items(), series.bots, strict=True):
        table.add_row(party, bot, str(wins), f"{100 * wins / max(tally.games, 1):.1f} %")
    console.print(table)
    report = tally.report()
    console.print(
        f"{report['games']} games: {report['finished']} won, {report['draws']} draws, "
        f"{report['errors']} errors; {report['mean_rounds']} rounds and "
        f"{report['mean_decisions']} decisions on average, at most {report['max_options']} options",
        highlight=False,
    )
