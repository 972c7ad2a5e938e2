"""`cactustown schema`: what goes between client and server as a JSON schema."""

from __future__ import annotations

import json


def schema() -> None:
    """Print the JSON schema of frames and HTTP messages; clients are generated from it."""
    # only here: the server is slow to load
    from cactustown.server import (
        account,
        aids,
        choices,
        desk,
        http,
        lineups,
        newtable,
        proofs,
        protocol,
        replays,
        turns,
    )

    spoken = (
        *(http.Tables, http.Created, http.Board, choices.Choices, desk.Me, newtable.TableWish),
        *(newtable.LineUpWish, lineups.LineUp, aids.Aids),
        *(replays.Replayed, proofs.Proof, turns.Turns, account.MySessions),
    )
    print(json.dumps(protocol.schema(spoken), indent=2))
