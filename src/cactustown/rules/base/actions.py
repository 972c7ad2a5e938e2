"""Section 8: special actions. Each is an icon (when can it be played?) and mostly an ask (who?)."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import DICE
from cactustown.engine.encodings import mover, place_in, step
from cactustown.engine.machine import MOVE, PAIR, STANDEE, Ask, Icon, Op, Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import CAPTIVE, JAIL, NEAR, OFFICE
from cactustown.engine.state import NONE, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.duel import free_captive
from cactustown.rules.base.footing import may_stand, no_standing
from cactustown.rules.base.goals import score
from cactustown.rules.base.move import left_board, push_enter, push_reveal, turn_up_building
from cactustown.rules.base.obstacles import (
    ABSENT,
    BLOCKED_THERE,
    COMPANION_THERE,
    IS_CAPTIVE,
    nobody_up,
    spaces_under,
)
from cactustown.rules.base.targets import deck_size, draw_targets
from cactustown.rules.counters import CAPTIVES, JAILED
from cactustown.rules.ops import (
    ASK_CAPTURE,
    ASK_RECOVER,
    ASK_RELEASE,
    ASK_UP_CLOSE,
    BREAK_FREE,
    CAPTURE,
    DRAW_TARGET,
    PULLED,
)
from cactustown.rules.ops import JAIL as JAIL_ICON


class AskIcon(Icon):
    """An icon that can be played when its ask has something to offer (ACT-11)."""

    def __init__(self, name: str, op: int, obstacles: tuple[Obstacle, ...]) -> None:
        super().__init__(name, obstacles)
        self.op = op

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        return len(rules.ops[self.op].options(rules, g, Task(self.op, seat), seat)) > 0

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(self.op, seat)


# -- the outlaws


NOBODY_TO_RECOVER: Final = Obstacle("nobody_to_recover", "ACT-3")


class RecoverIcon(AskIcon):
    """ACT-3."""

    def __init__(self) -> None:
        super().__init__("recover", ASK_RECOVER, (NOBODY_TO_RECOVER,))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        in_town = rules.seat_standees[seat] & g.on_board
        return [] if in_town & g.stunned else [Reason(NOBODY_TO_RECOVER, in_town)]


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


STILL_IN_TOWN: Final = Obstacle("still_in_town", "ACT-10")
NOBODY_CAPTIVE: Final = Obstacle("nobody_captive", "ACT-10")
NOBODY_JAILED: Final = Obstacle("nobody_jailed", "ACT-10")
NO_JAILER_OR_CAPTOR: Final = Obstacle("no_jailer_or_captor", "ACT-10", lasts=True)


class BreakFreeIcon(Icon):
    """ACT-10: the last resort, when the three outlaws are escaped, jailed and captive."""

    def __init__(self) -> None:
        without = (NOBODY_CAPTIVE, NOBODY_JAILED, NO_JAILER_OR_CAPTOR)
        super().__init__("break-free", (STILL_IN_TOWN, *without))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        if self.possible(rules, g, seat):
            return []
        shown = {icon for icons in rules.card_icons for icon in icons}
        if not (JAIL_ICON in shown and CAPTURE in shown):
            return [Reason(NO_JAILER_OR_CAPTOR)]
        in_town = rules.seat_standees[seat] & g.on_board
        if in_town:
            return [Reason(STILL_IN_TOWN, in_town, spaces=spaces_under(g, in_town))]
        return [Reason(NOBODY_JAILED if g.count[JAILED] == 0 else NOBODY_CAPTIVE)]

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


class OverTheStunned(AskIcon):
    """An action on somebody stunned in the same building (ACT-1, ACT-4)."""

    def __init__(self, name: str, op: int, rule: str) -> None:
        self.nobody_here = Obstacle("nobody_lies_here", rule)
        self.nobody = Obstacle("nobody_lies", rule)
        super().__init__(name, op, (self.nobody_here, self.nobody, *ABSENT))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        lying = g.stunned & g.on_board
        if not lying:
            return [Reason(self.nobody)]
        if stunned_with(rules, g, seat):
            return []
        without = nobody_up(rules, g, rules.seat_standees[seat])
        return without or [Reason(self.nobody_here, others=lying, spaces=spaces_under(g, lying))]


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


HAS_CAPTIVE: Final = Obstacle("has_captive", "ACT-4")


class CaptureIcon(OverTheStunned):
    """ACT-4: one captive at a time."""

    def __init__(self) -> None:
        super().__init__("capture", ASK_CAPTURE, "ACT-4")
        without_captive = [one for one in self.obstacles if one is not IS_CAPTIVE]
        self.obstacles = (*without_captive, HAS_CAPTIVE)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        if g.captive != NONE:
            return [Reason(HAS_CAPTIVE, 1 << g.captor, others=1 << g.captive)]
        return super().reasons(rules, g, seat)


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
                found.append(step(outlaw, captor))
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        outlaw = mover(choice)
        captor = place_in(choice)
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


JAIL_EMPTY: Final = Obstacle("jail_empty", "ACT-5")
NOT_IN_OFFICE: Final = Obstacle("not_in_office", "ACT-5")


def not_in_office(rules: Rules, g: State, seat: int, why: Obstacle) -> list[Reason]:
    """Why none of a seat stands upright in the sheriff's office; nothing if one does."""
    own = rules.seat_standees[seat]
    upright = own & g.on_board & ~g.stunned
    if g.standees_on[OFFICE] & upright:
        return []
    where = spaces_under(g, upright)
    return nobody_up(rules, g, own) or [Reason(why, upright, spaces=where)]


class ReleaseIcon(AskIcon):
    """ACT-5."""

    def __init__(self) -> None:
        room = (COMPANION_THERE, BLOCKED_THERE)
        super().__init__("release", ASK_RELEASE, (*room, NOT_IN_OFFICE, *ABSENT, JAIL_EMPTY))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        prisoners = jailed(rules, g)
        if not prisoners:
            return [Reason(JAIL_EMPTY)]
        found = not_in_office(rules, g, seat, NOT_IN_OFFICE)
        if found:
            return found
        for prisoner in prisoners:
            reason = no_standing(rules, g, prisoner, OFFICE)
            if reason is None:
                return []
            add_reason(found, reason)
        return found


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

    def __init__(self, name: str, rule: str) -> None:
        self.deck_empty = Obstacle("deck_empty", rule, lasts=True)  # no card ever returns to it
        super().__init__(name, (self.deck_empty,))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        return [] if deck_size(rules, g) else [Reason(self.deck_empty)]

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


class PullIcon(AskIcon):
    """Somebody is pulled into the own building (ACT-8); the kinds differ in from where."""

    def __init__(self, name: str, op: int, nobody: Obstacle, *more: Obstacle) -> None:
        obstacles = (BLOCKED_THERE, COMPANION_THERE, *more, nobody, *ABSENT)
        super().__init__(name, op, obstacles)
        self.nobody = nobody

    def within_reach(self, rules: Rules, g: State, here: int) -> list[int]:
        """From where somebody can be pulled here."""
        return NEAR[here]

    def no_coming(self, rules: Rules, g: State, standee: int, here: int) -> Reason | None:
        """Why a standee within reach cannot be pulled here."""
        return no_standing(rules, g, standee, here)

    def out_of_reach(self, rules: Rules, g: State, seat: int, pullers: int) -> Reason:
        """Why there is nobody that one of these could reach."""
        return Reason(self.nobody, pullers, spaces=spaces_under(g, pullers))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        own = rules.seat_standees[seat]
        found = nobody_up(rules, g, own)
        if found:
            return found
        pullers = own & g.on_board & ~g.stunned
        for puller in rules.members[pullers]:
            here = g.standee_at[puller]
            for space in self.within_reach(rules, g, here):
                for standee in rules.members[g.standees_on[space] & ~own]:
                    reason = self.no_coming(rules, g, standee, here)
                    if reason is None:
                        return []
                    add_reason(found, reason)
        return found or [self.out_of_reach(rules, g, seat, pullers)]


NOBODY_NEXT_DOOR: Final = Obstacle("nobody_next_door", "ACT-8")


class UpCloseIcon(PullIcon):
    """ACT-8."""

    def __init__(self) -> None:
        super().__init__("up-close", ASK_UP_CLOSE, NOBODY_NEXT_DOOR)


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
                        found.append(step(standee, here))
        found.sort()
        return found

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        pull(rules, g, seat, mover(choice), place_in(choice))


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
