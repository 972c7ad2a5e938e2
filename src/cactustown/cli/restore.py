"""`cactustown restore`: a copy takes the place of the server's database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

console = Console()


def restore(
    file: Annotated[Path, typer.Argument(help="What cactustown backup wrote.")],
    database: Annotated[
        str | None, typer.Option(help="An SQLite file, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
) -> None:
    """Put a backup in place of the server's database, whole or not at all; stop the server first.

    The copy is checked before anything is changed. What was there before is kept: an SQLite file
    beside the database, a dump of PostgreSQL beside the copy.
    """
    from cactustown.server import settings  # only this command needs them
    from cactustown.server.store import restore as stored

    configured = settings.load({"database": database}, config)
    done = stored.restore(configured.settings.database, file)
    told = f"{file} restored: {done.tables:,} tables with {done.rows:,} entries"
    if done.kept is not None:
        told += f"; what was there before is in {done.kept}"
    console.print(Text.assemble(("✓", "green"), " ", told), soft_wrap=True)
