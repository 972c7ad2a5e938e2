"""What Alembic runs for every command: on the connection that `store.migrate` hands over."""

from __future__ import annotations

from alembic import context

from cactustown.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,  # on SQLite too: all revisions or none
)
with context.begin_transaction():
    context.run_migrations()
