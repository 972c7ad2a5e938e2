"""Whatever comes over a socket: a clear refusal, the game untouched, nothing in the log."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cactustown.server.protocol import LARGEST_FRAME, Chat, Hello, Look, Ping, Story, read
from cactustown.server.sockets import MOST_WARNINGS, NO_SESSION, TOO_FAST
from tests.drills.inprocess import Served, logged, served, unlimited
from tests.drills.line import Line, dial, new_table, newcomer, visitors

EXAMPLES = 250
FRAMES = 8  # an example
KINDS = (
    *(
        "hello",
        "look",
        "hint",
        "try",
        "ping",
        "sit",
        "reveal",
        "stand",
        "seat_bot",
        "start",
        "close",
        "play",
        "undo",
    ),
    *("consent", "chat", "leave", "return", "replace", "rematch"),
)
TOO_BIG = 1009
NOT_TEXT = 1007


@dataclass
class Town:
    """A game that has begun, its players, and somebody who only watches."""

    server: Served
    table: str
    anna: Line
    bert: Line
    walter: Line

    @property
    def fingerprint(self) -> tuple[int, int, str]:
        """What nothing that is refused may change."""
        table = self.server.hub.tables[self.table]._table
        assert table.game is not None
        return table.version, len(table.story), table.game.digest()

    async def endure(self, line: Line, frame: str | bytes) -> list[dict[str, Any]]:
        """What somebody is told after sending this."""
        before = self.fingerprint
        heard = len(line.frames)
        await line.say(frame)
        await line.caught_up()
        assert self.fingerprint == before
        return [msgspec.json.decode(text) for text in line.frames[heard:]]

    async def refuses(self, line: Line, frame: str | bytes | dict[str, Any]) -> str:
        """The code with which this is refused."""
        text = json.dumps(frame) if isinstance(frame, dict) else frame
        (answer,) = await self.endure(line, text)
        assert answer["type"] == "refused", answer
        assert answer["reason"]
        return str(answer["code"])


@asynccontextmanager
async def town(folder: Path, **how: Any) -> AsyncIterator[Town]:
    """Anna is the sheriff, Bert the outlaws; both have planned, and some cards are resolved."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(served(unlimited(folder, **how)))
        http = await stack.enter_async_context(visitors(server.url))
        lines = [
            Line(server.url, await newcomer(http, name)) for name in ("Anna", "Bert", "Walter")
        ]
        options = {"parties": ["sheriff", "outlaws"]}
        table = await new_table(http, lines[0].cookie, options=options, seats=["me", "open"])
        for line in lines:
            await line.open()
            stack.push_async_callback(line.close)
            await line.say({"type": "hello", "table": table})
            await line.caught_up()
        made = Town(server, table, *lines)
        await made.bert.ask({"type": "sit", "id": "sit", "chair": 1})
        await made.anna.ask({"type": "start", "id": "start"})
        for number in range(8):
            await _play(made, number)
        yield made


async def _play(made: Town, number: int) -> dict[str, Any]:
    """Whoever is awaited makes the first choice offered; gives the command."""
    live = made.server.hub.tables[made.table]
    game = live._table.game
    assert game is not None
    seat = game.awaited[0]
    command = {
        "type": "play",
        "id": f"move-{number}",
        "version": len(live._table.story),
        "seat": seat,
        "choice": game.choices(seat)[0],
    }
    line = made.anna if seat == "sheriff" else made.bert
    assert (await line.ask(command))["type"] == "ack"
    return command


# -- frames made up

_words = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        ("sheriff", "outlaws", "nobody", "", "plan", "stay", "unlock", "random", "a\0b", "💥" * 9)
    ),
)
_numbers = st.one_of(
    st.integers(),
    st.sampled_from((-1, 0, 1, 2**31, 2**31 + 1, 2**63, 2**64, 10**60)),
    st.floats(allow_nan=False, allow_infinity=False),
)
_anything = st.recursive(
    st.one_of(st.none(), st.booleans(), _numbers, _words),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=12), inner, max_size=4)
    ),
    max_leaves=12,
)
_ids = st.one_of(st.from_regex(r"\A[A-Za-z0-9_-]{1,40}\Z"), _anything)
_fields = {
    "id": _ids,
    "table": st.one_of(st.just("TABLE"), _words, _anything),
    "since": st.one_of(st.integers(0, 300), _anything),
    "seq": st.one_of(st.integers(0, 300), _anything),
    "version": st.one_of(st.integers(0, 300), _anything),
    "seat": st.one_of(st.sampled_from(("sheriff", "outlaws", None)), _anything),
    "choice": st.one_of(_words, _anything),
    "chair": st.one_of(st.integers(0, 6), _anything),
    "bot": st.one_of(_words, _anything),
    "commitment": st.one_of(_words, st.just("ab" * 32), _anything),
    "nonce": _words,
    "text": _words,
    "agreed": st.one_of(st.booleans(), _anything),
    "more": _anything,
}


@st.composite
def _commands(draw: st.DrawFn) -> str:
    """Something like a command: the right fields mostly, with anything in them."""
    kind = draw(st.one_of(st.sampled_from(KINDS), st.sampled_from(KINDS), _anything))
    right = {
        "hello": ("table", "since"),
        "look": ("seq", "seat"),
        "ping": (),
        "sit": ("id", "chair", "commitment"),
        "reveal": ("id", "chair", "nonce"),
        "stand": ("id", "chair"),
        "seat_bot": ("id", "chair", "bot"),
        "play": ("id", "version", "seat", "choice"),
        "undo": ("id", "version", "seat"),
        "consent": ("id", "seat", "agreed"),
        "chat": ("id", "text"),
    }
    names = list(right.get(kind, ("id", "seat")) if isinstance(kind, str) else ("id",))
    if draw(st.integers(0, 4)) == 0:
        names.append(draw(st.sampled_from(sorted(_fields))))
    if names and draw(st.integers(0, 4)) == 0:
        names.remove(draw(st.sampled_from(names)))
    frame = {"type": kind, **{name: draw(_fields[name]) for name in names}}
    text = json.dumps(frame, ensure_ascii=draw(st.booleans()))
    if draw(st.integers(0, 5)) == 0:  # broken somewhere
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(st.text(max_size=3)) + text[at + draw(st.integers(0, 3)) :]
    return text


_frames = st.one_of(
    _commands(),
    _commands(),
    _commands(),
    _anything.map(json.dumps),
    st.text(max_size=200),
    st.binary(max_size=200),
)


def _sendable(frame: str | bytes) -> bool:
    try:
        return len(frame if isinstance(frame, bytes) else frame.encode()) <= LARGEST_FRAME
    except UnicodeEncodeError:  # a lone surrogate cannot be put on the wire
        return False


async def _check(made: Town, line: Line, frame: str | bytes) -> None:
    if isinstance(frame, str):
        frame = frame.replace('"TABLE"', json.dumps(made.table))
    try:
        meant = read(frame) if isinstance(frame, str) else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        meant = None
    own = isinstance(meant, Chat) or getattr(meant, "seat", None) == "outlaws"
    if not _sendable(frame) or (line is made.bert and own):
        return  # what Bert has a right to might be granted
    answers = await made.endure(line, frame)
    kinds = [answer["type"] for answer in answers]
    if isinstance(meant, Ping):
        assert kinds == []
    elif isinstance(meant, Hello) and meant.table == made.table:
        assert set(kinds) == {"box", "table", "update"}
    elif isinstance(meant, Look) and kinds == ["moment"]:
        assert meant.seat is None
    else:
        assert kinds == ["refused"], (frame, answers)
        assert answers[0]["reason"]
        if meant is None:
            assert answers[0]["code"] == "unreadable"
        elif not isinstance(meant, Hello | Look | Story):
            assert answers[0]["id"] == meant.id


def test_made_up_frames_change_nothing(tmp_path: Path) -> None:
    """2,000 of them, by a player and by somebody who may only watch."""
    with logged(unlimited(tmp_path)) as log, asyncio.Runner() as runner:
        stack = AsyncExitStack()
        made = runner.run(stack.enter_async_context(town(tmp_path)))

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(st.lists(_frames, min_size=FRAMES, max_size=FRAMES))
        def check(frames: list[str | bytes]) -> None:
            for number, frame in enumerate(frames):
                line = made.bert if number % 2 else made.walter
                runner.run(_check(made, line, frame))

        try:
            check()
            runner.run(_play(made, 99))
        finally:
            runner.run(stack.aclose())
    _nothing_broke(log.getvalue())


def _nothing_broke(log: str) -> None:
    assert "Traceback" not in log
    assert '"error"' not in log


# -- frames picked by hand

UNREADABLE = (
    *("", " ", "null", "true", "7", '"play"', "[]", "{}", "{", "}", "{]", "\ufeff{}", "hello"),
    *('{"type":"ping"', '{"type":"ping"}}', '{"type":"ping",}', "{'type':'ping'}"),
    *('{"type":null}', '{"type":[]}', '{"type":"no_such_thing","id":"a"}', '{"type":"Ping"}'),
    *('{"type":"ack","id":"a","seq":1}', '{"type":"update"}', '{"type":"ping","id":"a"}'),
    '{"type":"play","id":"a","version":1,"seat":"outlaws","choice":"stay","person":"anna"}',
    '{"type":"play","id":"a","version":1,"seat":"outlaws"}',
    '{"type":"play","id":"a","version":"1","seat":"outlaws","choice":"stay"}',
    '{"type":"play","id":"a","version":1.5,"seat":"outlaws","choice":"stay"}',
    '{"type":"play","id":"a","version":-1,"seat":"outlaws","choice":"stay"}',
    '{"type":"play","id":"a","version":1e400,"seat":"outlaws","choice":"stay"}',
    '{"type":"play","id":"a","version":NaN,"seat":"outlaws","choice":"stay"}',
    f'{{"type":"play","id":"a","version":{"9" * 5000},"seat":"outlaws","choice":"stay"}}',
    '{"type":"play","id":"","version":1,"seat":"outlaws","choice":"stay"}',
    '{"type":"play","id":"a/b","version":1,"seat":"outlaws","choice":"stay"}',
    '{"type":"play","id":"~sheriff","version":1,"seat":"outlaws","choice":"stay"}',
    f'{{"type":"play","id":"{"a" * 41}","version":1,"seat":"outlaws","choice":"stay"}}',
    '{"type":"chat","id":"a","text":"\\ud800"}',
    '{"type":"chat","id":"a","text":"\\udc00\\ud800"}',
    '{"type":"chat","id":"a","text":"\n"}',
    '{"type":"hello","table":"a/../b"}',
    '{"type":"hello","table":"\\u0000"}',
    f'{{"type":"hello","table":"{"a" * 65}"}}',
    '{"type":"hello","table":""}',
    '{"type":"hello","table":"a","since":-1}',
    '{"type":"hello","table":"a","since":9999999999}',
    "[" * 16000,
    '{"type":' * 2000,
    '{"a":' * 3000 + "1" + "}" * 1000,
    f'{{"type":"ping","more":{"[" * 4000}{"]" * 4000}}}',
    *(b"", b"\x00", b'{"type":"ping"}', b"\xff" * 100),
)


@pytest.mark.anyio
async def test_what_is_no_frame_is_refused(tmp_path: Path) -> None:
    with logged(unlimited(tmp_path)) as log:
        async with town(tmp_path) as made:
            for line in (made.anna, made.bert, made.walter):
                for frame in UNREADABLE:
                    assert await made.refuses(line, frame) == "unreadable", frame
            await _play(made, 99)
    _nothing_broke(log.getvalue())


@pytest.mark.anyio
async def test_what_is_not_ones_right_is_refused(tmp_path: Path) -> None:
    """Other seats, out of turn, unknown things: by the players themselves, and by a watcher."""
    with logged(unlimited(tmp_path)) as log:
        async with town(tmp_path) as made:
            live = made.server.hub.tables[made.table]
            assert live._table.game is not None
            mover = live._table.game.awaited[0]
            idle = "outlaws" if mover == "sheriff" else "sheriff"
            here = made.anna if mover == "sheriff" else made.bert
            there = made.bert if mover == "sheriff" else made.anna
            choice = live._table.game.choices(mover)[0]
            good = {"type": "play", "version": len(live._table.story), "seat": mover}
            number = 0

            async def refused(line: Line, kind: str, **fields: Any) -> str:
                nonlocal number
                number += 1
                return await made.refuses(line, {"type": kind, "id": f"n{number}", **fields})

            play = {**good, "id": "x", "choice": choice}
            assert await made.refuses(there, play) == "not_yours"
            assert await made.refuses(made.walter, play) == "not_yours"
            assert await made.refuses(there, {**play, "seat": idle}) == "not_your_turn"
            assert await made.refuses(here, {**play, "seat": "nobody"}) == "not_yours"
            assert await made.refuses(here, {**play, "version": 2**31}) == "ahead"
            for odd in ("", "fly", "a\0b", "x" * 15_000, "é💥" * 300, "undo", "rewind 0", "none"):
                assert await made.refuses(here, {**play, "choice": odd}) == "illegal"
            for line in (here, there, made.walter):
                assert await refused(line, "sit", chair=0) == "started"
                assert await refused(line, "stand", chair=0) == "started"
                assert await refused(line, "seat_bot", chair=0, bot="random") == "started"
                assert await refused(line, "start") == "started"
                assert await refused(line, "close") == "started"
                assert await refused(line, "rematch") == "not_over"
                assert await refused(line, "return", seat="sheriff") in ("present", "not_yours")
                assert await refused(line, "replace", seat="nobody") in ("not_away", "not_seated")
                assert await refused(line, "leave", seat="nobody") == "not_yours"
                assert await refused(line, "consent", seat="nobody", agreed=True) == "not_yours"
                assert await refused(line, "undo", seat="nobody", version=1) == "not_yours"
                hello = {"type": "hello", "table": "nowhere"}
                assert await made.refuses(line, hello) == "no_table"
                look = {"type": "look", "seq": 5, "seat": "nobody"}
                assert await made.refuses(line, look) == "not_yours"
                assert await refused(line, "hint", seat="nobody") == "not_yours"
            look = {"type": "look", "seq": 5, "seat": "sheriff"}
            assert await made.refuses(made.bert, look) == "not_yours"
            assert await made.refuses(made.walter, look) == "not_yours"
            for line in (there, made.walter):
                assert await refused(line, "hint", seat=mover) == "not_yours"
                trial = {"seat": mover, "cards": [None, None, None]}
                assert await refused(line, "try", **trial) == "not_yours"
            assert await refused(there, "hint", seat=idle) == "not_asked"
            assert await refused(made.walter, "chat", text="psst") == "not_seated"
            for text in ("", " ", "a\0b", "\u202e\ue000", "x" * 501, "\U000e0001\n"):
                assert await refused(here, "chat", text=text) == "text"
            assert await refused(here, "consent", seat=mover, agreed=True) == "not_asked"

            command = await _play(made, 99)
            before = made.fingerprint
            line = made.anna if command["seat"] == "sheriff" else made.bert
            for _ in range(3):  # replayed
                assert (await line.ask(command))["type"] == "ack"
            assert await made.refuses(made.walter, command) == "not_yours"
            assert made.fingerprint == before
    _nothing_broke(log.getvalue())


@pytest.mark.anyio
async def test_before_a_table_and_between_tables(tmp_path: Path) -> None:
    with logged(unlimited(tmp_path)) as log:
        async with town(tmp_path) as made, visitors(made.server.url) as http:
            line = Line(made.server.url, made.anna.cookie)
            await line.open()
            await line.caught_up()
            for kind in ("start", "close", "rematch"):
                assert await made.refuses(line, {"type": kind, "id": "a"}) == "no_table"
            assert await made.refuses(line, {"type": "look", "seq": 0}) == "no_table"
            assert await made.refuses(line, {"type": "chat", "id": "b", "text": "x"}) == "no_table"
            other = await new_table(
                http, line.cookie, options={"parties": ["sheriff", "outlaws"]}, seats=["me", "open"]
            )
            hello = {"type": "hello", "table": made.table}
            for table in (made.table, made.table, other):  # twice to the same, then elsewhere
                answers = await made.endure(line, json.dumps({**hello, "table": table}))
                assert {"box", "table", "update"} <= {answer["type"] for answer in answers}
            assert await made.refuses(line, {"type": "start", "id": "c"}) == "chairs"
            assert await made.refuses(line, {"type": "sit", "id": "d", "chair": 9}) == "no_chair"
            bad = {"type": "seat_bot", "id": "e", "chair": 1, "bot": "deep thought"}
            assert await made.refuses(line, bad) == "no_bot"
            promised = {"type": "sit", "id": "f", "chair": 0, "commitment": "a\0"}
            assert await made.refuses(line, promised) == "commitment"
            nonce = {"type": "reveal", "id": "g", "chair": 0, "nonce": "a\0"}
            assert await made.refuses(line, nonce) == "early"
            await _play(made, 99)  # what happens at the first table is no longer told here
            heard = len(line.frames)
            await line.caught_up()
            assert len(line.frames) == heard
            await line.close()
    _nothing_broke(log.getvalue())


@pytest.mark.anyio
async def test_frames_that_are_too_big_or_no_text_end_the_connection(tmp_path: Path) -> None:
    with logged(unlimited(tmp_path)) as log:
        async with town(tmp_path) as made:
            before = made.fingerprint
            assert await made.refuses(made.walter, " " * LARGEST_FRAME) == "unreadable"
            for frame in (" " * (LARGEST_FRAME + 1), b"\0" * (LARGEST_FRAME + 1), "é" * 10_000):
                line = Line(made.server.url, made.walter.cookie)
                await line.open()
                await line.say(frame)
                assert await line.closed() == TOO_BIG
            for bad, code in ((["[" * 9000] * 2, TOO_BIG), (b'{"type":"\xff"}', NOT_TEXT)):
                socket = await dial(made.server.url, made.walter.cookie)
                await socket.send(bad, text=True)
                await socket.wait_closed()
                assert socket.close_code == code
            assert made.fingerprint == before
            await _play(made, 99)
    _nothing_broke(log.getvalue())


@pytest.mark.anyio
async def test_too_many_frames_are_refused_and_then_end_the_connection(tmp_path: Path) -> None:
    with logged(unlimited(tmp_path)) as log:
        async with town(tmp_path, frames_per_second=20) as made:
            line = Line(made.server.url, made.walter.cookie)
            await line.open()
            before = made.fingerprint
            number = 0
            with contextlib.suppress(ConnectionClosed):
                while line.is_open:
                    await line.say({"type": "chat", "id": f"c{number}", "text": "x"})
                    number += 1
            assert await line.closed() == TOO_FAST
            codes = [answer["code"] for (answer,) in line.answers.values()]
            assert codes[0] == "no_table"
            assert codes.count("too_fast") == MOST_WARNINGS
            assert set(codes) == {"no_table", "too_fast"}
            assert made.fingerprint == before
    _nothing_broke(log.getvalue())


@pytest.mark.anyio
async def test_foreign_pages_and_strangers_do_not_get_in(tmp_path: Path) -> None:
    with logged(unlimited(tmp_path)) as log:
        async with town(tmp_path) as made:
            url, cookie = made.server.url, made.anna.cookie
            for origin in ("http://evil.example", "null", url + "0", "file://"):
                with pytest.raises(InvalidStatus) as refusal:
                    await dial(url, cookie, origin)
                assert refusal.value.response.status_code == 403
            for stranger in ("", "cactustown_session=", "cactustown_session=guess", "a=b"):
                line = Line(url, stranger)
                await line.open()
                assert await line.closed() == NO_SESSION
                assert [json.loads(frame)["code"] for frame in line.frames] == ["session"]
            line = Line(url, cookie)
            await line.open(origin=None)  # not a browser
            await line.caught_up()
            await line.close()
            await _play(made, 99)
    _nothing_broke(log.getvalue())
