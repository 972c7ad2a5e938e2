"""`cactustown doctor`: is the server's database sound, and can every table be read?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.text import Text

if TYPE_CHECKING:
    from cactustown.server.doctor import Report

console = Console()


def doctor(
    database: Annotated[
        str | None, typer.Option(help="An SQLite file, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Read finished tables too, not only live ones.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Tell it as JSON.")] = False,
) -> None:
    """Look at the server's database, and read the log of every live table.

    It changes nothing and may run while the server does. Ends with 0 when all is sound, with 1
    when something is wrong; what it says then includes what to do.
    """
    import asyncio

    import msgspec

    from cactustown.server import settings  # only this command needs them
    from cactustown.server.doctor import examine

    configured = settings.load({"database": database}, config)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("reading tables", total=None)
        report = asyncio.run(
            examine(
                configured.settings.database,
                everything,
                lambda done, of: progress.update(bar, completed=done, total=of),
            )
        )
    if as_json:
        print(
            msgspec.json.encode({**msgspec.to_builtins(report), "sound": report.is_sound}).decode()
        )
    else:
        _show(report, everything)
    raise typer.Exit(0 if report.is_sound else 1)


def _show(report: Report, everything: bool) -> None:
    for check in report.checks:
        _line(check.is_sound, f"{check.what}: {check.told}")
    kind = "tables" if everything else "live tables"
    readable = report.tables - len(report.unreadable)
    _line(not report.unreadable, f"{kind}: {readable:,} of {report.tables:,} can be read")
    for ill in report.unreadable:
        at = f"version {ill.version}" if ill.version else "no version can be told"
        told = f"  table {ill.table} ({ill.state}), {at}: {ill.why}; {ill.advice}"
        console.print(Text(told), soft_wrap=True)


def _line(is_sound: bool, told: str) -> None:
    mark = ("✓", "green") if is_sound else ("✗", "red")
    console.print(Text.assemble(mark, " ", told), soft_wrap=True)
