"""The state of a game: ints, flat lists of ints, and the stack of tasks. No rules here.

The fields of all modules are declared here, the one place that knows them all.
`State(g)` is the clone of `g`.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.chance import Chance, scaled
from cactustown.engine.events import EventLog
from cactustown.engine.seeding import seed_words
from cactustown.engine.spaces import SPACES
from cactustown.engine.task import Task

RUNNING: Final = -1
DRAW: Final = -2
NONE: Final = -1

# Kinds of hidden tokens (GUN-6 counts them); a token row has one number a kind.
PIPE: Final = 0
BULLET: Final = 1
RELOAD: Final = 2
TRAP: Final = 3
TOMAHAWK: Final = 4
BLESSING: Final = 5
CHICKEN: Final = 6
TOKEN_KINDS: Final = 7

# The pets; there is one token of each.
CAT: Final = 0
CROW: Final = 1
DOG: Final = 2
SNAKE: Final = 3
PETS: Final = 4

# What is counted towards the goals.
JAILED: Final = 0
ESCAPED: Final = 1
CAPTIVES: Final = 2
HORSES: Final = 3
DEBTS: Final = 4
DUELS: Final = 5
TOTEMS: Final = 6
CHIEFS: Final = 7
WAGONS_FULL: Final = 8
MARSHAL: Final = 9
COUNTERS: Final = 10

# Where a target card is, besides a seat that holds it.
IN_DECK: Final = -1
GONE: Final = -2
UNKNOWN: Final = -3  # in a view: in the deck or in another's hand
SET_ASIDE: Final = -4  # out of the game, but only those who saw it go know it (RAN-4, TOOL-4)

PLAN_SLOTS: Final = 4  # three planned cards and the unplayed one

# What is known of a seat's tool cards (TOOL-1); those in none of its masks lie in its deck.
TOOL_HAND: Final = 0  # mask of card numbers; planned ones included until they are turned up
TOOL_USED: Final = 1  # mask: lie open
TOOL_SHOWN: Final = 2  # mask: in hand, and everybody has seen it go there
TOOL_NUMBER: Final = 3  # how many are in hand; known to all
TOOL_LATE: Final = 4  # how many of those were drawn since the round was planned; known to all
TOOL_FIELDS: Final = 5


def replaced(row: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The row with another number at one place."""
    numbers = list(row)
    numbers[index] = value
    return tuple(numbers)


def added(row: tuple[int, ...], index: int, number: int) -> tuple[int, ...]:
    """The row with so many more at one place."""
    return replaced(row, index, row[index] + number)


class State:
    """Everything that changes in a game."""

    __slots__ = (
        "ability",
        "ability_used",
        "active",
        "barred",
        "blessings",
        "blocked",
        "bonus",
        "borrowed",
        "building_at",
        "cactus",
        "captive",
        "captor",
        "card",
        "cards_seen",
        "chance",
        "chicken",
        "count",
        "dice",
        "die",
        "disclosed",
        "drawn",
        "duel_by",
        "duel_in",
        "duel_space",
        "dynamite",
        "dynamite_round",
        "entered",
        "escaped_now",
        "event",
        "event_deck",
        "event_discards",
        "event_pool",
        "events_back",
        "exploring",
        "face_up",
        "first",
        "founder",
        "gored",
        "gored_turn",
        "hand",
        "icon",
        "kept",
        "laden",
        "locked",
        "log",
        "looked",
        "moved_parties",
        "offer",
        "on_board",
        "peeked",
        "pet_at",
        "pick",
        "plan",
        "reloads",
        "rng_high",
        "rng_low",
        "round",
        "seen",
        "shot_used",
        "shown",
        "silenced",
        "stack",
        "standee_at",
        "standees_on",
        "stunned",
        "target_at",
        "targets_aside",
        "targets_held",
        "token",
        "tools",
        "turn",
        "unmoved",
        "winner",
    )

    def __init__(self, src: State | None) -> None:
        self.log: EventLog | None = None  # off while searching
        self.chance: Chance | None = None  # a real game's source; never copied
        if src is None:
            self.round = 0
            self.first = 0  # seat with the first-player token
            self.turn = NONE  # index of the card being resolved in this round
            self.active = NONE  # seat whose card is being resolved
            self.icon = NONE  # the icon of that card being carried out
            self.winner = RUNNING
            self.disclosed = 0  # grows whenever something hidden or random is shown

            self.on_board = 0  # standees on the 25 spaces
            self.stunned = 0
            self.laden = 0  # outlaws with a plunder token
            self.unmoved = 0  # standees that have never really left their start space
            self.moved_parties = 0  # seats whose first movement is done (MOV-4)
            self.escaped_now = 0  # outlaws that escaped by the card being resolved (MOV-6)
            self.captive = NONE
            self.captor = NONE
            self.exploring = 0  # 1: the Dakota hold the exploration token (CHI-7)
            self.gored = 0  # animal of the herd * 16 -> whom it gored this turn (COW-7)
            self.gored_turn = NONE  # the turn `gored` is about

            self.face_up = 0  # spaces
            self.cactus = NONE
            self.blocked = 0  # spaces nobody may enter
            self.chicken = NONE  # the space it runs wild on
            self.founder = NONE  # seat with the founder token

            self.locked = 0  # seats that have planned
            self.looked = 0  # seats that have ever looked at a building (that they did is told)
            self.shot_used = 0  # seats that have turned up their unplayed card

            self.duel_space = NONE
            self.duel_by = NONE
            self.duel_in = 0  # standees taking part
            self.reloads = 0  # seats whose shown reload is still to be asked
            self.blessings = 0  # seats whose shown blessing may still answer a pet (ALT-2)
            self.borrowed = NONE  # a standee that fights this duel for its initiator (ABI-2)

            self.card = NONE  # the card offered last, among all cards of the game
            self.drawn = 0  # secret: the targets just drawn, one of which is kept (TOOL-4)
            self.ability_used = 0  # whether the active player has used the ability this turn
            self.dynamite = NONE  # its space
            self.dynamite_round = 0  # when it was laid
            self.kept = 0  # animals that nothing may part until the next turn of theirs (ABI-8)

            self.dice = 1  # how many each rolls in a duel
            self.silenced = 0  # seats that may not fire a second shot
            self.shown = 0  # seats whose unplayed card lies open, fired or not
            self.targets_aside = 0  # target cards set aside unseen by most (RAN-4, TOOL-4)
            self.event = NONE  # the event of this round
            self.events_back = 0  # cards on top of the event deck that come from the pool
            self.cards_seen = 0  # the automa's cards known to be in its deck, or once in it

            self.rng_high = 1
            self.rng_low = 1

            self.building_at: list[int] = []  # space -> building; fixed after set-up, so shared
            self.standee_at: list[int] = []  # standee -> place
            self.standees_on: list[int] = [0] * SPACES  # space -> standees
            self.plan: list[int] = []  # seat * 4 + slot -> card; slot 3 is the unplayed one
            self.count: list[int] = [0] * COUNTERS
            self.die: list[int] = []  # standee -> its die in this duel
            self.bonus: list[int] = []  # seat -> added to its roll in this duel
            self.tools: list[int] = []  # seat * 5 + a TOOL_ number; empty without tools
            # What changes seldom: tuples, which clones share.
            self.target_at: tuple[int, ...] = ()  # building -> who holds its target card
            self.targets_held: tuple[int, ...] = ()  # seat -> number of target cards
            self.barred: tuple[int, ...] = ()  # seat -> buildings its targets surely do not show
            self.peeked: tuple[int, ...] = ()  # seat -> face-down spaces it has looked at
            self.hand: tuple[int, ...] = ()  # seat -> its action cards in the game
            self.token: tuple[int, ...] = ()  # row * 7 + kind; a row a seat, then reserve, archive
            self.pick: tuple[int, ...] = ()  # seat -> duel tokens chosen in secret, or -1
            self.pet_at: tuple[int, ...] = (NONE,) * PETS  # pet -> seat that has its token
            self.ability: tuple[int, ...] = ()  # seat -> how often its ability may still be used
            self.entered: tuple[int, ...] = ()  # standee * 32 + space: entered this turn (GUN-4)
            # These are replaced, never changed in place, so clones share them too.
            self.seen: list[int] = []  # seat -> target cards not its own that it has seen
            self.event_deck: list[int] = []  # events to come, the next one last
            self.event_discards: list[int] = []  # events that lie open
            self.event_pool: list[int] = []  # events shuffled by a Stagecoach: which are back?

            self.stack: list[Task] = []
            self.offer: list[int] | None = None  # memo of the legal choices; never saved
        else:
            self.round = src.round
            self.first = src.first
            self.turn = src.turn
            self.active = src.active
            self.icon = src.icon
            self.winner = src.winner
            self.disclosed = src.disclosed
            self.on_board = src.on_board
            self.stunned = src.stunned
            self.laden = src.laden
            self.unmoved = src.unmoved
            self.moved_parties = src.moved_parties
            self.escaped_now = src.escaped_now
            self.captive = src.captive
            self.captor = src.captor
            self.exploring = src.exploring
            self.gored = src.gored
            self.gored_turn = src.gored_turn
            self.face_up = src.face_up
            self.cactus = src.cactus
            self.blocked = src.blocked
            self.chicken = src.chicken
            self.founder = src.founder
            self.locked = src.locked
            self.looked = src.looked
            self.shot_used = src.shot_used
            self.duel_space = src.duel_space
            self.duel_by = src.duel_by
            self.duel_in = src.duel_in
            self.reloads = src.reloads
            self.blessings = src.blessings
            self.dice = src.dice
            self.silenced = src.silenced
            self.shown = src.shown
            self.targets_aside = src.targets_aside
            self.event = src.event
            self.events_back = src.events_back
            self.cards_seen = src.cards_seen
            self.borrowed = src.borrowed
            self.card = src.card
            self.drawn = src.drawn
            self.ability_used = src.ability_used
            self.dynamite = src.dynamite
            self.dynamite_round = src.dynamite_round
            self.kept = src.kept
            self.rng_high = src.rng_high
            self.rng_low = src.rng_low
            self.building_at = src.building_at
            self.standee_at = src.standee_at[:]
            self.standees_on = src.standees_on[:]
            self.target_at = src.target_at
            self.targets_held = src.targets_held
            self.barred = src.barred
            self.peeked = src.peeked
            self.hand = src.hand
            self.plan = src.plan[:]
            self.count = src.count[:]
            self.token = src.token
            self.die = src.die[:]
            self.bonus = src.bonus[:]
            self.pick = src.pick
            self.pet_at = src.pet_at
            self.seen = src.seen
            self.event_deck = src.event_deck
            self.event_discards = src.event_discards
            self.event_pool = src.event_pool
            self.tools = src.tools[:] if src.tools else src.tools
            self.ability = src.ability
            self.entered = src.entered
            self.stack = src.stack[:]
            self.offer = src.offer

    def push(
        self, op: int, seat: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, mark: int = -1
    ) -> None:
        """Puts a task on the stack; it is resolved before everything below it."""
        self.stack.append(Task(op, seat, a, b, c, d, mark))

    def roll(self, n: int, stream: int, who: int) -> int:
        """A number from 0 to n-1 from the game's source, or from the state's own generator."""
        self.disclosed += 1
        if self.chance is not None:
            return self.chance.roll(n, stream, who)
        high = 36969 * (self.rng_high & 0xFFFF) + (self.rng_high >> 16)  # as FastChance
        low = 18000 * (self.rng_low & 0xFFFF) + (self.rng_low >> 16)
        self.rng_high = high
        self.rng_low = low
        return scaled(high, low, n)

    def seed(self, seed: int) -> None:
        """Seeds the state's own generator."""
        self.rng_high, self.rng_low = seed_words(seed)

    def relocate(self, standee: int, place: int) -> None:
        """Takes a standee from where it is to any place; no rule is asked."""
        bit = 1 << standee
        old = self.standee_at[standee]
        if old < SPACES:
            self.standees_on[old] &= ~bit
        if place < SPACES:
            self.standees_on[place] |= bit
            self.on_board |= bit
        else:
            self.on_board &= ~bit
        self.standee_at[standee] = place


# What a saved state holds, in this order (the log, the source and the memo are not saved).
NUMBERS: Final = (
    *("round", "first", "turn", "active", "icon", "winner", "disclosed", "on_board", "stunned"),
    "laden",
    *("unmoved", "moved_parties", "escaped_now", "captive", "captor", "face_up", "cactus"),
    *("blocked", "locked", "shot_used", "duel_space", "duel_by", "duel_in", "reloads"),
    "blessings",
    *("rng_high", "rng_low"),
    *("chicken", "founder"),
    *("exploring", "gored", "gored_turn"),
    *("dice", "silenced", "shown", "targets_aside", "event", "events_back", "cards_seen"),
    *("borrowed", "card", "drawn", "ability_used", "dynamite", "dynamite_round", "kept"),
    "looked",
)
SHARED: Final = (  # of the lists, those kept as tuples
    *("target_at", "targets_held", "barred", "peeked", "hand", "token", "pick", "pet_at"),
    *("ability", "entered"),
)
LISTS: Final = (
    *("building_at", "standee_at", "standees_on", "target_at", "targets_held", "barred"),
    *("peeked", "hand", "plan", "count", "token", "die", "bonus", "pick"),
    "pet_at",
    *("seen", "event_deck", "event_discards", "event_pool"),
    *("tools", "ability", "entered"),
)


def to_json(g: State) -> dict[str, object]:
    """The state as plain JSON values; `from_json` gives it back, at any decision."""
    saved: dict[str, object] = {name: getattr(g, name) for name in NUMBERS}
    saved.update({name: list(getattr(g, name)) for name in LISTS})
    saved["stack"] = [task.row() for task in g.stack]
    return saved


def fill(g: State, saved: dict[str, object]) -> None:
    """Sets every field of `g` from what `to_json` gave."""
    for name in NUMBERS:
        setattr(g, name, saved[name])
    for name in LISTS:
        numbers = saved[name]
        assert isinstance(numbers, list)
        setattr(g, name, tuple(numbers) if name in SHARED else list(numbers))
    rows = saved["stack"]
    assert isinstance(rows, list)
    g.stack = [Task(*row) for row in rows]
    g.offer = None


def from_json(saved: dict[str, object]) -> State:
    """The state that `to_json` saved."""
    g = State(None)
    fill(g, saved)
    return g
