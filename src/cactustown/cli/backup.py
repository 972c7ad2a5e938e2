"""`cactustown backup`: a copy of the server's database while people play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.filesize import decimal
from rich.text import Text

console = Console()


def backup(
    to: Annotated[Path, typer.Option(help="The file to write.")],
    database: Annotated[
        str | None, typer.Option(help="An SQLite file, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file with settings.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Copy the server's database, whole or not at all; the server may go on meanwhile.

    Of SQLite the copy is a database like the other, ready to be served. Of PostgreSQL it is made
    by pg_dump, in its custom format, for pg_restore. It holds secrets: keep it as safe.
    """
    from cactustown.server import settings  # only this command needs them
    from cactustown.server.store.backup import back_up

    configured = settings.load({"database": database}, config)
    copy = back_up(configured.settings.database, to, force)
    told = f"{copy.file}: {copy.tables:,} tables with {copy.rows:,} entries, {decimal(copy.size)}"
    console.print(Text.assemble(("✓", "green"), " ", told), soft_wrap=True)
