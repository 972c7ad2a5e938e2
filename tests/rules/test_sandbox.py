"""Cards tried while planning: every kind of icon, the order of the cards, and where it stops."""

from __future__ import annotations

import pytest

from cactustown.engine.errors import IllegalChoice
from cactustown.game import Game
from cactustown.sandbox import BadCards
from cactustown.server.tried import Outcome, TriedCard, tried
from tests.scene import scene

FOUR = "sheriff outlaws hunters dancer"
TOWN = {
    "sheriff": "sheriff a1 a2 a3",
    "outlaws": "outlaws e1 e2 e3",
    "hunters": "hunters a5 b5",
    "dancer": "dancer e5",
}


def planning(*lines: str, parties: str = FOUR) -> Game:
    """A game in which everybody plans; parties of which nothing is said stand aside."""
    said = {line.split()[0] for line in lines}
    rest = [TOWN[party] for party in parties.split() if party not in said]
    text = "\n".join([f"parties {parties}", *lines, *rest, "phase planning"])
    return scene(f"{text}\n\nasked {parties}: plan")


def try_cards(game: Game, seat: str, cards: str, *steps: str) -> Outcome:
    """Cards on the places of a plan: a dash for none."""
    laid = [None if card == "-" else card for card in cards.split()]
    return tried(game.rules, game.bot_view(seat), laid, steps, lambda: None)


def last(outcome: Outcome) -> TriedCard:
    return [card for card in outcome.cards if card.standing != "to-come"][-1]


def unknown(card: TriedCard) -> list[tuple[str, str | None, str | None]]:
    return [(one.code, one.space, one.icon) for one in card.unknown]


JAILED = "outlaws d2(stunned) e2 e3"
CASES = [
    # what stands where, who tries which cards, the choices, what is then where or not known
    ("run", [], "outlaws", "heist - -", ["run outlaw-1 e1-d1"], "outlaw-1 d1"),
    ("run-all", [], "sheriff", "posse - -", ["run sheriff a1-b1"], "sheriff b1"),
    ("sneak", [], "sheriff", "arrest - -", ["sneak sheriff a1-b1"], "sheriff b1"),
    ("sneak-all", [], "sheriff", "patrol - -", ["sneak deputy-1 a2-b2"], "deputy-1 b2"),
    ("dance", [], "dancer", "entrance - -", ["dance", "dance dancer e5-d4"], "dancer d4"),
    ("duel", ["dancer e1"], "outlaws", "gunfight - -", [], "duel"),
    ("jail", [JAILED, "sheriff d2 a2 a3"], "sheriff", "arrest - -", ["jail"], "outlaw-1 jail"),
    (
        "plunder",
        ["up e1 bank", "targets outlaws: bank"],
        "outlaws",
        "heist - -",
        ["plunder"],
        "outlaw-1 e1",
    ),
    ("recover", ["outlaws e1(stunned) e2 e3"], "outlaws", "gunfight - -", [], "outlaw-1 e1"),
    (
        "break-free",
        ["outlaws jail captive(hunter-1) escaped"],
        "outlaws",
        "gunfight - -",
        [],
        "chance",
    ),
    ("capture", [JAILED, "hunters d2 b5"], "hunters", "bounty - -", [], "outlaw-1 captive"),
    (
        "release",
        ["outlaws jail e2 e3", "hunters c3 b5", "deck empty"],
        "hunters",
        "rustle - -",
        [],
        "outlaw-1 c3",
    ),
    (
        "steal-horse",
        ["up a5 livery-stable", "targets hunters: livery-stable"],
        "hunters",
        "trail - -",
        ["steal-horse"],
        "hunter-1 a5",
    ),
    ("draw-target", [], "hunters", "rustle - -", [], "chance"),
    ("up-close", ["sheriff e4 a2 a3"], "dancer", "charm - -", ["up-close"], "sheriff e5"),
    (
        "pay-debts",
        ["up e5 saloon", "targets dancer: saloon"],
        "dancer",
        "payback - -",
        [],
        "dancer e5",
    ),
]


@pytest.mark.parametrize(
    ("icon", "lines", "seat", "cards", "steps", "then"), CASES, ids=[case[0] for case in CASES]
)
def test_every_icon_can_be_tried(
    icon: str, lines: list[str], seat: str, cards: str, steps: list[str], then: str
) -> None:
    outcome = try_cards(planning(*lines), seat, cards, *steps)
    card = last(outcome)
    assert card.icon == icon
    if " " not in then:
        assert then in [one.code for one in card.unknown]
        return
    who, where = then.split()
    (figure,) = (p.standees[who] for p in outcome.view.parties.values() if who in p.standees)
    assert figure.at == where


def test_cards_are_tried_in_their_order() -> None:
    game = planning()
    outcome = try_cards(game, "outlaws", "heist - shadows", "run outlaw-1 e1-d1")
    assert [(c.slot, c.card, c.standing) for c in outcome.cards] == [
        (0, "heist", "done"),
        (2, "shadows", "begun"),
    ]
    assert outcome.view.question == "icon"
    backwards = planning("mode basic", "programming reverse")
    outcome = try_cards(backwards, "outlaws", "heist - shadows")
    assert [(c.slot, c.standing) for c in outcome.cards] == [(2, "begun"), (0, "to-come")]


def test_the_next_card_goes_on_from_there() -> None:
    game = planning()
    steps = ("run outlaw-1 e1-d1", "sneak", "sneak outlaw-1 d1-c1")
    outcome = try_cards(game, "outlaws", "heist shadows -", *steps)
    first, second = outcome.cards
    assert (first.places["outlaw-1"], second.places["outlaw-1"]) == ("d1", "c1")
    assert outcome.view.parties["outlaws"].standees["outlaw-1"].at == "c1"
    assert outcome.view.choices == []
    assert game.view("outlaws").parties["outlaws"].standees["outlaw-1"].at == "e1"


def test_where_everybody_could_be() -> None:
    outcome = try_cards(planning(), "sheriff", "showdown arrest -")
    first, second = outcome.cards
    assert first.could["sheriff"] == ["a1", "b1"]  # a2 is held by a deputy
    assert {"a1", "b1", "c1", "b2"} <= set(second.could["sheriff"])
    assert "e5" not in second.could["sheriff"]


def test_a_building_that_nobody_knows_is_not_known_here_either() -> None:
    game = planning("mode gunslinger")
    outcome = try_cards(game, "outlaws", "heist - -", "run outlaw-1 e1-d1")
    assert unknown(last(outcome)) == [("building", "d1", None)]
    there = outcome.view.buildings["d1"]
    assert (there.name, there.face_up) == (None, False)


def test_what_a_building_one_knows_does_is_tried_too() -> None:
    game = planning("mode gunslinger", "up d1 church")
    outcome = try_cards(game, "outlaws", "heist - -", "run outlaw-1 e1-d1")
    assert unknown(last(outcome)) == []


def test_whether_a_target_is_there_is_not_known() -> None:
    game = planning("targets outlaws: bank")
    outcome = try_cards(game, "outlaws", "heist shadows -", "run outlaw-1 e1-d1")
    assert "plunder" in outcome.cards[0].why_not  # before it ran
    stay = ("run outlaw-2 stays", "run outlaw-3 stays")
    outcome = try_cards(game, "outlaws", "ride heist -", "run outlaw-1 e1-d1", *stay)
    heist = outcome.cards[1]
    assert "plunder" not in heist.why_not
    assert unknown(heist) == [("target", "d1", "plunder")]


def test_a_duel_is_not_decided_and_the_next_card_goes_on() -> None:
    game = planning("dancer e1")
    outcome = try_cards(game, "outlaws", "gunfight heist -")
    duel, run = outcome.cards
    assert (duel.icon, duel.standing, run.standing) == ("duel", "done", "begun")
    assert unknown(duel) == [("duel", "e1", None)]
    assert outcome.view.duel is None
    assert outcome.view.question == "run"


def test_why_icons_cannot_be_played_then() -> None:
    outcome = try_cards(planning(), "sheriff", "arrest - -")
    (card,) = outcome.cards
    assert [reason.code for reason in card.why_not["jail"].reasons] == ["nobody_lies"]
    assert "sneak" not in card.why_not


def test_a_card_that_can_do_nothing_is_passed_over() -> None:
    outcome = try_cards(planning("outlaws jail captive(hunter-1) e3"), "outlaws", "gunfight - -")
    (card,) = outcome.cards
    assert (card.icon, card.standing) == (None, "done")
    assert set(card.why_not) == {"duel", "recover", "break-free"}


def test_what_wins_ends_it() -> None:
    game = planning("outlaws jail d2(stunned) e3", "sheriff d2 a2 a3")
    outcome = try_cards(game, "sheriff", "arrest posse -", "jail")
    assert outcome.view.result == "sheriff"
    assert [card.standing for card in outcome.cards] == ["done", "to-come"]


@pytest.mark.parametrize(
    "cards", ["heist heist -", "posse - -", "nothing - -", "heist -", "heist - - shadows"]
)
def test_cards_one_could_not_lay_are_refused(cards: str) -> None:
    with pytest.raises(BadCards):
        try_cards(planning(), "outlaws", cards)


@pytest.mark.parametrize("step", ["run sheriff a1-b1", "run outlaw-1 e1-a5", "", "plan", "unlock"])
def test_what_is_not_offered_is_refused(step: str) -> None:
    with pytest.raises(IllegalChoice):
        try_cards(planning(), "outlaws", "heist - -", step)
    with pytest.raises(IllegalChoice):
        try_cards(planning(), "outlaws", "- - -", step)


def test_nothing_laid_is_nothing_tried() -> None:
    outcome = try_cards(planning(), "outlaws", "- - -")
    assert (outcome.cards, outcome.view.choices) == ([], [])
