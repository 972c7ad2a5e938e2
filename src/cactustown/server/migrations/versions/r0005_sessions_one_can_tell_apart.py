"""Sessions have an id, a beginning and a rough word for the device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sessions", sa.Column("session", sa.Text))
    op.add_column("sessions", sa.Column("began_at", sa.BigInteger))
    op.add_column("sessions", sa.Column("device", sa.Text))
