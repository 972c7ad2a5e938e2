"""`cactustown content`: checks a content file, or prints the schema for editors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from cactustown.cli.choose import content_file
from cactustown.content import CURRENT_EDITION, editions, json_schema

console = Console()


def content(
    file: Annotated[Path | None, typer.Argument(help="Your own content file, to check.")] = None,
    schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of content files.")
    ] = False,
) -> None:
    """Check a content file, print the schema, or list the editions."""
    if schema:
        print(json.dumps(json_schema(), indent=2))
    elif file is not None:
        changed = content_file(file)
        told = f"{file}: fine; it changes {', '.join(changed) or 'nothing'}"
        console.print(Text.assemble(("✓", "green"), " ", told), soft_wrap=True)
    else:
        for edition in editions():
            mark = " (current)" if edition == CURRENT_EDITION else ""
            console.print(edition + mark, highlight=False)
