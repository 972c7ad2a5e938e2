"""Writes classes from what the modules declare: attributes that a compiler can see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from cactustown.engine.declare import (
    EVERYBODY,
    LIST,
    LONG,
    NUMBER,
    OWNER,
    ROW,
    TUPLE,
    Default,
    Fact,
    Variable,
)

HEAD: Final = '''"""All variables and facts of a game, as the modules declare them.

Made by `make variables`, not to be edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # not needed to run
    from mypy_extensions import i64

'''
TYPES: Final = {
    NUMBER: "i64",
    LONG: "int",
    ROW: "list[int]",
    TUPLE: "tuple[int, ...]",
    LIST: "list[int]",
}
IN_PLACE: Final = (ROW,)  # what a clone has of its own
DEEP: Final = " " * 8


def source(variables: Sequence[Variable], facts: Sequence[Fact]) -> str:
    """The module with the two classes, how variables are shown, and their names by kind."""
    names = [_names(kind, variables) for kind in TYPES]
    parts = [_class(variables), _show(variables), _facts(facts)]
    return "\n".join([HEAD, *names, *(f"\n\n{part}" for part in parts), ""])


def _names(kind: str, variables: Iterable[Variable]) -> str:
    names = sorted(one.name for one in variables if one.kind == kind)
    if len(names) == 1:
        return f'{kind.upper()}S: Final = ("{names[0]}",)'
    return "\n".join([f"{kind.upper()}S: Final = (", *(f'    "{name}",' for name in names), ")"])


def _class(variables: Sequence[Variable]) -> str:
    names = sorted(one.name for one in variables)
    new = [line for one in variables for line in _initial(one)]
    copied = [f"    self.{one.name} = src.{one.name}{_cut(one)}" for one in variables]
    return "\n".join(
        [
            "class Variables:",
            '    """The part of a state that its modules declare."""',
            "",
            "    __slots__ = (",
            *(f'{DEEP}"{name}",' for name in names),
            "    )",
            "",
            "    def __init__(self, src: Variables | None) -> None:",
            "        if src is None:",
            *(f"{DEEP}{line}" for line in new),
            "        else:",
            *(f"{DEEP}{line}" for line in copied),
        ]
    )


def _initial(one: Variable) -> list[str]:
    return [
        *([f"    # {one.about}"] if one.about else []),
        f"    self.{one.name}: {TYPES[one.kind]} = {_value(one.kind, one.default)}",
    ]


def _value(kind: str, default: Default) -> str:
    if isinstance(default, int):
        return str(default)
    opening, closing = ("(", ")") if kind == TUPLE else ("[", "]")
    if not default:
        return opening + closing
    comma = "," if kind == TUPLE else ""
    return f"{opening}{default[0]}{comma}{closing} * {len(default)}"


def _cut(one: Variable) -> str:
    return "[:]" if one.kind in IN_PLACE else ""


def _show(variables: Iterable[Variable]) -> str:
    lines = [
        "def show(g: Variables, v: Variables, seat: int) -> None:",
        '    """Tells a view what its seat may know; what is masked is left to the modules."""',
    ]
    for one in variables:
        if one.known == EVERYBODY:
            lines.append(f"    v.{one.name} = g.{one.name}{_cut(one)}")
        elif one.known == OWNER:
            own = f"[n if s == seat else 0 for s, n in enumerate(g.{one.name})]"
            lines.append(f"    v.{one.name} = {f'tuple({own})' if one.kind == TUPLE else own}")
    return "\n".join(lines)


def _facts(facts: Iterable[Fact]) -> str:
    lines = [
        "class Facts:",
        '    """What the modules know of a game from its beginning to its end."""',
        "",
        "    def __init__(self) -> None:",
    ]
    for one in facts:
        kind, value = ("i64", str(one.default)) if one.kind == NUMBER else (one.kind, "[]")
        lines += [f"{DEEP}# {one.about}"] if one.about else []
        lines.append(f"{DEEP}self.{one.name}: {kind} = {value}")
    return "\n".join(lines)
