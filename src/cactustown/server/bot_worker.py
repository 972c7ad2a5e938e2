"""A process that thinks for bots, and for people who ask for a hint: driven by `bots.py`.

    python -m cactustown.server.bot_worker [NICENESS]

It is given a seat's view and nothing else. Requests come on the standard input and answers go to
the standard output, each a JSON object after its length in four bytes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from typing import Any, BinaryIO

import msgspec

from cactustown.bots import make_bot
from cactustown.bots.registry import MOST_SECONDS
from cactustown.engine.machine import Rules, legal
from cactustown.engine.notation import choice_words
from cactustown.engine.saving import fill
from cactustown.engine.view import View
from cactustown.rules.options import options_from_json
from cactustown.server.advised import Advised, advised
from cactustown.server.rulesets import ruleset

LENGTH_BYTES = 4
NICE = 10


class Thought(msgspec.Struct, frozen=True):
    """What a bot is asked: the options it plays by, its seat's view, its name, dice and time."""

    options: dict[str, Any]
    edition: str
    version: int  # of the rules
    seat: int
    view: dict[str, Any]
    bot: str
    seed: int
    seconds: float = MOST_SECONDS
    override: dict[str, Any] = {}  # of the edition, in the box of the table
    is_hint: bool = False  # advice for a person, who is told why; no bot is named then


class Answer(msgspec.Struct, frozen=True):
    """The choice in words; of a hint all that is advised."""

    choice: str
    advised: Advised | None = None


_THOUGHTS = msgspec.json.Decoder(Thought)


def choose(thought: Thought) -> str:
    """What the bot would do."""
    rules, view = _position(thought)
    choices = legal(rules, view, thought.seat)
    bot = make_bot(thought.bot, thought.seed, thought.seconds)
    return choice_words(rules, view, thought.seat, bot.choose(rules, view, choices))


def answered(thought: Thought) -> Answer:
    """The answer to whatever is asked."""
    if not thought.is_hint:
        return Answer(choose(thought))
    rules, view = _position(thought)
    advice = advised(rules, view, thought.seconds)
    return Answer(advice.choice, advice)


def _position(thought: Thought) -> tuple[Rules, View]:
    options = options_from_json(thought.options)
    rules = ruleset(options, thought.edition, thought.version, thought.override).rules
    view = View(thought.seat)
    fill(view, thought.view)
    return rules, view


def packed(message: msgspec.Struct) -> bytes:
    """A message with its length before it."""
    body = msgspec.json.encode(message)
    return len(body).to_bytes(LENGTH_BYTES, "big") + body


def _next(source: BinaryIO) -> Thought | None:
    head = source.read(LENGTH_BYTES)
    length = int.from_bytes(head, "big")
    body = source.read(length)
    if len(head) < LENGTH_BYTES or len(body) < length:
        return None  # the pipe is closed, maybe in the middle of a thought
    return _THOUGHTS.decode(body)


def main() -> None:
    """Answers until the server closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICE)
    with contextlib.suppress(BrokenPipeError):  # the server died meanwhile
        while (thought := _next(sys.stdin.buffer)) is not None:
            os.write(sys.stdout.fileno(), packed(answered(thought)))


if __name__ == "__main__":
    main()
