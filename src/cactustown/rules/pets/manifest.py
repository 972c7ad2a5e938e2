"""Section 17: what the pets contribute to the rules of a game."""

from __future__ import annotations

from cactustown.engine.state import NONE
from cactustown.rules import ops
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.pets import duel, take
from cactustown.rules.pets.variables import FACTS, PET_NAMES, VARIABLES
from cactustown.rules.tables import Tables

PHASE_PETS_LEFT = 10


def contribute_pets(b: Builder, tables: Tables) -> None:
    """PET-1 to PET-4."""
    rules = b.rules
    rules.pet_names = list(PET_NAMES)
    b.words("pet", rules.pet_names)
    shown = (*tables.buildings, tables.office)
    rules.pet_shown = [PET_NAMES.index(building.pet) for building in shown]
    friends = {party: (standee, pet) for party, standee, pet in tables.friends}
    standees = [name for party in b.parties for name in party.standees]
    for party in b.parties:
        standee, pet = friends.get(party.name, ("", ""))
        rules.pet_friend.append(standees.index(standee) if standee else NONE)
        own = b.options.pet_kind == "own" and pet
        rules.pet_kind.append(PET_NAMES.index(pet) if own else NONE)
    b.op(ops.ASK_PET, take.AskPet())
    b.effect("pet", ops.ASK_PET)
    b.after_leaving(PHASE_PETS_LEFT, take.FriendLeaves())
    b.op(ops.DUEL_PETS, duel.DuelPets("duel-pets"))
    b.op(ops.ASK_PET_AT, duel.AskPetAt())
    b.op(ops.ASK_PET_HELP, duel.AskPetHelp())
    b.op(ops.PET_HELPS, duel.PetHelps("pet-helps"))
    b.duel_step(ops.PHASE_PETS, ops.DUEL_PETS)


def _wanted(options: Options) -> bool:
    return options.pets


PETS = Module("pets", _wanted, contribute_pets, effects=("pet",), variables=VARIABLES, facts=FACTS)
