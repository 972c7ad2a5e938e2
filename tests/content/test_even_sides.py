"""The house rule *even sides*: what the second edition does by combination, over the third's."""

from __future__ import annotations

import pytest

from cactustown import Options
from cactustown.content import load_content
from cactustown.rules.build import seated
from cactustown.rules.options import PROGRAMMINGS
from cactustown.rules.tables import PartyTable

SECOND, NOW = load_content("e2"), load_content()
EVENED = [setup.parties for setup in SECOND.tables.setup.values() if setup.parties]


@pytest.mark.parametrize("programming", PROGRAMMINGS)
@pytest.mark.parametrize("parties", EVENED, ids="+".join)
def test_seats_starts_and_cards_are_the_second_editions(
    parties: list[str], programming: str
) -> None:
    options = Options(tuple(parties), programming=programming)
    even = Options(tuple(parties), programming=programming, even_sides=True)
    before = seated(options, SECOND.for_game(options))
    now = seated(even, NOW.for_game(even))
    assert [board(party) for party in now] == [board(party) for party in before]
    assert NOW.evens(options)


def board(party: PartyTable) -> tuple[object, ...]:
    """What the set-up says of a party."""
    return party.name, party.start, party.cards


def test_without_a_table_only_reverse_is_evened() -> None:
    """Mirrored seats are for every combination; in straight programming nothing is different."""
    for programming in PROGRAMMINGS:
        options = Options(("ranger", "dakota", "cowboy"), programming=programming)
        assert NOW.evens(options) == (programming == "reverse")
