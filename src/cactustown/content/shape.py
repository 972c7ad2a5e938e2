"""Reads tables into the types of the schema, and says in words what the schema wants."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec

from cactustown.content.check import NAME, choose
from cactustown.content.problems import Problems
from cactustown.content.schema import TABLES, ContentFile, Entry

Raw = dict[str, Any]
Path = tuple[str, ...]
NUMBERED = ("solo",)  # parts whose tables have numbers, not names


def tables_of(raw: Raw, where: str, problems: Problems) -> Iterator[tuple[Path, Raw]]:
    """The tables of a file, each with the keys that lead to it."""
    for part, value in raw.items():
        if part in TABLES:
            yield from _descend((part,), value, TABLES[part][0], where, problems)
        else:
            problems.say(where, f"there is no table [{part}]; {choose(part, TABLES)}")


def _descend(
    path: Path, value: object, depth: int, where: str, problems: Problems
) -> Iterator[tuple[Path, Raw]]:
    if not isinstance(value, dict):
        problems.say(f"{where}: [{'.'.join(path)}]", f"it should be a table, not {value!r}")
    elif depth == 0:
        yield path, value
    else:
        for key, inner in value.items():
            yield from _descend((*path, key), inner, depth - 1, where, problems)


def get(merged: Raw, path: Path) -> Raw | None:
    here: Any = merged
    for key in path:
        here = here.get(key)
        if here is None:
            return None
    found: Raw = here
    return found


def put(merged: dict[str, Any], path: Path, table: Any) -> None:
    for key in path[:-1]:
        merged = merged.setdefault(key, {})
    merged[path[-1]] = table


def shaped(merged: Raw, edition: Raw, problems: Problems) -> ContentFile:
    """The content as typed tables; for what cannot be read stands what the edition has, or nothing
    much, so that the rest can be checked."""
    parts: dict[str, Any] = {}
    for path, table in tables_of(merged, "content", problems):
        put(parts, path, _entry(path, table, get(edition, path) or {}, problems))
    return ContentFile(**parts)


def _entry(path: Path, table: Raw, before: Raw, problems: Problems) -> Entry:
    name, kind = ".".join(path), TABLES[path[0]][1]
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key not in fields:
            problems.tell(name, f"there is no key {key!r}; {choose(key, fields)}")
            continue
        try:
            values[key] = msgspec.convert(value, fields[key].type)
        except msgspec.ValidationError as error:
            problems.wrong(name, key, f"{error}; {_expected(kind, key)}")
            problems.unread.add((name, key))
            if key in before:
                values[key] = before[key]
    for key, field in fields.items():
        if field.required and key not in values:
            if key not in table and not _is_misspelt(key, table.keys() - fields.keys()):
                problems.tell(name, f"the key {key!r} is missing; {_expected(kind, key)}")
            problems.unread.add((name, key))
            values[key] = _nothing(field.type)
    return kind(**values)


def _is_misspelt(key: str, unknown: Iterable[str]) -> bool:
    """Whether the table has something that was meant to be this key."""
    return bool(difflib.get_close_matches(key, unknown, n=1))


def _nothing(kind: Any) -> Any:
    """The least that has this type."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    return (get_origin(kind) or kind)()


def _expected(kind: type[Entry], key: str) -> str:
    """What the schema says a key should be, in words."""
    _, components = msgspec.json.schema_components([kind])
    schema = components[kind.__name__]["properties"][key]
    return f"it should be {_in_words(schema)}"


def _in_words(schema: Raw) -> str:
    if "description" in schema:
        return str(schema["description"])
    if "enum" in schema:
        return "one of: " + ", ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return "a list, each " + _in_words(schema.get("items", {}))
    if schema.get("type") == "object":
        return "a table of " + _in_words(schema.get("additionalProperties", {}))
    words = {"string": "a text", "integer": "a whole number", "boolean": "true or false"}
    return words.get(schema.get("type", ""), "a value")


def json_schema() -> Raw:
    """The JSON Schema of a content file, for editors; an override names only what it changes."""
    schema = msgspec.json.schema(ContentFile)
    for table in schema["$defs"].values():
        table.pop("required", None)
    for part, table in schema["$defs"]["ContentFile"]["properties"].items():
        for _ in range(TABLES[part][0] if part not in NUMBERED else 0):
            table["propertyNames"] = {"pattern": NAME.pattern}
            table = table["additionalProperties"]
    return schema
