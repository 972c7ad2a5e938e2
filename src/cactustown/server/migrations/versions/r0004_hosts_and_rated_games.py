"""Whose each table is, and between whom rated games were counted.

Tables at which only bots play no longer move by themselves: nothing is due there.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

tables = sa.table("tables", *(sa.column(name) for name in ("table", "state", "host_id", "due")))
log = sa.table("log", *(sa.column(name) for name in ("table", "version", "body")))
places = sa.table("places", *(sa.column(name) for name in ("table", "person")))


def upgrade() -> None:
    op.add_column("tables", sa.Column("host_id", sa.Text))
    op.create_index("ix_tables_host_id", "tables", ["host_id"])
    op.create_table(
        "rated_games",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("user_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "user_id", name="pk_rated_games"),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name="fk_rated_games_user_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rated_games_user_id_at", "rated_games", ["user_id", "at"])
    _name_hosts()
    person = sa.select(places.c.table).where(places.c.person.is_not(None))
    op.execute(tables.update().where(tables.c.table.not_in(person)).values(due=None))


def _name_hosts() -> None:
    """Hosts of the tables that go on, taken from the first rows of their logs."""
    connection = op.get_bind()
    opened = (
        sa.select(tables.c.table, log.c.body)
        .join_from(tables, log, tables.c.table == log.c.table)
        .where(log.c.version == 1, tables.c.state.in_(["open", "running"]))
    )
    for table, body in connection.execute(opened).all():
        host = _host(bytes(body))
        if host is not None:
            connection.execute(tables.update().where(tables.c.table == table).values(host_id=host))


def _host(body: bytes) -> str | None:
    try:
        host = json.loads(body)["host"]["id"]
    except (ValueError, KeyError, TypeError):
        return None  # a row that cannot be read is told of by whoever needs it
    return host if isinstance(host, str) else None
