"""What a sheet of paper beside the board tells: every party with its cards, and a town to look at.

All of it is read off the content in force, so that a host's own box has aids that fit it.
"""

from __future__ import annotations

import msgspec

from cactustown.content import Content
from cactustown.lab.setups import Setup, setups
from cactustown.rules.catalogue import build_rules
from cactustown.rules.options import Options
from cactustown.server.box import Box, BoxParty, box
from cactustown.server.choices import parties_of
from cactustown.server.rulesets import Ruleset

USUAL_PLAYERS = 4  # of a town to look at


class Aid(msgspec.Struct, frozen=True):
    """A party as it plays with everything there is: tools and its ability included."""

    party: BoxParty
    start: list[str]  # the space of each standee
    from_three: list[str]  # icons that count only with three or more players (ROUND-7)


class Aids(msgspec.Struct, frozen=True):
    """The aids of all parties, and the box of a basic game with most of the usual ones."""

    parties: list[Aid]
    box: Box


def aids(content: Content) -> Aids:
    """Every party that can play, in the order round the table."""
    known = [setup for setup in setups(content) if not setup.solo]
    books = [setup for setup in known if setup.in_book and setup.players <= USUAL_PLAYERS]
    town = Options((books or known)[-1].parties)
    return Aids(
        parties=[_aid(content, name, known) for name in parties_of(content.tables)],
        box=_box(content, town),
    )


def _aid(content: Content, name: str, known: list[Setup]) -> Aid:
    sets = [setup.parties for setup in known if name in setup.parties]
    few, many = sets[0], sets[-1]
    able = (name,) if name in content.tables.ability else ()
    options = Options(many, tools=True, abilities=able)
    party = _party(content, options, name)
    with_two = set(_icons(_party(content, Options(few, tools=True), name)))
    return Aid(
        party=party,
        start=list(content.in_force(options).start(name).value),
        from_three=[icon for icon in dict.fromkeys(_icons(party)) if icon not in with_two],
    )


def _icons(party: BoxParty) -> list[str]:
    return [icon for card in party.cards for icon in card.icons]


def _party(content: Content, options: Options, name: str) -> BoxParty:
    return next(party for party in _box(content, options).parties if party.name == name)


def _box(content: Content, options: Options) -> Box:
    return box(Ruleset(options, content, build_rules(options, content.for_game(options))))
