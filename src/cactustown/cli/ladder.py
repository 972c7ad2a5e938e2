"""`cactustown ladder`: how strong every bot is, as a page."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.content import CURRENT_EDITION, load_content
from cactustown.lab import arena
from cactustown.lab.keep import Keeper
from cactustown.lab.ladder import (
    QUICK_GAMES,
    STANDARD,
    Plan,
    anchor,
    default_rungs,
    rungs_of,
    verdicts,
)
from cactustown.lab.setups import find_setup

console = Console()


def ladder(
    bots: Annotated[
        str, typer.Option(help="The rungs by commas, the weakest first; all bots there are.")
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games a pair and set-up: 200, or more where a bound asks."),
    ] = None,
    setups: Annotated[
        str, typer.Option(help="Ids that cactustown setups lists, by commas; the base set-ups.")
    ] = "",
    mode: played.Mode = "basic",
    programming: played.Programming = "straight",
    curve_games: Annotated[
        int, typer.Option(min=1, help="Games a point of strength over budget; a quarter a step.")
    ] = 200,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick", help="A small slice: neighbours that do not search, in two set-ups."
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="The page to write: docs/ladder.md, if not --quick.")
    ] = None,
    keep: Annotated[
        Path, typer.Option(help="Results are kept here as they come; a repeat goes on from them.")
    ] = Path("ladder.jsonl"),
    seed: played.Seed = 0,
    jobs: played.Jobs = 1,
    cluster: played.Cluster = "",
    edition: played.Edition = CURRENT_EDITION,
    content: played.ContentFile = None,
    as_json: played.AsJson = False,
) -> None:
    """Measure all bots against each other and write the page with their ratings.

    Each rung plays the one below in every base set-up, and the next but one with two players;
    the search also plays with other budgets, against the yardstick and against itself. Stop it
    with Ctrl-C whenever you like: the page is written with what there is, and the same command
    goes on.
    """
    override = content_file(content, edition)
    found = load_content(edition, override)
    named = [find_setup(found, name.strip()).parties for name in setups.split(",") if name.strip()]
    if any(len(parties) < 2 for parties in named):
        raise typer.BadParameter("the solo set-up has no rungs; cactustown arena plays it")
    if named and quick:
        raise typer.BadParameter("--quick has two set-ups of its own; leave out --setups")
    plan = Plan(
        rungs=rungs_of(bots) if bots else default_rungs(quick),
        games=games or (QUICK_GAMES if quick else 200),
        setups=tuple(named) or STANDARD,
        mode=mode,
        programming=programming,
        seed=seed,
        edition=edition,
        override=override,
        quick=quick,
        curve_games=curve_games,
    )
    plan.check()
    page = out if out or quick else Path("docs/ladder.md")
    if page is not None:
        played.ready_for(page)
    results = [arena.Result(match) for match in plan.matches]
    stopped = _play(results, keep, jobs, cluster, quiet=as_json)
    _tell(plan, results, page, as_json)
    played.end([problem for result in results for problem in result.problems], stopped)


def _play(results: list[arena.Result], keep: Path, jobs: int, cluster: str, quiet: bool) -> bool:
    """Plays what is not known yet; whether the user stopped it."""
    with ExitStack() as open_files:
        keeper = open_files.enter_context(Keeper(keep))
        known = keeper.recall(results)
        if known and not quiet:
            played.say(f"{known:,} deals are known from {keep}")
        if keeper.left_aside and not quiet:
            played.say(f"{keeper.left_aside:,} deals there are of other matches or other programs")
        total = sum(result.match.deals * result.match.games_a_deal for result in results)
        done = sum(len(result.deals) * result.match.games_a_deal for result in results)
        with played.bar(total, done, quiet) as bar:

            def told(result: arena.Result, deal: arena.Deal) -> None:
                keeper.keep(result, deal)
                bar.advance(result.match.games_a_deal)

            try:
                arena.play(results, jobs, cluster, told)
            except KeyboardInterrupt:
                return True
    return False


def _tell(plan: Plan, results: list[arena.Result], out: Path | None, as_json: bool) -> None:
    from cactustown.lab import ladder_page  # openskill takes a while to load
    from cactustown.lab.ratings import rated

    started = [result for result in results if result.played]
    if not started:
        played.say("nothing was played yet")
        return
    written: list[Path] = []
    if out is not None:
        written = ladder_page.write(plan, started, repeat_command(sys.argv[1:]), out)
    elo = rated(started, anchor(plan, started), seed=plan.seed)
    if as_json:
        print(json.dumps({**_figures(started, elo), "box": plan.box.to_json()}))
        return
    table = Table("bot", "Elo", "95 %")
    for bot, of in sorted(elo.items(), key=lambda item: item[1].elo):
        table.add_row(bot, f"{of.elo:.0f}", f"{of.low:.0f} … {of.high:.0f}")
    console.print(table)
    for bound, score, verdict in verdicts(started):
        console.print(
            f"{bound.a} over {bound.b}, {', '.join(bound.parties)}: {score}, "
            f"wanted {100 * bound.at_least:.0f} %: {verdict}",
            highlight=False,
            markup=False,
        )
    played.tell_box(plan.box, console)
    if written:
        console.print(f"written: {', '.join(map(str, written))}", highlight=False)


def _figures(results: list[arena.Result], elo: dict[str, Any]) -> dict[str, Any]:
    return {
        "ratings": {bot: of._asdict() for bot, of in elo.items()},
        "matches": [
            {
                "a": result.match.a,
                "b": result.match.b,
                "parties": result.match.parties,
                **result.report(),
            }
            for result in results
        ],
        "bounds": [
            {
                "a": bound.a,
                "b": bound.b,
                "parties": list(bound.parties),
                "at_least": bound.at_least,
                "low": round(score.low, 4),
                "verdict": verdict,
            }
            for bound, score, verdict in verdicts(results)
        ],
    }


def repeat_command(arguments: list[str]) -> str:
    """The command that was given, less what changes nothing in the figures."""
    left: list[str] = []
    skip = False
    for argument in arguments:
        name = argument.partition("=")[0]
        if skip:
            skip = False
        elif name in ("--jobs", "--keep", "--cluster", "--out"):
            skip = "=" not in argument
        elif argument != "--json":
            left.append(argument)
    return shlex.join(["cactustown", *left])
