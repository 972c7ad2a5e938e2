"""No secret in the page: all that a browser heard is held against the game's own file afterwards.

Every view and every item of the story must be exactly what its seat may know by the log at that
moment; and by a few plain rules of their own nothing hidden may show in it. Seed, players' words
for the dice and other people's sessions must not occur in any text before the game is over.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from cactustown.engine.journal import loads
from cactustown.game import replay
from tests.browser.visitor import Heard

Seat = str | None
Frame = dict[str, Any]


class Leak(AssertionError):
    """A browser was told what its seat may not know."""


class Truth:
    """A finished game, every moment as every seat may know it."""

    def __init__(self, file: str) -> None:
        journal = loads(file)
        self.hidden_words = [journal.seed]  # nonces are told when the game begins
        self._counts: list[int] = []  # events after every move
        self._views: dict[Seat, list[Any]] = {}
        self._events: dict[Seat, list[dict[str, Any]]] = {}
        for game, _ in replay(journal):
            self._counts.append(game.event_count)
            for seat in (None, *game.players):
                self._views.setdefault(seat, []).append(_plain(game.view(seat)))
        for seat in self._views:
            self._events[seat] = [_plain(event) for event in game.events_since(0, seat)]

    def check(self, heard: Iterable[Heard], seats: Collection[str], others: Collection[str]) -> int:
        """Raises `Leak` if something was heard by who plays `seats` (nobody: a spectator) that
        they may not know; `others` are words that belong to other people. How many views it saw.
        """
        told = _Told(self, frozenset(seats))
        for one in heard:
            words = others if told.is_over else (*others, *self.hidden_words)
            for word in words:
                if word and word in one.text:
                    raise Leak(f"a hidden word was told by {one.address}: {one.text[:300]}")
            if one.address == "ws":
                told.take(msgspec.json.decode(one.text))
        return told.views

    def views_at(self, events: int, seat: Seat) -> list[Any]:
        """What a seat may see once so much has happened; changed plans alone tell nobody."""
        last = bisect_right(self._counts, events)
        counts = range(last)
        return [self._views[seat][i] for i in counts if self._counts[i] == events]

    def event(self, number: int, seat: Seat) -> dict[str, Any]:
        return self._events[seat][number]


class _Told:
    """What one browser has been told so far, seat by seat."""

    def __init__(self, truth: Truth, seats: frozenset[str]) -> None:
        self.truth = truth
        self.seats: frozenset[Seat] = seats or frozenset({None})
        self.stories: dict[Seat, dict[int, Frame]] = {}
        self.is_over = False
        self.views = 0

    def take(self, frame: Frame) -> None:
        if frame["type"] == "update":
            self._seat(frame)
            story = self.stories.setdefault(frame["seat"], {})
            for item in frame["story"]:
                story[item["n"]] = item
            self._items(frame["seat"], frame["story"])
        looks_back = frame["type"] == "moment" and not self.is_over  # then all secrets are told
        if (frame["type"] == "update" or looks_back) and frame["view"] is not None:
            self._seat(frame)
            self._view(frame)

    def _seat(self, frame: Frame) -> None:
        # before the game nobody has a seat yet, and afterwards anybody may look from any
        if frame["seat"] not in self.seats and frame["view"] is not None and not self.is_over:
            raise Leak(f"told what {frame['seat']} sees, to {set(self.seats)}")

    def _items(self, seat: Seat, items: list[Frame]) -> None:
        for item in items:
            if "depth" in item:
                number = self._happened(seat, item["n"])
                if _unnumbered(item) != _unnumbered(self.truth.event(number, seat)):
                    raise Leak(f"{seat} was told {item}, not {self.truth.event(number, seat)}")

    def _view(self, frame: Frame) -> None:
        seat, view = frame["seat"], frame["view"]
        self.views += 1
        known = self.truth.views_at(self._happened(seat, frame["seq"]), seat)
        if view not in known:
            raise Leak(f"{seat} saw another table than its own at {frame['seq']}: {view}")
        if view["result"] is not None:
            self.is_over = True
        else:
            _nothing_hidden(view, list(self.stories.get(seat, {}).values()))

    def _happened(self, seat: Seat, before: int) -> int:
        """Events of the game among the first so many items of the story."""
        return sum("depth" in item for n, item in self.stories[seat].items() if n < before)


def _nothing_hidden(view: Frame, story: list[Frame]) -> None:
    """What no view of a running game may show, whatever the engine thinks."""
    seat = view["seat"]
    looked = {(item.get("space"), item.get("building")) for item in story}
    turn = -1 if view["turn"] is None else view["turn"]
    up = [tuple(entry) for entry in view["order"][: turn + 1]]
    for n, (party, card) in enumerate(view["order"]):
        if n > turn and card is not None and party != seat:
            raise Leak(f"{seat} sees a card of {party} that is not turned up: {card}")
    for name, party in view["parties"].items():
        if name == seat:
            continue
        if party["targets"] is not None and view["automa"] is None:
            raise Leak(f"{seat} sees the targets of {name}")
        if party["tools"] is not None:
            raise Leak(f"{seat} sees the tools of {name}")
        for card in party["plan"] or ():
            if card is not None and (name, card) not in up:
                raise Leak(f"{seat} sees the plan of {name}: {card}")
    for space, building in view["buildings"].items():
        name = building["name"]
        if name is not None and not building["face_up"] and (space, name) not in looked:
            raise Leak(f"{seat} sees the face-down {name} on {space}")


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def _unnumbered(event: Frame) -> Frame:
    return {key: value for key, value in event.items() if key != "n"}
