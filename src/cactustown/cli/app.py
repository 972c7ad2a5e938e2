"""`cactustown`: the commands and how errors are shown."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from cactustown import __version__
from cactustown.cli import (
    arena,
    backup,
    bench,
    conform,
    content,
    doctor,
    lab,
    ladder,
    levers,
    play,
    replay,
    restore,
    rules,
    schema,
    serve,
    setups,
    sim,
    verify,
)
from cactustown.engine.errors import CactusTownError

app = typer.Typer(
    name="cactustown",
    help="Cactus Town: play it, watch bots play it, check its rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("backup")(backup.backup)
app.command("restore")(restore.restore)
app.command("doctor")(doctor.doctor)
app.command("sim")(sim.sim)
app.command("arena")(arena.arena)
app.command("ladder")(ladder.ladder)
app.command("lab")(lab.lab)
app.command("levers")(levers.levers)
app.command("setups")(setups.setups)
app.command("replay")(replay.replay_command)
app.command("verify")(verify.verify)
app.command("rules")(rules.rules)
app.command("conform")(conform.conform)
app.command("schema")(schema.schema)
app.command("content")(content.content)
app.command("bench")(bench.bench)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"cactustown {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Cactus Town: an unofficial implementation, with its own names, texts and art."""


def main() -> None:
    """Runs a command; a refused one says why in one line and exits with 2."""
    try:
        app()
    except CactusTownError as error:
        told = Text.assemble(("cactustown:", "bold red"), " ", str(error))
        Console(stderr=True).print(told, soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
