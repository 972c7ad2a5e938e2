"""Section 8: special actions. Each is an icon (when can it be played?) and mostly an ask (who?)."""

from __future__ import annotations

from cactustown.engine.chance import DICE
from cactustown.engine.machine import MOVE, PAIR, STANDEE, Ask, Icon, Op, Rules
from cactustown.engine.spaces import CAPTIVE, JAIL, NEAR, OFFICE
from cactustown.engine.state import CAPTIVES, GONE, JAILED, NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import free_captive
from cactustown.rules.base.footing import may_stand
from cactustown.rules.base.goals import score
from cactustown.rules.base.move import (
    left_board,
    push_effects,
    push_enter,
    push_reveal,
    turn_up_building,
)
from cactustown.rules.base.targets import deck_size, draw_targets, drop_target
from cactustown.rules.ops import (
    ASK_TARGET_ACT,
    BREAK_FREE,
    DRAW_TARGET,
    PLACE_MASK,
    PULLED,
    STANDEE_SHIFT,
)


class AskIcon(Icon):
    """An icon that can be played when its ask has something to offer (ACT-11)."""

    def __init__(self, name: str, op: int) -> None:
        super().__init__(name)
        self.op = op

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return len(rules.ops[self.op].options(rules, g, Task(self.op, seat), seat)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(self.op, seat)


# -- target buildings: PLUNDER, STEAL HORSE, PAY DEBTS (ACT-2, ACT-6, ACT-9)


class TargetIcon(Icon):
    """An action in a target building, face up or looked at: show the card, drop it, count one.

    Only the owner knows the targets, so to everybody else it is possible wherever a standee of
    the party that still may act stands in a face-up building, unless everybody knows that this
    building's card is gone or was never drawn (SET-5). What a party has looked at is its secret
    too, that it ever looked is not: from then on it is possible in any face-down building.
    """

    def __init__(self, name: str, event: int, counter: int) -> None:
        super().__init__(name)
        self.secret = True
        self.event = event
        self.counter = counter  # what it counts as; NONE: the standee takes a plunder token

    def candidates(self, rules: Rules, g: State, seat: int) -> int:
        """The standees that might do it, as far as everybody can tell."""
        if g.targets_held[seat] == 0:
            return 0
        if self.counter != NONE and g.count[self.counter] >= rules.count_limit[self.counter]:
            return 0
        free = rules.seat_standees[seat] & g.on_board & ~g.stunned
        if self.counter == NONE:
            free &= ~g.laden
        lie_open = rules.open_targets >> seat & 1
        looked = g.looked >> seat & 1 if rules.reading.targets_looked_at else 0
        able = 0
        for standee in rules.members[free]:
            space = g.standee_at[standee]
            if not g.face_up >> space & 1:
                able |= looked << standee
                continue
            if space == OFFICE:
                continue
            building = g.building_at[space]
            at = g.target_at[building]
            if lie_open:
                able |= int(at == seat) << standee
            elif at != GONE and not g.barred[seat] >> building & 1:
                able |= 1 << standee
        return able

    def on_target(self, rules: Rules, g: State, seat: int) -> list[int]:
        """Those of them that really stand on a target the seat knows of."""
        known = g.face_up | g.peeked[seat]
        found: list[int] = []
        for standee in rules.members[self.candidates(rules, g, seat)]:
            space = g.standee_at[standee]
            if known >> space & 1 and g.target_at[g.building_at[space]] == seat:
                found.append(standee)
        return found

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return self.candidates(rules, g, seat) != 0

    def playable(self, rules: Rules, g: State, seat: int) -> bool:
        return len(self.on_target(rules, g, seat)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(ASK_TARGET_ACT, seat, rules.icons.index(self))

    def show(self, rules: Rules, g: State, seat: int, standee: int) -> bool:
        """The target card is shown and dropped, and its building turned up if it lay face down:
        then the effects are still to come."""
        space = g.standee_at[standee]
        building = g.building_at[space]
        hidden = not g.face_up >> space & 1
        drop_target(g, building, seat)
        if hidden:
            turn_up_building(rules, g, standee, space)
        if g.log is not None:
            g.log.add(self.event, standee, building)
        return hidden


class AskTargetAct(Ask):
    """Which standee uses its target building; a = icon."""

    def __init__(self) -> None:
        super().__init__("target-act", STANDEE)

    def word(self, rules: Rules, t: Task) -> str:
        return rules.icon_names[t.a]

    def _icon(self, rules: Rules, t: Task) -> TargetIcon:
        icon = rules.icons[t.a]
        assert isinstance(icon, TargetIcon)
        return icon

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return self._icon(rules, t).on_target(rules, g, seat)

    def must_ask(self, rules: Rules, g: State, t: Task) -> bool:
        candidates = self._icon(rules, t).candidates(rules, g, t.seat)
        return candidates & (candidates - 1) != 0

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        icon = self._icon(rules, t)
        g.stack.pop()
        turned_up = icon.show(rules, g, seat, choice)
        if icon.counter == NONE:
            g.laden |= 1 << choice
        else:
            score(rules, g, icon.counter)
        if turned_up and g.winner == RUNNING:  # ACT-2: the effects last, and none once it is won
            push_effects(rules, g, choice, g.standee_at[choice])


# -- the outlaws


class AskRecover(Ask):
    """ACT-3: one stunned outlaw on the board stands up."""

    def __init__(self) -> None:
        super().__init__("recover", STANDEE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return rules.members[rules.seat_standees[seat] & g.on_board & g.stunned]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        g.stunned &= ~(1 << choice)
        if g.log is not None:
            g.log.add(ev.RECOVERED, choice)


class BreakFreeIcon(Icon):
    """ACT-10: the last resort, when the three outlaws are escaped, jailed and captive."""

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return (
            not rules.seat_standees[seat] & g.on_board and g.count[JAILED] > 0 and g.captive != NONE
        )

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(BREAK_FREE, seat)


class BreakFree(Op):
    """ACT-10: a die says who comes back: 1-3 from jail, 4-6 from the hunters."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        die = g.roll(6, DICE, -1) + 1
        captor_space = g.standee_at[g.captor]
        if die > 3 and may_stand(rules, g, g.captive, captor_space):
            if g.log is not None:
                g.log.add(ev.BROKE_FREE, t.seat, die, g.captive, captor_space)
            free_captive(rules, g, captor_space)
            return
        outlaw = jailed(rules, g)[0]
        if die > 3 or not may_stand(rules, g, outlaw, OFFICE):  # WORD-7: the placing is not made
            if g.log is not None:
                g.log.add(ev.BROKE_FREE, t.seat, die, NONE, NONE)
            return
        if g.log is not None:
            g.log.add(ev.BROKE_FREE, t.seat, die, outlaw, OFFICE)
        leave_jail(rules, g, outlaw, OFFICE)


# -- sheriff and hunters


def stunned_with(rules: Rules, g: State, seat: int) -> list[int]:
    """The stunned standees that share a building with an upright one of this seat, ascending."""
    found: list[int] = []
    own = rules.seat_standees[seat] & ~g.stunned
    for standee in rules.members[g.stunned & g.on_board]:
        if g.standees_on[g.standee_at[standee]] & own:
            found.append(standee)
    return found


class AskJail(Ask):
    """ACT-1: which stunned outlaw goes to jail, token and all."""

    def __init__(self) -> None:
        super().__init__("jail", STANDEE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return stunned_with(rules, g, seat)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        space = g.standee_at[choice]
        take_off(g, choice, JAIL)
        if g.log is not None:
            g.log.add(ev.JAILED, choice, space)
        left_board(rules, g, choice)
        score(rules, g, JAILED)


def take_off(g: State, standee: int, place: int) -> None:
    """A stunned standee leaves the board; there it no longer lies or stands."""
    g.stunned &= ~(1 << standee)
    g.unmoved &= ~(1 << standee)
    g.relocate(standee, place)


class AskCapture(Ask):
    """ACT-4: which stunned outlaw is taken, and by which hunter; one captive at a time."""

    def __init__(self) -> None:
        super().__init__("capture", PAIR)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        if g.captive != NONE:
            return found
        own = rules.seat_standees[seat] & ~g.stunned
        for outlaw in stunned_with(rules, g, seat):
            for captor in rules.members[g.standees_on[g.standee_at[outlaw]] & own]:
                found.append((outlaw + 1) << STANDEE_SHIFT | captor)
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        outlaw = (choice >> STANDEE_SHIFT) - 1
        captor = choice & PLACE_MASK
        take_off(g, outlaw, CAPTIVE)
        g.captive = outlaw
        g.captor = captor
        if g.log is not None:
            g.log.add(ev.CAPTURED, outlaw, captor)
        left_board(rules, g, outlaw)
        score(rules, g, CAPTIVES)


def jailed(rules: Rules, g: State) -> list[int]:
    """The standees in jail, ascending."""
    return [s for s, place in enumerate(g.standee_at) if place == JAIL]


def leave_jail(rules: Rules, g: State, outlaw: int, space: int) -> None:
    """Placed upright, with its plunder token; nothing is turned up or entered (WORD-7)."""
    g.relocate(outlaw, space)
    score(rules, g, JAILED, -1)


class AskRelease(Ask):
    """ACT-5: which jailed outlaw is freed onto c3, where a standee of the acting party stands."""

    def __init__(self) -> None:
        super().__init__("release", STANDEE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        if not g.standees_on[OFFICE] & rules.seat_standees[seat] & ~g.stunned:
            return []
        return [outlaw for outlaw in jailed(rules, g) if may_stand(rules, g, outlaw, OFFICE)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        leave_jail(rules, g, choice, OFFICE)
        if g.log is not None:
            g.log.add(ev.RELEASED, choice, OFFICE)


class DrawTargetIcon(Icon):
    """ACT-7: playable while the deck is not empty, even if SET-5 then yields nothing."""

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return deck_size(rules, g) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(DRAW_TARGET, seat, 1)


class DrawTarget(Op):
    """ACT-7: draws target cards under SET-5; a = how many."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        drawn = draw_targets(rules, g, t.seat, t.a)
        if g.log is not None:
            if not drawn:
                g.log.add(ev.DREW_TARGET, t.seat, 0, NONE)
            for building in drawn:
                ev.secretly(g.log, 1 << t.seat, ev.DREW_TARGET, t.seat, 1, building)


# -- the dancer


class AskUpClose(Ask):
    """ACT-8: pulls an opposing standee from next door into the own building."""

    def __init__(self) -> None:
        super().__init__("up-close", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        own = rules.seat_standees[seat]
        for puller in rules.members[own & g.on_board & ~g.stunned]:
            here = g.standee_at[puller]
            for space in NEAR[here]:
                for standee in rules.members[g.standees_on[space] & ~own]:
                    if may_stand(rules, g, standee, here):
                        found.append((standee + 1) << STANDEE_SHIFT | here)
        found.sort()
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        pull(rules, g, seat, (choice >> STANDEE_SHIFT) - 1, choice & PLACE_MASK)


def pull(rules: Rules, g: State, seat: int, standee: int, here: int) -> None:
    """A forced movement of that standee (ACT-8); traps may cancel it."""
    puller = rules.members[g.standees_on[here] & rules.seat_standees[seat] & ~g.stunned][0]
    origin = g.standee_at[standee]
    g.relocate(standee, here)
    if g.log is not None:
        g.log.block(g, ev.MOVED, seat, standee, origin, here, ev.BY_PULL)
    mark = len(g.stack)
    g.push(PULLED, seat, standee, puller)
    for hook in rules.after_move:
        hook.fire(rules, g, seat, standee, origin, mark)


class Pulled(Op):
    """ACT-8, GUN-3, GUN-4: the puller turns up the building; a = pulled, b = puller.

    The puller's effects come first, then the pulled standee enters.
    """

    def run(self, rules: Rules, g: State, t: Task) -> None:
        g.unmoved &= ~(1 << t.a)
        space = g.standee_at[t.b]
        turned_up = not g.face_up >> space & 1
        if turned_up:
            turn_up_building(rules, g, t.b, space)
        push_enter(rules, g, t.a, space)
        if turned_up:
            push_enter(rules, g, t.b, space)
            push_reveal(rules, g, t.b, space)
