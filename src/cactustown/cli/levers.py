"""`cactustown levers`: what changes of the tables do to the sides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cactustown.cli import played
from cactustown.cli.choose import content_file
from cactustown.content import CURRENT_EDITION, load_content
from cactustown.engine.errors import BadOptions
from cactustown.lab import laboratory, report
from cactustown.lab import levers as lab
from cactustown.lab.intervals import is_noise
from cactustown.lab.sim import SIM_ROUND_LIMIT
from cactustown.rules.options import PROGRAMMINGS

console = Console()
_HOW = (
    "Points in a hundred games, and between what they lie in 95 of 100 cases; ≈: within noise. "
    "Of twenty levers that do nothing one looks as if it did."
)


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
    even: played.Even = False,
    cactus: played.Cactus = False,
    extra: played.With = "",
    leaving: played.Replace = "",
    seed: played.Seed = 0,
    jobs: played.Jobs = 1,
    round_limit: played.RoundLimit = SIM_ROUND_LIMIT,
    edition: played.Edition = CURRENT_EDITION,
    content: played.ContentFile = None,
    as_json: played.AsJson = False,
) -> None:
    """Pull many levers at once, each in half of the games, and tell what each does to whom.

    A lever is a change of the content, written as a content file is, below [lever.NAME]. The
    figures are points in a hundred games, with and without the lever; ≈ is within noise.
    """
    known = lab.read_levers(file)
    override = content_file(content, edition)
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
        even=even,
        cactus=cactus,
        extra=extra,
        leaving=leaving,
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
    trial = effects.trial
    parties = trial.parties
    return {
        "setup": trial.setup,
        "mode": trial.options.mode,
        "programming": trial.options.programming,
        "games": sum(effects.games),
        "share": {party: round(effects.share(party), 4) for party in parties},
        "error": round(effects.error, 4),
        "effect": {
            name: {party: round(effects.effect(lever, party), 4) for party in parties}
            for lever, name in enumerate(names)
        },
        "interval": {
            name: {
                party: [round(end, 4) for end in effects.interval(lever, party)]
                for party in parties
            }
            for lever, name in enumerate(names)
        },
        "options": trial.options.to_json(),
        "box": trial.box.to_json(),
    }


def _show(effects: list[lab.Effects], names: list[str]) -> None:
    for one in effects:
        table = Table("lever", *one.trial.parties)
        share = (f"{100 * one.share(party):.1f} %" for party in one.trial.parties)
        table.add_row("on average", *share)
        for lever, name in enumerate(names):
            cells = (_cell(one, lever, party) for party in one.trial.parties)
            table.add_row(Text(name), *cells)
        console.print(Text(f"{report.title(one.trial)} · {sum(one.games)} games"), soft_wrap=True)
        console.print(table)
    console.print(Text(_HOW), soft_wrap=True)
    played.tell_box(effects[0].trial.box, console)


def _cell(effects: lab.Effects, lever: int, party: str) -> Text:
    """The points that a lever gives a party; what may be nothing looks like nothing."""
    low, high = effects.interval(lever, party)
    points = f"{100 * effects.effect(lever, party):+.1f} [{100 * low:+.0f}, {100 * high:+.0f}]"
    return Text(f"≈ {points}", "dim") if is_noise((low, high)) else Text(points, "bold")
