"""PET-2, PET-3: a party's pet friend takes pets, and loses them when it leaves the board."""

from __future__ import annotations

from cactustown.engine.machine import YES_NO, Ask, LeaveHook, Rules
from cactustown.engine.state import NONE, State, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.ops import PASS, YES


class AskPet(Ask):
    """Offers the pet of a pet building, if it is free; b = space, c = who enters."""

    def __init__(self) -> None:
        super().__init__("pet", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        pet = rules.pet_shown[g.building_at[t.b]]
        if t.c != rules.pet_friend[seat] or g.pet_at[pet] != NONE:
            return []
        if rules.pet_kind[seat] not in (NONE, pet):
            return []
        return [PASS, YES]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        pet = rules.pet_shown[g.building_at[t.b]]
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.PET_LEFT, seat, pet)
            return
        free_pets(rules, g, seat)  # one a player: the other is exchanged for it
        g.pet_at = replaced(g.pet_at, pet, seat)
        if g.log is not None:
            g.log.add(ev.PET_TAKEN, seat, t.c, pet)


def free_pets(rules: Rules, g: State, seat: int) -> None:
    """Whatever pet this seat has is free again at its building."""
    for pet, holder in enumerate(g.pet_at):
        if holder == seat:
            g.pet_at = replaced(g.pet_at, pet, NONE)
            if g.log is not None:
                g.log.add(ev.PET_FREE, seat, pet)


class FriendLeaves(LeaveHook):
    """PET-3: the pets of a friend who leaves the board are free again."""

    def fire(self, rules: Rules, g: State, standee: int) -> None:
        seat = rules.owner[standee]
        if rules.pet_friend[seat] == standee:
            free_pets(rules, g, seat)
