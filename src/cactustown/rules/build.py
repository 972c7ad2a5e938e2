"""Builds the `Rules` of a game: every wanted module adds its ops, icons, hooks and effects.

Order never depends on who was built first: whatever has an order carries a phase, and two
contributions to the same phase, op, icon or effect are an error when the rules are built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cactustown.engine.declare import Fact, Variable
from cactustown.engine.encodings import CARDS_A_SEAT
from cactustown.engine.errors import BadOptions, CactusTownError, RulesConflict
from cactustown.engine.machine import (
    BlankHook,
    BonusHook,
    DuelEnd,
    DuelHook,
    Entrance,
    Exit,
    Icon,
    LeaveHook,
    MoveHook,
    Op,
    Rules,
    Secret,
    WalkLaw,
)
from cactustown.engine.spaces import PLACE_NAMES, PLACE_OF, PLACES, SPACES
from cactustown.reading import Reading
from cactustown.rules.counters import COUNTER_NAMES, COUNTERS
from cactustown.rules.events import HOW_NAMES, SCHEMA
from cactustown.rules.ops import FIRST_TOOL, ICON_NAMES, NO_OP, OPS
from cactustown.rules.options import Options
from cactustown.rules.tables import CardTable, PartyTable, Tables
from cactustown.rules.tokens import TOKEN_KINDS, TOKEN_NAMES, USED_NAMES

_T = TypeVar("_T")


@dataclass(frozen=True)
class Module:
    """A part of the rules that a game may have or not: its manifest.

    `effects` names the marks and effects of buildings that only work with this module, `variables`
    and `facts` declare what it keeps in the state and in the rules.
    """

    name: str
    wanted: Callable[[Options], bool]
    contribute: Callable[[Builder, Tables], None]
    needs: tuple[str, ...] = ()
    clashes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    variables: tuple[Variable, ...] = ()
    facts: tuple[Fact, ...] = ()


class Builder:
    """Collects what the modules contribute and refuses what clashes."""

    def __init__(self, options: Options, parties: list[PartyTable], reading: Reading) -> None:
        self.options = options
        self.parties = parties
        self.reading = reading
        self.rules = Rules(len(parties), reading)
        self._ops: dict[int, Op] = {}
        self._icons: dict[int, Icon] = {}
        self._replaced: set[int] = set()
        self._new_icons: set[int] = set()
        self._effects: dict[str, tuple[int, int]] = {}
        self._after_move: dict[int, MoveHook] = {}
        self._after_leaving: dict[int, LeaveHook] = {}
        self._duel_steps: dict[int, int] = {}
        self._duel_rewards: dict[int, DuelHook] = {}
        self._set_up: dict[int, int] = {}
        self._new_round: dict[int, int] = {}
        self._begin_round: dict[int, int] = {}
        self._end_round: dict[int, int] = {}
        self._arrivals: dict[int, int] = {}
        self._duel_bonuses: dict[int, BonusHook] = {}
        self._walk_laws: dict[int, WalkLaw] = {}
        self._secrets: dict[int, Secret] = {}
        self._before_card: dict[int, int] = {}
        self._after_card: dict[int, int] = {}
        self._extra_cards: dict[str, tuple[CardTable, ...]] = {}
        self._refused: list[CactusTownError] = []

    def refuse(self, problem: CactusTownError) -> None:
        """The content cannot be played so; it is raised when all of it has been looked at."""
        self._refused.append(problem)

    def op(self, number: int, op: Op) -> None:
        """Adds what a task of this number does."""
        if number in self._ops:
            raise RulesConflict(f"op {number} ({op.name}) is contributed twice")
        self._ops[number] = op

    def replace_op(self, number: int, op: Op) -> None:
        """Replaces another module's op; only one module may."""
        if number in self._replaced:
            raise RulesConflict(f"two modules replace op {number} ({op.name})")
        if number not in self._ops:
            raise RulesConflict(f"there is no op {number} for {op.name} to replace")
        self._replaced.add(number)
        self._ops[number] = op

    def icon(self, number: int, icon: Icon) -> None:
        """Adds an icon that cards may show."""
        if number in self._icons:
            raise RulesConflict(f"icon {icon.name} is contributed twice")
        _check_says_why_not(icon)
        self._icons[number] = icon

    def effect(self, name: str, op: int, arg: int = 0) -> None:
        """Makes a mark or effect of buildings work: who enters or reveals gets this task."""
        if name in self._effects:
            raise RulesConflict(f"effect {name} is contributed twice")
        self._effects[name] = (op, arg)

    def after_move(self, phase: int, hook: MoveHook) -> None:
        _claim(self._after_move, phase, hook, "hooks after a movement")

    def after_leaving(self, phase: int, hook: LeaveHook) -> None:
        _claim(self._after_leaving, phase, hook, "hooks after leaving the board")

    def duel_step(self, phase: int, op: int) -> None:
        _claim(self._duel_steps, phase, op, "steps of a duel")

    def after_duel(self, hook: DuelEnd) -> None:
        """Clears what the module kept of a duel, when it is over or called off."""
        self.rules.duel_ends.append(hook)

    def duel_reward(self, phase: int, hook: DuelHook) -> None:
        _claim(self._duel_rewards, phase, hook, "rewards of a duel")

    def duel_bonus(self, phase: int, hook: BonusHook) -> None:
        _claim(self._duel_bonuses, phase, hook, "bonuses of a duel")

    def walk_law(self, phase: int, law: WalkLaw) -> None:
        _claim(self._walk_laws, phase, law, "laws of walking")

    def before_card(self, phase: int, op: int) -> None:
        _claim(self._before_card, phase, op, "ops before a card")

    def after_card(self, phase: int, op: int) -> None:
        _claim(self._after_card, phase, op, "ops after a card")

    def set_up(self, phase: int, op: int) -> None:
        """Runs an op when a game has been dealt, before its first round."""
        _claim(self._set_up, phase, op, "ops at set-up")

    def new_round(self, phase: int, op: int) -> None:
        """Runs an op before everybody plans."""
        _claim(self._new_round, phase, op, "ops before planning")

    def words(self, kind: str, names: list[str]) -> None:
        """How one kind of things that events tell of are called."""
        self.rules.lexicon[kind] = names

    def blank(self, hook: BlankHook) -> None:
        """Makes room in a new state for the module's variables that depend on who plays."""
        self.rules.blanks.append(hook)

    def secret(self, phase: int, secret: Secret) -> None:
        """Hides something, and lets bots imagine it."""
        _claim(self._secrets, phase, secret, "secrets")

    def replace_secret(self, phase: int, secret: Secret) -> None:
        """Replaces another module's secret by one that covers it."""
        if not isinstance(secret, type(self._secrets.get(phase))):
            raise RulesConflict(f"no secret of phase {phase} is covered by {type(secret).__name__}")
        self._secrets[phase] = secret

    def extra_cards(self, party: str, cards: tuple[CardTable, ...]) -> None:
        """Gives a party cards that are no action cards; they are numbered after those."""
        if party in self._extra_cards:
            raise RulesConflict(f"two modules give {party} cards that are no action cards")
        self._extra_cards[party] = cards

    def standees(self, party: str) -> list[int]:
        """The numbers that the standees of a party of this game will have."""
        first = 0
        for table in self.parties:
            if table.name == party:
                return list(range(first, first + len(table.standees)))
            first += len(table.standees)
        return []

    def begin_round(self, phase: int, op: int) -> None:
        """Runs an op once everybody has planned."""
        _claim(self._begin_round, phase, op, "ops at the beginning of a round")

    def end_round(self, phase: int, op: int) -> None:
        """Runs an op after the last card of a round."""
        _claim(self._end_round, phase, op, "ops at the end of a round")

    def replace_icon(self, number: int, icon: Icon) -> None:
        """Replaces another module's icon; only one module may."""
        if number in self._new_icons:
            raise RulesConflict(f"two modules replace the icon {icon.name}")
        if number not in self._icons:
            raise RulesConflict(f"there is no icon {icon.name} to replace")
        _check_says_why_not(icon)
        self._new_icons.add(number)
        self._icons[number] = icon

    def way_out(self, place: int, way: Exit, arrival: int) -> None:
        """Adds a way off the board, and what arriving there does."""
        if place in self._arrivals:
            raise RulesConflict(f"two modules lead to place {place}")
        self._arrivals[place] = arrival
        self.rules.exits.append(way)

    def way_in(self, way: Entrance) -> None:
        """Adds a way onto the board."""
        self.rules.entrances.append(way)

    def finish(self, tables: Tables) -> Rules:
        """Freezes everything into the lists the machine reads."""
        rules = self.rules
        missing = [number for number in range(OPS) if number not in self._ops]
        unused = Op("unused")
        for number in missing:
            self._ops[number] = unused
        rules.ops = [self._ops[number] for number in range(OPS)]
        rules.icons = [self._icons.get(n, Icon("unused")) for n in range(len(ICON_NAMES))]
        rules.icon_names = list(ICON_NAMES)
        rules.token_names = list(USED_NAMES)
        rules.how_names = list(HOW_NAMES)
        rules.counter_names = list(COUNTER_NAMES)
        rules.event_kinds = SCHEMA
        rules.after_move = _in_order(self._after_move)
        rules.after_leaving = _in_order(self._after_leaving)
        rules.duel_steps = _in_order(self._duel_steps)
        rules.duel_bonuses = _in_order(self._duel_bonuses)
        rules.duel_rewards = _in_order(self._duel_rewards)
        rules.walk_laws = _in_order(self._walk_laws)
        rules.secrets = _in_order(self._secrets)
        rules.before_card = _in_order(self._before_card)
        rules.after_card = _in_order(self._after_card)
        rules.set_up = _in_order(self._set_up)
        rules.new_round = _in_order(self._new_round)
        rules.begin_round = _in_order(self._begin_round)
        rules.end_round = _in_order(self._end_round)
        rules.arrival_op = [self._arrivals.get(place, NO_OP) for place in range(PLACES)]
        _seat_parties(rules, self.parties, self._icons, self._extra_cards, self._refused)
        _lay_buildings(rules, tables, self._effects, self._refused)
        if self._refused:
            problem, *also = self._refused
            problem.also = tuple(also)
            raise problem
        rules.lexicon.update(
            standee=rules.standee_names,
            place=list(PLACE_NAMES),
            building=rules.building_names,
            card=rules.card_names,
            icon=rules.icon_names,
            token=rules.token_names,
            party=rules.party_names,
            how=rules.how_names,
        )
        _turn_order(rules, self.options.programming)
        rules.round_limit = self.options.round_limit
        rules.count_limit = [dict(tables.limits).get(name, 99) for name in COUNTER_NAMES]
        assert len(rules.count_limit) == COUNTERS
        return rules

    def fill_reserve(self, tables: Tables, kinds: list[str]) -> None:
        """GUN-1: puts these kinds of tokens into the reserve."""
        numbers = dict(tables.reserve)
        for kind in kinds:
            self.rules.reserve[TOKEN_NAMES.index(kind)] = numbers.get(kind, 0)


def _check_says_why_not(icon: Icon) -> None:
    if not icon.obstacles:
        raise RulesConflict(f"icon {icon.name} does not say what may be in its way")


def _claim(claims: dict[int, _T], phase: int, contribution: _T, what: str) -> None:
    if phase in claims:
        raise RulesConflict(f"two {what} claim phase {phase}")
    claims[phase] = contribution


def _in_order(claims: dict[int, _T]) -> list[_T]:
    return [contribution for _, contribution in sorted(claims.items())]


def seated(options: Options, tables: Tables) -> list[PartyTable]:
    """SIDE-2, SIDE-3: the parties of this game in their order round the table."""
    options.check()
    known = [party.name for party in tables.parties]
    for name in options.parties:
        if name not in known:
            raise BadOptions(f"there is no party {name!r}; there are: {', '.join(known)}")
    playing = (*options.parties, tables.automa)
    parties = [party for party in tables.parties if party.name in playing]
    for party in parties:
        for needed in party.needs:
            if needed not in options.parties:
                told = f"{party.name} can only play with {needed} (SIDE-2)"
                raise BadOptions(told, about=(f"party.{party.name}", "needs"))
    return parties


def _seat_parties(
    rules: Rules,
    parties: list[PartyTable],
    icons: dict[int, Icon],
    tools: dict[str, tuple[CardTable, ...]],
    refused: list[CactusTownError],
) -> None:
    """Numbers seats, standees and cards."""
    for seat, party in enumerate(parties):
        first = len(rules.standee_names)
        mask = ((1 << len(party.standees)) - 1) << first
        rules.party_names.append(party.name)
        rules.seat_standees.append(mask)
        rules.target_draws.append(party.targets)
        goal: list[int] = []
        for counter, number in party.goal:
            goal += [COUNTER_NAMES.index(counter), number]
        rules.goals.append(goal)
        counts = party.counts_duels
        rules.duel_counter.append(COUNTER_NAMES.index(counts) if counts else -1)
        if party.stunned:
            rules.stunnable |= mask
        for name, start in zip(party.standees, party.start, strict=True):
            rules.standee_names.append(name)
            rules.owner.append(seat)
            rules.kin.append(mask)
            rules.start_at.append(PLACE_OF[start])
            if name in party.cattle:
                rules.harmless |= 1 << (len(rules.owner) - 1)
        if all(PLACE_OF[start] >= SPACES for start in party.start):
            rules.moved_at_start |= 1 << seat
        _deal_cards(rules, seat, party, icons, tools.get(party.name, ()), refused)
    everybody = (1 << len(rules.owner)) - 1
    rules.deadlocked_by = [
        0 if rules.harmless >> s & 1 else everybody & ~kin & ~rules.harmless
        for s, kin in enumerate(rules.kin)
    ]
    rules.members = [
        [s for s in range(len(rules.owner)) if mask >> s & 1] for mask in range(everybody + 1)
    ]


def _deal_cards(
    rules: Rules,
    seat: int,
    party: PartyTable,
    icons: dict[int, Icon],
    tools: tuple[CardTable, ...],
    refused: list[CactusTownError],
) -> None:
    """SET-3, ROUND-7: the party's cards, without icons that need more players; then its tools."""
    first_tool = max(len(party.cards), FIRST_TOOL) if tools else len(party.cards)
    if first_tool + len(tools) > CARDS_A_SEAT:
        refused.append(_too_many(party, len(tools)))
    base = seat * CARDS_A_SEAT
    rules.card_names += [""] * CARDS_A_SEAT
    rules.card_icons += [[] for _ in range(CARDS_A_SEAT)]
    rules.card_missing += [{} for _ in range(CARDS_A_SEAT)]
    rules.card_value += [0] * CARDS_A_SEAT
    numbered = [*enumerate(party.cards), *enumerate(tools, first_tool)]
    for number, card in (one for one in numbered if one[0] < CARDS_A_SEAT):
        rules.card_names[base + number] = card.name
        rules.card_icons[base + number] = _card_icons(rules, party, card, icons, refused)
        rules.card_missing[base + number] = {
            ICON_NAMES.index(n): players for n, players in card.icons if rules.seats < players
        }
        rules.card_value[base + number] = card.value
    waiting = sum(1 << number for number, card in enumerate(party.cards) if card.waits)
    rules.waiting_cards.append(waiting)
    rules.start_hand.append((1 << len(party.cards)) - 1 & ~waiting)
    rules.extra_cards.append(((1 << len(tools)) - 1) << first_tool)


def _too_many(party: PartyTable, tools: int) -> RulesConflict:
    told = f"{party.name} has more than {CARDS_A_SEAT} cards"
    if not tools:
        return RulesConflict(told, about=(f"card.{party.name}", ""))
    room = CARDS_A_SEAT - max(len(party.cards), FIRST_TOOL)
    told += f": {len(party.cards)} action cards and {tools} tools; it has room for {room} tools"
    return RulesConflict(told, about=(f"tool.{party.name}", ""))


def _card_icons(
    rules: Rules,
    party: PartyTable,
    card: CardTable,
    icons: dict[int, Icon],
    refused: list[CactusTownError],
) -> list[int]:
    numbers = [ICON_NAMES.index(n) for n, players in card.icons if rules.seats >= players]
    part = "card" if card in party.cards else "tool"
    for number in numbers:
        if number not in icons:
            told = f"{party.name}'s card {card.name} shows {ICON_NAMES[number]}"
            told += ", which no module of this game knows"
            table = f"{part}.{party.name}.{card.name}"
            refused.append(BadOptions(told, about=(table, "icons")))
    return sorted(numbers)


def _lay_buildings(
    rules: Rules,
    tables: Tables,
    effects: dict[str, tuple[int, int]],
    refused: list[CactusTownError],
) -> None:
    """Gives every building the effects that work in this game."""
    for building in (*tables.buildings, tables.office):
        rules.building_names.append(building.name)
        enter = [name for name in (*building.marks, building.enter) if name in effects]
        if len(enter) > 1:
            told = f"{building.name} has two effects on entering: {' and '.join(enter)}"
            refused.append(RulesConflict(told, about=(f"building.{building.name}", "enter")))
        op, arg = effects[enter[0]] if enter else (NO_OP, 0)
        rules.enter_op.append(op)
        rules.enter_arg.append(arg)
        op, arg = effects.get(building.reveal, (NO_OP, 0))
        rules.reveal_op.append(op)
        rules.reveal_arg.append(arg)


def _turn_order(rules: Rules, programming: str) -> None:
    """ROUND-3, ROUND-4: whose which card is turned up when."""
    seats = rules.seats
    turns = list(range(3 * seats))
    if programming == "reverse":
        turns.reverse()
    rules.turn_slot = [turn // seats for turn in turns]
    rules.turn_seat = [[(first + turn) % seats for turn in turns] for first in range(seats)]
    for start in range(seats):
        row = [-1]
        for mask in range(1, 1 << seats):
            row.append(
                next(s % seats for s in range(start, start + seats) if mask >> s % seats & 1)
            )
        rules.next_from.append(row)


def chosen_modules(options: Options, modules: Sequence[Module]) -> list[Module]:
    """The modules these options ask for; refuses sets that cannot stand together."""
    chosen = [module for module in modules if module.wanted(options)]
    names = [module.name for module in chosen]
    for module in chosen:
        for needed in module.needs:
            if needed not in names:
                raise BadOptions(f"{module.name} needs {needed}")
        for other in module.clashes:
            if other in names:
                raise BadOptions(f"{module.name} cannot be combined with {other}")
    return chosen


def build(options: Options, tables: Tables, modules: Sequence[Module], reading: Reading) -> Rules:
    """The rules of a game with these options and this content, under a reading of the books."""
    builder = Builder(options, seated(options, tables), reading)
    builder.rules.reserve = [0] * TOKEN_KINDS
    for module in chosen_modules(options, modules):
        module.contribute(builder, tables)
    return builder.finish(tables)
