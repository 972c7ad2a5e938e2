"""`cactustown rules`: the rule text, whole or by id."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from cactustown.engine.errors import CactusTownError
from cactustown.rulebook import rule_text, rulebook

console = Console()


class NoSuchRule(CactusTownError):
    """The id is not in the rules."""


def rules(
    rule: Annotated[
        str | None, typer.Argument(help="An id such as DUEL-8, or a section such as DUEL.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
) -> None:
    """Print the rules, a section of them, or one."""
    found = rulebook()
    if rule is not None:
        wanted = rule.upper()
        found = {
            name: text for name, text in found.items() if wanted in (name, name.rpartition("-")[0])
        }
        if not found:
            sections = sorted({name.rpartition("-")[0] for name in rulebook()})
            raise NoSuchRule(f"there is no rule {rule!r}; sections are: {' '.join(sections)}")
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=2))
    elif rule is None:
        console.print(Markdown(rule_text()))
    else:
        for name, text in found.items():
            console.print(f"[bold]{name}[/]", end=" ")
            console.print(text, markup=False, highlight=False)
