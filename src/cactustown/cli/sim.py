"""`cactustown sim`: bots play many games, the figures are printed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.content import CURRENT_EDITION
from cactustown.lab import sim as lab
from cactustown.lab.intervals import wilson

console = Console()


def sim(
    parties: Annotated[
        str, typer.Option(help="Who plays, by commas: sheriff,outlaws,hunters,dancer.")
    ] = "sheriff,outlaws,hunters,dancer",
    mode: played.Mode = "basic",
    programming: played.Programming = "straight",
    cactus: played.Cactus = False,
    setup: Annotated[
        str | None, typer.Option(help="An id that cactustown setups lists, instead of parties.")
    ] = None,
    solo: Annotated[
        bool, typer.Option("--solo", help="The outlaws alone against the Ranger as an automa.")
    ] = False,
    extra: played.With = "",
    leaving: played.Replace = "",
    even: played.Even = False,
    bots: Annotated[
        str,
        typer.Option(help="A bot for all, or one a party in the order of --parties, by commas."),
    ] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: played.Seed = 0,
    jobs: played.Jobs = 1,
    round_limit: played.RoundLimit = lab.SIM_ROUND_LIMIT,
    edition: played.Edition = CURRENT_EDITION,
    content: played.ContentFile = None,
    save: Annotated[Path | None, typer.Option(help="Keep every game's journal here.")] = None,
    as_json: played.AsJson = False,
) -> None:
    """Let bots play many games and print who wins."""
    override = content_file(content, edition)
    options = played.options_for(
        setup,
        parties,
        solo=solo,
        mode=mode,
        programming=programming,
        cactus=cactus,
        extra=extra,
        leaving=leaving,
        even=even,
        round_limit=round_limit,
        edition=edition,
        override=override,
    )
    series = lab.Series(options, (), games, seed, edition, override, save)
    series = replace(series, bots=lab.bots_for(lab.parties_of(series), options.parties, bots))
    played.tell_notices([options], edition, series.override)
    tally, stopped = lab.Tally(), False
    with played.bar(games, quiet=as_json) as bar:
        try:
            lab.run(series, jobs, bar.advance, tally)
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print(json.dumps({**tally.report(), "box": series.box.to_json()}))
    else:
        _show(tally, series)
    played.end(tally.problems, stopped)


def _show(tally: lab.Tally, series: lab.Series) -> None:
    table = Table("party", "bot", "wins", "share", "95 %")
    for (party, wins), bot in zip(tally.wins.items(), series.bots, strict=True):
        low, high = wilson(wins, tally.games)
        share = f"{100 * wins / max(tally.games, 1):.1f} %"
        table.add_row(party, bot, str(wins), share, f"{100 * low:.1f} … {100 * high:.1f}")
    console.print(table)
    report = tally.report()
    console.print(
        f"{report['games']} games: {report['finished']} won, {report['draws']} draws, "
        f"{report['errors']} errors; {report['mean_rounds']} rounds and "
        f"{report['mean_decisions']} decisions on average, at most {report['max_options']} options",
        highlight=False,
    )
    played.tell_box(series.box, console)
