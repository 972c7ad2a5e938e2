"""Reads an edition of the content, lays a user's own file over it, and checks all of it.

An error names the file, the table, the key, and what would be right; all errors come at once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from copy import deepcopy
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from cactustown.content.check import Checker
from cactustown.content.content import Content
from cactustown.content.inforce import stands_in
from cactustown.content.names import NameChecker
from cactustown.content.problems import Problems
from cactustown.content.shape import get, put, shaped, tables_of
from cactustown.engine.errors import BadContent
from cactustown.reading import Reading
from cactustown.rules.catalogue import VERSION

CURRENT_EDITION = "e4"
EDITION_FILE = "/edition.toml"  # which edition a folder of content is laid over
Raw = dict[str, Any]


def editions() -> list[str]:
    """The editions there are, oldest first."""
    folder = resources.files("cactustown.content")
    names = (e.name for e in folder.iterdir() if re.match(r"^e\d+$", e.name))
    return sorted(names, key=lambda name: int(name[1:]))


def edition_files(name: str) -> Iterable[tuple[str, str]]:
    """The files of an edition in their order: where each stands, and its text."""
    folder = resources.files("cactustown.content") / name
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            yield f"{name}/{file.name}", file.read_text("utf-8")


@cache
def edition_tables(name: str) -> tuple[Raw, dict[str, str]]:
    """The tables of an edition: its files laid over those of an earlier edition."""
    known = editions()
    if name not in known:
        raise BadContent(f"there is no content edition {name!r}; there are: {', '.join(known)}")
    merged: Raw = {}
    origin: dict[str, str] = {}
    below = _laid_over(name)
    if below:
        before, origin_before = edition_tables(below)
        merged, origin = deepcopy(before), dict(origin_before)
    for where, text in edition_files(name):
        if not where.endswith(EDITION_FILE):
            _lay_over(merged, origin, _parse(text, where), where)
    return merged, origin


def _laid_over(name: str) -> str:
    """The edition that this one changes: what its edition.toml says, else the one before it."""
    for where, text in edition_files(name):
        if where.endswith(EDITION_FILE):
            below: str = _parse(text, where)["laid_over"]
            return below
    return "".join(editions()[: editions().index(name)][-1:])


def read_override(path: Path) -> Raw:
    """A user's own content file, as TOML says it; checked by `load_content`."""
    try:
        text = path.read_text("utf-8-sig")  # some editors begin a file with a mark of order
    except OSError as error:
        raise BadContent(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadContent(f"{path}: is not UTF-8 text") from error
    return _parse(text, str(path))


def _parse(text: str, where: str) -> Raw:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadContent(f"{where}: is not TOML: {error}") from error


def load_content(
    edition: str = CURRENT_EDITION,
    override: Raw | None = None,
    where: str = "override",
    version: int = VERSION,
) -> Content:
    """An edition with an override laid over it, checked as a whole.

    What a game of an earlier version of the rules was played with is no longer found fault with.
    """
    base, base_origin = edition_tables(edition)
    merged: Raw = {}
    problems = Problems(where if override else "")
    _lay_over(merged, problems.origin, base, "edition")
    problems.origin |= base_origin
    if override:
        _lay_over(merged, problems.origin, _of_the_house(override), where, problems)
        _seat_own_parties(merged, base, override)
    tables = shaped(merged, base, problems)
    reading = Reading(version)
    Checker(tables, problems, override or {}, reading).run()
    if reading.content_is_strict:
        NameChecker(tables, problems).run()
    problems.refuse()
    return Content(edition, override or {}, tables, problems.origin, problems.own_file)


def _lay_over(
    merged: Raw, origin: dict[str, str], raw: Raw, where: str, problems: Problems | None = None
) -> None:
    """Tables replace key by key, so that an override names only what it changes."""
    found = problems or Problems()
    for path, table in tables_of(raw, where, found):
        put(merged, path, {**(get(merged, path) or {}), **table})
        origin[".".join(path)] = where
    if problems is None:
        found.refuse()


def _of_the_house(override: Raw) -> Raw:
    """A user's tables are of the house where they do not say otherwise."""
    house = deepcopy(override)
    for _, table in tables_of(house, "", Problems()):
        table.setdefault("provenance", "house")
    return house


def _seat_own_parties(merged: Raw, edition: Raw, override: Raw) -> None:
    """SIDE-3: a party of the user's own for whom the file names no place sits last."""
    order = merged["seating"].get("order")
    if stands_in(override, "seating", "order") or not isinstance(order, list):
        return
    own = [name for name in merged["party"] if name not in edition["party"]]
    merged["seating"]["order"] = [*order, *(name for name in own if name not in order)]
