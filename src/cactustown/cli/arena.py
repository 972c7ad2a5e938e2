"""`cactustown arena`: bot against bot, fairly."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.content import CURRENT_EDITION
from cactustown.lab import arena as lab
from cactustown.lab.intervals import Score
from cactustown.lab.keep import Keeper
from cactustown.lab.sim import SIM_ROUND_LIMIT

console = Console()


def arena(
    a: Annotated[str, typer.Option("--a", help="The bot whose share is told.")],
    b: Annotated[str, typer.Option("--b", help="The bot it plays against.")],
    parties: Annotated[
        str, typer.Option(help="Who plays, by commas: sheriff,outlaws,hunters,dancer.")
    ] = "sheriff,outlaws",
    setup: Annotated[
        str | None, typer.Option(help="An id that cactustown setups lists, instead of parties.")
    ] = None,
    solo: Annotated[
        bool, typer.Option("--solo", help="Each of them as the outlaws against the automa.")
    ] = False,
    mode: played.Mode = "basic",
    programming: played.Programming = "straight",
    cactus: played.Cactus = False,
    extra: played.With = "",
    leaving: played.Replace = "",
    even: played.Even = False,
    games: Annotated[
        int, typer.Option(min=1, help="How many games; a few more where the parties need it.")
    ] = 1000,
    seed: played.Seed = 0,
    jobs: played.Jobs = 1,
    round_limit: played.RoundLimit = SIM_ROUND_LIMIT,
    edition: played.Edition = CURRENT_EDITION,
    content: played.ContentFile = None,
    keep: Annotated[
        Path | None, typer.Option(help="Keep results here as they come, and go on from them.")
    ] = None,
    as_json: played.AsJson = False,
) -> None:
    """Let bot A play bot B on the same deals from both sides; print A's share with its interval.

    Every deal is played once for each party: A takes that party, B all the others. Draws count
    half. Solo, each deal is played by both; who does better wins it, the same result is half.
    """
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
    match = lab.Match(a, b, options, games, seed, edition, override)
    match.check()
    played.tell_notices([options], edition, match.override)
    result = lab.Result(match)
    stopped = _play(result, jobs, keep, quiet=as_json)
    if as_json:
        print(json.dumps({**result.report(), "box": match.box.to_json()}))
    else:
        _show(result)
    played.end(result.problems, stopped)


def _play(result: lab.Result, jobs: int, keep: Path | None, quiet: bool) -> bool:
    """Plays what is not known yet; whether the user stopped it."""
    match = result.match
    with ExitStack() as open_files:
        keeper = open_files.enter_context(Keeper(keep)) if keep else None
        if keeper is not None:
            keeper.recall([result])
        done = len(result.deals) * match.games_a_deal
        with played.bar(match.deals * match.games_a_deal, done, quiet) as bar:

            def told(result: lab.Result, deal: lab.Deal) -> None:
                if keeper is not None:
                    keeper.keep(result, deal)
                bar.advance(match.games_a_deal)

            try:
                lab.play([result], jobs, told=told)
            except KeyboardInterrupt:
                return True
    return False


def _show(result: lab.Result) -> None:
    match = result.match
    table = Table(f"{match.a} as", "games", "won", "95 %", "")
    rows = list(result.by_party.items())
    if len(rows) > 1:
        rows.append(("all", result.total))
    for name, score in rows:
        share = f"{100 * score.rate:.1f} %"
        interval = f"{100 * score.low:.1f} … {100 * score.high:.1f}"
        table.add_row(name, str(score.games), share, interval, _verdict(score, match.par))
    console.print(table)
    told = f"{match.a} against {match.b}, {result.games} games on {len(result.played)} deals"
    if match.options.solo:
        alone, other = result.alone
        told += (
            f": deals, won by who does better on them, the same result half a point. Against the "
            f"automa {match.a} won {alone}, {match.b} {other}"
        )
    else:
        told += f"; as strong as each other is {100 * match.par:.1f} %"
    console.print(told, highlight=False)
    played.tell_box(match.box, console)


def _verdict(score: Score, par: float) -> Text:
    """Whether the share is surely another than that of two who are equal."""
    if score.low <= par <= score.high:
        return Text("≈ within noise", "dim")
    return Text("stronger" if score.rate > par else "weaker", "bold")
