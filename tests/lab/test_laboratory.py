"""The laboratory counts the games that sim plays, and the same whoever counts them."""

from __future__ import annotations

from collections import Counter

import pytest

from cactustown.content import CURRENT_EDITION, load_content
from cactustown.engine.errors import BadOptions
from cactustown.engine.events import EVERYBODY, Event
from cactustown.engine.state import DRAW, State
from cactustown.lab.laboratory import Trial, run, setups_named
from cactustown.lab.play import Ending, rules_for
from cactustown.lab.sim import Series
from cactustown.lab.sim import run as simulate
from cactustown.lab.story import DUELS, STOOD, Witness, count_game, share_of_goal
from cactustown.lab.tally import Place, Plan, Tally, Thing, mean
from cactustown.rules import events as ev
from cactustown.rules.options import Options

FOUR = Options(("sheriff", "outlaws", "hunters", "dancer"), "gunslinger", round_limit=60)
TWO = Options(("sheriff", "outlaws"), round_limit=60)


def trial(options: Options = FOUR, games: int = 24, bot: str = "random") -> Trial:
    return Trial("+".join(options.parties), options, bot, games, seed=5)


@pytest.fixture(scope="module")
def tally() -> Tally:
    (counted,) = run([trial()])
    return counted


def test_it_counts_the_games_that_sim_plays(tally: Tally) -> None:
    simulated = simulate(Series(FOUR, ("random",) * 4, 24, seed=5))
    assert not tally.problems
    assert {party: tally.wins[party] for party in simulated.wins} == simulated.wins
    assert tally.draws == simulated.draws
    assert sum(n * times for n, times in tally.rounds.items()) == simulated.rounds
    assert sum(n * times for n, times in tally.decisions.items()) == simulated.decisions


def test_the_figures_do_not_depend_on_jobs(tally: Tally) -> None:
    both = [trial(), trial(TWO, 13)]
    one, two = run(both, 1), run(both, 2)
    assert [t.to_json() for t in one] == [t.to_json() for t in two]
    assert one[0].to_json() == tally.to_json()


def test_tallies_add_up(tally: Tally) -> None:
    twice = Tally()
    twice.add(tally)
    twice.add(tally)
    assert twice.games == 2 * tally.games
    assert twice.used == Counter({thing: 2 * n for thing, n in tally.used.items()})
    assert twice.map_of(STOOD) == [2 * times for times in tally.map_of(STOOD)]
    assert mean(twice.rounds) == mean(tally.rounds)


def test_what_is_counted_fits_together(tally: Tally) -> None:
    assert tally.played == tally.games == 24 == sum(tally.wins.values()) + tally.draws
    assert sum(tally.placed.values()) == 4 * 24
    assert sum(tally.placed_wins.values()) == sum(tally.wins.values())
    for place in range(4):
        assert (
            tally.placed[Place("sheriff", place)] == tally.placed[Place("outlaws", (place + 1) % 4)]
        )
    cards = {thing: n for thing, n in tally.used.items() if thing.kind == "card"}
    assert cards == dict(tally.cards)
    assert all(tally.blocked[card] + tally.idle[card] <= n for card, n in cards.items())
    assert sum(tally.openings.values()) == 4 * 24
    assert sum(tally.opening_wins.values()) == sum(tally.wins.values())
    for thing, times in tally.used.items():
        assert times >= tally.used_games[thing] >= tally.used_wins[thing]
        assert times >= tally.used_winning[thing] >= tally.used_wins[thing]
    kinds = {thing.kind for thing in tally.used}
    assert {"card", "icon", "second shot", "building turned up", "token taken"} <= kinds
    duels = sum(tally.map_of(DUELS))
    assert duels == sum(n for thing, n in tally.used.items() if thing[:2] == ("icon", "duel"))
    assert tally.map_of(STOOD) == [
        sum(column) for column in zip(*(tally.map_of(STOOD, p) for p in FOUR.parties), strict=True)
    ]


def test_expansions_bring_events_pets_and_abilities() -> None:
    options = Options(
        ("ranger", "outlaws", "dancer"),
        round_limit=60,
        pets=True,
        tools=True,
        abilities=("outlaws", "dancer"),
    )
    (counted,) = run([trial(options, 40)])
    assert not counted.problems
    assert {"event", "pet", "ability"} <= {thing.kind for thing in counted.used}


def test_solo_is_watched_too() -> None:
    (counted,) = run([trial(Options(("outlaws",), solo=True, round_limit=60), 5)])
    assert not counted.problems
    assert set(counted.wins) <= {"ranger", "outlaws"}


def story(*events: tuple[int, int, tuple[int, ...]], winner: int = DRAW) -> Tally:
    """The tally of one made-up game of sheriff and outlaws: kind, depth and numbers."""
    rules, _ = rules_for(TWO, CURRENT_EDITION)
    witness = Witness(rules)
    told = [(ev.ROUND, 0, (1, 0)), *events]
    witness.log.events = [Event(kind, depth, args, EVERYBODY, args) for kind, depth, args in told]
    counted = Tally(games=1)
    count_game(counted, rules, witness, Ending(winner, 1, 1, 1))
    return counted


def test_a_card_is_dead_when_nothing_comes_of_it() -> None:
    posse, patrol = Thing("card", "posse", "sheriff"), Thing("card", "patrol", "sheriff")
    counted = story(
        (ev.CARD, 1, (0, 0, 1)),
        (ev.NOTHING, 2, (0, 0)),
        (ev.CARD, 1, (0, 1, 2)),
        (ev.ACTION, 2, (0, 2)),
        (ev.STAYED, 2, (0, 0, 12, ev.BY_SNEAK)),
        (ev.CARD, 1, (0, 1, 3)),
        (ev.ACTION, 2, (0, 2)),
        (ev.MOVED, 2, (0, 0, 12, 13, ev.BY_SNEAK)),
        (ev.CARD, 1, (0, 0, 3)),
        (ev.ACTION, 2, (0, 2)),
        (ev.RECOVERED, 1, (3,)),  # after the card, so it is none of its doing
    )
    assert counted.cards == {posse: 2, patrol: 2}
    assert counted.blocked == {posse: 1}
    assert counted.idle == {patrol: 1, posse: 1}


def test_only_the_first_round_is_an_opening() -> None:
    counted = story(
        (ev.PLANNED, 1, (1, 16, 17, 18, 19)),
        (ev.ROUND, 0, (2, 1)),
        (ev.PLANNED, 1, (1, 19, 18, 17, 16)),
        winner=1,
    )
    plan = Plan("outlaws", ("ride", "shadows", "gunfight"), "heist")
    assert counted.openings == counted.opening_wins == {plan: 1}
    assert counted.placed_wins[Place("outlaws", 0)] == 1


def test_shown_tokens_and_targets_are_used_by_who_holds_them() -> None:
    counted = story(
        (ev.TOKENS_SHOWN, 2, (0, 0b110)),
        (ev.TRAPPED, 2, (1, 0, 5, 6)),
        (ev.PLUNDERED, 2, (3, 18)),
        (ev.TURNED_UP, 0, (-1, 12, 24)),
        winner=0,
    )
    assert counted.used == {
        Thing("token used", "bullet", "sheriff"): 1,
        Thing("token used", "reload", "sheriff"): 1,
        Thing("token used", "trap", "outlaws"): 1,
        Thing("target", "bank", "outlaws"): 1,
    }
    assert set(counted.used_wins) == {
        Thing("token used", "bullet", "sheriff"),
        Thing("token used", "reload", "sheriff"),
    }


def test_the_lead_changes_when_another_is_alone_ahead() -> None:
    rules, _ = rules_for(TWO, CURRENT_EDITION)
    witness = Witness(rules)
    g = State(None)
    jailed, escaped = rules.goals[0][0], rules.goals[1][0]
    changes = []
    for round_, (jail, out) in enumerate([(0, 0), (1, 0), (1, 1), (1, 1), (0, 1), (1, 0)], 1):
        g.round = round_
        g.count[jailed], g.count[escaped] = jail, out
        witness.look(g)
        changes.append(witness.lead_changes)
    assert changes == [0, 0, 0, 0, 1, 2]
    assert share_of_goal(rules, g, 0) == 0.5


def test_set_ups_by_name() -> None:
    content = load_content()
    assert [s.name for s in setups_named(content, "outlaws+sheriff")] == ["sheriff+outlaws"]
    base = [setup.name for setup in setups_named(content, "base")]
    assert base[0] == "sheriff+outlaws"
    assert len(base) == 5
    assert [s.name for s in setups_named(content, "solo, sheriff+outlaws,base")][:2] == [
        "solo",
        "sheriff+outlaws",
    ]
    assert len(setups_named(content, "all")) > 40
    with pytest.raises(BadOptions, match="there is no set-up 'nobody'"):
        setups_named(content, "nobody")
