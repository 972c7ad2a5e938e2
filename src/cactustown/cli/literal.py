"""Commands whose help is told as it is written: brackets in it are no markup of the terminal's."""

from __future__ import annotations

from typing import Any

from rich.markup import escape
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption


class LiteralCommand(TyperCommand):
    """`[lever.NAME]` in a help text shows as `[lever.NAME]`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        _escape(self)


class LiteralGroup(TyperGroup):
    """The same of the program itself."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        _escape(self)


def _escape(command: TyperCommand | TyperGroup) -> None:
    command.help = escape(command.help or "")
    for parameter in command.params:
        if isinstance(parameter, TyperArgument | TyperOption):
            parameter.help = escape(parameter.help or "")
