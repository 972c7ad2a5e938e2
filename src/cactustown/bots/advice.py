"""Advice to somebody who asks: what a good player would do in their place, and why.

It rests on the seat's view alone, and on nothing else: the same view gives the same advice, dice
and all. Reasons are looked for in worlds that might be the true one: they must hold in most of
them, and something else that could be chosen must not do the same.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from math import inf
from typing import Any, Final, NamedTuple

from cactustown.bots.beliefs import likely_world
from cactustown.bots.duels import answer, luck
from cactustown.bots.evaluate import evaluate
from cactustown.bots.judge import Judges
from cactustown.bots.lookahead import IS_REACTION, carried_out, play_card
from cactustown.bots.parties import judges_for
from cactustown.bots.planning import slots_in_turn
from cactustown.bots.reasons import ODDS, Reason, Side
from cactustown.bots.schemer import SchemerBot
from cactustown.engine.encodings import UNPLAYED, card_id, card_in, shot_in
from cactustown.engine.events import EventLog
from cactustown.engine.machine import Rules, apply, awaited, legal
from cactustown.engine.saving import to_json
from cactustown.engine.spaces import PLACE_NAMES
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.engine.view import View
from cactustown.rules import events as ev
from cactustown.rules.base.variables import PLAN_SLOTS
from cactustown.rules.ops import ASK_PLAN, ASK_SHOT, NEXT_TURN, PASS, YES

ITERATIONS: Final = 1000  # of the search that chooses: as good as the level hard
AS_GOOD: Final = 0.03  # of a win: hardly more than the search can tell apart
OFTEN: Final = 0.15  # tried so often, beside what was tried most
WORLDS: Final = 9  # in which reasons are looked for
MOST: Final = 5  # of them: a reason holds
FEWER: Final = 3  # worlds in which something else that could be chosen does the same
THROWS: Final = 5  # of the dice in each world, for how likely something is
SURE: Final = 95  # per cent
OTHERS: Final = 8  # choices to compare with
REASONS: Final = 3
DUELS: Final = 30  # fought out in each world, for the odds
ROUGH: Final = 5  # per cent to which odds are rounded
SEED_BYTES: Final = 6
LONGEST_DUEL: Final = 60  # answers; a guard, not a rule


class Advice(NamedTuple):
    """A choice, and why: the strongest reason first, or none where nothing can be pointed at."""

    choice: int
    reasons: list[Reason]


def advise(rules: Rules, view: View, within: float = inf) -> Advice:
    """What to choose now, thought about for no longer than so many seconds. The view is used up."""
    planning = view.stack[-1].op == ASK_PLAN
    if planning:
        take_back_plans(rules, view)
    seed = luck_in(view)
    choices = [c for c in legal(rules, view, view.seat) if not (planning and c == PASS)]
    grounds = Grounds(rules, view, choices, judges_for(rules), seed)
    choice = choices[0]
    if len(choices) > 1:
        choice = answer(rules, view, view.seat, choices, luck(seed))  # what a duel asks is solved
    if choice < 0:
        choice = grounds.best(SchemerBot(seed, ITERATIONS, within))
    return Advice(choice, grounds.reasons(choice))


def luck_in(view: View) -> int:
    """A seed that the view alone decides."""
    known = json.dumps(to_json(view), sort_keys=True).encode()
    return int.from_bytes(hashlib.sha256(known).digest()[:SEED_BYTES], "big")


def take_back_plans(rules: Rules, view: View) -> None:
    """As if nobody had planned yet: plans may be changed (ROUND-5), so who has laid one says
    nothing, and somebody who asks again is told the same."""
    view.locked &= ~rules.planners
    base = view.seat * PLAN_SLOTS
    view.plan[base : base + PLAN_SLOTS] = [NONE] * PLAN_SLOTS


class Grounds:
    """What speaks for the choices of a seat, in worlds it cannot tell from the true one."""

    def __init__(
        self, rules: Rules, view: View, choices: list[int], judges: Judges, seed: int
    ) -> None:
        self.rules = rules
        self.view = view
        self.seat = view.seat
        self.choices = choices
        self.judges = judges
        self.op = view.stack[-1].op
        self.side = Side(rules, view.seat, judges)
        lots = random.Random(seed)
        self.worlds = [
            ending_here(likely_world(rules, view, judges, lots.getrandbits(48)))
            for _ in range(WORLDS)
        ]

    def best(self, schemer: SchemerBot) -> int:
        """What a search finds best; among what it holds to be about as good, what looks best at
        first sight: that is explained more easily."""
        node = schemer.think(self.rules, self.view, self.choices, self.op == ASK_PLAN)
        most = max(node.tried)
        if not most:  # there was no time
            return node.choices[node.favourite()]
        rates = [won / max(tried, 1) for won, tried in zip(node.won, node.tried, strict=True)]
        enough = rates[node.favourite()] - AS_GOOD
        good = [
            choice
            for choice, tried, rate in zip(node.choices, node.tried, rates, strict=True)
            if tried >= OFTEN * most and rate >= enough
        ]
        return max(good, key=self._first_sight) if len(good) > 1 else good[0]

    def _first_sight(self, choice: int) -> int:
        """Points of the position a choice leads to, in all the worlds."""
        return sum(
            evaluate(self.rules, self._after(world, choice), self.seat, self.judges)
            for world in self.worlds
        )

    def _after(self, before: State, choice: int) -> State:
        if self.op == ASK_PLAN:
            return self._planned(before, choice)
        return carried_out(self.rules, before, self.seat, choice, self.judges)

    def reasons(self, choice: int) -> list[Reason]:
        """The strongest reasons for a choice."""
        others = self._others(choice)
        held = self._signs(choice, self.worlds)
        elsewhere = [self._signs(other, self.worlds) for other in others]
        found = [
            reason
            for reason, worlds in held.items()
            if worlds >= MOST and min((s[reason] for s in elsewhere), default=0) <= worlds - FEWER
        ]
        odds = self._odds(choice, others)
        found = sorted([*found, *odds], key=lambda reason: (reason.rank, -held[reason], reason))
        first = list({reason.code: reason for reason in reversed(found)}.values())  # one of a kind
        best_three = sorted(first, key=lambda reason: reason.rank)[:REASONS]
        if not odds and all(held[reason] == WORLDS for reason in best_three):
            return best_three
        told = self._with_chances(choice, best_three)
        if any(reason.chance != NONE for reason in told):  # that tells the odds of a duel too
            told = [reason for reason in told if reason.code != "duel_odds"]
        return told

    def _with_chances(self, choice: int, reasons: list[Reason]) -> list[Reason]:
        """The same, with how likely they are where it hangs on dice or on what is hidden."""
        thrown: list[State] = []
        for number, world in enumerate(self.worlds):
            for throw in range(THROWS):
                thrown.append(State(world))
                thrown[-1].seed(number * THROWS + throw)
        held = self._signs(choice, thrown)
        told = []
        for reason in reasons:
            chance = rounded(held[reason] / len(thrown))
            is_sure = chance >= SURE or reason.code in ODDS
            told.append(reason if is_sure else reason._replace(chance=chance))
        return told

    def _others(self, choice: int) -> list[int]:
        """Some of the other choices, spread evenly over all of them."""
        others = [other for other in self.choices if other != choice]
        number = min(len(others), OTHERS)
        return [others[place * len(others) // number] for place in range(number)]

    def _signs(self, choice: int, worlds: list[State]) -> Counter[Reason]:
        """In how many of these worlds each reason holds."""
        found: Counter[Reason] = Counter()
        for before in worlds:
            found.update(self.side.signs(before, self._after(before, choice)))
            if self.op == ASK_PLAN:
                found.update(self._shot_kept(choice))
        return found

    def _planned(self, before: State, plan: int) -> State:
        """The position after the three cards, as if nobody else moved."""
        now = State(before)
        now.plan[self.seat * PLAN_SLOTS + UNPLAYED] = shot_in(plan)
        for slot in slots_in_turn(self.rules):
            now = play_card(self.rules, now, self.seat, card_in(plan, slot), self.judges)
            if now.winner != RUNNING:
                break
        return now

    def _shot_kept(self, plan: int) -> list[Reason]:
        """The highest of the second shots, where another plan would keep a lower one."""
        values = self.rules.card_value
        kept = values[card_id(self.seat, shot_in(plan))]
        if any(values[card_id(self.seat, shot_in(other))] > kept for other in self.choices):
            return []
        return [Reason("strong_shot", card=shot_in(plan), number=kept)]

    # -- duels

    def _odds(self, choice: int, others: list[int]) -> list[Reason]:
        """What a choice does for a duel it begins, or that is going on."""
        if self.op == ASK_PLAN:
            return []
        odds = self._chance(choice)
        if odds is None:
            return []
        if self.view.duel_space == NONE:
            return [Reason("duel_odds", number=odds)]
        elsewhere = [chance for other in others if (chance := self._chance(other)) is not None]
        than = max(elsewhere, default=odds)
        if odds > than:
            return [Reason("better_odds", number=odds, than=than)]
        fired = self._chance(YES) if self.op == ASK_SHOT and choice == PASS else None
        return [Reason("shot_in_vain", number=fired)] if fired == odds else []

    def _chance(self, choice: int) -> int | None:
        """The chance to win the duel, in rounded per cent; None where no duel comes of it."""
        fought = won = 0
        for number, world in enumerate(self.worlds):
            for dice in range(DUELS):
                w = State(world)
                w.seed(number * DUELS + dice)
                winner = self._fought_out(w, choice)
                fought += winner != NONE
                won += winner == self.seat
        if fought * 2 < WORLDS * DUELS:
            return None
        return rounded(won / fought)

    def _fought_out(self, w: State, choice: int) -> int:
        """Who wins the duel that is going on after this choice, or NONE."""
        rules = self.rules
        w.log = EventLog()
        apply(rules, w, self.seat, choice)
        for _ in range(LONGEST_DUEL):
            for event in w.log.events:
                if event.kind == ev.DUEL_WON:
                    return event.args[0]
            if not w.stack or w.duel_space == NONE or not IS_REACTION[w.stack[-1].op]:
                return NONE
            seat = rules.next_from[0][awaited(rules, w)]
            choices = legal(rules, w, seat)
            quick = answer(rules, w, seat, choices, w)
            apply(rules, w, seat, quick if quick >= 0 else PASS)
        return NONE


def rounded(chance: float) -> int:
    """A chance in per cent, as roughly as it is known."""
    return round(100 * chance / ROUGH) * ROUGH


def ending_here(w: State) -> State:
    """A world in which nothing follows the card that is being resolved: what others do next,
    some of it without being asked, is no merit of the choice."""
    for place, task in enumerate(w.stack):
        if task.op == NEXT_TURN:
            w.stack[place] = Task(ASK_PLAN, NONE)  # it waits there
    return w


def in_words(rules: Rules, view: View, reason: Reason) -> dict[str, Any]:
    """A reason by the names of what it is about: `{"code": …, "standee": …}`."""
    seat = view.seat
    said: dict[str, Any] = {"code": reason.code}
    if reason.standee != NONE:
        said["standee"] = rules.standee_names[reason.standee]
    if reason.whom != NONE:
        said["whom"] = rules.standee_names[reason.whom]
    if reason.space != NONE:
        said["space"] = PLACE_NAMES[reason.space]
        if (view.face_up | view.peeked[seat]) >> reason.space & 1:
            said["building"] = rules.building_names[view.building_at[reason.space]]
    if reason.party != NONE:
        said["party"] = rules.party_names[reason.party]
    if reason.counter != NONE:
        said["counter"] = rules.counter_names[reason.counter]
    if reason.token != NONE:
        said["token"] = rules.token_names[reason.token]
    if reason.card != NONE:
        said["card"] = rules.card_names[card_id(seat, reason.card)]
    if reason.number != NONE:
        said["number"] = reason.number
    if reason.than != NONE:
        said["than"] = reason.than
    if reason.chance != NONE:
        said["chance"] = reason.chance
    return said
