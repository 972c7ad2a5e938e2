"""`cactustown serve`: the server, on this machine or for the world."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from cactustown.server.settings import Configured


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    database: Annotated[
        str | None, typer.Option(help="An SQLite file, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="Where people find it, such as https://cactus.example.")
    ] = None,
    content: Annotated[
        str | None, typer.Option(help="Your own content file: new tables are played with it.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page when it is up.")
    ] = False,
    show_config: Annotated[
        bool, typer.Option("--show-config", help="List all settings, and stop.")
    ] = False,
) -> None:
    """Serve the game: one process, one file, nothing to configure; or many on PostgreSQL."""
    from cactustown.server import run, settings  # only this command needs them

    flags: dict[str, Any] = {
        "host": host,
        "port": port,
        "database": database,
        "public_url": public_url,
        "content": content,
    }
    configured = settings.load(flags, config)
    if show_config:
        _show(configured)
        return
    run.run(configured.settings, browser)


def _show(configured: Configured) -> None:
    table = Table("setting", "value", "from", "environment", "what it is")
    for shown in configured.show():
        row = (shown.name, shown.value, shown.origin, shown.variable, shown.description)
        table.add_row(*map(Text, row))
    Console().print(table)
