"""Trying the own cards on the board while planning: what they could do if all others stood still.

It plays in a world made from the seat's view, with the real ops, but never past what the seat does
not know: unknown buildings stay blank and do nothing, and where a die, a draw, a secret or somebody
else would decide, the rest of that card is left out and the next one goes on from there. So nothing
that was only imagined is ever told: the answer is the same whatever world was made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cactustown.engine.encodings import card_id
from cactustown.engine.errors import CactusTownError
from cactustown.engine.machine import CARD, MOVE, SOMEBODY, SOMEWHERE, TAKE, YES_NO, Rules
from cactustown.engine.notation import parse_choice
from cactustown.engine.reasons import Reason
from cactustown.engine.spaces import ALL_SPACES, number_of, spaces_of
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.engine.view import View, view
from cactustown.engine.world import world
from cactustown.rules.base.duel import close_duel
from cactustown.rules.base.variables import GONE, PLAN_SLOTS
from cactustown.rules.base.whynot import why_not
from cactustown.rules.ops import NEXT_TURN, OFFER_CARD, PASS
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND

# What is not known yet, by code.
BUILDING: Final = "building"  # what a building turned up is, and what it does
TARGET: Final = "target"  # whether an icon works there: its building is one of those
DUEL: Final = "duel"  # who wins
CHANCE: Final = "chance"  # another die, or what is drawn
SECRET: Final = "secret"  # what one would get to see
OTHERS: Final = "others"  # what somebody else would choose

WORLD: Final = 1  # which world it is makes no difference
_MAY_PASS: Final = (MOVE, YES_NO, TAKE, SOMEBODY, SOMEWHERE, CARD)
_EXPANDED: Final = 120  # positions looked into, a card
_KEPT: Final = 40  # of those where the next card may begin


class BadCards(CactusTownError):
    """Cards that this seat could not lay like this."""


class Unknown:
    """Something that cannot be known yet: a code, and where or of which icon."""

    def __init__(self, code: str, space: int = NONE, icon: int = NONE) -> None:
        self.code = code
        self.space = space
        self.icon = icon


class Tried:
    """One card: what has come of it so far."""

    def __init__(self, slot: int, card: int) -> None:
        self.slot = slot
        self.card = card
        self.icon = NONE
        self.why_not: dict[int, list[Reason]] = {}
        self.unknown: list[Unknown] = []
        self.places: dict[int, int] = {}  # own standee -> where it is after it; empty: to come
        self.could: dict[int, int] = {}  # own standee -> spaces it could be on after it

    def copy(self) -> Tried:
        other = Tried(self.slot, self.card)
        other.icon = self.icon
        other.why_not = self.why_not
        other.unknown = self.unknown[:]
        other.places = self.places
        return other


class Trial:
    """A position in the sandbox, and what led to it."""

    def __init__(self, g: State, cards: list[Tried]) -> None:
        self.g = g
        self.cards = cards
        self.at = -1  # the card being carried out
        self.opened = 0  # unknown spaces turned up, or looked at

    def copy(self) -> Trial:
        other = Trial(State(self.g), [one.copy() for one in self.cards])
        other.at = self.at
        other.opened = self.opened
        return other

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to choose."""
        return self.at == len(self.cards) or self.g.winner != RUNNING


class Sandbox:
    """The cards a seat has laid on its slots (NONE: none yet), to be tried in their order."""

    def __init__(self, rules: Rules, v: View, cards: Sequence[int], seed: int = WORLD) -> None:
        self.rules = rules
        self.seat = v.seat
        self.own = rules.members[rules.seat_standees[v.seat]]
        self._effects = {op for op in (*rules.reveal_op, *rules.enter_op) if op >= 0}
        self._unknown = ALL_SPACES & ~(v.face_up | v.peeked[v.seat])
        self._check(v, cards)
        g = world(rules, v, seed)
        g.building_at = [
            NONE if self._unknown >> space & 1 else building
            for space, building in enumerate(g.building_at)
        ]
        g.plan = [NONE] * len(g.plan)
        for slot, card in enumerate(cards):
            g.plan[v.seat * PLAN_SLOTS + slot] = card
        g.stack = []
        self._turns = [
            turn
            for turn, seat in enumerate(rules.turn_seat[g.first])
            if seat == v.seat and cards[rules.turn_slot[turn]] != NONE
        ]
        slots = [rules.turn_slot[turn] for turn in self._turns]
        self.trial = Trial(g, [Tried(slot, card_id(v.seat, cards[slot])) for slot in slots])
        self._go_on(self.trial)

    def _check(self, v: View, cards: Sequence[int]) -> None:
        tools = v.tools[v.seat * TOOL_FIELDS + TOOL_HAND] if v.tools else 0
        hand = v.hand[v.seat] | tools
        laid = [card for card in cards if card != NONE]
        if len(cards) != PLAN_SLOTS - 1 or len(set(laid)) != len(laid):
            raise BadCards("a plan has three places, and a card lies on one of them")
        if any(card < 0 or not hand >> card & 1 for card in laid):
            raise BadCards("those are not all cards in hand")

    # -- what may be chosen

    def choices(self) -> list[int]:
        """What this seat may choose now."""
        g = self.trial.g
        if self.trial.is_done or not g.stack:
            return []
        t = g.stack[-1]
        return self.rules.ops[t.op].options(self.rules, g, t, self.seat)

    def choose(self, words: str) -> None:
        """Takes a choice in the words it is offered; raises `IllegalChoice` for any other."""
        choice = parse_choice(self.rules, self.trial.g, self.seat, words)
        self._answer(self.trial, choice)
        self._go_on(self.trial)

    def view(self) -> View:
        """What the seat would see then."""
        return view(self.rules, self.trial.g, self.seat)

    # -- carrying out

    def _go_on(self, trial: Trial) -> None:
        """Until this seat has something to choose, or all cards have been tried."""
        while not trial.is_done:
            g = trial.g
            if not g.stack or g.stack[-1].op == NEXT_TURN:
                self._next_card(trial)
            elif self.rules.ops[g.stack[-1].op].asks:
                if not self._take_for_granted(trial, g.stack[-1]):
                    return
            else:
                self._run(trial)
        if trial.at >= 0:
            self._note_places(trial)

    def _next_card(self, trial: Trial) -> None:
        if trial.at >= 0:
            self._note_places(trial)
        trial.at += 1
        g = trial.g
        g.stack = []
        if trial.at < len(trial.cards):
            g.push(NEXT_TURN, NONE, self._turns[trial.at])
            self._run(trial)

    def _run(self, trial: Trial) -> None:
        g = trial.g
        t = g.stack.pop()
        if t.op in (NEXT_TURN, OFFER_CARD):
            self._explain(trial)
        self._do(trial, lambda: self.rules.ops[t.op].run(self.rules, g, t), int(t.op == NEXT_TURN))

    def _answer(self, trial: Trial, choice: int) -> None:
        g = trial.g
        t = g.stack[-1]
        self._do(trial, lambda: self.rules.ops[t.op].answer(self.rules, g, t, t.seat, choice), 0)

    def _take_for_granted(self, trial: Trial, t: Task) -> bool:
        """Answers what this seat need not be asked; the others do nothing where they may."""
        op = self.rules.ops[t.op]
        if op.together:
            self._give_up(trial, trial.g, OTHERS)
            return True
        options = op.options(self.rules, trial.g, t, t.seat)
        is_own = t.seat == self.seat
        if not options:
            trial.g.stack.pop()
        elif len(options) == 1 or (not is_own and op.shape in _MAY_PASS and options[0] == PASS):
            self._answer(trial, options[0])
        elif is_own:
            self._note_places(trial)
            return False
        else:
            self._give_up(trial, trial.g, OTHERS)
        return True

    def _do(self, trial: Trial, action: Callable[[], None], shown: int) -> None:
        """Does it, unless it takes something that cannot be known: then the card ends before it.

        `shown` is how often it shows something that is known.
        """
        g = trial.g
        before = State(g)
        action()
        turned_up = g.face_up & ~before.face_up
        shown += number_of(turned_up) + g.target_at.count(GONE) - before.target_at.count(GONE)
        if (g.rng_high, g.rng_low) != (before.rng_high, before.rng_low):
            self._give_up(trial, before, CHANCE)
        elif g.disclosed - before.disclosed > shown:
            self._give_up(trial, before, SECRET)
        else:
            self._shut(trial, turned_up & self._unknown)
        trial.cards[trial.at].icon = trial.g.icon

    def _shut(self, trial: Trial, spaces: int) -> None:
        """What a building does that nobody knows yet is left out; it stays as it was."""
        if not spaces:
            return
        g = trial.g
        g.face_up &= ~spaces
        g.stack = [t for t in g.stack if not (t.op in self._effects and spaces >> t.b & 1)]
        trial.opened |= spaces
        trial.cards[trial.at].unknown += [Unknown(BUILDING, space) for space in spaces_of(spaces)]

    def _give_up(self, trial: Trial, g: State, code: str) -> None:
        """The rest of the card is left out, as it was before what cannot be known."""
        is_duel = g.duel_space != NONE
        unknown = Unknown(DUEL, g.duel_space) if is_duel else Unknown(code)
        trial.cards[trial.at].unknown.append(unknown)
        if is_duel:
            close_duel(self.rules, g)
        g.stack = []
        g.drawn = 0
        trial.g = g

    def _explain(self, trial: Trial) -> None:
        """Why icons of the card cannot be played; where that depends on an unknown building, it
        is not known either."""
        g = trial.g
        tried = trial.cards[trial.at]
        g.card = tried.card
        g.active = self.seat
        g.escaped_now = 0
        tried.why_not = why_not(self.rules, g, self.seat, tried.card)
        tried.unknown = [one for one in tried.unknown if one.code != TARGET]
        on_unknown = [s for s in self.own if self._is_on(trial, s)]
        for icon in list(tried.why_not):
            if self.rules.icons[icon].secret and on_unknown and g.targets_held[self.seat]:
                del tried.why_not[icon]
                tried.unknown.append(Unknown(TARGET, g.standee_at[on_unknown[0]], icon))

    def _is_on(self, trial: Trial, standee: int) -> bool:
        g = trial.g
        upright = g.on_board & ~g.stunned
        return bool(upright >> standee & trial.opened >> g.standee_at[standee] & 1)

    def _note_places(self, trial: Trial) -> None:
        if trial.at < len(trial.cards):
            trial.cards[trial.at].places = {s: trial.g.standee_at[s] for s in self.own}

    # -- where everybody could be

    def look_ahead(self, check: Callable[[], None]) -> None:
        """Notes on the cards where each own standee could be after them, as far as looked into.

        `check` is called on the way and may put an end to it by raising something.
        """
        found = [self.trial]
        for at in range(self.trial.at, len(self.trial.cards)):
            found = self._after(at, found, check)
            for trial in found:
                for standee in self.own:
                    self._note(at, standee, trial)
            found = self._different(found)

    def _note(self, at: int, standee: int, trial: Trial) -> None:
        could = self.trial.cards[at].could
        place = trial.cards[at].places.get(standee, trial.g.standee_at[standee])
        could[standee] = could.get(standee, 0) | 1 << place

    def _after(self, at: int, begun: list[Trial], check: Callable[[], None]) -> list[Trial]:
        """The positions in which this card may end."""
        ended = [trial for trial in begun if trial.at > at or trial.is_done]
        open_ones = [trial for trial in begun if trial not in ended]
        known = set()
        expanded = 0
        while open_ones and expanded < _EXPANDED:
            check()
            trial = open_ones.pop(0)
            expanded += 1
            t = trial.g.stack[-1]
            for choice in self.rules.ops[t.op].options(self.rules, trial.g, t, self.seat):
                then = trial.copy()
                self._answer(then, choice)
                self._go_on(then)
                key = self._key(then)
                if key not in known:
                    known.add(key)
                    (ended if then.at > at or then.is_done else open_ones).append(then)
        return ended

    def _key(self, trial: Trial) -> tuple[object, ...]:
        g = trial.g
        rows = tuple(tuple(t.row()) for t in g.stack)
        return (trial.at, tuple(g.standee_at), g.stunned, g.laden, g.captive, trial.opened, rows)

    def _different(self, ended: list[Trial]) -> list[Trial]:
        """Those with somebody somewhere new first, and not too many in all."""
        new: list[Trial] = []
        old: list[Trial] = []
        seen: set[tuple[int, int]] = set()
        for trial in ended:
            places = {(s, trial.g.standee_at[s]) for s in self.own}
            (old if places <= seen else new).append(trial)
            seen |= places
        return (new + old)[:_KEPT]
