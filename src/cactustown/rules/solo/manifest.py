"""The module of the solo game."""

from __future__ import annotations

from cactustown.rules import ops
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.solo import automa
from cactustown.rules.solo.cards import AutomaCards, AutomaDeck, AutomaShot, AutomaShows
from cactustown.rules.solo.secrets import AutomaHand
from cactustown.rules.solo.variables import FACTS, VARIABLES
from cactustown.rules.tables import Tables


def contribute(b: Builder, tables: Tables) -> None:
    """Section 12."""
    rules = b.rules
    rules.automa = [party.name for party in b.parties].index(tables.automa)
    rules.planners &= ~(1 << rules.automa)
    rules.open_targets = rules.planners  # SOLO-1
    cards = _cards(tables)
    rules.automa_random = cards.advanced
    rules.automa_deck = _sizes(cards)
    rules.unplayed_op = [ops.NO_OP] * ops.OPS
    b.secret(ops.PHASE_AUTOMA_HAND, AutomaHand())
    b.op(ops.AUTOMA_DECK, AutomaDeck("automa-deck", cards))
    b.op(ops.AUTOMA_SHOWS, AutomaShows("automa-shows", cards))
    b.op(ops.AUTOMA_ROW, automa.AutomaRow("automa-row", cards))
    b.op(ops.AUTOMA_SHOT, AutomaShot("automa-shot"))
    b.new_round(ops.PHASE_AUTOMA, ops.AUTOMA_DECK)
    b.before_card(ops.PHASE_AUTOMA, ops.AUTOMA_SHOWS)
    b.replace_op(ops.OFFER_CARD, automa.OfferToAutoma("offer-card"))
    b.duel_step(ops.PHASE_AUTOMA_SHOT, ops.AUTOMA_SHOT)
    if b.options.has_cactus:
        b.op(ops.AUTOMA_CACTUS, automa.AutomaCactus("automa-cactus"))
        rules.unplayed_op[ops.ASK_CACTUS] = ops.AUTOMA_CACTUS


def _cards(tables: Tables) -> AutomaCards:
    cards = AutomaCards()
    for number, card in enumerate(tables.solo):
        bit = 1 << number
        cards.start |= bit if card.set == "start" else 0
        cards.advanced |= bit if card.set == "advanced" else 0
        cards.marshal |= bit if card.set == "marshal" else 0
        cards.target.append(_icons(card.target))
        cards.otherwise.append(_icons(card.otherwise))
    return cards


def _icons(row: tuple[tuple[str, ...], ...]) -> list[list[int]]:
    return [[ops.ICON_NAMES.index(icon) for icon in entry] for entry in row]


def _sizes(cards: AutomaCards) -> list[int]:
    """SOLO-3: how many cards its deck has in each round; the Marshal's is the last to go."""
    most = cards.start.bit_count()
    sizes = [0, most]
    for _ in range(cards.advanced.bit_count() + 1):
        most += 1
        sizes.append(most)
    return [*sizes, *range(most - 1, 0, -1)]


def _wanted(options: Options) -> bool:
    return options.solo


SOLO = Module("solo", _wanted, contribute, clashes=("ranger",), variables=VARIABLES, facts=FACTS)
