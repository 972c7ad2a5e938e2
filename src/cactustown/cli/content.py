"""`cactustown content`: checks a content file, shows what counts, or prints the schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from cactustown.cli import inforce, played
from cactustown.cli.choose import parties_option
from cactustown.content import (
    CURRENT_EDITION,
    Content,
    editions,
    json_schema,
    load_content,
    read_override,
)
from cactustown.engine.errors import BadContent
from cactustown.lab.setups import find_setup, setups
from cactustown.lab.tryout import Tryout, try_out
from cactustown.rules.options import Options

console = Console()


def content(
    file: Annotated[Path | None, typer.Argument(help="Your own content file, to check.")] = None,
    show: Annotated[
        str | None,
        typer.Option(
            metavar="SETUP",
            help="Print what counts in a set-up, such as sheriff+outlaws or solo, and which table "
            "says so; without a file, what the edition says.",
        ),
    ] = None,
    mode: played.Mode = "basic",
    programming: played.Programming = "straight",
    cactus: played.Cactus = False,
    extra: played.With = "",
    leaving: played.Replace = "",
    even: played.Even = False,
    edition: played.Edition = CURRENT_EDITION,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of content files.")
    ] = False,
    as_json: played.AsJson = False,
) -> None:
    """Check a content file in every game it changes; show what counts; or list the editions."""
    if schema:
        print(json.dumps(json_schema(), indent=2))
    elif show is not None:
        found = _loaded(file, edition)
        setup = find_setup(found, "+".join(parties_option(show))).name
        options = played.options_for(
            setup,
            "",
            mode=mode,
            programming=programming,
            cactus=cactus,
            extra=extra,
            leaving=leaving,
            even=even,
            edition=edition,
            override=found.override,
        )
        _show(found, setup, options, as_json)
    elif file is not None:
        _check(_loaded(file, edition), str(file), as_json)
    else:
        _list_editions(as_json)


def _loaded(file: Path | None, edition: str) -> Content:
    if file is None:
        return load_content(edition)
    return load_content(edition, read_override(file), str(file))


def _show(found: Content, setup: str, options: Options, as_json: bool) -> None:
    told = inforce.in_force(found, setup, options)
    if as_json:
        print(json.dumps(told))
    else:
        inforce.show(told, console)


def _check(found: Content, file: str, as_json: bool) -> None:
    with played.bar(len(setups(found)), quiet=as_json, what="set-ups") as bar:
        tried = try_out(found, bar.advance)
    if tried.problems:
        raise BadContent(*tried.problems)
    if as_json:
        print(json.dumps(_told(found, file, tried)))
    else:
        _tell(found, file, tried)


def _told(found: Content, file: str, tried: Tryout) -> dict[str, object]:
    return {
        "file": file,
        "edition": found.edition,
        "tables": found.problems().own_tables(),
        "setups": len(tried.tried),
        "changed": [setup.name for setup in tried.changed],
    }


def _tell(found: Content, file: str, tried: Tryout) -> None:
    own = [f"[{table}]" for table in found.problems().own_tables()]
    console.print(Text.assemble(("✓", "green"), f" {file}: fine"), soft_wrap=True)
    if not tried.changed:
        console.print(Text("It changes no game.", "yellow"))
        return
    games = f"{len(tried.changed)} of the {len(tried.tried)} set-ups"
    console.print(Text(f"It changes {games}, by {', '.join(own)}."))
    example = next((s for s in tried.changed if s.in_book and not s.solo), tried.changed[0])
    console.print(Text(f"What counts in one of them: --show {example.name}"))


def _list_editions(as_json: bool) -> None:
    if as_json:
        print(json.dumps({"editions": editions(), "current": CURRENT_EDITION}))
        return
    for edition in editions():
        mark = " (current)" if edition == CURRENT_EDITION else ""
        console.print(edition + mark, highlight=False)
