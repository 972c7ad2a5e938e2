"""The log, its snapshots, and the tables as they are listed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "log",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", "version", name="pk_log"),
        sa.UniqueConstraint("table", "command", name="uq_log_table_command"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_snapshots"),
    )
    op.create_table(
        "tables",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("options", sa.LargeBinary, nullable=False),
        sa.Column("clock", sa.LargeBinary, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.PrimaryKeyConstraint("table", name="pk_tables"),
    )
    op.create_index(
        "ix_tables_state_public_changed_at", "tables", ["state", "public", "changed_at"]
    )
    something_due = sa.text("due IS NOT NULL")
    op.create_index(
        "ix_tables_due",
        "tables",
        ["due"],
        sqlite_where=something_due,
        postgresql_where=something_due,
    )
    op.create_table(
        "places",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("chair", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("party", sa.Text),
        sa.Column("person", sa.Text),
        sa.Column("name", sa.Text),
        sa.Column("bot", sa.Text),
        sa.PrimaryKeyConstraint("table", "chair", name="pk_places"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.table"], name="fk_places_table", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_places_person", "places", ["person"])
    op.create_table(
        "presence",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("process", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", "person", "process", name="pk_presence"),
    )
    op.create_index("ix_presence_until", "presence", ["until"])
