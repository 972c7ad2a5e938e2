"""Hints: what a good player would do in somebody's place, for whoever asks and nobody else.

A hint is worked out from the seat's view alone, dice included, so that the same view gives the
same hint; nothing of it is written down, and no other person or bot waits for it.
"""

from __future__ import annotations

from cactustown.engine.saving import to_json
from cactustown.server.bot_worker import Thought
from cactustown.server.bots import BotPool, NoAnswer
from cactustown.server.commands import STALE, Refusal, acting
from cactustown.server.entries import Person
from cactustown.server.live import LiveTable
from cactustown.server.protocol import Advice, Hint
from cactustown.server.table import Table
from cactustown.server.waiting import Asker


async def hint(bots: BotPool, live: LiveTable, person: Person, wish: Hint) -> Advice:
    """Advice for a seat of this person's that is asked something; raises `Refusal`."""
    async with live.hold() as table:
        asked = _asked(table, person, wish.seat)
        thought = _thought(table, wish.seat)
        seq = len(table.story)
    try:
        advised = await bots.advise(thought, Asker(live.opened.host.id, live.name))
    except NoAnswer as error:
        raise Refusal("busy", "there was no time to think of a hint; try again") from error
    async with live.hold() as table:
        if _asked(table, person, wish.seat) != asked:
            raise Refusal(STALE, "the seat is asked something else by now")
    return Advice(
        id=wish.id,
        table=live.name,
        seat=wish.seat,
        seq=seq,
        choice=advised.choice,
        plan=advised.plan,
        shot=advised.shot,
        reasons=advised.reasons,
    )


def _asked(table: Table, person: Person, seat: str) -> tuple[int, ...]:
    """What this person's seat is asked, as numbers to compare."""
    game = acting(table, person, seat)
    if table.opened.rated:
        raise Refusal("rated", "in a rated game everybody thinks for themselves")
    asked = game.asked(seat)
    if asked is None:
        raise Refusal("not_asked", "this seat has nothing to choose now")
    return asked


def _thought(table: Table, seat: str) -> Thought:
    game = table.game
    assert game is not None
    number = game.seat(seat)
    return Thought(
        options=table.opened.options,
        edition=table.edition,
        version=table.rules_version,
        seat=number,
        view=to_json(game.bot_view(number)),
        bot="hint",  # for the log
        seed=0,  # the view brings its own luck
        override=table.override,
        is_hint=True,
    )
