"""Chairs know for whom they are kept by a rematch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("places", sa.Column("kept", sa.Text))
    is_kept = sa.text("kept IS NOT NULL")
    op.create_index(
        "ix_places_kept", "places", ["kept"], sqlite_where=is_kept, postgresql_where=is_kept
    )
