"""Actions in target buildings: PLUNDER, STEAL HORSE, PAY DEBTS (ACT-2, ACT-6, ACT-9)."""

from __future__ import annotations

from cactustown.engine.machine import STANDEE, Ask, Icon, Rules
from cactustown.engine.reasons import Obstacle, Reason, add_reason
from cactustown.engine.spaces import OFFICE, WILDERNESS
from cactustown.engine.state import NONE, RUNNING, State
from cactustown.engine.task import Task
from cactustown.rules.base.goals import score
from cactustown.rules.base.move import push_effects, turn_up_building
from cactustown.rules.base.obstacles import ABSENT, absence
from cactustown.rules.base.targets import deck_size, drop_target
from cactustown.rules.base.variables import GONE
from cactustown.rules.ops import ASK_TARGET_ACT


class TargetIcon(Icon):
    """An action in a target building, face up or looked at: show the card, drop it, count one.

    Only the owner knows the targets, so to everybody else it is possible wherever a standee of
    the party that still may act stands in a face-up building, unless everybody knows that this
    building's card is gone or was never drawn (SET-5). What a party has looked at is its secret
    too, that it ever looked is not: from then on it is possible in any face-down building.
    """

    def __init__(self, name: str, event: int, counter: int, rule: str, done: str) -> None:
        self.shut = Obstacle("not_looked_at", rule)
        self.no_target = Obstacle("no_target_here", rule)
        self.used_up = Obstacle("target_used_up", "SET-6")
        self.no_cards = Obstacle("no_target_cards", rule)
        self.none_to_come = Obstacle("no_target_cards_to_come", rule, lasts=True)
        self.done = Obstacle(done, rule, lasts=True)  # of its standee, or all that count are done
        here = (self.shut, self.no_target, self.used_up)
        cards = (self.no_cards, self.none_to_come)
        super().__init__(name, (*here, *ABSENT, *cards, self.done))
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

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        if self.counter != NONE and g.count[self.counter] >= rules.count_limit[self.counter]:
            return [Reason(self.done, number=g.count[self.counter])]
        if g.targets_held[seat] == 0:
            return [Reason(self.no_cards if deck_size(rules, g) else self.none_to_come)]
        found: list[Reason] = []
        for standee in rules.members[rules.seat_standees[seat]]:
            reason = self.in_its_way(rules, g, seat, standee)
            if reason is None:
                return []
            add_reason(found, reason)
        return found

    def in_its_way(self, rules: Rules, g: State, seat: int, standee: int) -> Reason | None:
        """Why this standee cannot do it, by what the seat knows."""
        place = g.standee_at[standee]
        bit = 1 << standee
        if self.counter == NONE and g.laden & bit and place != WILDERNESS:
            return Reason(self.done, bit)  # in jail and captivity it keeps its token
        reason = absence(rules, g, standee)
        if reason is not None:
            return reason
        looked_at = g.peeked[seat] if rules.reading.targets_looked_at else 0
        if not (g.face_up | looked_at) >> place & 1:
            return Reason(self.shut, bit, spaces=1 << place)
        building = g.building_at[place]
        at = g.target_at[building] if place != OFFICE else NONE
        if at == seat:
            return None
        why = self.used_up if at == GONE else self.no_target
        return Reason(why, bit, spaces=1 << place, buildings=1 << building)

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
