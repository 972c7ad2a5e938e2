"""`cactustown lab`: many watched games, and a report with pictures."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.cli.ladder import repeat_command
from cactustown.content import CURRENT_EDITION, load_content
from cactustown.engine.errors import BadOptions
from cactustown.lab import laboratory, report
from cactustown.lab.intervals import wilson
from cactustown.lab.laboratory import Trial
from cactustown.lab.sim import SIM_ROUND_LIMIT
from cactustown.lab.tally import Tally, mean
from cactustown.rules.options import MODES, PROGRAMMINGS

console = Console()


def lab(
    setups: Annotated[
        str, typer.Option(help="Ids that cactustown setups lists, by commas; or base, or all.")
    ] = laboratory.BASE,
    bots: Annotated[
        str, typer.Option(help="Bots by commas; each plays every party of every set-up.")
    ] = "greedy",
    games: Annotated[int, typer.Option(min=1, help="Games a set-up and bot.")] = 500,
    out: Annotated[Path, typer.Option(help="The folder of the report.")] = Path("report"),
    mode: Annotated[str, typer.Option(help="basic, gunslinger, or both.")] = "basic",
    programming: Annotated[
        str, typer.Option(help="straight, reverse (pioneer), or both.")
    ] = "straight",
    cactus: played.Cactus = False,
    extra: played.With = "",
    leaving: played.Replace = "",
    even: played.Even = False,
    seed: played.Seed = 0,
    jobs: played.Jobs = 1,
    cluster: played.Cluster = "",
    round_limit: played.RoundLimit = SIM_ROUND_LIMIT,
    edition: played.Edition = CURRENT_EDITION,
    content: played.ContentFile = None,
    as_json: played.AsJson = False,
) -> None:
    """Let bots play many games, watch them closely, and write a report with pictures.

    The report is one HTML file that needs nothing else: who wins from where, how long games last,
    which cards, icons, buildings, tokens and events are used and win, dead turns, openings, maps.
    The same games as cactustown sim plays; the same figures for any number of jobs or machines.
    """
    override = content_file(content, edition)
    found = laboratory.setups_named(load_content(edition, override), setups)
    named = [bot.strip() for bot in bots.split(",") if bot.strip()]
    if not found or not named:
        raise BadOptions("name a set-up and a bot at least: --setups base --bots greedy")
    trials = played.trials_for(
        found,
        named,
        games,
        modes=played.either(mode, MODES),
        programmings=played.either(programming, PROGRAMMINGS),
        seed=seed,
        edition=edition,
        override=override,
        cactus=cactus,
        extra=extra,
        leaving=leaving,
        even=even,
        round_limit=round_limit,
    )
    played.ready_for(out / report.PAGE)
    tallies, stopped = _run(trials, jobs, cluster, quiet=as_json)
    if not any(tally.games for tally in tallies):
        played.say("nothing was played yet; no report is written")
        played.end([], stopped)
    page = report.write(out, trials, tallies, repeat_command(sys.argv[1:]))
    if as_json:
        print(json.dumps(_shares(trials, tallies)))
    else:
        _show(trials, tallies)
        console.print(f"written: {page}", highlight=False, soft_wrap=True)
    played.end([problem for tally in tallies for problem in tally.problems], stopped)


def _run(trials: list[Trial], jobs: int, cluster: str, quiet: bool) -> tuple[list[Tally], bool]:
    """What was counted, and whether the user stopped it."""
    tallies: list[Tally] = []
    with played.bar(sum(trial.games for trial in trials), quiet=quiet) as bar:
        try:
            laboratory.run(trials, jobs, cluster, bar.advance, tallies)
        except KeyboardInterrupt:
            return tallies, True
    return tallies, False


def _shares(trials: list[Trial], tallies: list[Tally]) -> list[dict[str, object]]:
    return [
        {
            "setup": trial.setup,
            "mode": trial.options.mode,
            "programming": trial.options.programming,
            "bot": trial.bot,
            "games": tally.games,
            "draws": tally.draws,
            "errors": len(tally.problems),
            "wins": {party: tally.wins[party] for party in trial.parties},
            "mean_rounds": round(mean(tally.rounds), 2),
            "mean_decisions": round(mean(tally.decisions), 2),
            "mean_lead_changes": round(mean(tally.lead_changes), 2),
            "box": trial.box.to_json(),
        }
        for trial, tally in zip(trials, tallies, strict=True)
    ]


def _show(trials: list[Trial], tallies: list[Tally]) -> None:
    table = Table("set-up", "bot", "games", "won in percent \\[95 %]", "rounds")
    for trial, tally in zip(trials, tallies, strict=True):
        if not tally.played:
            continue
        shares = []
        for party in trial.parties:
            low, high = wilson(tally.wins[party], tally.played)
            share = 100 * tally.wins[party] / tally.played
            even = trial.par is not None and low <= trial.par <= high
            interval = f"[{100 * low:.0f}, {100 * high:.0f}]"
            shares.append(f"{party} {share:.1f} {interval}{' ≈' if even else ''}")
        options = f"{trial.setup}, {trial.options.mode}, {trial.options.programming}"
        rounds = f"{mean(tally.rounds):.2f}"
        table.add_row(options, trial.bot, str(tally.played), Text("\n".join(shares)), rounds)
    console.print(table)
    console.print("≈: as near to an equal share as noise", highlight=False)
    played.tell_box(trials[0].box, console)
