"""PET-4: a pet helps its friend in a duel where the building shows it.

A building shows one pet and there is one token of each, so at most one party is asked, once.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import SOMEBODY, YES_NO, Ask, Op, Rules
from cactustown.engine.state import CAT, DOG, NONE, SNAKE, State, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import fighters, leaders, roll_again
from cactustown.rules.ops import ASK_PET_AT, ASK_PET_HELP, PASS

CROW_MALUS: Final = 1
DOG_BONUS: Final = 2


class DuelPets(Op):
    """The last step before the result: no second shot comes after it."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        space = g.duel_space
        if not g.face_up >> space & 1:
            return
        pet = rules.pet_shown[g.building_at[space]]
        seat = g.pet_at[pet]
        if seat == NONE or not g.duel_in >> rules.pet_friend[seat] & 1:
            return
        if leaders(rules, g) == 1 << seat:  # asked like DUEL-3: not of who is winning
            return
        op = ASK_PET_AT if pet in (CAT, SNAKE) else ASK_PET_HELP
        g.push(op, seat, pet, 0, 0, 0, t.mark)


def drop_pet(rules: Rules, g: State, seat: int, pet: int, standee: int) -> None:
    """The token is dropped, free again at its building."""
    g.pet_at = replaced(g.pet_at, pet, NONE)
    if g.log is not None:
        die = g.die[standee] if standee != NONE else 0
        g.log.add(ev.PET_USED, seat, pet, standee, die)


class AskPetAt(Ask):
    """Cat: an opponent rolls again. Snake: an opponent's die counts 0. a = pet."""

    def __init__(self) -> None:
        super().__init__("pet-at", SOMEBODY)

    def word(self, rules: Rules, t: Task) -> str:
        return rules.pet_names[t.a]

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        rivals = rules.members[g.duel_in & ~fighters(rules, g, seat)]
        return [PASS, *(standee + 1 for standee in rivals)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_PET, seat, t.a)
            return
        standee = choice - 1
        if t.a == CAT:
            roll_again(rules, g, standee)
        else:
            g.die[standee] = 0
        drop_pet(rules, g, seat, t.a, standee)


class AskPetHelp(Ask):
    """Crow: -1 to every opponent. Dog: +2 to the own roll. a = pet."""

    def __init__(self) -> None:
        super().__init__("pet-help", YES_NO)

    def word(self, rules: Rules, t: Task) -> str:
        return rules.pet_names[t.a]

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [PASS, 1]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_PET, seat, t.a)
            return
        if t.a == DOG:
            g.bonus[seat] += DOG_BONUS * g.dice
        else:
            for other in range(rules.seats):
                if other != seat and fighters(rules, g, other):
                    g.bonus[other] -= CROW_MALUS * g.dice
        drop_pet(rules, g, seat, t.a, NONE)
