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
from cactustown.cli.literal import LiteralCommand, LiteralGroup
from cactustown.engine.errors import CactusTownError

app = typer.Typer(
    name="cactustown",
    cls=LiteralGroup,
    help="Cactus Town: play it, watch bots play it, check its rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.command("play", cls=LiteralCommand)(play.play)
app.command("serve", cls=LiteralCommand)(serve.serve)
app.command("backup", cls=LiteralCommand)(backup.backup)
app.command("restore", cls=LiteralCommand)(restore.restore)
app.command("doctor", cls=LiteralCommand)(doctor.doctor)
app.command("sim", cls=LiteralCommand)(sim.sim)
app.command("arena", cls=LiteralCommand)(arena.arena)
app.command("ladder", cls=LiteralCommand)(ladder.ladder)
app.command("lab", cls=LiteralCommand)(lab.lab)
app.command("levers", cls=LiteralCommand)(levers.levers)
app.command("setups", cls=LiteralCommand)(setups.setups)
app.command("replay", cls=LiteralCommand)(replay.replay_command)
app.command("verify", cls=LiteralCommand)(verify.verify)
app.command("rules", cls=LiteralCommand)(rules.rules)
app.command("conform", cls=LiteralCommand)(conform.conform)
app.command("schema", cls=LiteralCommand)(schema.schema)
app.command("content", cls=LiteralCommand)(content.content)
app.command("bench", cls=LiteralCommand)(bench.bench)


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
