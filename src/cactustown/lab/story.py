"""Reads a game's events and adds to a tally what they say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from cactustown.engine.events import Event, EventLog
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import SPACES
from cactustown.engine.state import DRAW, NONE, State
from cactustown.lab.play import Ending
from cactustown.lab.tally import Place, Plan, Space, Tally, Thing
from cactustown.rules import events as ev
from cactustown.rules.tokens import TOKEN_KINDS

STOOD: Final = "stood"
DUELS: Final = "duels"

# Events that name a seat and a thing: what kind of thing it is, and where its name is found.
_SEAT_AND_THING: Final = {
    ev.CARD: "card",
    ev.SECOND_SHOT: "second shot",
    ev.MIXED_UP: "card",
    ev.ACTION: "icon",
    ev.BUILDING_EFFECT: "building's effect",
    ev.TOKEN_TAKEN: "token taken",
    ev.TOKEN_PICKED: "token taken",
    ev.PET_USED: "pet",
}
_TARGETS: Final = (ev.PLUNDERED, ev.HORSE_STOLEN, ev.DEBT_PAID, ev.CHIEF_FOUND, ev.TOTEM_BUILT)
_TOKENS: Final = {  # events that are the use of one token
    ev.TRAPPED: "trap",
    ev.BLESSED: "blessing",
    ev.CHICKEN_LOOSE: "chicken",
}
# What may follow a card that did nothing.
_LIFELESS: Final = {
    *(ev.NOTHING, ev.ACTION, ev.STAYED, ev.NO_TRAP, ev.NO_ABILITY, ev.NO_MIX_UP),
    *(ev.NOT_BLESSED, ev.NO_SHOOT_OUT),
}


class Witness:
    """Watches a game: who leads after each round, and where standees stand card by card."""

    def __init__(self, rules: Rules) -> None:
        self.log = EventLog()
        self.spaces: Counter[Space] = Counter()
        self.lead_changes = 0
        self._rules = rules
        self._leader = NONE
        self._round = 0
        self._turn = (0, NONE)

    def look(self, g: State) -> None:
        """Called before every decision and at the end."""
        if (g.round, g.turn) != self._turn:
            self._turn = (g.round, g.turn)
            self._stand(g)
        if g.round != self._round or not g.stack:
            self._round = g.round
            self._compare(g)

    def _stand(self, g: State) -> None:
        rules = self._rules
        for standee, place in enumerate(g.standee_at):
            if 0 <= place < SPACES:
                self.spaces[Space(STOOD, rules.party_names[rules.owner[standee]], place)] += 1

    def _compare(self, g: State) -> None:
        """A lead changes when another party alone is nearest to its goal, or has won."""
        if g.winner >= 0:
            best = [g.winner]
        else:
            shares = [share_of_goal(self._rules, g, seat) for seat in range(self._rules.seats)]
            best = [seat for seat, share in enumerate(shares) if share == max(shares)]
        if len(best) == 1 and best[0] != self._leader:
            if self._leader != NONE:
                self.lead_changes += 1
            self._leader = best[0]


def share_of_goal(rules: Rules, g: State, seat: int) -> float:
    """How much of its goal a party has reached, between 0 and 1, as everybody can see."""
    goal = rules.goals[seat]
    parts = [min(g.count[goal[i]] / goal[i + 1], 1.0) for i in range(0, len(goal), 2)]
    return sum(parts) / len(parts) if parts else 0.0


def count_game(tally: Tally, rules: Rules, witness: Witness, ending: Ending) -> None:
    """Adds a finished game to the tally."""
    names = rules.party_names
    winner = "" if ending.winner == DRAW else names[ending.winner]
    if winner:
        tally.wins[winner] += 1
    else:
        tally.draws += 1
    tally.rounds[ending.rounds] += 1
    tally.decisions[ending.decisions] += 1
    tally.lead_changes[witness.lead_changes] += 1
    tally.spaces.update(witness.spaces)
    _count_uses(tally, rules, witness.log.events, winner)
    _count_dead_turns(tally, rules, witness.log.events)
    _count_openings(tally, rules, witness.log.events, winner)
    first = next(e.args[1] for e in reversed(witness.log.events) if e.kind == ev.ROUND)
    for seat, party in enumerate(names):
        place = Place(party, (seat - first) % rules.seats)
        tally.placed[place] += 1
        tally.placed_wins[place] += party == winner


def _count_uses(tally: Tally, rules: Rules, events: list[Event], winner: str) -> None:
    times: Counter[Thing] = Counter()
    for event in events:
        times.update(_uses(rules, event))
        if event.kind == ev.DUEL:
            tally.spaces[Space(DUELS, rules.party_names[event.args[0]], event.args[1])] += 1
    tally.used.update(times)
    tally.used_games.update(times.keys())
    winning = {thing: number for thing, number in times.items() if thing.party == winner}
    tally.used_wins.update(winning.keys())
    tally.used_winning.update(winning)


def _uses(rules: Rules, event: Event) -> Iterator[Thing]:
    """The things an event shows in use, and by whom."""
    kind, args = event.kind, event.args
    names = rules.party_names
    if kind in _SEAT_AND_THING:
        what = _SEAT_AND_THING[kind]
        yield Thing(what, _name(rules, kind, args[1]), names[args[0]])
    elif kind == ev.TURNED_UP and args[0] != NONE:
        owner = names[rules.owner[args[0]]]
        yield Thing("building turned up", rules.building_names[args[2]], owner)
    elif kind in _TARGETS:
        yield Thing("target", rules.building_names[args[1]], names[rules.owner[args[0]]])
    elif kind == ev.TOKENS_SHOWN:
        for token in range(TOKEN_KINDS):
            if args[1] >> token & 1:
                yield Thing("token used", rules.token_names[token], names[args[0]])
    elif kind in _TOKENS:
        yield Thing("token used", _TOKENS[kind], names[args[0]])
    elif kind == ev.ABILITY:
        yield Thing("ability", names[args[0]], names[args[0]])
    elif kind == ev.EVENT:  # everybody lives through it
        for party in names:
            yield Thing("event", rules.event_names[args[0]], party)


def _name(rules: Rules, kind: int, number: int) -> str:
    of = rules.event_kinds[kind].fields[1].kind
    named = {
        "card": rules.card_names,
        "icon": rules.icon_names,
        "building": rules.building_names,
        "token": rules.token_names,
        "pet": rules.pet_names,
    }
    return named[of][number]


def _count_dead_turns(tally: Tally, rules: Rules, events: list[Event]) -> None:
    """Cards whose block holds nothing but words: no icon possible, or nothing came of it."""
    for at, event in enumerate(events):
        if event.kind != ev.CARD:
            continue
        party, card = rules.party_names[event.args[0]], rules.card_names[event.args[1]]
        thing = Thing("card", card, party)
        tally.cards[thing] += 1
        inside: set[int] = set()
        for later in events[at + 1 :]:
            if later.depth <= event.depth:
                break
            inside.add(later.kind)
        if inside <= _LIFELESS:
            (tally.blocked if ev.ACTION not in inside else tally.idle)[thing] += 1


def _count_openings(tally: Tally, rules: Rules, events: list[Event], winner: str) -> None:
    order = list(dict.fromkeys(rules.turn_slot))  # the slots as they are turned up
    rounds = 0
    for event in events:
        rounds += event.kind == ev.ROUND
        if rounds > 1:
            return
        if event.kind == ev.PLANNED:
            party = rules.party_names[event.args[0]]
            cards = [rules.card_names[card] for card in event.args[1:]]
            plan = Plan(party, tuple(cards[slot] for slot in order), cards[3])
            tally.openings[plan] += 1
            tally.opening_wins[plan] += party == winner
