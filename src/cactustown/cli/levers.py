"""`cactustown levers`: what changes of the tables do to the sides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.content import CURRENT_EDITION, load_content
from cactustown.engine.errors import BadOptions
from cactustown.lab import laboratory
from cactustown.lab import levers as lab
from cactustown.lab.sim import SIM_ROUND_LIMIT
from cactustown.rules.options import PROGRAMMINGS

console = Console()


def levers(
    file: Annotated[Path, typer.Argument(help="Levers: tables such as [lever.NAME.card.…].")],
    setups: Annotated[
        str, typer.Option(help="Ids that cactustown setups lists, by commas; or base, or all.")
    ] = laboratory.BASE,
    bot: Annotated[str, typer.Option(help="The bot that plays every party.")] = "wily",
    games: Annotated[int, typer.Option(min=1, help="Games a set-up, over all runs.")] = 1000,
    mode: played.Mode = "basic",
    programming: Annotated[
        str, typer.Option(help="straight, reverse (pioneer), or both.")
    ] = played.BOTH,
    seed: played.Seed = 0,
    jobs: played.Jobs = 1,
    round_limit: played.RoundLimit = SIM_ROUND_LIMIT,
    edition: played.Edition = CURRENT_EDITION,
    content: played.ContentFile = None,
    as_json: played.AsJson = False,
) -> None:
    """Pull many levers at once, each in half of the games, and tell what each does to whom.

    A lever is a change of the content, written as a content file is, below [lever.NAME]. The
    figures are points in a hundred games, with and without the lever.
    """
    known = lab.read_levers(file)
    override = content_file(content)
    found = laboratory.setups_named(load_content(edition, override), setups)
    if not found:
        raise BadOptions("name a set-up at least: --setups base")
    trials = played.trials_for(
        found,
        [bot],
        games,
        modes=[mode],
        programmings=played.either(programming, PROGRAMMINGS),
        seed=seed,
        edition=edition,
        override=override,
        round_limit=round_limit,
    )
    effects: list[lab.Effects] = []
    stopped = False
    runs = len(lab.design(len(known)))
    total = len(trials) * -(-games // runs) * runs
    with played.bar(total, quiet=as_json) as bar:
        try:
            lab.measure(trials, known, jobs, bar.advance, effects)
        except KeyboardInterrupt:
            stopped = True
    if as_json:
        print(json.dumps([_told(one, list(known)) for one in effects]))
    else:
        _show(effects, list(known))
    played.end([], stopped)


def _told(effects: lab.Effects, names: list[str]) -> dict[str, object]:
    parties = effects.trial.parties
    return {
        "setup": effects.trial.setup,
        "programming": effects.trial.options.programming,
        "games": sum(effects.games),
        "share": {party: round(effects.share(party), 4) for party in parties},
        "error": round(effects.error, 4),
        "effect": {
            name: {party: round(effects.effect(lever, party), 4) for party in parties}
            for lever, name in enumerate(names)
        },
    }


def _show(effects: list[lab.Effects], names: list[str]) -> None:
    for one in effects:
        title = f"{one.trial.setup}, {one.trial.options.programming}, {sum(one.games)} games"
        table = Table("lever", *one.trial.parties, title=title)
        share = (f"{100 * one.share(party):.1f} %" for party in one.trial.parties)
        table.add_row("on average", *share)
        for lever, name in enumerate(names):
            points = (f"{100 * one.effect(lever, party):+.1f}" for party in one.trial.parties)
            table.add_row(name, *points)
        table.caption = f"give or take {200 * one.error:.1f} points (twice the standard error)"
        console.print(table)
