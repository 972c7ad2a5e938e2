"""Advice: the obvious choice for the obvious reason, and nothing that the view does not say."""

from __future__ import annotations

import json
import random
from itertools import count

import pytest

from cactustown.bots import advice
from cactustown.bots.advice import Grounds, advise, in_words
from cactustown.bots.parties import judges_for
from cactustown.bots.reasons import CODES
from cactustown.cli.text.hints import SENTENCES
from cactustown.content import load_content
from cactustown.engine.machine import Rules, apply, awaited, legal
from cactustown.engine.notation import choice_words
from cactustown.engine.state import State
from cactustown.engine.view import View, view
from cactustown.game import Game
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options
from tests.bots.fair import twins
from tests.laws.walk import new_state, random_game, rules_for, seats_of
from tests.own_box import POSSE
from tests.scene import scene

TWO = "parties sheriff outlaws\n"
AWAY = "sheriff e1 d4 e2\n"  # nobody near the outlaws in the west
OUTLAWS = "first outlaws\ntargets outlaws: bank hotel\nplan outlaws: ride heist shadows\n"

# What must be named: the scene, whose choice, and which; then the reason, in words.
OBVIOUS: list[tuple[str, str, str, str]] = [
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2(stunned) jail e5\n"
        "plan sheriff: arrest posse patrol\nasked sheriff: icon",
        *("sheriff", "jail", "wins"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2(stunned) a4 e5\n"
        "plan sheriff: arrest posse patrol\nasked sheriff: icon",
        *("sheriff", "jail", "goal counter=jailed"),
    ),
    (
        TWO + AWAY + "outlaws a3(plunder) a5 e5\n" + OUTLAWS + "asked outlaws: run",
        *("outlaws", "run outlaw-1 a3-wilderness", "goal counter=escaped"),
    ),
    (
        TWO + AWAY + "outlaws b2 a4 e5\nfirst outlaws\nup b2 bank\ntargets outlaws: bank hotel\n"
        "plan outlaws: heist ride shadows\nasked outlaws: icon",
        *("outlaws", "plunder", "takes_loot standee=outlaw-1 space=b2 building=bank"),
    ),
    (
        TWO + "with abilities\nsheriff e1 d5 e2\noutlaws c4 jail e5\nabilities outlaws 2\n"
        "first outlaws\nplan outlaws: ride heist shadows\nasked outlaws: ability",
        *("outlaws", "ability", "frees standee=outlaw-2"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2(plunder) a4 e5\nfired outlaws\n"
        "plan sheriff: showdown posse patrol\ndice sheriff 3, outlaw-1 4\n"
        "> sheriff: duel\nasked sheriff: second-shot",
        *("sheriff", "second shot", "stops_loot whom=outlaw-1"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2 a4 e5\nfired outlaws\n"
        "plan sheriff: showdown posse patrol\ndice sheriff 3, outlaw-1 4\n"
        "> sheriff: duel\nasked sheriff: second-shot",
        *("sheriff", "second shot", "knocks_down whom=outlaw-1"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2 a4 e5\nfired outlaws\n"
        "plan sheriff: showdown posse patrol\ndice sheriff 3, outlaw-1 4\n"
        "> sheriff: duel\nasked sheriff: second-shot",
        *("sheriff", "second shot", "better_odds number=100 than=0"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2 a4 e5\nfired outlaws\n"
        "plan sheriff: showdown arrest patrol\ndice sheriff 1, outlaw-1 6\n"
        "> sheriff: duel\nasked sheriff: second-shot",
        *("sheriff", "no second shot", "shot_in_vain number=0"),
    ),
    (
        TWO + "sheriff a3 d4 e1\noutlaws b3(stunned) a3 e5\nfirst outlaws\nfired sheriff\n"
        "plan outlaws: gunfight ride shadows\ndice sheriff 1, outlaw-2 6\n"
        "> outlaws: duel\nasked outlaws: push",
        *("outlaws", "push sheriff a3-a1", "from_jail standee=outlaw-1 whom=sheriff"),
    ),
    (
        "parties outlaws hunters\nhunters a3 e1\noutlaws b3(stunned) a3 e5\nfirst outlaws\n"
        "fired hunters\nplan outlaws: gunfight ride shadows\ndice hunter-1 1, outlaw-2 6\n"
        "> outlaws: duel\nasked outlaws: push",
        *("outlaws", "push hunter-1 a3-a1", "from_capture standee=outlaw-1 whom=hunter-1"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b3(plunder) a5 e5\nfirst outlaws\n"
        "plan outlaws: shadows ride gunfight\n> outlaws: sneak-all\nasked outlaws: sneak",
        *("outlaws", "sneak outlaw-1 b3-b4", "from_duel standee=outlaw-1 whom=sheriff"),
    ),
    (
        TWO + "sheriff b2 d5 e1\noutlaws b2 a4 e5\nfirst outlaws\nfired sheriff\n"
        "plan outlaws: gunfight ride shadows\ndice sheriff 1, outlaw-1 6\nasked outlaws: push",
        *("outlaws", "push sheriff b2-d1", "drives_off standee=outlaw-1 whom=sheriff number=3"),
    ),
    (
        TWO + "sheriff b2 d4 a4\noutlaws b3(stunned) a4 e5\nfirst outlaws\n"
        "plan outlaws: gunfight ride shadows\nasked outlaws: icon",
        *("outlaws", "recover", "stands_up standee=outlaw-1"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b3(stunned) a4 e5\n"
        "plan sheriff: posse arrest patrol\nasked sheriff: run",
        *("sheriff", "run sheriff b2-b3", "beside_lying standee=sheriff whom=outlaw-1"),
    ),
    (
        TWO + AWAY + "outlaws b2 a4 e5\nup b3 bank\n" + OUTLAWS + "asked outlaws: run",
        *("outlaws", "run outlaw-1 b2-b3", "on_target standee=outlaw-1 space=b3 building=bank"),
    ),
    (
        TWO + AWAY + "outlaws c3(plunder) a4 e5\n" + OUTLAWS + "asked outlaws: run",
        *("outlaws", "run outlaw-1 c3-b3", "loot_home standee=outlaw-1 number=1"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b3(plunder) a4 e5\n"
        "plan sheriff: posse arrest patrol\nasked sheriff: run",
        *("sheriff", "run sheriff b2-b3", "meets standee=sheriff whom=outlaw-1"),
    ),
    (
        TWO + "sheriff b1 d4 e1\noutlaws b3(stunned) a4 e5\n"
        "plan sheriff: posse arrest patrol\nasked sheriff: run",
        *("sheriff", "run sheriff b1-b2", "nearer_lying standee=sheriff whom=outlaw-1 number=1"),
    ),
    (
        TWO + AWAY + "outlaws b1 a4 e5\nup b3 bank\n" + OUTLAWS + "asked outlaws: run",
        *("outlaws", "run outlaw-1 b1-b2"),
        "nearer_target standee=outlaw-1 space=b3 building=bank number=1",
    ),
    (
        TWO + "sheriff b1 d4 e1\noutlaws b3(plunder) a4 e5\n"
        "plan sheriff: posse arrest patrol\nasked sheriff: run",
        *("sheriff", "run sheriff b1-b2", "closes_in standee=sheriff whom=outlaw-1 number=1"),
    ),
    (
        "parties outlaws cowboy\ncowboy c3 b3 d3\noutlaws e1 a1 e5\nfirst cowboy\n"
        "plan cowboy: spur whisper herd\nasked cowboy: icon",
        *("cowboy", "run-bull-rider", "nearer_train standee=bull-rider number=2"),
    ),
    (
        "parties outlaws cowboy\ncowboy c3 a1 d3\noutlaws e1 a5 e5\nfirst cowboy\n"
        "plan cowboy: herd whisper spur\nasked cowboy: icon",
        *("cowboy", "regroup", "herds standee=cow-1"),
    ),
    (
        "parties outlaws hunters\nhunters b2 c3\noutlaws jail a4 e5\nfirst hunters\n"
        "plan hunters: rustle trail bounty\nasked hunters: icon",
        *("hunters", "draw-target", "draws_target number=1"),
    ),
    (
        "parties ranger outlaws\nranger b2\noutlaws b2(stunned) a4 e5\n"
        "targets outlaws: bank hotel saloon\nplan ranger: decoy ride ambush\nasked ranger: icon",
        *("ranger", "confuse", "sees_targets party=outlaws number=3"),
    ),
    (
        "parties outlaws dakota\ndakota c4 aside\noutlaws d1 a4 e5\nfirst dakota\n"
        "targets dakota: bank\nplan dakota: swift totem warpath\nasked dakota: icon",
        *("dakota", "track", "looks number=1"),
    ),
    (
        TWO + AWAY + "outlaws b1 a4 e5\nup b1, a1, c1\n" + OUTLAWS + "asked outlaws: run",
        *("outlaws", "run outlaw-1 b1-b2", "turns_up number=1"),
    ),
    (
        TWO + "mode gunslinger\nsheriff b2 d4 e1\noutlaws a2 a4 e5\nup b3 gunsmith\n"
        "plan sheriff: posse arrest patrol\n> sheriff: run sheriff b2-b3\nasked sheriff: take",
        *("sheriff", "take bullet", "takes_token token=bullet"),
    ),
    (
        "parties sheriff outlaws hunters\nsheriff e1 d4 e2\nhunters c3 b1\noutlaws jail a4 e5\n"
        "first hunters\nplan hunters: rustle trail bounty\nasked hunters: icon",
        *("hunters", "release", "holds_back party=sheriff"),
    ),
    (
        TWO + "sheriff b2 d4 a4\noutlaws b2 a4 e5\nphase planning\nasked sheriff outlaws: plan",
        *("sheriff", "plan posse patrol showdown", "strong_shot card=arrest number=3"),
    ),
    (
        TWO + "sheriff b2 d4 e1\noutlaws b2 a4 e5\nfired outlaws\n"
        "plan sheriff: showdown arrest patrol\ndice sheriff 1, outlaw-1 6\n"
        "> sheriff: duel\nasked sheriff: second-shot",
        *("sheriff", "no second shot", "keeps_shot"),
    ),
    (
        TWO + "mode gunslinger\nsheriff b2 d4 e1\noutlaws a2 a4 e5\ntokens outlaws: trap\n"
        "plan sheriff: posse arrest patrol\n> sheriff: run sheriff b2-b1\nasked outlaws: trap",
        *("outlaws", "no trap", "keeps_token token=trap"),
    ),
    (
        TWO + "with abilities\nsheriff e1 d5 e2\noutlaws c4 jail e5\nabilities outlaws 2\n"
        "first outlaws\nplan outlaws: ride heist shadows\nasked outlaws: ability",
        *("outlaws", "no ability", "keeps_ability"),
    ),
]
# Where it is given for what dice decide.
DUEL = (
    TWO + "sheriff b2 d4 e1\noutlaws b2(plunder) a4 e5\nfired outlaws\n"
    "plan sheriff: showdown posse patrol\nasked sheriff: icon"
)


def grounds(game: Game, party: str) -> tuple[Grounds, dict[str, int]]:
    """What speaks for the choices of a party, and its choices by their words."""
    own = game.bot_view(party)
    choices = legal(game.rules, own, own.seat)
    words = [choice_words(game.rules, own, own.seat, choice) for choice in choices]
    judges = judges_for(game.rules)
    return Grounds(game.rules, own, choices, judges, 1), dict(zip(words, choices, strict=True))


def told(game: Game, party: str, choice: str) -> list[str]:
    """The reasons for a choice: `nearer_target standee=outlaw-1 …`."""
    found, choices = grounds(game, party)
    own = game.bot_view(party)
    reasons = [in_words(game.rules, own, reason) for reason in found.reasons(choices[choice])]
    return [
        " ".join([said.pop("code"), *(f"{about}={name}" for about, name in said.items())])
        for said in reasons
    ]


@pytest.mark.parametrize(("text", "party", "choice", "reason"), OBVIOUS)
def test_the_obvious_reason_is_named(text: str, party: str, choice: str, reason: str) -> None:
    assert reason in told(scene(text), party, choice)


def test_every_reason_is_planted_somewhere() -> None:
    planted = {reason.split()[0] for *_, reason in OBVIOUS}
    assert planted | {"duel_odds"} == set(CODES)


def test_what_a_duel_would_do_is_told_with_its_chance() -> None:
    """The sheriff has the higher die or a tie in 21 of 36 throws, and in 33 with arrest's +3."""
    reasons = told(scene(DUEL), "sheriff", "duel")
    assert reasons[0].startswith("stops_loot whom=outlaw-1 chance=")
    assert 85 <= int(reasons[0].partition("chance=")[2]) < 95


def test_a_duel_that_only_pushes_is_told_with_its_odds() -> None:
    game = scene(
        "parties sheriff outlaws hunters\nsheriff b2 d4 d1\nhunters b2 e1\noutlaws a4 c5 e5\n"
        "fired hunters\nplan sheriff: showdown posse patrol\nasked sheriff: icon"
    )
    (odds,) = (r for r in told(game, "sheriff", "duel") if r.startswith("duel_odds"))
    assert 85 <= int(odds.partition("number=")[2]) <= 95


def test_what_hangs_on_dice_is_told_with_its_chance() -> None:
    """A plan with one duel in it, which is lost now and then."""
    game = scene(
        TWO + "sheriff b2 d4 e1\noutlaws b2 a4 e5\nphase planning\nasked sheriff outlaws: plan"
    )
    chances = [
        int(reason.split("chance=")[1])
        for reason in told(game, "sheriff", "plan showdown patrol arrest")
        if "chance=" in reason
    ]
    assert chances
    assert all(40 <= chance < 95 for chance in chances)


def test_what_any_choice_would_do_is_no_reason() -> None:
    """Whoever is jailed, the goal is as near; and all buildings next door are face down."""
    game = scene(
        TWO + "sheriff b2 d4 e1\noutlaws b2(stunned) d4(stunned) e5\n"
        "plan sheriff: arrest posse patrol\n> sheriff: jail\nasked sheriff: jail"
    )
    assert not any("goal" in reason for reason in told(game, "sheriff", "jail outlaw-1"))
    game = scene(TWO + AWAY + "outlaws b1 a4 e5\n" + OUTLAWS + "asked outlaws: run")
    assert not any("turns_up" in reason for reason in told(game, "outlaws", "run outlaw-1 b1-b2"))


def test_a_term_that_does_not_change_is_not_named() -> None:
    game = scene(TWO + AWAY + "outlaws b1 a4 e5\nup b3 bank\n" + OUTLAWS + "asked outlaws: run")
    away = told(game, "outlaws", "run outlaw-1 b1-c1")
    assert not any(reason.startswith(("nearer_target", "on_target")) for reason in away)


def advised_in_turn(game: Game, party: str) -> list[str]:
    """What is advised while the same is asked: all of a party may move, in any order."""
    seat = game.seat(party)
    asked = game.bot_view(seat).stack[-1].op
    told: list[str] = []
    while True:
        own = game.bot_view(seat)
        if not own.stack or own.stack[-1].op != asked or own.stack[-1].seat != seat:
            return told
        choice = advise(game.rules, game.bot_view(seat)).choice
        told.append(choice_words(game.rules, own, seat, choice))
        game.play_int(seat, choice)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 14, 16, 17, 27])
def test_the_obvious_choice_is_advised(number: int) -> None:
    text, party, choice, _ = OBVIOUS[number]
    assert choice in advised_in_turn(scene(text), party)


def test_no_more_than_three_reasons_the_strongest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "ITERATIONS", 30)
    asked = 0
    for rules, own in asked_views(40, 1):
        advised = advise(rules, own)
        ranks = [reason.rank for reason in advised.reasons]
        assert len(ranks) <= 3
        assert ranks == sorted(set(ranks))
        asked += bool(ranks)
    assert asked > 20


def asked_views(number: int, seed: int) -> list[tuple[Rules, View]]:
    """Views of seats that are asked something, from games of all kinds."""
    return [(rules, view(rules, g, seat)) for rules, g, seat in asked_positions(number, seed)]


def asked_positions(number: int, seed: int) -> list[tuple[Rules, State, int]]:
    chooser = random.Random(seed)
    found: list[tuple[Rules, State, int]] = []
    for game in count(seed * 1000):
        for rules, g in random_game(game):
            if g.stack and chooser.random() < 0.02:
                found.append((rules, State(g), chooser.choice(seats_of(awaited(rules, g)))))
                if len(found) == number:
                    return found
    raise AssertionError("games never end")


def said(rules: Rules, own: View) -> str:
    """All that a seat is told, byte for byte."""
    advised = advise(rules, own)
    return json.dumps(
        [
            choice_words(rules, own, own.seat, advised.choice),
            [in_words(rules, own, reason) for reason in advised.reasons],
        ]
    )


def test_twins_are_given_the_same_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two true states that a seat cannot tell apart."""
    monkeypatch.setattr(advice, "ITERATIONS", 30)
    for number, (rules, g, seat) in enumerate(asked_positions(80, 2)):
        one, other = (view(rules, twin, seat) for twin in twins(rules, g, seat, number))
        assert said(rules, one) == said(rules, other)


def test_advice_on_a_plan_is_the_same_whoever_has_planned() -> None:
    """ROUND-5: the own plan laid before, and those of others."""
    rules = rules_for(Options(("sheriff", "outlaws", "hunters", "dancer")))
    g = new_state(rules, 3)
    alone = said(rules, view(rules, g, 0))
    for seat in (2, 0, 3):
        apply(rules, g, seat, legal(rules, g, seat)[-1 - seat])
        assert said(rules, view(rules, g, 0)) == alone


def test_a_party_of_ones_own_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "ITERATIONS", 100)
    options = Options(("vigilantes", "outlaws"), "gunslinger")
    rules = build_rules(options, load_content(override=POSSE).for_game(options))
    g = new_state(rules, 1)
    advised = 0
    while g.stack and g.round < 2:
        seat = seats_of(awaited(rules, g))[0]
        own = view(rules, g, seat)
        choice = advise(rules, own).choice
        advised += seat == 0
        apply(rules, g, seat, choice)
    assert advised > 5


def test_there_is_advice_without_any_time_to_think() -> None:
    for rules, own in asked_views(20, 3):
        choices = legal(rules, own, own.seat)
        assert advise(rules, own, within=0).choice in choices


def test_every_reason_has_words_in_the_terminal() -> None:
    assert set(SENTENCES) == set(CODES)
