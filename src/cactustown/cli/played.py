"""What commands that let bots play have in common: what is played, and the bar while it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from cactustown.cli.choose import (
    EVEN_HELP,
    REPLACE_HELP,
    WITH_HELP,
    notices,
    parties_option,
    with_option,
)
from cactustown.content import CURRENT_EDITION, load_content
from cactustown.engine.errors import BadFile, BadOptions
from cactustown.lab.boxes import Box
from cactustown.lab.laboratory import Trial
from cactustown.lab.setups import Setup, find_setup
from cactustown.lab.sim import SIM_ROUND_LIMIT
from cactustown.rules.options import Options

Mode = Annotated[str, typer.Option(help="basic or gunslinger.")]
Programming = Annotated[str, typer.Option(help="straight or reverse (pioneer).")]
Cactus = Annotated[bool, typer.Option(help="Play with the cactus.")]
With = Annotated[str, typer.Option("--with", help=WITH_HELP)]
Replace = Annotated[str, typer.Option("--replace", help=REPLACE_HELP)]
Even = Annotated[bool, typer.Option("--even", help=EVEN_HELP)]
RoundLimit = Annotated[int, typer.Option(min=1, help="A game that reaches it is a draw.")]
Edition = Annotated[str, typer.Option(help="The edition of the content.")]
ContentFile = Annotated[Path | None, typer.Option("--content", help="Your own content file.")]
Seed = Annotated[int, typer.Option(help="The same seed plays the same games.")]
Jobs = Annotated[int, typer.Option(min=1, help="Processes; changes nothing but the time.")]
Cluster = Annotated[
    str,
    typer.Option(
        help="Play on the machines of a Ray cluster (extra cluster): its address, or auto."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print a JSON object.")]

BOTH = "both"
MOST_CHANGES = 12  # of a box that are told before the results
STOPPED = 130  # as a shell reports what Ctrl-C ended
errors = Console(stderr=True)


def options_for(
    setup: str | None,
    parties: str,
    *,
    solo: bool = False,
    mode: str = "basic",
    programming: str = "straight",
    cactus: bool = False,
    extra: str = "",
    leaving: str = "",
    even: bool = False,
    round_limit: int = SIM_ROUND_LIMIT,
    edition: str = CURRENT_EDITION,
    override: dict[str, Any] | None = None,
) -> Options:
    """The options of a game: a set-up by its id, or else parties by commas."""
    content = load_content(edition, override)
    named = ("outlaws",) if solo else parties_option(parties)
    if setup is not None:
        found = find_setup(content, setup)
        if solo and not found.solo:
            raise BadOptions(f"--solo or --setup {setup}: only one of them can be played")
        named, solo = found.parties, found.solo
    options = Options(
        parties=named,
        mode=mode,
        programming=programming,
        cactus=cactus,
        solo=solo,
        round_limit=round_limit,
        even_sides=even,
    )
    return with_option(extra, options, leaving, content)


def trials_for(
    setups: Sequence[Setup],
    bots: Sequence[str],
    games: int,
    *,
    modes: Sequence[str],
    programmings: Sequence[str],
    seed: int,
    edition: str,
    override: dict[str, Any],
    cactus: bool = False,
    extra: str = "",
    leaving: str = "",
    even: bool = False,
    round_limit: int = SIM_ROUND_LIMIT,
) -> list[Trial]:
    """Games of every set-up in every mode and programming, each bot playing all parties."""
    trials = [
        Trial(
            setup.name,
            options_for(
                setup.name,
                "",
                mode=mode,
                programming=programming,
                cactus=cactus,
                extra=extra,
                leaving=leaving,
                even=even,
                round_limit=round_limit,
                edition=edition,
                override=override,
            ),
            bot,
            games,
            seed,
            edition,
            override,
        )
        for setup in setups
        for mode in modes
        for programming in programmings
        for bot in bots
    ]
    for trial in trials:
        trial.check()
    tell_notices([trial.options for trial in trials], edition, override)
    return trials


def tell_notices(played: Iterable[Options], edition: str, override: dict[str, Any]) -> None:
    """Says once what was chosen and will change nothing."""
    content = load_content(edition, override)
    told = [told for options in played for told in notices(options, content)]
    for notice in dict.fromkeys(told):
        say(notice)


def either(chosen: str, all_of_them: Sequence[str]) -> Sequence[str]:
    """The one that was named, or `both`."""
    return all_of_them if chosen == BOTH else (chosen,)


class Bar:
    """How far the games are."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def advance(self, games: int) -> None:
        self._progress.advance(self._task, games)


@contextmanager
def bar(games: int, done: int = 0, quiet: bool = False, what: str = "games") -> Iterator[Bar]:
    """A bar on standard error while games are played, or something else is done."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=quiet, transient=True) as progress:
        yield Bar(progress, progress.add_task(what, total=games, completed=done))


def ready_for(page: Path) -> None:
    """Makes the folder of a page; where it cannot be written that is said before the games."""
    if page.is_dir():
        raise BadFile(f"{page}: is a folder; name the page to write")
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=page.parent):
            pass
    except OSError as error:
        raise BadFile(f"{page}: cannot be written: {error.strerror}") from error


def say(text: str) -> None:
    """A remark that is no result: on standard error, as it is."""
    errors.print(text, markup=False, highlight=False, soft_wrap=True)


def tell_box(box: Box, console: Console) -> None:
    """The box that was played with, and what is different in it."""
    told = [f"{box.sentence()}", *(f"  {change}" for change in box.changes[:MOST_CHANGES])]
    if len(box.changes) > MOST_CHANGES:
        told.append(f"  and {len(box.changes) - MOST_CHANGES} more")
    console.print("\n".join(told), markup=False, highlight=False, soft_wrap=True)


def end(problems: Iterable[str], stopped: bool) -> None:
    """Ends a command that has printed what it has: 130 when stopped, 1 when games broke off."""
    broken = list(problems)
    for problem in broken[:3]:
        say(problem)
    if stopped:
        raise typer.Exit(STOPPED)
    if broken:
        raise typer.Exit(1)
