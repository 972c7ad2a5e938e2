"""`cactustown schema`: the frames of the protocol as a JSON schema."""

from __future__ import annotations

import json


def schema() -> None:
    """Print the JSON schema of what goes over the socket; clients are generated from it."""
    from cactustown.server import protocol  # only this command and the server need it

    print(json.dumps(protocol.schema(), indent=2))
