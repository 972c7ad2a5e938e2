"""The SQL that both databases understand, with ?1, ?2, … for what is filled in.

PostgreSQL writes $1, $2, …: see `store.postgres`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cactustown.server.store.base import Listing, Place

ROWS = """
    SELECT "table", version, command, at, body FROM log
    WHERE "table" = ?1 AND version > ?2 ORDER BY version
"""
SNAPSHOT = 'SELECT "table", version, body FROM snapshots WHERE "table" = ?1'
KEEP = """
    INSERT INTO snapshots ("table", version, body) VALUES (?1, ?2, ?3)
    ON CONFLICT ("table") DO UPDATE SET version = excluded.version, body = excluded.body
    WHERE excluded.version > snapshots.version
"""
DUE = 'SELECT "table" FROM tables WHERE due <= ?1 ORDER BY due, "table"'

SERVED = "SELECT until FROM served WHERE id = 1"
SERVE = """
    INSERT INTO served (id, until) VALUES (1, ?1)
    ON CONFLICT (id) DO UPDATE SET until = excluded.until WHERE excluded.until > served.until
"""
# Changes nothing, yet needs all that writing needs: room on the disk, the lock, the right to.
TRY_WRITING = "UPDATE alembic_version SET version_num = version_num"

_COLUMNS = (
    *("table", "state", "public", "rated", "host", "title", "options", "clock"),
    *("result", "opened_at", "changed_at", "host_id"),
)
_QUOTED = ", ".join(f'"{column}"' for column in _COLUMNS)
LIST = f"""
    INSERT INTO tables ({_QUOTED}, due)
    VALUES ({", ".join(f"?{number}" for number in range(1, len(_COLUMNS) + 2))})
    ON CONFLICT ("table") DO UPDATE
    SET {", ".join(f"{column} = excluded.{column}" for column in (*_COLUMNS[1:], "due"))}
"""
SEAT = """
    INSERT INTO places ("table", chair, party, person, name, bot, kept)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
"""


def _listed(which: str) -> str:
    """Reads listings with their places, a line for every place, in one statement."""
    columns = ", ".join(f't."{column}"' for column in _COLUMNS)
    return f"""
        SELECT {columns}, p.chair, p.party, p.person, p.name, p.bot, p.kept
        FROM (SELECT * FROM tables {which}) t LEFT JOIN places p ON p."table" = t."table"
        ORDER BY t.changed_at DESC, t."table", p.chair
    """


LISTING = _listed('WHERE "table" = ?1')
LOBBY = _listed(
    "WHERE state IN ('open', 'running') AND public"
    ' ORDER BY changed_at DESC, "table" LIMIT CAST(?1 AS integer)'
)
TABLES_OF = _listed(
    'WHERE host_id = ?1 OR "table" IN (SELECT "table" FROM places WHERE person = ?1)'
    ' OR "table" IN (SELECT "table" FROM places WHERE kept = ?1)'
    ' ORDER BY changed_at DESC, "table" LIMIT CAST(?2 AS integer)'
)
LIVE_TABLES_OF = """
    SELECT "table" FROM tables WHERE host_id = ?1 AND state IN ('open', 'running')
    UNION
    SELECT t."table" FROM tables t JOIN places p ON p."table" = t."table"
    WHERE p.person = ?1 AND t.state IN ('open', 'running')
"""


def listing_values(listing: Listing, due: int | None) -> tuple[Any, ...]:
    """What fills in `LIST`."""
    return (*(getattr(listing, column) for column in _COLUMNS), due)


def seat_values(listing: Listing) -> list[tuple[Any, ...]]:
    """What fills in `SEAT`, for each chair."""
    return [
        (listing.table, chair, place.party, place.person, place.name, place.bot, place.kept)
        for chair, place in enumerate(listing.places)
    ]


def listings(found: Iterable[Sequence[Any]]) -> list[Listing]:
    """The listings that a query made by `_listed` found, in its order."""
    told: dict[str, Listing] = {}
    for line in found:
        columns = dict(zip(_COLUMNS, line, strict=False))
        chair, *place = line[len(_COLUMNS) :]
        listing = told.get(columns["table"])
        if listing is None:
            columns |= {"public": bool(columns["public"]), "rated": bool(columns["rated"])}
            listing = told[columns["table"]] = Listing(**columns, places=[])
        if chair is not None:
            listing.places.append(Place(*place))
    return list(told.values())
