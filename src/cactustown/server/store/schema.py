"""Every table of the database, as the program knows it; `server.migrations` builds them.

All times are milliseconds since 1970. "table" is a table of players; it is quoted wherever SQL is
written by hand.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)

# What happened: one row a command, never changed. Everything else about a table follows from it.
log = Table(
    "log",
    metadata,
    Column("table", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("command", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("table", "command"),
)

# Where reading a table's log may begin: the latest state kept, one a table.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# The tables as the lobby and the history list them, and when something is next due at each.
tables = Table(
    "tables",
    metadata,
    Column("table", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("host", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("options", LargeBinary, nullable=False),
    Column("clock", LargeBinary, nullable=False),
    Column("result", Text),
    Column("opened_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("host_id", Text),  # unknown of tables that were over when it was first kept
    Index(None, "host_id"),
    Index(None, "state", "public", "changed_at"),
    Index(None, "due", sqlite_where=text("due IS NOT NULL"), postgresql_where="due IS NOT NULL"),
)

# The chairs of those tables, and who or what sits there.
places = Table(
    "places",
    metadata,
    Column("table", Text, ForeignKey(tables.c.table, ondelete="CASCADE"), primary_key=True),
    Column("chair", Integer, primary_key=True, autoincrement=False),
    Column("party", Text),
    Column("person", Text),
    Column("name", Text),
    Column("bot", Text),
    Column("kept", Text),
    Index(None, "person"),
    Index(None, "kept", sqlite_where=text("kept IS NOT NULL"), postgresql_where="kept IS NOT NULL"),
)

# Who is at a table now, by the process that holds the connection; fades when that process dies.
presence = Table(
    "presence",
    metadata,
    Column("table", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("process", Text, primary_key=True),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)

# Until when some process looked after the tables; one row.
served = Table(
    "served",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("until", BigInteger, nullable=False),
)

# People: guests have a name only, accounts also a login and a password.
users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),
    Column("password_hash", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("guest", Boolean, nullable=False, server_default=false()),
)

# Who is signed in where. Only a hash of the token is kept: the database lets nobody in.
sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("user_id", Text, ForeignKey(users.c.id, ondelete="CASCADE"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("replaces", Text),  # the hash of the token instead of which this one was given
    # Null in rows of versions before 0003.
    Column("session", Text),  # the same for all tokens that were given one instead of another
    Column("began_at", BigInteger),
    Column("device", Text),  # a rough word
    Index(None, "user_id"),
    Index(None, "expires_at"),
)

# How strong an account plays a party.
ratings = Table(
    "ratings",
    metadata,
    Column("user_id", Text, ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column("party", Text, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# The finished tables that were looked at for ratings: written once, so a game counts once.
results = Table(
    "results",
    metadata,
    Column("table", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
)

# The players of each game that changed a rating.
rated_games = Table(
    "rated_games",
    metadata,
    Column("table", Text, primary_key=True),
    Column("user_id", Text, ForeignKey(users.c.id, ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "user_id", "at"),
)
