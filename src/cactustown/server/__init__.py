"""The server: tables that people share, a log that loses no move, frames that tell no secret."""
