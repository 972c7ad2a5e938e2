"""Duels, solved: when to fire the second shot, when to roll again, which tokens to bring.

Everything here rests on what a seat may know. Of another's unplayed card that is which cards it
can still be; plans and secret choices of others are never looked at, not even in a sampled world.

*Second shots* (DUEL-3) come out by working backwards. Who is behind and lets the duel stand has
lost it; who fires lays its only hidden card open and has nothing left to answer with. So a shot is
fired if it takes the lead and the chance that nobody can overtake it is worth more than what the
shot may still do later in the round. `lab/duel_solver.py` finds the same by regret minimisation.

*Tokens* (GUN-8) are a simultaneous choice, a small matrix. It is solved by regret matching when it
is met for the first time, and kept; the choice is drawn from the mixture that comes out.
"""

from __future__ import annotations

from typing import Final

from cactustown.bots.lookahead import reflex
from cactustown.engine.chance import CARDS
from cactustown.engine.encodings import UNPLAYED, card_id, numbers
from cactustown.engine.machine import Rules
from cactustown.engine.state import NONE, State
from cactustown.rules.base.duel import fighters, leaders, total
from cactustown.rules.base.gunslinger import held
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_RELOAD, ASK_REROLL, ASK_SHOT, ASK_TOKENS, PASS, YES
from cactustown.rules.tokens import BULLET, PIPE, RELOAD

# All prices and stakes are parts of what a stun is worth.
SHOT_PRICE: Final = 0.06  # of a shot kept, for every card that each player has yet to turn up
TOKEN_PRICE: Final = 0.05
STUN: Final = 1.0  # also for a duel that counts towards a goal
PUSH: Final = 0.3

PIPES: Final = 1 << PIPE
BULLETS: Final = 1 << BULLET
RELOADS: Final = 1 << RELOAD
MOST_LEAD: Final = 8  # a lead, or lag, beyond what dice and bullets can turn
TRAINING: Final = 1000  # rounds of regret matching
HABIT: Final = 0.3  # how often the other is taken to throw in all that helps to fight
TRACE: Final = 0.02  # what is played more seldom is a remainder of learning
LOTS: Final = 1 << 20


def answer(rules: Rules, g: State, seat: int, choices: list[int], lots: State) -> int:
    """The solved answer of a duel, or as by `reflex` elsewhere: -1 where there is none.

    Mixed choices are drawn with the luck of `lots`: a world's own, or a state that a bot keeps.
    """
    op = g.stack[-1].op
    if op == ASK_SHOT:
        return YES if worth_firing(rules, g, seat) else PASS
    if op == ASK_TOKENS:
        return _bring(rules, g, seat, lots)
    if g.dice == 1 and op in (ASK_RELOAD, ASK_REROLL):
        return _roll_again(rules, g, seat, choices)
    return reflex(rules, g, seat, choices)


def luck(seed: int) -> State:
    """Luck for a bot's own draws: its view has none, since nobody may know the dice to come."""
    lots = State(None)
    lots.seed(seed)
    return lots


# -- what may be known


def shots_of(rules: Rules, g: State, seat: int, knower: int) -> list[int]:
    """The values that a seat's second shot may have, as far as another can tell; none: no shot."""
    if not rules.planners >> seat & 1 or (g.shot_used | g.silenced) >> seat & 1:
        return []
    lent = g.guest != NONE and seat == g.duel_by
    if not (fighters(rules, g, seat) & ~rules.harmless or lent):
        return []
    base = seat * PLAN_SLOTS
    if seat == knower or g.shown >> seat & 1:
        card = g.plan[base + UNPLAYED]
        return [] if card == NONE else [rules.card_value[card_id(seat, card)]]
    hidden = g.hand[seat]
    for turn in range(g.turn + 1):
        if rules.turn_seat[g.first][turn] == seat:
            hidden &= ~(1 << g.plan[base + rules.turn_slot[turn]])
    return [rules.card_value[card_id(seat, card)] for card in numbers(hidden)]


# -- second shots


def worth_firing(rules: Rules, g: State, seat: int) -> bool:
    """Whether a second shot does more now than it may do later in the round.

    With three or more in the duel this takes the others' answers to be independent and does not
    wait for them to fire first.
    """
    own = shots_of(rules, g, seat, seat)
    if not own:
        return False
    mine = total(rules, g, seat) + own[0]
    chance = 1.0
    for other in range(rules.seats):
        if other != seat and fighters(rules, g, other):
            chance *= _not_overtaken(rules, g, seat, mine, other)
            if chance == 0.0:
                return False
    ahead = leaders(rules, g)
    standing = 1.0 / ahead.bit_count() if ahead >> seat & 1 else 0.0
    return chance - standing > shot_price(rules, g)


def _not_overtaken(rules: Rules, g: State, seat: int, mine: int, other: int) -> float:
    """The chance that a roll takes and keeps the lead over another who may still fire."""
    theirs = total(rules, g, other)
    if mine < theirs or (mine == theirs and g.duel_by != seat):
        return 0.0
    shots = shots_of(rules, g, other, seat)
    if not shots:
        return 1.0
    kept = 0.0
    for shot in shots:
        lead = mine - theirs - shot
        if lead > 0 or (lead == 0 and g.duel_by == seat):
            kept += 1.0
        elif lead == 0 and g.duel_by != other:
            kept += 0.5  # they roll it off
    return kept / len(shots)


def shot_price(rules: Rules, g: State) -> float:
    """What a shot kept may still be worth: nothing once the last card of the round is up."""
    return SHOT_PRICE * int(len(rules.turn_slot) - 1 - g.turn) / rules.seats


# -- rolling again


def _roll_again(rules: Rules, g: State, seat: int, choices: list[int]) -> int:
    """The weakest die if a new one makes it likelier to win, second shots counted in."""
    weakest = choices[1]
    for choice in choices[1:]:
        if g.die[choice - 1] < g.die[weakest - 1]:
            weakest = choice
    rival = strongest_rival(rules, g, seat)
    if rival == NONE:
        return PASS
    rest = 0
    for choice in choices[1:]:
        if choice != weakest:
            rest = max(rest, g.die[choice - 1])
    now = 0.0
    after = 0.0
    own = mean(shots_of(rules, g, seat, seat)) + g.bonus[seat]
    for shot in shots_of(rules, g, rival, seat) or [0]:
        lead = own - shot - g.bonus[rival]
        now += _holds(rules, g, seat, rival, lead + max(rest, g.die[weakest - 1]))
        for face in range(1, 7):
            after += _holds(rules, g, seat, rival, lead + max(rest, face)) / 6
    return weakest if after > now else PASS


def _holds(rules: Rules, g: State, seat: int, rival: int, mine: int) -> float:
    """The chance to win with this roll against a rival's dice, which it may still roll again."""
    needed = 0 if g.duel_by == seat else 1
    dice = rules.members[fighters(rules, g, rival)]
    best = 0
    for standee in dice:
        best = max(best, g.die[standee])
    if mine - best < needed:
        return 0.0
    if not g.reloads >> rival & 1:
        return 1.0
    stays = best if len(dice) > 1 else 0  # of several it rolls the weakest again
    kept = 0
    for face in range(1, 7):
        if mine - max(stays, face) >= needed:
            kept += 1
    return kept / 6.0


def strongest_rival(rules: Rules, g: State, seat: int) -> int:
    """Whom to reckon with: the other with the highest roll to expect, or NONE."""
    rival = NONE
    best = -100
    for other in range(rules.seats):
        if other != seat and fighters(rules, g, other):
            roll = total(rules, g, other) + mean(shots_of(rules, g, other, seat))
            if roll > best:
                best = roll
                rival = other
    return rival


def mean(shots: list[int]) -> int:
    """The value to expect of a second shot, in whole points; 0 without one."""
    return (2 * sum(shots) + len(shots)) // (2 * len(shots)) if shots else 0


# -- tokens


class Bout:
    """A solved choice of tokens: what either may bring and how often it does."""

    def __init__(self, first: int, second: int) -> None:
        self.choices = [brought(first), brought(second)]  # of the initiator, of the other
        fight = BULLETS | RELOADS
        self.habits = [self.choices[0].index(first & fight), self.choices[1].index(second & fight)]
        self.mixes: list[list[float]] = [[], []]


_bouts: dict[int, Bout] = {}  # the table: filled as bouts are met, the same whatever the order
_chances: dict[int, float] = {}


def _bring(rules: Rules, g: State, seat: int, lots: State) -> int:
    """Draws what to bring against the strongest rival; others in the duel are left out."""
    rival = strongest_rival(rules, g, seat)
    if rival == NONE:
        return PASS
    begun = rival != g.duel_by
    first = seat if begun else rival
    second = rival if begun else seat
    lead = _strength(rules, g, first, seat) - _strength(rules, g, second, seat)
    lead = lead // g.dice if lead >= 0 else -(-lead // g.dice)  # a bullet counts for every die
    bout = bout_for(
        lead,
        tokens_of(g, first),
        tokens_of(g, second),
        _prize(rules, g, first, second),
        _prize(rules, g, second, first),
    )
    role = 0 if begun else 1
    lot = lots.roll(LOTS, CARDS, -1) / LOTS
    choices = bout.choices[role]
    for index in range(len(choices)):
        lot -= bout.mixes[role][index]
        if lot < 0:
            return choices[index]
    return choices[0]


def _strength(rules: Rules, g: State, seat: int, knower: int) -> int:
    """What is added to a seat's one die: bonus, second shot, about a point for each more die."""
    return (
        g.bonus[seat]
        + mean(shots_of(rules, g, seat, knower))
        + (fighters(rules, g, seat).bit_count() - 1) * g.dice
    )


def _prize(rules: Rules, g: State, winner: int, loser: int) -> bool:
    """Whether this win is a great one: a stun, a captive freed, a step towards a goal."""
    beaten = fighters(rules, g, loser)
    if beaten & rules.stunnable or (g.captor != NONE and beaten >> g.captor & 1):
        return True
    return rules.duel_counter[winner] >= 0 and beaten & ~rules.harmless != 0


def tokens_of(g: State, seat: int) -> int:
    """The mask of pipe, bullet and reload that a seat could bring (known to all, GUN-7)."""
    tokens = 0
    for kind in (PIPE, BULLET, RELOAD):
        if held(g, seat, kind):
            tokens |= 1 << kind
    return tokens


def brought(tokens: int) -> list[int]:
    """The choices worth a thought: a pipe goes alone, as it makes the others useless."""
    return [c for c in range(8) if c & ~tokens == 0 and (c & PIPES == 0 or c == PIPES)]


def bout_for(lead: int, first: int, second: int, great: bool, great_other: bool) -> Bout:
    """The solved bout between two with these tokens; `lead` is what the initiator is ahead by
    before the dice, `great` what winning is to the initiator and to the other."""
    lead = max(-MOST_LEAD, min(MOST_LEAD, lead))
    key = (lead + MOST_LEAD) << 8 | first << 5 | second << 2 | great << 1 | great_other
    if key not in _bouts:
        bout = Bout(first, second)
        gains = stakes(lead, bout, great, great_other)
        bout.mixes = match_regrets(gains, bout.habits, HABIT)
        _bouts[key] = bout
    return _bouts[key]


def stakes(lead: int, bout: Bout, great: bool, great_other: bool) -> list[list[float]]:
    """What the initiator gains by each pair of choices; the other loses as much.

    Each pays for its own tokens. What the other spends is counted as gained: that changes
    nothing in what is best, and leaves a game of two with one number a cell.
    """
    rows: list[list[float]] = []
    for mine in bout.choices[0]:
        row: list[float] = []
        for theirs in bout.choices[1]:
            gain = TOKEN_PRICE * (theirs.bit_count() - mine.bit_count())
            if not (mine | theirs) & PIPES:
                ahead = lead + (mine >> BULLET & 1) - (theirs >> BULLET & 1)
                chance = win_chance(ahead, mine & RELOADS != 0, theirs & RELOADS != 0)
                gain += chance * (STUN if great else PUSH)
                gain -= (1.0 - chance) * (STUN if great_other else PUSH)
            row.append(gain)
        rows.append(row)
    return rows


def win_chance(lead: int, first_again: bool, second_again: bool) -> float:
    """The initiator's chance to win with a die each, `lead` on top of it, and reloads.

    Second shots are part of the lead: with values known, each would be fired in answer to the
    other, and what counts in the end is their difference. The initiator rolls again first.
    """
    key = (lead + 2 * MOST_LEAD) << 2 | first_again << 1 | second_again
    if key in _chances:
        return _chances[key]
    chance = 0.0
    for theirs in range(1, 7):
        again = 0.0
        for mine in range(1, 7):
            again += _answered(lead + mine, theirs, second_again) / 6
        for mine in range(1, 7):
            now = _answered(lead + mine, theirs, second_again)
            chance += max(now, again) if first_again else now
    _chances[key] = chance / 36
    return chance / 36


def _answered(mine: int, theirs: int, again: bool) -> float:
    """The initiator's chance with this roll, once the other has rolled again if it can."""
    if mine < theirs:
        return 0.0
    return max(0, min(6, mine)) / 6 if again else 1.0


def match_regrets(gains: list[list[float]], habits: list[int], habit: float) -> list[list[float]]:
    """Regret matching on a matrix: how often each row and each column is to be chosen.

    Regrets are never let below zero and later rounds count for more (CFR+). Each takes the other
    to go by habit so often, and to choose as well as can be otherwise: 0 gives the equilibrium;
    with more, little is given away to the best of opponents and much won from plain ones.
    """
    rows = len(gains)
    columns = len(gains[0])
    regrets = [[0.0] * rows, [0.0] * columns]
    sums = [[0.0] * rows, [0.0] * columns]
    for training in range(1, TRAINING + 1):
        mine = _in_proportion(regrets[0])
        theirs = _in_proportion(regrets[1])
        seen = _by_habit(mine, habits[0], habit)
        met = _by_habit(theirs, habits[1], habit)
        values = [0.0] * rows
        costs = [0.0] * columns
        for row in range(rows):
            for column in range(columns):
                values[row] += gains[row][column] * met[column]
                costs[column] -= gains[row][column] * seen[row]
        _learn(regrets[0], sums[0], mine, values, training)
        _learn(regrets[1], sums[1], theirs, costs, training)
    return [_without_traces(sums[0]), _without_traces(sums[1])]


def _by_habit(mix: list[float], choice: int, habit: float) -> list[float]:
    """A mixture of one who goes by habit every so often."""
    mixed = [share * (1.0 - habit) for share in mix]
    mixed[choice] += habit
    return mixed


def _learn(
    regrets: list[float], sums: list[float], mix: list[float], values: list[float], weight: int
) -> None:
    """What was missed by playing this mixture, and one more of it for the average."""
    reached = 0.0
    for index in range(len(mix)):
        reached += mix[index] * values[index]
    for index in range(len(mix)):
        regrets[index] = max(0.0, regrets[index] + values[index] - reached)
        sums[index] += mix[index] * weight


def _in_proportion(weights: list[float]) -> list[float]:
    """The weights as shares of one; all alike where there are none."""
    whole = sum(weights)
    if whole <= 0.0:
        return [1.0 / len(weights)] * len(weights)
    return [weight / whole for weight in weights]


def _without_traces(weights: list[float]) -> list[float]:
    shares = _in_proportion(weights)
    return _in_proportion([share if share >= TRACE else 0.0 for share in shares])
