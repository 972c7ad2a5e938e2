"""A shared screen asks some questions while everybody looks on: they tell nobody a secret.

The page's own lists (`web/src/play/openly.json`) are held to account: in two states that a
spectator cannot tell apart an open question has the same choices and the same reasons. Counted on
the way: how often the curtain falls while cards are played.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from cactustown.engine.view import SPECTATOR, view
from cactustown.engine.world import world
from cactustown.game import Game
from cactustown.rules.options import Options
from cactustown.seatview import SeatView
from cactustown.seatwords import seat_view
from cactustown.server.box import box
from cactustown.server.rulesets import ruleset
from tests.laws.told import chosen
from tests.laws.walk import ALL_OPTIONS, rules_for

WEB = Path(__file__).parents[2] / "web/src"
LISTS: dict[str, Any] = json.loads((WEB / "play/openly.json").read_text("utf-8"))
GAMES = 24
ROUNDS = 5
FEW = ALL_OPTIONS[::5]
FOUR = ("sheriff", "outlaws", "hunters", "dancer")


@cache
def icons_of(options: Options) -> dict[tuple[str, str], frozenset[str]]:
    parties = box(ruleset(options)).parties
    return {
        (party.name, card.name): frozenset(card.icons) for party in parties for card in party.cards
    }


def is_open(own: SeatView, options: Options) -> bool:
    """As `asksOpenly` of the page says, with open screens."""
    if own.question != "icon" or own.turn is None:
        return own.question in LISTS["open"] or own.question in LISTS["tokens"]
    party, card = own.order[own.turn]
    icons = icons_of(options).get((party, card or ""))
    return icons is not None and not icons & set(LISTS["targetIcons"])


def asked(options: Options, number: int) -> Iterator[tuple[Game, str]]:
    """A random game, and who is asked in it, question by question."""
    chooser = random.Random(number)
    game = Game.of(replace(options, round_limit=ROUNDS), seed=number)
    while not game.is_over:
        seat = chooser.choice(game.may_act)
        yield game, seat
        game.play(seat, chosen(chooser, game.choices(seat)))


def test_an_open_question_is_the_same_in_every_world_a_spectator_may_think_of() -> None:
    compared: Counter[str] = Counter()
    for number in range(GAMES):
        options = ALL_OPTIONS[number * 13 % len(ALL_OPTIONS)]
        chance = random.Random(number)
        for game, seat in asked(options, number):
            own = game.view(seat)
            if own.question == "plan" or not is_open(own, options):
                continue
            everybodys = view(game.rules, game._state, SPECTATOR)
            twin = world(game.rules, everybodys, chance.getrandbits(30))
            other = seat_view(game.rules, view(game.rules, twin, game.seat(seat)))
            assert (own.choices, own.parts) == (other.choices, other.parts), own.question
            assert own.why_not == other.why_not, own.question
            compared[own.question or ""] += 1
    assert compared["icon"] > 50
    assert compared["run"] > 100
    assert len(compared) > 15


def test_every_question_is_open_or_has_a_secret_named() -> None:
    names = {op.name for options in FEW for op in rules_for(options).ops if op and op.asks}
    listed = [*LISTS["open"], *LISTS["tokens"], *LISTS["secret"]]
    assert len(listed) == len(set(listed))
    assert names == set(listed)


def has_news_for(game: Game, seat: str, since: int) -> bool:
    """Whether something was told to this seat alone that it has not chosen itself to know."""
    told = [event for event in game.events_since(since, seat) if event["event"] in LISTS["toSee"]]
    return told != [one for one in game.events_since(since) if one["event"] in LISTS["toSee"]]


def falls(openly: bool) -> float:
    """How often the curtain falls in a round's action phase, four players at one screen."""
    count, rounds = 0, 0
    for number in range(6):
        holder, last, told = "", "", 0
        for game, seat in asked(Options(FOUR, "gunslinger"), number):
            own = game.view(seat)
            if own.question == "plan":
                holder, told = "", game.event_count
                rounds += len(game.awaited) == len(FOUR)
                continue
            if openly and last and holder != last and has_news_for(game, last, told):
                count += 1
            if holder not in game.awaited:
                holder = ""
            if seat != holder and not (openly and is_open(own, Options(FOUR, "gunslinger"))):
                holder = seat
                count += 1
            last, told = seat, game.event_count
    return count / rounds


def test_the_curtain_falls_seldom_while_cards_are_played() -> None:
    assert falls(openly=True) < 0.5 * falls(openly=False)
