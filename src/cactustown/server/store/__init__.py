"""Where the server keeps its tables: SQLite on one machine, PostgreSQL on many."""
