"""ABI-1: when an ability may be used: before or after the own card, once a turn, twice a game."""

from __future__ import annotations

from cactustown.engine.machine import YES_NO, Ask, BlankHook, Op, Rules
from cactustown.engine.state import State, added
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.alternative.blessing import offer_blessing
from cactustown.rules.ops import ASK_ABILITY, PASS, USE_ABILITY, YES
from cactustown.rules.tokens import ABILITY_TOKEN


class Unused(BlankHook):
    """Every ability may still be used as often as it may be used at all."""

    def make_room(self, rules: Rules, g: State) -> None:
        g.ability = tuple(rules.ability_uses)


class Ability:
    """What one kind of ability does for its bearer. All of it goes by public facts."""

    def __init__(self, bearer: int) -> None:
        self.bearer = bearer  # a standee

    def possible(self, rules: Rules, g: State, seat: int, after: bool) -> bool:
        """Whether something can be done with it now, before or after the card."""
        raise NotImplementedError

    def start(self, rules: Rules, g: State, seat: int) -> None:
        """Pushes what it does."""
        raise NotImplementedError


class AbilityWindow(Op):
    """Asks the active player, if the bearer is upright on the board and can do something."""

    def __init__(self, name: str, abilities: list[Ability | None], after: bool) -> None:
        super().__init__(name)
        self.abilities = abilities  # by seat
        self.after = after

    def run(self, rules: Rules, g: State, t: Task) -> None:
        if not self.after:
            g.ability_used = 0
            if g.kept & rules.seat_standees[t.seat]:  # ABI-8: until his next turn
                g.kept = 0
        ability = self.abilities[t.seat]
        if ability is None or not g.ability[t.seat] or g.ability_used:
            return
        if (g.on_board & ~g.stunned) >> ability.bearer & 1 and ability.possible(
            rules, g, t.seat, self.after
        ):
            g.push(ASK_ABILITY, t.seat)

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        return self.abilities[seat] is not None and g.ability[seat] > 0


class AskAbility(Ask):
    """Whether the ability is used; what with is asked next."""

    def __init__(self) -> None:
        super().__init__("ability", YES_NO)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [PASS, YES]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice == PASS:
            if g.log is not None:
                g.log.add(ev.NO_ABILITY, seat)
            return
        g.ability = added(g.ability, seat, -1)
        g.ability_used = 1
        if g.log is not None:
            g.log.block(g, ev.ABILITY, seat, g.ability[seat])
        mark = len(g.stack)
        g.push(USE_ABILITY, seat)
        if rules.reading.blessings_by_choice:
            offer_blessing(rules, g, seat, ABILITY_TOKEN, mark)


class UseAbility(Op):
    """No blessing came; what with is chosen only now (ALT-2)."""

    def __init__(self, name: str, abilities: list[Ability | None]) -> None:
        super().__init__(name)
        self.abilities = abilities

    def run(self, rules: Rules, g: State, t: Task) -> None:
        ability = self.abilities[t.seat]
        assert ability is not None
        ability.start(rules, g, t.seat)
