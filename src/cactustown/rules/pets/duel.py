"""PET-4: a pet helps its friend in a duel where the building shows it.

A building shows one pet and there is one token of each, so at most one party is asked, once.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.machine import SOMEBODY, YES_NO, Ask, Op, Rules
from cactustown.engine.state import NONE, State, replaced
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.alternative.blessing import answer_pet
from cactustown.rules.base.duel import fighters, leaders, roll_again, side_of
from cactustown.rules.ops import ASK_PET_AT, ASK_PET_HELP, PASS, PET_HELPS
from cactustown.rules.pets.variables import CAT, DOG, SNAKE

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
        side = pet_side(rules, g, seat)
        if leaders(rules, g) == 1 << side:  # asked like DUEL-3: not of who is winning
            return
        op = ASK_PET_AT if pet in (CAT, SNAKE) else ASK_PET_HELP
        g.push(op, seat, pet, 0, 0, 0, t.mark)


def pet_side(rules: Rules, g: State, seat: int) -> int:
    """Whom the pet of a seat helps: whoever its friend fights for, a borrower too (ABI-2)."""
    if rules.reading.pets_help_borrowers:
        return side_of(rules, g, rules.pet_friend[seat])
    return seat


def send_pet(rules: Rules, g: State, seat: int, pet: int, standee: int) -> None:
    """The token is dropped, free again at its building; a blessing may answer before it helps."""
    g.pet_at = replaced(g.pet_at, pet, NONE)
    mark = len(g.stack)
    g.push(PET_HELPS, seat, pet, standee)
    answer_pet(rules, g, seat, pet, standee, mark)


class AskPetAt(Ask):
    """Cat: an opponent rolls again. Snake: an opponent's die counts 0. a = pet."""

    def __init__(self) -> None:
        super().__init__("pet-at", SOMEBODY)

    def word(self, rules: Rules, t: Task) -> str:
        return rules.pet_names[t.a]

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        rivals = rules.members[g.duel_in & ~fighters(rules, g, pet_side(rules, g, seat))]
        return [PASS, *(standee + 1 for standee in rivals)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_PET, seat, t.a)
            return
        send_pet(rules, g, seat, t.a, choice - 1)


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
        send_pet(rules, g, seat, t.a, NONE)


class PetHelps(Op):
    """What the pets do in a duel; a = pet, b = the opponent it goes for, or nobody."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        side = pet_side(rules, g, t.seat)
        if t.a == CAT:
            roll_again(rules, g, t.b)
        elif t.a == SNAKE:
            g.die[t.b] = 0
        elif t.a == DOG:
            g.bonus[side] += DOG_BONUS * g.dice
        else:
            for other in range(rules.seats):
                if other != side and fighters(rules, g, other):
                    g.bonus[other] -= CROW_MALUS * g.dice
        if g.log is not None:
            die = g.die[t.b] if t.b != NONE else 0
            g.log.add(ev.PET_USED, t.seat, t.a, t.b, die)
