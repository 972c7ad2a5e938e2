"""Who sits where: people and bots, and the small file that remembers it beside a saved game.

A saved game is two files. `GAME.json` is the journal, as `Game.save` writes it and any other
command reads it. `GAME.json.seats` says which parties are people and which bots play the others:

    {"format": "cactustown-seats", "version": 1,
     "people": ["outlaws"], "bots": {"sheriff": "greedy"}, "bot_seed": 7}

It is written once, before the first choice. Without it (a journal from elsewhere) a game is
resumed with `--me` and `--bots`, or their defaults.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from pathlib import Path

from cactustown.bots import Bot, make_bot
from cactustown.cli.text.words import listed, title
from cactustown.engine.errors import BadFile, BadOptions

FORMAT = "cactustown-seats"
VERSION = 1
FAVOURITES = ("outlaws", "sheriff", "dancer", "hunters")  # whom a newcomer gets to play


@dataclass(frozen=True)
class Seats:
    """The people, the bots by party, and the seed the bots decide by."""

    people: list[str]
    bots: dict[str, str]
    bot_seed: int

    def make_bots(self, moves: int = 0) -> dict[str, Bot]:
        """Bots ready to play on after so many moves."""
        return {
            party: make_bot(name, (self.bot_seed << 20) + (moves << 4) + number)
            for number, (party, name) in enumerate(self.bots.items())
        }

    def players(self, you: str | None) -> dict[str, str]:
        """Who plays each party, as the person in front reads it."""
        people = {party: "you" if party == you else "a person" for party in self.people}
        return people | {party: f"{name} bot" for party, name in self.bots.items()}


def default_bot() -> str:
    """The level a person meets who has not asked for another."""
    return "normal"


def seat_players(parties: list[str], me: list[str], bots: list[str], seed: int | None) -> Seats:
    """Seats people and bots; explains what does not fit these parties."""
    people = me or [next((name for name in FAVOURITES if name in parties), parties[0])]
    for name in people:
        if name not in parties:
            raise BadOptions(f"{name!r} does not play in this game; {', '.join(parties)} do")
    if len(set(people)) != len(people):
        raise BadOptions(f"a party is named twice: {', '.join(people)}")
    rest = [party for party in parties if party not in people]
    names = bots or [default_bot()]
    if len(names) == 1:
        names = names * len(rest)
    if len(names) != len(rest):
        raise BadOptions(
            f"{len(names)} bots for {len(rest)} parties ({listed([title(p) for p in rest])}); "
            "name one for all of them or one each"
        )
    seats = Seats(
        people=[party for party in parties if party in people],
        bots=dict(zip(rest, names, strict=True)),
        bot_seed=secrets.randbits(31) if seed is None else seed,
    )
    seats.make_bots()
    return seats


def seats_file(game: Path) -> Path:
    """Where the seats of a saved game are kept."""
    return game.with_name(game.name + ".seats")


def write_seats(seats: Seats, game: Path) -> None:
    """Remembers who plays, beside the game."""
    said = {
        "format": FORMAT,
        "version": VERSION,
        "people": seats.people,
        "bots": seats.bots,
        "bot_seed": seats.bot_seed,
    }
    try:
        seats_file(game).write_text(json.dumps(said) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadFile(f"{seats_file(game)}: cannot be written: {error.strerror}") from error


def read_seats(game: Path, parties: list[str]) -> Seats | None:
    """Who plays a saved game; None if nothing remembers it."""
    path = seats_file(game)
    if not path.exists():
        return None
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        if said["format"] != FORMAT or said["version"] != VERSION:
            raise ValueError("another format")
        people = [str(party) for party in said["people"]]
        bots = {str(party): str(name) for party, name in said["bots"].items()}
        if sorted([*people, *bots]) != sorted(parties):
            raise ValueError("other parties")
        return Seats(people, bots, int(said["bot_seed"]))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadFile(
            f"{path} does not say who plays this game ({error}); "
            "delete it and name the seats with --me and --bots"
        ) from error
