"""Films what a reveal is like: a card turned up, a figure on its way, a duel with dice.

Shown five times slower while it is filmed, so that a busy machine does not miss anything, and
played at full speed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tests.browser.apng import Frame
from tests.browser.robot import Robot

SPEED = 0.2
FRAME = 125  # milliseconds of the film
REST = 1500  # of its last frame
LONGEST, SHORTEST = 9_000, 5_000
AFTER = 600  # a duel: who fell
TAKES = 60
HOLD = "() => document.querySelector('.reveal .do button')?.click()"  # or let go
SCENE = """() => ({
  busy: document.querySelector(".reveal") !== null,
  card: document.querySelector(".reveal .shown")?.textContent ?? "",
  walk: document.querySelector(".board .trail") !== null,
  duel: document.querySelector(".board .duel") !== null,
  dice: document.querySelector(".duel .total") !== null,
})"""


@dataclass(frozen=True)
class Shot:
    """A screenshot, when it was taken, and what is to be seen."""

    at: float  # milliseconds of the film
    png: bytes
    card: str
    walk: bool
    duel: bool
    dice: bool


def film(player: Robot, again: Callable[[], None]) -> list[Frame]:
    """Plays on until a walk and a duel were shown without a question in between; a game that is
    over is played again."""
    for _ in range(TAKES):
        told = len(player.visitor.frames("update"))
        while not player.page.evaluate(SCENE)["busy"]:
            if player.look().over:
                again()
                told = len(player.visitor.frames("update"))
            elif not player.act():
                player.page.wait_for_timeout(20)
        if not _is_promising(player, told):
            player.skip()
        elif shots := cut(list(_roll(player))):
            return _frames(shots)
    raise AssertionError("no scene was worth a film")


def _is_promising(player: Robot, told: int) -> bool:
    """Held until all of it is here: whether somebody walks in it and dice fall."""
    player.page.evaluate(HOLD)
    seat = player.seat()
    while not _waits_for(seat, player.visitor.frames("update")[-1]["view"]):
        player.page.wait_for_timeout(100)
    news = player.visitor.frames("update")[told:]
    happens = {item["event"] for update in news for item in update["story"]}
    player.page.evaluate(HOLD)
    return {"moved", "rolled"} <= happens


def _waits_for(seat: str, view: dict[str, Any]) -> bool:
    return seat in view["awaited"] or view["result"] is not None


def _roll(player: Robot) -> Iterator[Shot]:
    """Shoots as long as something is shown."""
    begin = time.monotonic()
    while (scene := player.page.evaluate(SCENE)).pop("busy"):
        at = (time.monotonic() - begin) * 1000 * SPEED
        yield Shot(at, player.page.screenshot(), **scene)
        left = at + FRAME - (time.monotonic() - begin) * 1000 * SPEED
        player.page.wait_for_timeout(max(0, left / SPEED))


def cut(shots: list[Shot]) -> list[Shot]:
    """A walk and the duel that follows, from a card turned up if there is room for it; none if
    there is no such scene."""
    for end in range(1, len(shots)):
        if not shots[end - 1].duel or shots[end].duel:
            continue
        last = max(n for n in range(end, len(shots)) if shots[n].at - shots[end].at <= AFTER)
        begins = [n for n in range(end) if _is_scene(shots[n : last + 1])]
        cards = [n for n in begins if n == 0 or shots[n].card != shots[n - 1].card]
        if begins:
            return shots[(cards or begins)[0] : last + 1]
    return []


def _is_scene(shots: list[Shot]) -> bool:
    walks = [n for n, shot in enumerate(shots) if shot.walk and not shot.duel]
    dice = [n for n, shot in enumerate(shots) if shot.dice]
    fits = SHORTEST <= shots[-1].at - shots[0].at <= LONGEST
    return fits and bool(walks and dice) and walks[0] < dice[0]


def _frames(shots: list[Shot]) -> list[Frame]:
    times = [round(after.at - shot.at) for shot, after in pairwise(shots)]
    return [Frame(shot.png, time) for shot, time in zip(shots, [*times, REST], strict=True)]
