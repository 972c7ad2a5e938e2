"""The machine: resolves the stack of tasks until somebody has to decide.

The machine knows no rule. Rules come as *ops* (what a task does), *icons* (what a card offers) and
*hooks* (what happens between), gathered once in `Rules` for the options of a game.
"""

from __future__ import annotations

from typing import Final

from cactustown.engine.events import EventKind
from cactustown.engine.reasons import Obstacle, Reason
from cactustown.engine.state import RUNNING, State
from cactustown.engine.task import Task
from cactustown.reading import Reading
from cactustown.variables import Facts

# The shapes a choice can have: a closed set, so that a new card needs no new widget.
PLAN: Final = 0  # three cards in order
ICON: Final = 1  # one icon of the card turned up
MOVE: Final = 2  # a standee and where to, or nobody
SPACE: Final = 3  # a space
STANDEE: Final = 4  # a standee
PAIR: Final = 5  # a standee and the one that does it
YES_NO: Final = 6
TAKE: Final = 7  # a token from the reserve, for one of the own if need be
TOKENS: Final = 8  # some of the own tokens
SOMEBODY: Final = 9  # a standee, or none
SOMEWHERE: Final = 10  # a space, or none
BUILDING: Final = 11  # a building by name, as on a target card
PARTY: Final = 12  # a party, or none (the number after the last seat)
CARD: Final = 13  # one of the own cards, or none
SHAPES: Final = (
    *("plan", "icon", "move", "space", "standee", "pair", "yes-no", "take", "tokens"),
    *("somebody", "somewhere", "building", "party", "card"),
)


class Op:
    """What a task does. A run op resolves at once; an ask waits for an answer.

    A run op overrides `run`; it has been popped when it runs. An ask overrides `options` and
    `answer`; it is still on top when answered and pops or replaces itself.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.asks = False
        self.together = False  # several seats answer, in any order
        self.shape = YES_NO
        self.verb = name

    def run(self, rules: Rules, g: State, t: Task) -> None:
        raise NotImplementedError

    def options(self, rules: Rules, g: State, t: Task, seat: int) -> list[int]:
        """The legal choices, ascending; none at all means the task cannot be carried out."""
        raise NotImplementedError

    def answer(self, rules: Rules, g: State, t: Task, seat: int, choice: int) -> None:
        raise NotImplementedError

    def word(self, rules: Rules, t: Task) -> str:
        """The verb of the choices, in notation."""
        return self.verb

    def must_ask(self, rules: Rules, g: State, t: Task) -> bool:
        """Whether to ask even with one option, because that there is but one is a secret."""
        return False

    def imagine(self, rules: Rules, w: State, t: Task, seat: int) -> None:
        """Fills in, in a world made from a seat's view, what this ask hides from that seat."""

    def may_interfere(self, rules: Rules, g: State, seat: int) -> bool:
        """Whether it may change what a card of this seat can do, if it runs between planning and
        the first card of the round, which is this seat's."""
        return True

    def awaited(self, rules: Rules, g: State, t: Task) -> int:
        """The seats that owe an answer."""
        return 1 << t.seat

    def may_act(self, rules: Rules, g: State, t: Task) -> int:
        """Those, and the seats that may still change theirs."""
        return self.awaited(rules, g, t)


class Ask(Op):
    """An op that waits for an answer of a given shape."""

    def __init__(self, name: str, shape: int, verb: str = "") -> None:
        super().__init__(name)
        self.asks = True
        self.shape = shape
        self.verb = verb or name


class Icon:
    """One action an action card can offer.

    What may be in its way is declared from the nearest to working to the farthest.
    """

    def __init__(self, name: str, obstacles: tuple[Obstacle, ...] = ()) -> None:
        self.name = name
        self.obstacles = obstacles
        self.demands: Obstacle | None = None  # of the others of its card, where it is due
        self.secret = False  # whether it can be played depends on what others may not know

    def possible(self, rules: Rules, g: State, seat: int) -> bool:
        """Whether it could be played, as far as everybody can tell."""
        raise NotImplementedError

    def playable(self, rules: Rules, g: State, seat: int) -> bool:
        """Whether it can be played; the same thing unless `secret`."""
        return self.possible(rules, g, seat)

    def reasons(self, rules: Rules, g: State, seat: int) -> list[Reason]:
        """Why the seat cannot play it, in any order, by what it knows; none where it can.

        It gives all the ways in which the icon could have worked, or the last condition that
        fails: so if none of them can change, the icon cannot be played any more.
        """
        raise NotImplementedError

    def is_due(self, rules: Rules, g: State, seat: int) -> bool:
        """Whether, as it can be played, it comes before all other icons of its card that are not
        due; that must follow from what everybody knows."""
        return False

    def duty(self, rules: Rules, g: State, seat: int) -> Reason:
        """Where it is due: what it demands, and for whose sake."""
        raise NotImplementedError

    def start(self, rules: Rules, g: State, seat: int) -> None:
        """Pushes what the icon does."""
        raise NotImplementedError

    def lends(self, rules: Rules, g: State, seat: int, standees: int) -> bool:
        """Whether the seat could carry it out with one of somebody else's standees."""
        return False

    def lend(self, rules: Rules, g: State, seat: int, standees: int) -> None:
        """Pushes what the icon does when one of these standees carries it out."""
        raise NotImplementedError


class MoveHook:
    """Called after a standee has moved at least one space, before it arrives for good."""

    def fire(self, rules: Rules, g: State, by: int, standee: int, origin: int, mark: int) -> None:
        raise NotImplementedError


class Exit:
    """A way off the board: the place a standee may run to from here, or -1."""

    def place(self, rules: Rules, g: State, standee: int, flags: int) -> int:
        raise NotImplementedError


class Entrance:
    """A way onto the board: the space a standee beside it may move to, or -1."""

    def __init__(self) -> None:
        self.is_duty = False  # whoever is chosen to move takes it, if it is free

    def space(self, rules: Rules, g: State, standee: int, flags: int) -> int:
        raise NotImplementedError


class WalkLaw:
    """A restriction on where a standee may walk, or stay put, besides MOV-3 and MOV-9."""

    def forbids(self, rules: Rules, g: State, standee: int, place: int, flags: int) -> bool:
        raise NotImplementedError


class BonusHook:
    """What a seat in a duel adds to its roll from the beginning."""

    def bonus(self, rules: Rules, g: State, seat: int) -> int:
        raise NotImplementedError


class Outcome:
    """Who won and who lost a duel, or an attack that counts as one (CHI-8)."""

    def __init__(self, by: int, winner: int, winners: int, beaten: int, losers: int) -> None:
        self.by = by  # the seat that began it
        self.winner = winner  # a seat
        self.winners = winners  # the standees that fought for it
        self.beaten = beaten  # the seats that lost
        self.losers = losers  # their standees, and one that fought for them


class DuelHook:
    """Called when a duel is decided."""

    def fire(self, rules: Rules, g: State, outcome: Outcome) -> None:
        raise NotImplementedError


class DuelEnd:
    """Called when a duel is over, or called off."""

    def clear(self, rules: Rules, g: State) -> None:
        raise NotImplementedError


class LeaveHook:
    """Called when a standee has left the board for jail, captivity or the world outside."""

    def fire(self, rules: Rules, g: State, standee: int) -> None:
        raise NotImplementedError


class BlankHook:
    """Called when a state is made ready for a game, before anything is dealt."""

    def make_room(self, rules: Rules, g: State) -> None:
        raise NotImplementedError


class Secret:
    """Something that not everybody may know: how a view shows it, how a world fills it in."""

    def mask(self, rules: Rules, g: State, v: State, seat: int) -> None:
        """Sets in a seat's view what that seat may know of it."""

    def imagine(self, rules: Rules, v: State, w: State, seat: int) -> None:
        """Sets in a world made from the seat's view `v` what this seat cannot rule out."""


class Rules(Facts):
    """Everything that does not change during a game; modules fill it, then it is only read."""

    def __init__(self, seats: int, reading: Reading) -> None:
        super().__init__()
        self.seats = seats
        self.reading = reading
        self.all_seats = (1 << seats) - 1
        self.planners = (1 << seats) - 1  # the seats that somebody plays
        self.round_limit = 0  # 0: none

        # parties: by seat
        self.party_names: list[str] = []
        self.seat_standees: list[int] = []
        self.goals: list[list[int]] = []  # counter, number, counter, number, …
        self.target_draws: list[int] = []
        self.moved_at_start = 0  # seats that start beside the board: MOV-4 is not for them
        self.open_targets = 0  # seats whose target cards lie open
        self.duel_counter: list[int] = []  # what a duel won counts as, or -1

        # standees
        self.standee_names: list[str] = []
        self.owner: list[int] = []
        self.kin: list[int] = []  # standees of the same party, itself included
        self.deadlocked_by: list[int] = []  # standees whose presence keeps it from running
        self.start_at: list[int] = []
        self.stunnable = 0  # losers of a duel that are stunned; all others are pushed
        self.harmless = 0  # they neither cause nor suffer deadlock, fire no shots, earn no rewards
        self.members: list[list[int]] = []  # mask of standees -> those standees

        # cards: seat * 16 + number
        self.card_names: list[str] = []
        self.card_icons: list[list[int]] = []
        self.card_missing: list[dict[int, int]] = []  # icons left out -> players they need
        self.card_value: list[int] = []
        self.start_hand: list[int] = []
        self.waiting_cards: list[int] = []  # seat -> cards that come into the game later
        self.extra_cards: list[int] = []  # seat -> its cards that are no action cards
        self.plans: dict[int, list[int]] = {}  # hand -> plans; filled when needed

        # buildings of this game's line-up; the last one is the office
        self.building_names: list[str] = []
        self.reveal_op: list[int] = []
        self.reveal_arg: list[int] = []
        self.enter_op: list[int] = []
        self.enter_arg: list[int] = []
        self.unplayed_op: list[int] = []  # its op -> what it does for a seat nobody plays, or -1

        # counters and tokens
        self.count_limit: list[int] = []
        self.reserve: list[int] = []
        self.duel_kinds: list[int] = []  # tokens chosen in secret for a duel (GUN-8), ascending

        # words, for notation
        self.lexicon: dict[str, list[str]] = {}  # kind of thing -> its names by number
        self.token_names: list[str] = []
        self.how_names: list[str] = []
        self.counter_names: list[str] = []
        self.event_kinds: dict[int, EventKind] = {}

        # turn order: first seat -> the seat of every turn; turn -> slot of the plan
        self.turn_seat: list[list[int]] = []
        self.turn_slot: list[int] = []
        self.next_from: list[list[int]] = []  # seat -> mask of seats -> the first one clockwise

        # behaviour
        self.ops: list[Op] = []
        self.icons: list[Icon] = []
        self.icon_names: list[str] = []
        self.after_move: list[MoveHook] = []
        self.after_leaving: list[LeaveHook] = []
        self.exits: list[Exit] = []
        self.entrances: list[Entrance] = []
        self.arrival_op: list[int] = []  # place -> what arriving there does, or -1
        self.duel_steps: list[int] = []
        self.duel_bonuses: list[BonusHook] = []
        self.duel_rewards: list[DuelHook] = []
        self.duel_ends: list[DuelEnd] = []
        self.walk_laws: list[WalkLaw] = []
        self.before_card: list[int] = []  # ops run, in order, when a card has been turned up
        self.after_card: list[int] = []  # and when it has been resolved
        self.set_up: list[int] = []  # ops run, in order, when a game has been dealt
        self.new_round: list[int] = []  # ops run, in order, before everybody plans
        self.begin_round: list[int] = []  # ops run, in order, once everybody has planned
        self.end_round: list[int] = []
        self.blanks: list[BlankHook] = []
        self.secrets: list[Secret] = []


def resolve(rules: Rules, g: State) -> None:
    """Runs tasks until somebody has to decide, or the game is over."""
    stack = g.stack
    ops = rules.ops
    while stack:
        t = stack[-1]
        op = ops[t.op]
        if op.asks:
            if op.together:
                g.offer = None
                return
            offer = op.options(rules, g, t, t.seat)
            if len(offer) > 1 or (offer and op.must_ask(rules, g, t)):
                g.offer = offer
                return
            if g.log is not None:
                g.log.close_above(len(stack) - 1)
            if offer:
                op.answer(rules, g, t, t.seat, offer[0])
            else:
                stack.pop()
            continue
        stack.pop()
        if g.log is not None:
            g.log.close_above(len(stack))
        op.run(rules, g, t)
    g.offer = None


def apply(rules: Rules, g: State, seat: int, choice: int) -> None:
    """Answers the ask on top of the stack and resolves on. The choice must be a legal one."""
    t = g.stack[-1]
    g.offer = None
    if g.log is not None:
        g.log.close_above(len(g.stack) - 1)
    rules.ops[t.op].answer(rules, g, t, seat, choice)
    resolve(rules, g)


def legal(rules: Rules, g: State, seat: int) -> list[int]:
    """The choices open to a seat, ascending; not to be changed by the caller."""
    if not g.stack:
        return []
    t = g.stack[-1]
    op = rules.ops[t.op]
    if not op.together:
        if seat != t.seat:
            return []
        if g.offer is not None:
            return g.offer
    elif not op.may_act(rules, g, t) >> seat & 1:
        return []
    return op.options(rules, g, t, seat)


def awaited(rules: Rules, g: State) -> int:
    """The mask of seats that owe an answer; 0 when the game is over."""
    if not g.stack:
        return 0
    t = g.stack[-1]
    return rules.ops[t.op].awaited(rules, g, t)


def may_act(rules: Rules, g: State) -> int:
    """The mask of seats that may choose something now, a change of plan included."""
    if not g.stack:
        return 0
    t = g.stack[-1]
    return rules.ops[t.op].may_act(rules, g, t)


def pending(rules: Rules, g: State) -> Op | None:
    """The ask that waits for an answer."""
    return rules.ops[g.stack[-1].op] if g.stack else None


def is_over(g: State) -> bool:
    return g.winner != RUNNING
