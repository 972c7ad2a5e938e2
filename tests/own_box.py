"""Content files as somebody who designs a box of their own would write them."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

from cactustown.content import CURRENT_EDITION
from cactustown.content.load import edition_tables

# A party nobody has heard of, with a card, a building and an altered card of the base game.
POSSE_TOML = """
[seating]
order = ["ranger", "sheriff", "vigilantes", "outlaws", "hunters", "dancer", "dakota", "cowboy"]

[party.vigilantes]
provenance = "house"
standees = ["judge-lynch", "rider-1"]
targets = 2
loser_is = "pushed"
goal = { jailed = 1, duels = 2 }
counts_duels = "duels"

[start.vigilantes]
provenance = "house"
spaces = ["e1", "e1"]

[card.vigilantes.night-ride]
provenance = "house"
icons = ["run-all", "duel"]
second_shot = 2

[card.vigilantes.rope]
provenance = "house"
icons = ["jail", "sneak"]
second_shot = 3

[card.vigilantes.showdown]
provenance = "house"
icons = ["duel", "run"]
second_shot = 2

[card.vigilantes.lantern]
provenance = "house"
icons = ["sneak-all", "jail"]
second_shot = 1

[card.sheriff.posse]
second_shot = 7
"""
POSSE: dict[str, Any] = tomllib.loads(POSSE_TOML)


def with_copy_of(party: str, goal: dict[str, int], name: str = "strangers") -> dict[str, Any]:
    """A box with a party that has another's standees and cards under new names, and this goal."""
    tables, _ = edition_tables(CURRENT_EDITION)
    copied = deepcopy(tables["party"][party])
    renamed = {old: f"{name}-{number}" for number, old in enumerate(copied["standees"], 1)}
    copied |= {"standees": list(renamed.values()), "goal": goal, "provenance": "house"}
    copied["cattle"] = [renamed[animal] for animal in copied.get("cattle", [])]
    if "duels" in goal:
        copied["counts_duels"] = "duels"
    cards = {f"my-{card}": deepcopy(table) for card, table in tables["card"][party].items()}
    return {
        "seating": {"order": [*tables["seating"]["order"], name]},
        "party": {name: copied},
        "start": {name: deepcopy(tables["start"][party])},
        "card": {name: cards},
    }
