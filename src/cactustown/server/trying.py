"""Cards tried on the board before they are locked in, for whoever lays them and nobody else.

It is worked out from the seat's view alone, among what people look back at: nothing of it is
written down, and no move and no bot waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cactustown.engine.errors import IllegalChoice
from cactustown.rules.ops import ASK_PLAN
from cactustown.sandbox import BadCards
from cactustown.server.commands import Refusal, acting
from cactustown.server.entries import Person
from cactustown.server.live import LiveTable
from cactustown.server.protocol import Tried, Try
from cactustown.server.table import Table
from cactustown.server.tried import Outcome, tried


async def try_cards(live: LiveTable, person: Person, wish: Try) -> Tried:
    """What the cards laid by a seat of this person's could do; raises `Refusal`."""
    async with live.hold() as table:
        work = _trial(table, person, wish)
        seq = len(table.story)
    try:
        outcome = await live.ask(person, lambda patience: work(patience.check))
    except (BadCards, IllegalChoice) as error:
        raise Refusal("illegal", str(error)) from error
    return Tried(
        id=wish.id,
        table=live.name,
        seat=wish.seat,
        seq=seq,
        view=outcome.view,
        cards=outcome.cards,
    )


def _trial(table: Table, person: Person, wish: Try) -> Callable[[Callable[[], None]], Outcome]:
    """The work, with all that it takes of the table."""
    game = acting(table, person, wish.seat)
    asked = game.asked(wish.seat)
    if asked is None or asked[0] != ASK_PLAN:
        raise Refusal("not_asked", "cards are tried while planning")
    return partial(tried, game.rules, game.bot_view(wish.seat), wish.cards, wish.steps)
