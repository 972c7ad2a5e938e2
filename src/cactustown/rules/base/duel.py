"""Section 7: duels. One context in the state (duels never nest), a few steps on the stack."""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import DICE
from cactustown.engine.encodings import UNPLAYED, card_id, mover, place_in, step
from cactustown.engine.machine import (
    MOVE,
    SOMEBODY,
    SPACE,
    YES_NO,
    Ask,
    DuelHook,
    Icon,
    Op,
    Outcome,
    Rules,
)
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import NEAR_OR_HERE, PUSH_STEPS, REACH, spaces_of, within
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.rules import events as ev
from cactustown.rules.base.footing import may_stand, may_walk
from cactustown.rules.base.goals import score
from cactustown.rules.base.move import move
from cactustown.rules.base.obstacles import ABSENT, absence
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.counters import CAPTIVES
from cactustown.rules.ops import (
    ASK_DUEL,
    ASK_FREE,
    ASK_PUSH,
    ASK_SHOT,
    DUEL_OVER,
    DUEL_SHOTS,
    DUEL_STUN,
    FORCED,
    PASS,
    PUSHED,
    TURN_UP,
    YES,
)


def duel_spaces(rules: Rules, g: State, seat: int) -> list[int]:
    """DUEL-1: where an upright standee of this seat meets an upright opposing one, ascending."""
    own = rules.seat_standees[seat]
    upright = g.on_board & ~g.stunned
    found: list[int] = []
    for standee in rules.members[own & upright]:
        space = g.standee_at[standee]
        if g.standees_on[space] & upright & ~own and space not in found:
            found.append(space)
    found.sort()
    return found


OPPONENT_LIES: Final = Obstacle("opponent_lies", "DUEL-7")
MEETS_NOBODY: Final = Obstacle("meets_nobody", "DUEL-1")


class DuelIcon(Icon):
    """DUEL (DUEL-1)."""

    def __init__(self, name: str, *more: Obstacle) -> None:
        super().__init__(name, (OPPONENT_LIES, *more, MEETS_NOBODY, *ABSENT))

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        found: list[Reason] = []
        if duel_spaces(rules, g, seat):
            return found
        own = rules.seat_standees[seat]
        for standee in rules.members[own]:
            reason = absence(rules, g, standee)
            if reason is None:
                reason = meets_nobody_upright(g, standee, own)
            add_reason(found, reason)
        return found

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        own = rules.seat_standees[seat]
        upright = g.on_board & ~g.stunned
        for standee in rules.members[own & upright]:
            if g.standees_on[g.standee_at[standee]] & upright & ~own:
                return True
        return False

    def start(self, rules: Rules, g: State, seat: int) -> None:
        g.push(ASK_DUEL, seat)


def meets_nobody_upright(g: State, standee: int, own: int) -> Reason:
    """Why an upright standee that meets no upright opponent has no duel."""
    space = g.standee_at[standee]
    lying = g.standees_on[space] & ~own
    if lying:
        return Reason(OPPONENT_LIES, 1 << standee, others=lying, spaces=1 << space)
    return Reason(MEETS_NOBODY, 1 << standee, spaces=1 << space)


class AskDuel(Ask):
    """DUEL-1: where to duel; everybody upright there takes part."""

    def __init__(self) -> None:
        super().__init__("duel", SPACE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return duel_spaces(rules, g, seat)

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        begin_duel(rules, g, seat, choice)


def begin_duel(rules: Rules, g: State, seat: int, space: int) -> None:
    """Opens the one duel context and lays out the steps of DUEL-2."""
    assert g.duel_space == NONE, "duels never nest"
    g.duel_space = space
    g.duel_by = seat
    g.duel_in = g.standees_on[space] & ~g.stunned
    for other in range(rules.seats):
        g.bonus[other] = 0
        if fighters(rules, g, other):
            for hook in rules.duel_bonuses:
                g.bonus[other] += hook.bonus(rules, g, other)
    if g.log is not None:
        g.log.block(g, ev.DUEL, seat, space)
        if g.guest != NONE and rules.reading.tells_who_is_lent:
            g.log.add(ev.LENT, seat, g.guest)
    mark = len(g.stack)
    for op in reversed(rules.duel_steps):
        g.push(op, seat, 0, 0, 0, 0, mark)


def fighters(rules: Rules, g: State, seat: int) -> int:
    """The standees in the duel that fight for a seat: its own, and a guest (ABI-2)."""
    own = rules.seat_standees[seat] & g.duel_in
    if g.guest != NONE:
        bit = 1 << g.guest
        return own | bit & g.duel_in if seat == g.duel_by else own & ~bit
    return own


def side_of(rules: Rules, g: State, standee: int) -> int:
    """The seat a standee of the duel fights for: its own, or its host (ABI-2)."""
    return g.duel_by if standee == g.guest else rules.owner[standee]


def duel_seats(rules: Rules, g: State) -> int:
    """The mask of seats with a standee in the duel."""
    seats = 0
    for seat in range(rules.seats):
        if fighters(rules, g, seat):
            seats |= 1 << seat
    return seats


class DuelDice(Op):
    """DUEL-1: one die each, rolled by the owners in table order from the initiator."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        for i in range(rules.seats):
            seat = (g.duel_by + i) % rules.seats
            for standee in rules.members[fighters(rules, g, seat)]:
                roll_dice(g, standee, ev.ROLLED)


def roll_dice(g: State, standee: int, event: int) -> None:
    """One die, or as many as count this round (RAN-5), added up."""
    g.die[standee] = 0
    for _ in range(g.dice):
        die = g.roll(6, DICE, standee) + 1
        g.die[standee] += die
        if g.log is not None:
            g.log.add(event, standee, die)


class AskRollAgain(Ask):
    """Which of the own dice is rolled again, or none; the new roll stands (GUN-10, ALT-4)."""

    def __init__(self, name: str, rolled: int, declined: int) -> None:
        super().__init__(name, SOMEBODY)
        self.rolled = rolled  # what the log calls it
        self.declined = declined

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        own = rules.members[fighters(rules, g, seat)]
        return [PASS, *(standee + 1 for standee in own)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        if choice != PASS:
            roll_dice(g, choice - 1, self.rolled)
        elif g.log is not None:
            g.log.add(self.declined, seat)


def roll_again(rules: Rules, g: State, standee: int) -> None:
    """A standee of the duel rolls again, all its dice (RAN-6); the new roll stands."""
    g.die[standee] = 0
    for _ in range(g.dice):
        g.die[standee] += g.roll(6, DICE, standee) + 1


def best_die(rules: Rules, g: State, seat: int) -> int:
    """DUEL-1: the die of a party that counts."""
    best = 0
    for standee in rules.members[fighters(rules, g, seat)]:
        if g.die[standee] > best:
            best = g.die[standee]
    return best


def total(rules: Rules, g: State, seat: int) -> int:
    """A party's modified roll: its best die and whatever is added."""
    return best_die(rules, g, seat) + g.bonus[seat]


def leaders(rules: Rules, g: State) -> int:
    """The seats with the highest modified roll; the initiator alone if among them (DUEL-4)."""
    best = -100
    seats = 0
    for seat in range(rules.seats):
        if fighters(rules, g, seat):
            roll = total(rules, g, seat)
            if roll > best:
                best = roll
                seats = 1 << seat
            elif roll == best:
                seats |= 1 << seat
    if seats >> g.duel_by & 1:
        return 1 << g.duel_by
    return seats


class DuelShots(Op):
    """DUEL-3: asks for second shots; a = seats that declined since the last one was fired."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        ahead = leaders(rules, g)
        winning = ahead if ahead & (ahead - 1) == 0 else 0
        askable = duel_seats(rules, g) & rules.planners & ~winning & ~t.a
        askable &= ~(g.shot_used | g.silenced)
        for seat in range(rules.seats):
            lent = g.guest != NONE and seat == g.duel_by  # ABI-2: his shot, whoever fights
            shooting = fighters(rules, g, seat) & ~rules.harmless
            if g.plan[seat * PLAN_SLOTS + UNPLAYED] == NONE or not (shooting or lent):
                askable &= ~(1 << seat)
        if askable:
            g.push(ASK_SHOT, rules.next_from[g.duel_by][askable], t.a, 0, 0, 0, t.mark)


class AskShot(Ask):
    """DUEL-3: asked on public facts alone, whatever the hidden card is."""

    def __init__(self) -> None:
        super().__init__("second-shot", YES_NO, "second shot")

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [PASS, YES]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        declined = 0
        if choice == YES:
            card = card_id(seat, g.plan[seat * PLAN_SLOTS + UNPLAYED])
            value = rules.card_value[card]
            g.bonus[seat] += value
            g.shot_used |= 1 << seat
            g.disclosed += 1
            if g.log is not None:
                g.log.add(ev.SECOND_SHOT, seat, card, value)
        else:
            declined = t.a | 1 << seat
            if g.log is not None:
                g.log.add(ev.NO_SECOND_SHOT, seat)
        g.push(DUEL_SHOTS, t.seat, declined, 0, 0, 0, t.mark)


class DuelResult(Op):
    """DUEL-4, DUEL-5: who wins, and in which order the outcome is applied."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        ahead = leaders(rules, g)
        winner = rules.next_from[g.duel_by][ahead]
        score_won = total(rules, g, winner)
        if ahead & (ahead - 1):
            if g.log is not None:
                g.log.add(ev.TIED, score_won)
            winner = roll_off(rules, g, ahead)
        if g.log is not None:
            g.log.add(ev.DUEL_WON, winner, score_won)
        winners = fighters(rules, g, winner)
        losers = g.duel_in & ~winners
        beaten = duel_seats(rules, g) & ~(1 << winner)
        g.push(DUEL_OVER, t.seat)
        carry_out(rules, g, Outcome(g.duel_by, winner, winners, beaten, losers), g.duel_space)


def carry_out(rules: Rules, g: State, outcome: Outcome, space: int) -> None:
    """DUEL-5: everybody's rewards, then what losing does."""
    push_losses(rules, g, outcome.winner, outcome.losers, space)
    for reward in rules.duel_rewards:
        if g.winner == RUNNING:
            reward.fire(rules, g, outcome)


def push_losses(rules: Rules, g: State, winner: int, losers: int, space: int) -> None:
    """DUEL-5: what losing does, in its order: stuns, a freed captive, then the pushes.

    A seat that nobody plays pushes nobody and places nobody (SOLO-10).
    """
    pushed = losers & ~rules.stunnable
    if pushed and rules.planners >> winner & 1:
        g.push(ASK_PUSH, winner, pushed)
    if g.captor != NONE and losers >> g.captor & 1 and rules.planners >> winner & 1:
        g.push(ASK_FREE, winner, g.captive, space)
    stunned = losers & rules.stunnable
    if stunned:
        g.push(DUEL_STUN, winner, stunned)


def roll_off(rules: Rules, g: State, tied: int) -> int:
    """DUEL-4: the tied roll plain dice, those still tied again, until one is highest.

    Where several of a party stand, each rolls and the best counts, as in DUEL-1.
    """
    while tied & (tied - 1):
        best = 0
        ahead = 0
        for i in range(rules.seats):
            seat = (g.duel_by + i) % rules.seats
            if not tied >> seat & 1:
                continue
            for standee in rules.members[fighters(rules, g, seat)]:
                die = g.roll(6, DICE, standee) + 1
                if g.log is not None:
                    g.log.add(ev.ROLLED_OFF, seat, standee, die)
                if die > best:
                    best = die
                    ahead = 1 << seat
                elif die == best:
                    ahead |= 1 << seat
        tied = ahead
    return rules.next_from[0][tied]


class CountDuelsWon(DuelHook):
    """DUEL-9, COW-9: a party that counts duels turns a token for each it wins, not over cattle."""

    def fire(self, rules: Rules, g: State, outcome: Outcome) -> None:
        counter = rules.duel_counter[outcome.winner]
        if counter >= 0 and outcome.losers & ~rules.harmless:
            score(rules, g, counter)


class DuelStun(Op):
    """DUEL-5: outlaws are stunned where they are; a = standees."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        g.stunned |= t.a
        if g.log is not None:
            for standee in rules.members[t.a]:
                g.log.add(ev.STUNNED, standee)


class AskFree(Ask):
    """DUEL-8: the winner places the freed captive; a = outlaw, b = the duel's space."""

    def __init__(self) -> None:
        super().__init__("free", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        return [step(t.a, space) for space in NEAR_OR_HERE[t.b] if may_stand(rules, g, t.a, space)]

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        free_captive(rules, g, place_in(choice))


def free_captive(rules: Rules, g: State, space: int) -> None:
    """The captive stands upright again, not moved but placed (WORD-7); the token returns."""
    outlaw, captor = g.captive, g.captor
    g.captive = NONE
    g.captor = NONE
    g.stunned &= ~(1 << outlaw)
    g.relocate(outlaw, space)
    if g.log is not None:
        g.log.add(ev.FREED, outlaw, space, captor)
    score(rules, g, CAPTIVES, -1)


class AskPushed(Ask):
    """Somebody moves these standees, one after the other; each turns up where it ends. a = left."""

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        g.stack.pop()
        standee = mover(choice)
        rest = t.a & ~(1 << standee)
        if rest:
            g.push(t.op, seat, rest)
        move(rules, g, seat, standee, place_in(choice), TURN_UP, ev.BY_PUSH)


class AskPush(AskPushed):
    """DUEL-5, DUEL-6: the winner moves the losers, one after the other; a = losers left."""

    def __init__(self) -> None:
        super().__init__("push", MOVE)

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        found: list[int] = []
        blocked = g.blocked
        for standee in rules.members[t.a & g.on_board]:
            at = g.standee_at[standee]
            reach = spaces_of(within(at, PUSH_STEPS, blocked)) if blocked else REACH[at]
            for space in reach:
                if space != at:  # WORD-7: 0 steps are no movement
                    if not may_stand(rules, g, standee, space):
                        continue
                    if rules.walk_laws and not may_walk(rules, g, standee, space, FORCED | PUSHED):
                        continue
                found.append(step(standee, space))
        return found


class DuelOver(Op):
    """Closes the duel context."""

    def run(self, rules: Rules, g: State, t: Task) -> None:
        close_duel(rules, g)


def close_duel(rules: Rules, g: State) -> None:
    for standee in rules.members[g.duel_in]:
        g.die[standee] = 0
    for seat in range(rules.seats):
        g.bonus[seat] = 0
    g.duel_space = NONE
    g.duel_by = NONE
    g.duel_in = 0
    g.guest = NONE
    g.reloads = 0
    for end in rules.duel_ends:
        end.clear(rules, g)
