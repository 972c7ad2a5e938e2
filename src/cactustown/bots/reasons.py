"""Why a choice is good: what it changes for its seat, as codes and what they are about.

Reasons are read off two positions, before a choice and after it. They name what everybody at the
table would point at: a step of the goal, somebody who is no longer in danger, a target that is
nearer. The words are found elsewhere, in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, get_args

from cactustown.bots.judge import (
    FAR,
    STEPS,
    TO_EDGE,
    Judges,
    known_targets,
    steps_north,
    steps_to_train,
    wanted,
)
from cactustown.engine.encodings import card_id, numbers
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import CAPTIVE, JAIL, SPACES, WAGONS, number_of
from cactustown.engine.state import NONE, State
from cactustown.rules import ops
from cactustown.rules.counters import DUELS, JAILED, TOTEMS, WAGONS_FULL
from cactustown.rules.tokens import TOKEN_KINDS

Code = Literal[  # from what matters most to what matters least
    "wins",  # the game
    "goal",  # counter: a step of the own goal
    "takes_loot",  # standee, space
    "frees",  # standee: out of jail or from its captor
    "stops_loot",  # whom: knocked down with its loot
    "knocks_down",  # whom
    "from_jail",  # standee, whom: lies where nobody can jail it at once any more
    "from_capture",  # standee, whom
    "from_duel",  # standee, whom
    "drives_off",  # standee, whom, number: steps between them
    "stands_up",  # standee
    "duel_odds",  # number: per cent; the choice begins a duel
    "better_odds",  # number, than: per cent with this choice and with the best of the others
    "shot_in_vain",  # number: per cent, with the second shot that is held back
    "beside_lying",  # standee, whom: may take whoever lies there
    "on_target",  # standee, space
    "loot_home",  # standee, number: steps to the edge
    "meets",  # standee, whom: somebody to duel
    "nearer_lying",  # standee, whom, number: steps
    "nearer_target",  # standee, space, number: steps
    "closes_in",  # standee, whom, number: steps
    "nearer_train",  # standee, number: steps
    "herds",  # standee: back in range of its rider
    "draws_target",  # number
    "sees_targets",  # party, number: of its target cards
    "looks",  # number: buildings looked at in secret
    "turns_up",  # number: buildings turned up, and targets still to be found
    "takes_token",  # token
    "holds_back",  # party: has less than before
    "strong_shot",  # card, number: the highest second shot stays unplayed
    "keeps_shot",
    "keeps_token",  # token
    "keeps_ability",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)
ODDS: Final[tuple[Code, ...]] = ("duel_odds", "better_odds", "shot_in_vain")  # chances themselves
SET_BACK: Final = 60  # points of what a rival has reached, to speak of
RANGE: Final = 2  # steps from the bull rider within which a cow is his (COW-3)


class Reason(NamedTuple):
    """A code and what it is about; what does not apply is `NONE`."""

    code: Code
    standee: int = NONE  # of the own
    whom: int = NONE  # a standee of another's
    space: int = NONE
    party: int = NONE  # a seat
    counter: int = NONE
    token: int = NONE
    card: int = NONE  # of the own
    number: int = NONE
    than: int = NONE
    chance: int = NONE  # per cent, of what is likely but not sure

    @property
    def rank(self) -> int:
        """How much it matters: 0 is the most."""
        return CODES.index(self.code)


class Side:
    """A seat, with whom it looks for and whom it fears."""

    def __init__(self, rules: Rules, seat: int, judges: Judges) -> None:
        self.rules = rules
        self.seat = seat
        self.judges = judges
        self.own = rules.seat_standees[seat]
        self.jailers = self._rivals_with(ops.JAIL)
        self.captors = self._rivals_with(ops.CAPTURE)
        self.duellers = self._rivals_with(ops.DUEL)
        icons = icons_of(rules, seat)
        self.jails = ops.JAIL in icons
        self.captures = ops.CAPTURE in icons

    def _rivals_with(self, icon: int) -> int:
        """The standees of others who have this icon on a card."""
        found = 0
        for other in range(self.rules.seats):
            if other != self.seat and icon in icons_of(self.rules, other):
                found |= self.rules.seat_standees[other]
        return found

    def signs(self, before: State, after: State) -> set[Reason]:
        """All that is better for this seat in the second of two positions."""
        found: set[Reason] = set()
        for finder in (
            *(self._goal, self._figures, self._targets, self._rivals, self._driven),
            *(self._quarry, self._train, self._knowledge, self._things),
        ):
            found |= set(finder(before, after))
        return found

    def _goal(self, before: State, after: State) -> Iterator[Reason]:
        if after.winner == self.seat:
            yield Reason("wins")
        goal = self.rules.goals[self.seat]
        for counter in goal[::2]:
            if after.count[counter] > before.count[counter]:
                yield Reason("goal", counter=counter)

    def _figures(self, before: State, after: State) -> Iterator[Reason]:
        for standee in self.rules.members[self.own]:
            at = after.standee_at[standee]
            bit = 1 << standee
            if at >= SPACES:
                continue
            if after.laden & ~before.laden & bit:
                yield Reason("takes_loot", standee, space=at)
            if before.standee_at[standee] in (JAIL, CAPTIVE):
                yield Reason("frees", standee)
            elif before.stunned & ~after.stunned & bit:
                yield Reason("stands_up", standee)
            carries = before.laden & ~before.stunned & before.on_board & bit
            gone = TO_EDGE[before.standee_at[standee]] - TO_EDGE[at] if carries else 0
            if gone > 0 and not after.stunned & bit:
                yield Reason("loot_home", standee, number=TO_EDGE[at])
            danger = self._danger(before, standee)
            if danger is not None and self._danger(after, standee) is None:
                yield danger

    def _danger(self, g: State, standee: int) -> Reason | None:
        """Who could take or duel this standee, where it stands or from next door."""
        at = g.standee_at[standee]
        if at >= SPACES:
            return None
        bit = 1 << standee
        threats: list[tuple[Code, int]] = []
        if g.stunned & bit:
            threats = [("from_jail", self.jailers)]
            if g.captive == NONE:
                threats.append(("from_capture", self.captors))
        elif (self.rules.stunnable | g.laden) & bit or g.captor == standee:
            threats = [("from_duel", self.duellers)]
        for code, mask in threats:
            foe, gap = closest(self.rules, g, mask & ~g.stunned, at)
            if gap <= 1:
                return Reason(code, standee, foe)
        return None

    def _targets(self, before: State, after: State) -> Iterator[Reason]:
        """Whoever is nearest to a target one knows of and may act there."""
        spaces = [
            space
            for space in known_targets(self.rules, before, self.seat)
            if after.target_at[after.building_at[space]] == self.seat
        ]
        best = Reason("nearer_target", number=FAR)
        for standee in self.rules.members[self.own & able(before) & able(after)]:
            for space in spaces:
                gap = STEPS[after.standee_at[standee]][space]
                nearer = gap < min(STEPS[before.standee_at[standee]][other] for other in spaces)
                if nearer and gap < best.number:
                    best = Reason("nearer_target", standee, space=space, number=gap)
        if best.number == 0:
            yield Reason("on_target", best.standee, space=best.space)
        elif best.number < FAR:
            yield best

    def _rivals(self, before: State, after: State) -> Iterator[Reason]:
        rules = self.rules
        for other in range(rules.seats):
            if other == self.seat:
                continue
            fallen = rules.seat_standees[other] & after.on_board & after.stunned & ~before.stunned
            for standee in rules.members[fallen]:
                laden = after.laden >> standee & 1
                yield Reason("stops_loot" if laden else "knocks_down", whom=standee)
            judge = self.judges[other]
            had = judge.standing(rules, before, other)
            if not fallen and had - judge.standing(rules, after, other) >= SET_BACK:
                yield Reason("holds_back", party=other)

    def _driven(self, before: State, after: State) -> Iterator[Reason]:
        """Somebody moved away from those of the own that a duel would hurt."""
        rules = self.rules
        dear = self.own & before.on_board & after.on_board
        dear &= rules.stunnable | before.laden | (1 << before.captor if before.captor >= 0 else 0)
        moved = self.duellers & before.on_board & after.on_board & ~after.stunned
        for standee in rules.members[moved]:
            was, at = before.standee_at[standee], after.standee_at[standee]
            near, gap = closest(rules, after, dear, at)
            if was != at and closest(rules, before, dear, was)[1] < gap < FAR:
                yield Reason("drives_off", near, standee, number=gap)

    def _quarry(self, before: State, after: State) -> Iterator[Reason]:
        """Nearer to whoever lies there to be taken, or stands there to be duelled."""
        lying, standing = self._sought(before)
        lying &= after.stunned & after.on_board
        standing &= ~after.stunned & after.on_board
        yield from self._approach(before, after, lying, "beside_lying", "nearer_lying")
        yield from self._approach(before, after, standing, "meets", "closes_in")

    def _sought(self, g: State) -> tuple[int, int]:
        """Those who lie and may be taken; those who stand and are worth a duel."""
        rules = self.rules
        upright = g.on_board & ~g.stunned & ~self.own
        catches = (self.jails and wanted(rules, g, self.seat, JAILED)) or (
            self.captures and g.captive == NONE
        )
        prey = rules.stunnable & ~self.own & g.on_board if catches else 0
        sought = prey & upright
        if rules.duel_counter[self.seat] >= 0 and wanted(rules, g, self.seat, DUELS):
            sought |= upright & ~rules.harmless
        if wanted(rules, g, self.seat, TOTEMS) and not g.targets_held[self.seat]:
            sought |= upright & ~rules.harmless
        if ops.DUEL in icons_of(rules, self.seat):
            sought |= upright & g.laden
        return prey & g.stunned, sought

    def _approach(
        self, before: State, after: State, whom: int, beside: Code, nearer: Code
    ) -> Iterator[Reason]:
        best = Reason(nearer, number=FAR)
        movers = self.own & before.on_board & after.on_board & ~before.stunned & ~after.stunned
        for standee in self.rules.members[movers]:
            for other in self.rules.members[whom]:
                gap = STEPS[after.standee_at[standee]][after.standee_at[other]]
                had = closest(self.rules, before, movers, before.standee_at[other])[1]
                if gap < min(had, best.number):
                    best = Reason(nearer, standee, other, number=gap)
        if best.number == 0:
            yield Reason(beside, best.standee, best.whom)
        elif best.number < FAR:
            yield best

    def _train(self, before: State, after: State) -> Iterator[Reason]:
        if not wanted(self.rules, before, self.seat, WAGONS_FULL):
            return
        for animal in self.rules.members[self.own]:
            was, at = before.standee_at[animal], after.standee_at[animal]
            if at >= WAGONS or was >= WAGONS:
                continue
            steps = steps_to_train(after, at)
            if steps < steps_to_train(before, was):
                yield Reason("nearer_train", animal, number=steps)
            if self._astray(before, animal) and not self._astray(after, animal):
                yield Reason("herds", animal)

    def _astray(self, g: State, cow: int) -> bool:
        """Whether a cow is out of its rider's range."""
        riders = self.rules.members[self.own & ~self.rules.harmless]
        if not self.rules.harmless >> cow & 1 or not riders:
            return False
        return steps_north(g.standee_at[riders[0]], g.standee_at[cow]) - 1 > RANGE

    def _knowledge(self, before: State, after: State) -> Iterator[Reason]:
        seat = self.seat
        drawn = after.targets_held[seat] - before.targets_held[seat]
        if drawn > 0:
            yield Reason("draws_target", number=drawn)
        seen = after.seen[seat] & ~before.seen[seat]
        for other in range(self.rules.seats):
            shown = sum(seen >> card & 1 for card, at in enumerate(before.target_at) if at == other)
            if shown:
                yield Reason("sees_targets", party=other, number=shown)
        looked = (after.peeked[seat] & ~before.peeked[seat]).bit_count()
        if looked:
            yield Reason("looks", number=looked)
        turned = number_of(after.face_up & ~before.face_up)
        if turned and before.targets_held[seat] > len(known_targets(self.rules, before, seat)):
            yield Reason("turns_up", number=turned)

    def _things(self, before: State, after: State) -> Iterator[Reason]:
        """Tokens, the second shot, the ability: what is taken and what is not spent."""
        seat = self.seat
        for kind in range(TOKEN_KINDS):
            had = before.token[seat * TOKEN_KINDS + kind]
            has = after.token[seat * TOKEN_KINDS + kind]
            if has > had:
                yield Reason("takes_token", token=kind)
            elif has and has == had:
                yield Reason("keeps_token", token=kind)
        if not after.shot_used >> seat & 1:
            yield Reason("keeps_shot")
        if self.rules.ability_uses and after.ability[seat] == before.ability[seat] > 0:
            yield Reason("keeps_ability")


def icons_of(rules: Rules, seat: int) -> set[int]:
    """Every icon on the cards of a seat that it has from the beginning."""
    return {
        icon
        for card in numbers(rules.start_hand[seat])
        for icon in rules.card_icons[card_id(seat, card)]
    }


def able(g: State) -> int:
    """The standees who may use a target: upright, in town, without loot."""
    return g.on_board & ~g.stunned & ~g.laden


def closest(rules: Rules, g: State, standees: int, space: int) -> tuple[int, int]:
    """The nearest of these standees on the board, and its steps; NONE and FAR without any."""
    found, best = NONE, FAR
    for standee in rules.members[standees & g.on_board]:
        gap = STEPS[g.standee_at[standee]][space]
        if gap < best:
            found, best = standee, gap
    return found, best
