"""Golden play-throughs: whole games in readable text, so that a changed rule shows in a diff.

A seeded random player chooses, with one edition of the content, so that neither a better bot nor a
new edition changes them.

`python -m tests.golden.playthrough` (or `make golden`) writes them anew; look at the diff.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

from cactustown import Game
from cactustown.content import load_content
from cactustown.rules.options import Options

EDITION: Final = "e1"
ROUNDS: Final = 8
HERE = Path(__file__).parent
GAMES: dict[str, dict[str, object]] = {
    "two-players": {"parties": ["sheriff", "outlaws"]},
    "pioneer": {"parties": ["outlaws", "hunters", "dancer"], "programming": "reverse"},
    "cactus": {"parties": ["sheriff", "outlaws", "dancer"], "cactus": True},
    "gunslinger": {
        "parties": ["sheriff", "outlaws", "hunters", "dancer"],
        "mode": "gunslinger",
    },
    "pets": {"parties": ["sheriff", "outlaws", "hunters"], "pets": True},
    "old-town": {
        "parties": ["sheriff", "outlaws", "hunters", "dancer"],
        "mode": "gunslinger",
        "chicken": True,
        "alternative": ["blessing", "founder", "picker", "dice"],
    },
    "lost-chief": {"parties": ["outlaws", "dancer", "dakota"], "mode": "gunslinger"},
    "stampede": {"parties": ["outlaws", "dancer", "cowboy"], "mode": "gunslinger"},
    "ranger": {"parties": ["ranger", "sheriff", "outlaws", "hunters"]},
    "solo": {"parties": ["outlaws"], "solo": True, "mode": "gunslinger"},
    "tools-and-abilities": {
        "parties": ["sheriff", "outlaws", "hunters", "dancer"],
        "tools": True,
        "abilities": ["sheriff", "outlaws", "hunters", "dancer"],
    },
}


def play(name: str) -> str:
    """The story of a game of random choices, event by event."""
    options: dict[str, Any] = {"content": load_content(EDITION), **GAMES[name]}
    game = Game.new(seed=list(GAMES).index(name), round_limit=ROUNDS, **options)
    lots = Random(name)
    usual = Options().to_json()
    chosen = {k: v for k, v in game.options.to_json().items() if v != usual[k]}
    lines = [f"# {name}: {chosen}"]
    told = 0
    while True:
        events = game.all_events()
        lines += [_line(event) for event in events[told:]]
        told = len(events)
        if game.is_over:
            return "\n".join(lines) + "\n"
        seat = game.awaited[0]
        choices = game.choices(seat)
        choice = choices[lots.randrange(len(choices))]
        game.play(seat, choice)
        lines.append(f"> {seat}: {choice}   [{len(choices)} choices]")


def _line(event: dict[str, object]) -> str:
    indent = "  " * (int(str(event["depth"])) + 1)
    fields = {k: v for k, v in event.items() if k not in ("n", "event", "depth", "seat")}
    words = " ".join(f"{key}={_word(value)}" for key, value in fields.items())
    return f"{indent}{event['event']} {words}".rstrip()


def _word(value: object) -> str:
    return "+".join(map(str, value)) if isinstance(value, list) else str(value)


if __name__ == "__main__":
    for name in GAMES:
        (HERE / f"{name}.txt").write_text(play(name), encoding="utf-8")
        print(f"tests/golden/{name}.txt written")
