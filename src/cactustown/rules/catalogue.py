"""All modules of the game, in the order they contribute."""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import Rules
from cactustown.reading import FIRST, SECOND, Reading
from cactustown.rules.abilities.manifest import ABILITIES
from cactustown.rules.alternative.manifest import ALTERNATIVE, NO_CACTUS
from cactustown.rules.base.manifest import BASE, CACTUS, GUNSLINGER
from cactustown.rules.build import build
from cactustown.rules.chicken.manifest import CHICKEN
from cactustown.rules.chief.manifest import CHIEF, TOMAHAWKS
from cactustown.rules.options import Options
from cactustown.rules.pets.manifest import PETS
from cactustown.rules.ranger.manifest import RANGER
from cactustown.rules.solo.manifest import SOLO
from cactustown.rules.stampede.manifest import CATTLE, STAMPEDE
from cactustown.rules.tables import Tables
from cactustown.rules.tools.manifest import TOOL_BUILDINGS, TOOLS

VERSION: Final = SECOND  # of the rules; a journal names the one it was played under
PLAYABLE: Final = (FIRST, SECOND)  # a game begun under one of them goes on under it
MODULES: Final = (
    *(BASE, CACTUS, GUNSLINGER, RANGER, SOLO, CHIEF, TOMAHAWKS, STAMPEDE, CATTLE),
    *(TOOLS, TOOL_BUILDINGS, ABILITIES, ALTERNATIVE, NO_CACTUS, PETS, CHICKEN),
)
EFFECTS: Final = tuple(dict.fromkeys(e for module in MODULES for e in module.effects))


def working_effects(options: Options) -> set[str]:
    """The marks and effects of buildings that do something in a game with these options."""
    return {effect for module in MODULES if module.wanted(options) for effect in module.effects}


def build_rules(options: Options, tables: Tables, version: int = VERSION) -> Rules:
    """The rules of a game with these options and this content, in one of their versions."""
    return build(options, tables, MODULES, Reading(version))
