"""All modules of the game, in the order they contribute."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.rules.abilities.manifest import ABILITIES
from cactustown.rules.alternative.manifest import ALTERNATIVE
from cactustown.rules.base.manifest import BASE, CACTUS, GUNSLINGER
from cactustown.rules.build import build
from cactustown.rules.chicken.manifest import CHICKEN
from cactustown.rules.chief.manifest import CHIEF, TOMAHAWKS
from cactustown.rules.options import Options
from cactustown.rules.pets.manifest import PETS
from cactustown.rules.ranger.manifest import RANGER
from cactustown.rules.solo.manifest import SOLO
from cactustown.rules.stampede.manifest import STAMPEDE
from cactustown.rules.tables import Tables
from cactustown.rules.tools.manifest import TOOLS

VERSION: Final = 1  # of the rules; a journal names the one it was played under
MODULES: Final = (
    *(BASE, CACTUS, GUNSLINGER, RANGER, SOLO, CHIEF, TOMAHAWKS, STAMPEDE),
    *(TOOLS, ABILITIES, ALTERNATIVE, PETS, CHICKEN),
)
EFFECTS: Final = tuple(dict.fromkeys(e for module in MODULES for e in module.effects))


def build_rules(options: Options, tables: Tables) -> Rules:
    """The rules of a game with these options and this content."""
    return build(options, tables, MODULES)
