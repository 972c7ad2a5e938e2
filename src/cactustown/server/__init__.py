"""The server: tables that people share, a log that loses no move, a protocol that tells no secret."""
