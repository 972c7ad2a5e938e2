"""The server, from its database to the wire."""
