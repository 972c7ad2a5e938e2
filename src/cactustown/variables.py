"""All variables and facts of a game, as the modules declare them.

Made by `make variables`, not to be edited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:  # not needed to run
    from mypy_extensions import i64


NUMBERS: Final = (
    "ability_used",
    "active",
    "blessings",
    "blocked",
    "cactus",
    "captive",
    "captor",
    "card",
    "cards_seen",
    "chicken",
    "dice",
    "disclosed",
    "drawn",
    "duel_by",
    "duel_in",
    "duel_space",
    "dynamite",
    "dynamite_round",
    "escaped_now",
    "event",
    "events_back",
    "exploring",
    "face_up",
    "first",
    "founder",
    "gored_turn",
    "guest",
    "icon",
    "kept",
    "laden",
    "locked",
    "looked",
    "moved_parties",
    "on_board",
    "reloads",
    "rng_high",
    "rng_low",
    "round",
    "shot_used",
    "shown",
    "silenced",
    "stunned",
    "targets_aside",
    "turn",
    "unmoved",
    "winner",
)
LONGS: Final = ("gored",)
ROWS: Final = (
    "bonus",
    "count",
    "die",
    "plan",
    "standee_at",
    "standees_on",
    "tools",
)
TUPLES: Final = (
    "ability",
    "barred",
    "entered",
    "hand",
    "peeked",
    "pet_at",
    "pick",
    "target_at",
    "targets_held",
    "token",
)
LISTS: Final = (
    "building_at",
    "event_deck",
    "event_discards",
    "event_pool",
    "seen",
)


class Variables:
    """The part of a state that its modules declare."""

    __slots__ = (
        "ability",
        "ability_used",
        "active",
        "barred",
        "blessings",
        "blocked",
        "bonus",
        "building_at",
        "cactus",
        "captive",
        "captor",
        "card",
        "cards_seen",
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
        "guest",
        "hand",
        "icon",
        "kept",
        "laden",
        "locked",
        "looked",
        "moved_parties",
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

    def __init__(self, src: Variables | None) -> None:
        if src is None:
            # a seat, or DRAW; before the end RUNNING
            self.winner: i64 = -1
            # grows whenever something hidden or random is shown
            self.disclosed: i64 = 0
            # the state's own generator: the dice to come
            self.rng_high: i64 = 1
            # its other half
            self.rng_low: i64 = 1
            # standees on the 25 spaces
            self.on_board: i64 = 0
            # standee -> place
            self.standee_at: list[int] = []
            # space -> standees
            self.standees_on: list[int] = [0] * 25
            self.round: i64 = 0
            # seat with the first-player token
            self.first: i64 = 0
            # index of the card being resolved in this round
            self.turn: i64 = -1
            # seat whose card is being resolved
            self.active: i64 = -1
            # the icon of that card being carried out
            self.icon: i64 = -1
            # the card offered last, among all cards of the game
            self.card: i64 = -1
            # seats that have planned
            self.locked: i64 = 0
            # seats that have turned up their unplayed card
            self.shot_used: i64 = 0
            # seats whose unplayed card lies open, fired or not
            self.shown: i64 = 0
            # seats that may not fire a second shot
            self.silenced: i64 = 0
            # seat -> its action cards in the game
            self.hand: tuple[int, ...] = ()
            # seat * 4 + slot -> card; slot 3 is the unplayed one
            self.plan: list[int] = []
            self.stunned: i64 = 0
            # outlaws with a plunder token
            self.laden: i64 = 0
            # those that have never really left their start space
            self.unmoved: i64 = 0
            # seats whose first movement is done (MOV-4)
            self.moved_parties: i64 = 0
            # outlaws that escaped by this card (MOV-6)
            self.escaped_now: i64 = 0
            self.captive: i64 = -1
            self.captor: i64 = -1
            # standee * 32 + space: entered this turn (GUN-4)
            self.entered: tuple[int, ...] = ()
            # space -> building; fixed after set-up
            self.building_at: list[int] = []
            # spaces
            self.face_up: i64 = 0
            # seats that have ever looked at a building; that is told
            self.looked: i64 = 0
            # seat -> face-down spaces it has looked at
            self.peeked: tuple[int, ...] = ()
            # its space
            self.cactus: i64 = -1
            # spaces nobody may enter
            self.blocked: i64 = 0
            # building -> who holds its target card
            self.target_at: tuple[int, ...] = ()
            # seat -> number of target cards
            self.targets_held: tuple[int, ...] = ()
            # target cards set aside unseen by most
            self.targets_aside: i64 = 0
            # seat -> buildings its targets surely do not show
            self.barred: tuple[int, ...] = ()
            # seat -> target cards not its own that it has seen
            self.seen: list[int] = []
            # what counts towards the goals
            self.count: list[int] = [0] * 10
            self.duel_space: i64 = -1
            # the seat that began it
            self.duel_by: i64 = -1
            # standees taking part
            self.duel_in: i64 = 0
            # a standee that fights for its initiator
            self.guest: i64 = -1
            # how many each rolls
            self.dice: i64 = 1
            # standee -> its die
            self.die: list[int] = []
            # seat -> added to its roll
            self.bonus: list[int] = []
            # row * 7 + kind; a row a seat, then reserve and archive
            self.token: tuple[int, ...] = ()
            # seat -> duel tokens chosen in secret, or -1
            self.pick: tuple[int, ...] = ()
            # seats whose shown reload is still to be asked
            self.reloads: i64 = 0
            # the event of this round
            self.event: i64 = -1
            # cards on top of the deck that come from the pool
            self.events_back: i64 = 0
            # events to come, the next one last
            self.event_deck: list[int] = []
            # events that lie open
            self.event_discards: list[int] = []
            # events shuffled by a Stagecoach: which are back?
            self.event_pool: list[int] = []
            # its cards known to be in its deck, or once in it
            self.cards_seen: i64 = 0
            # 1: the Dakota hold the exploration token (CHI-7)
            self.exploring: i64 = 0
            # animal of the herd * 16 -> whom it gored this turn (COW-7)
            self.gored: int = 0
            # the turn `gored` is about
            self.gored_turn: i64 = -1
            # seat * 5 + a TOOL_ number; empty without tools
            self.tools: list[int] = []
            # the targets just drawn, one of which is kept (TOOL-4)
            self.drawn: i64 = 0
            # seat -> how often its ability may still be used
            self.ability: tuple[int, ...] = ()
            # whether the active player has used it this turn
            self.ability_used: i64 = 0
            # its space
            self.dynamite: i64 = -1
            # when it was laid
            self.dynamite_round: i64 = 0
            # animals nothing may part until their next turn (ABI-8)
            self.kept: i64 = 0
            # seat with the founder token
            self.founder: i64 = -1
            # seats whose shown blessing may still answer (ALT-2)
            self.blessings: i64 = 0
            # pet -> seat that has its token
            self.pet_at: tuple[int, ...] = (-1,) * 4
            # the space it runs wild on
            self.chicken: i64 = -1
        else:
            self.winner = src.winner
            self.disclosed = src.disclosed
            self.rng_high = src.rng_high
            self.rng_low = src.rng_low
            self.on_board = src.on_board
            self.standee_at = src.standee_at[:]
            self.standees_on = src.standees_on[:]
            self.round = src.round
            self.first = src.first
            self.turn = src.turn
            self.active = src.active
            self.icon = src.icon
            self.card = src.card
            self.locked = src.locked
            self.shot_used = src.shot_used
            self.shown = src.shown
            self.silenced = src.silenced
            self.hand = src.hand
            self.plan = src.plan[:]
            self.stunned = src.stunned
            self.laden = src.laden
            self.unmoved = src.unmoved
            self.moved_parties = src.moved_parties
            self.escaped_now = src.escaped_now
            self.captive = src.captive
            self.captor = src.captor
            self.entered = src.entered
            self.building_at = src.building_at
            self.face_up = src.face_up
            self.looked = src.looked
            self.peeked = src.peeked
            self.cactus = src.cactus
            self.blocked = src.blocked
            self.target_at = src.target_at
            self.targets_held = src.targets_held
            self.targets_aside = src.targets_aside
            self.barred = src.barred
            self.seen = src.seen
            self.count = src.count[:]
            self.duel_space = src.duel_space
            self.duel_by = src.duel_by
            self.duel_in = src.duel_in
            self.guest = src.guest
            self.dice = src.dice
            self.die = src.die[:]
            self.bonus = src.bonus[:]
            self.token = src.token
            self.pick = src.pick
            self.reloads = src.reloads
            self.event = src.event
            self.events_back = src.events_back
            self.event_deck = src.event_deck
            self.event_discards = src.event_discards
            self.event_pool = src.event_pool
            self.cards_seen = src.cards_seen
            self.exploring = src.exploring
            self.gored = src.gored
            self.gored_turn = src.gored_turn
            self.tools = src.tools[:]
            self.drawn = src.drawn
            self.ability = src.ability
            self.ability_used = src.ability_used
            self.dynamite = src.dynamite
            self.dynamite_round = src.dynamite_round
            self.kept = src.kept
            self.founder = src.founder
            self.blessings = src.blessings
            self.pet_at = src.pet_at
            self.chicken = src.chicken


def show(g: Variables, v: Variables, seat: int) -> None:
    """Tells a view what its seat may know; what is masked is left to the modules."""
    v.winner = g.winner
    v.on_board = g.on_board
    v.standee_at = g.standee_at[:]
    v.standees_on = g.standees_on[:]
    v.round = g.round
    v.first = g.first
    v.turn = g.turn
    v.active = g.active
    v.icon = g.icon
    v.card = g.card
    v.locked = g.locked
    v.shot_used = g.shot_used
    v.shown = g.shown
    v.silenced = g.silenced
    v.stunned = g.stunned
    v.laden = g.laden
    v.unmoved = g.unmoved
    v.moved_parties = g.moved_parties
    v.escaped_now = g.escaped_now
    v.captive = g.captive
    v.captor = g.captor
    v.entered = g.entered
    v.face_up = g.face_up
    v.looked = g.looked
    v.peeked = tuple([n if s == seat else 0 for s, n in enumerate(g.peeked)])
    v.cactus = g.cactus
    v.blocked = g.blocked
    v.targets_held = g.targets_held
    v.targets_aside = g.targets_aside
    v.barred = g.barred
    v.seen = [n if s == seat else 0 for s, n in enumerate(g.seen)]
    v.count = g.count[:]
    v.duel_space = g.duel_space
    v.duel_by = g.duel_by
    v.duel_in = g.duel_in
    v.guest = g.guest
    v.dice = g.dice
    v.die = g.die[:]
    v.bonus = g.bonus[:]
    v.token = g.token
    v.reloads = g.reloads
    v.event = g.event
    v.events_back = g.events_back
    v.event_discards = g.event_discards
    v.event_pool = g.event_pool
    v.cards_seen = g.cards_seen
    v.exploring = g.exploring
    v.gored = g.gored
    v.gored_turn = g.gored_turn
    v.ability = g.ability
    v.ability_used = g.ability_used
    v.dynamite = g.dynamite
    v.dynamite_round = g.dynamite_round
    v.kept = g.kept
    v.founder = g.founder
    v.blessings = g.blessings
    v.pet_at = g.pet_at
    v.chicken = g.chicken


class Facts:
    """What the modules know of a game from its beginning to its end."""

    def __init__(self) -> None:
        # buildings the cactus may not be moved to while face up (ALT-6)
        self.no_cactus: i64 = 0
        # kinds of events
        self.event_names: list[str] = []
        # kind -> so many cards
        self.event_number: list[int] = []
        # the kind that is the Marshal
        self.event_marshal: i64 = -1
        # its seat
        self.automa: i64 = -1
        # its cards that come in at random
        self.automa_random: i64 = 0
        # round -> the size of its deck
        self.automa_deck: list[int] = []
        # seat -> how often its ability works; empty without
        self.ability_uses: list[int] = []
        # buildings where the initiator may roll again (ALT-4)
        self.dice_buildings: i64 = 0
        self.pet_names: list[str] = []
        # building -> the pet it shows
        self.pet_shown: list[int] = []
        # seat -> the standee that may take pets, or -1
        self.pet_friend: list[int] = []
        # seat -> the only pet its friend takes, or -1 for any
        self.pet_kind: list[int] = []
