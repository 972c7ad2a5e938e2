"""A party of somebody's own is played by all bots, by the counters of its goal."""

from __future__ import annotations

from typing import Any

import pytest

from cactustown.bots.evaluate import evaluate
from cactustown.bots.goals import GoalJudge
from cactustown.bots.parties import JUDGES, judges_for
from cactustown.bots.rollout import chances, levels
from cactustown.content import load_content
from cactustown.engine.machine import Rules
from cactustown.engine.spaces import CAPTIVE, JAIL, PLACE_OF, WILDERNESS
from cactustown.engine.state import State, added, replaced
from cactustown.lab.sim import Series, run
from cactustown.rules.base.variables import GONE, IN_DECK
from cactustown.rules.catalogue import build_rules
from cactustown.rules.counters import CAPTIVES, DUELS, ESCAPED, HORSES, JAILED
from cactustown.rules.options import Options
from tests.bots.fair import QUICK
from tests.laws.walk import new_state
from tests.own_box import POSSE, with_copy_of

OWN = "strangers"
# A party copied, a goal for it, and who plays too.
TABLES: list[tuple[str, dict[str, int], tuple[str, ...]]] = [
    ("sheriff", {"jailed": 2}, ("outlaws",)),
    ("sheriff", {"jailed": 1, "duels": 2}, ("outlaws", "dancer")),
    ("outlaws", {"escaped": 1}, ("dancer",)),
    ("outlaws", {"escaped": 1, "duels": 3}, ("sheriff", "outlaws", "dakota")),
    ("hunters", {"captive": 1, "horses": 1}, ("outlaws",)),
    ("hunters", {"horses": 2}, ("outlaws", "dancer")),
    ("dancer", {"debts": 2}, ("outlaws",)),
    ("dancer", {"duels": 2}, ("sheriff", "outlaws", "hunters")),
    ("dakota", {"totems": 1, "chief": 1}, ("outlaws", "dakota")),
    ("ranger", {"marshal": 1}, ("ranger", "outlaws")),
    ("cowboy", {"wagons": 2}, ("outlaws", "cowboy")),
]


def rules_with(box: dict[str, Any], *parties: str, **how: Any) -> Rules:
    options = Options(parties, **how)
    return build_rules(options, load_content(override=box).for_game(options))


def played(box: dict[str, Any], options: Options, bot: str, games: int) -> dict[str, int]:
    """The wins of games that all came to their end."""
    bots = (bot,) * (2 if options.solo else len(options.parties))
    tally = run(Series(options, bots, games, 1, override=box))
    assert not tally.problems, tally.problems[0]
    assert tally.finished + tally.draws == games
    return tally.wins


@pytest.mark.parametrize(
    ("party", "goal", "others", "bot"),
    [
        (*table, bot)
        for number, table in enumerate(TABLES)
        for bot in QUICK
        if number % 4 == 0 or bot in ("random", "greedy")  # the others take their time
    ],
)
def test_every_bot_plays_whole_games_with_it(
    party: str, goal: dict[str, int], others: tuple[str, ...], bot: str
) -> None:
    box = with_copy_of(party, goal)
    options = Options((OWN, *others), "gunslinger", round_limit=4)
    assert OWN in played(box, options, bot, 1)


@pytest.mark.parametrize("bot", QUICK)
def test_two_of_ones_own_play_each_other(bot: str) -> None:
    box = with_copy_of("outlaws", {"escaped": 2})
    more = with_copy_of("dancer", {"duels": 2}, "riders")
    box = {part: {**box[part], **more[part]} for part in ("party", "start", "card")}
    box["seating"] = {"order": [*more["seating"]["order"], OWN]}
    options = Options((OWN, "riders"), round_limit=4)
    assert set(played(box, options, bot, 1)) == {OWN, "riders"}


@pytest.mark.parametrize("bot", QUICK)
def test_alone_against_the_automa_it_changes_nothing(bot: str) -> None:
    options = Options(("outlaws",), solo=True, round_limit=4)
    box = with_copy_of("sheriff", {"jailed": 2})
    assert played(box, options, bot, 1) == played({}, options, bot, 1)


@pytest.mark.parametrize(
    ("party", "goal", "others"),
    [
        ("sheriff", {"jailed": 2}, ("outlaws",)),
        ("outlaws", {"escaped": 2}, ("dancer",)),
        ("hunters", {"captive": 1, "horses": 2}, ("outlaws",)),
        ("dancer", {"debts": 2, "duels": 3}, ("outlaws",)),
    ],
)
def test_who_goes_by_the_goal_wins_more_than_who_plays_at_random(
    party: str, goal: dict[str, int], others: tuple[str, ...]
) -> None:
    box = with_copy_of(party, goal)
    options = Options((OWN, *others), round_limit=60)
    names = rules_with(box, OWN, *others).party_names
    wins: list[int] = []
    for mine in ("random", "greedy"):
        bots = tuple(mine if name == OWN else "greedy" for name in names)
        tally = run(Series(options, bots, 20, 3, edition="e2", override=box))
        assert not tally.problems, tally.problems[0]
        wins.append(tally.wins[OWN])
    assert wins[1] >= wins[0] + 4, wins


def test_parties_of_the_box_are_judged_as_ever() -> None:
    for party in ("sheriff", "outlaws", "hunters", "dancer", "dakota", "cowboy", "ranger"):
        rules = rules_with({}, *dict.fromkeys((party, "outlaws", "dancer")))
        assert judges_for(rules)[rules.party_names.index(party)] is JUDGES[party]


def test_a_known_party_that_wants_other_things_is_judged_by_them() -> None:
    box = {"party": {"dancer": {"goal": {"horses": 1, "duels": 2}}}}
    rules = rules_with(box, "outlaws", "dancer")
    sheriff, dancer = judges_for(rules)
    assert sheriff is JUDGES["outlaws"]
    assert isinstance(dancer, GoalJudge)
    assert "dancer" in played(box, Options(("outlaws", "dancer"), round_limit=4), "wily", 1)


def test_nobody_has_lost_before_the_game_begins() -> None:
    """Its points compare with those that were fitted to games."""
    for party, goal, others in TABLES:
        rules = rules_with(with_copy_of(party, goal), OWN, *others)
        g = new_state(rules, 1)
        judges = judges_for(rules)
        shares = chances(rules, g, judges, levels(rules, g, judges))
        assert min(shares) > 0.25 / rules.seats, (party, goal, others)


class Town:
    """A game with the party, nobody with a target, everybody out of the way."""

    def __init__(self, party: str, goal: dict[str, int], *others: str) -> None:
        self.rules = rules_with(with_copy_of(party, goal), OWN, *others)
        self.g: State = new_state(self.rules, 1)
        self.seat = self.rules.party_names.index(OWN)
        self.g.target_at = (IN_DECK,) * len(self.g.target_at)
        self.g.targets_held = (0,) * self.rules.seats
        for standee, owner in enumerate(self.rules.owner):
            self.g.relocate(standee, PLACE_OF["a5" if owner == self.seat else "e1"])

    def put(self, name: str, place: str | int) -> int:
        standee = self.rules.standee_names.index(name)
        self.g.relocate(standee, place if isinstance(place, int) else PLACE_OF[place])
        return standee

    def target(self, space: str) -> None:
        building = self.g.building_at[PLACE_OF[space]]
        self.g.face_up |= 1 << PLACE_OF[space]
        self.g.target_at = replaced(self.g.target_at, building, self.seat)
        self.g.targets_held = added(self.g.targets_held, self.seat, 1)

    def use(self, space: str) -> None:
        building = self.g.building_at[PLACE_OF[space]]
        self.g.target_at = replaced(self.g.target_at, building, GONE)
        self.g.targets_held = added(self.g.targets_held, self.seat, -1)

    @property
    def worth(self) -> int:
        return evaluate(self.rules, self.g, self.seat, judges_for(self.rules))


@pytest.mark.parametrize("goal", [{"jailed": 2}, {"jailed": 1, "duels": 3}])
@pytest.mark.parametrize("lying", [1, 2, 3])
def test_it_rather_jails_than_stands_by(goal: dict[str, int], lying: int) -> None:
    town = Town("sheriff", goal, "outlaws", "dancer")
    for number in range(1, lying + 1):
        town.g.stunned |= 1 << town.put(f"outlaw-{number}", f"b{number}")
        town.put(f"{OWN}-{number}", f"b{number}")
    before = town.worth
    town.g.stunned &= ~(1 << town.put("outlaw-1", JAIL))
    town.g.count[JAILED] = 1
    assert town.worth > before


def test_it_rather_captures_than_stands_by() -> None:
    town = Town("hunters", {"captive": 1, "horses": 2}, "outlaws")
    captor = town.put(f"{OWN}-1", "b2")
    outlaw = town.put("outlaw-1", "b2")
    town.g.stunned |= 1 << outlaw
    before = town.worth
    town.g.stunned = 0
    town.put("outlaw-1", CAPTIVE)
    town.g.captive, town.g.captor = outlaw, captor
    town.g.count[CAPTIVES] = 1
    assert town.worth > before


@pytest.mark.parametrize(
    "goal", [{"horses": 1, "debts": 2}, {"horses": 2}, {"horses": 2, "duels": 3}]
)
def test_it_rather_uses_a_target_than_looks_at_it(goal: dict[str, int]) -> None:
    town = Town("hunters", goal, "outlaws")
    before = town.worth
    town.target("b2")
    seen = town.worth
    town.put(f"{OWN}-1", "b2")
    there = town.worth
    town.use("b2")
    town.g.count[HORSES] = 1
    assert before < seen < there < town.worth


@pytest.mark.parametrize("goal", [{"escaped": 2}, {"escaped": 1, "duels": 3}])
def test_it_plunders_and_leaves(goal: dict[str, int]) -> None:
    town = Town("outlaws", goal, "dancer")
    town.put(f"{OWN}-1", "c1")
    town.target("c1")
    there = town.worth
    town.use("c1")
    thief = 1 << town.put(f"{OWN}-1", "c1")
    town.g.laden |= thief
    laden = town.worth
    town.g.stunned |= thief
    lying = town.worth
    town.g.stunned = town.g.laden = 0
    town.put(f"{OWN}-1", WILDERNESS)
    town.g.count[ESCAPED] = 1
    assert max(there, lying) < laden < town.worth


def test_it_goes_where_there_is_somebody_to_duel() -> None:
    town = Town("dancer", {"duels": 2}, "outlaws")
    values = []
    for space in ("e5", "b4", "b3", "b2"):
        town.put("outlaw-1", space)
        town.put(f"{OWN}-1", "b2")
        values.append(town.worth)
    assert values == sorted(values)
    assert values[0] < values[-1]
    town.g.count[DUELS] = 1
    assert town.worth > values[-1]


def test_animals_are_driven_north() -> None:
    town = Town("cowboy", {"wagons": 3}, "outlaws", "cowboy")
    values = []
    for row in (1, 3, 5):
        for number, column in enumerate("bcd", 1):
            town.put(f"{OWN}-{number}", f"{column}{row}")
        values.append(town.worth)
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_the_marshal_is_feared_whoever_waits_for_him() -> None:
    town = Town("ranger", {"marshal": 1}, "ranger", "outlaws")
    judges = judges_for(town.rules)
    before = [evaluate(town.rules, town.g, seat, judges) for seat in range(3)]
    town.g.event_deck = town.g.event_deck[1:]
    after = [evaluate(town.rules, town.g, seat, judges) for seat in range(3)]
    outlaws = town.rules.party_names.index("outlaws")
    assert after[outlaws] < before[outlaws]
    assert after[town.seat] > before[town.seat]


def test_the_box_of_a_designer_is_played() -> None:
    options = Options(("sheriff", "vigilantes", "outlaws"), round_limit=60)
    wins = played(POSSE, options, "greedy", 10)
    assert wins["vigilantes"] > 0


@pytest.mark.parametrize("bot", ["greedy", "wily"])
def test_a_known_party_may_be_led_to_other_places(bot: str) -> None:
    """In a box where the Ranger is knocked down he may be jailed."""
    box = {"party": {"ranger": {"loser_is": "stunned"}}}
    options = Options(("ranger", "sheriff", "outlaws"), round_limit=30)
    played(box, options, bot, 6 if bot == "wily" else 30)
