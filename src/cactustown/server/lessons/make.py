"""Plays the lessons' games and writes them down: `python -m cactustown.server.lessons.make`.

Some begin with a line of choices that leads into their situation, and come with advice that leads
through it: deals and dice are tried one after the other until the advice works out. The others
begin in a situation that came about in a game of bots (`lessons.scenes`). To be run again when the
cards of a party or the notation of choices change.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from cactustown.content import load_content
from cactustown.engine.errors import CactusTownError
from cactustown.engine.journal import Journal
from cactustown.game import Game
from cactustown.server.fairness import SEED_BYTES
from cactustown.server.lessons.aims import AIMS
from cactustown.server.lessons.scenes import EDITION, SCENES, Scene, reaches, situation

LONGEST = 8  # rounds; a lesson that is left ends by itself
Line = tuple[tuple[str, str], ...]  # who chooses what


@dataclass(frozen=True)
class Plot:
    """What a lesson is made from."""

    me: str
    parties: tuple[str, ...]
    programming: str
    before: Line  # into the situation
    advice: tuple[str, ...]  # through it
    ends_with: tuple[str, str]  # the event by which the advice has worked out, and its standee
    dice: tuple[int, ...] = ()  # how those of the lesson's duel have to fall
    bot: str = "random"


PLOTS = {
    # One of the outlaws' targets is next door to outlaw 1; the sheriff cannot reach him in time.
    "move": Plot(
        me="outlaws",
        parties=("sheriff", "outlaws"),
        programming="straight",
        before=(("sheriff", "plan patrol arrest posse"),),
        advice=(
            "plan ride heist shadows",
            *("run outlaw-1 a1-a2", "run outlaw-2 a5-b5", "run outlaw-3 e5-e4"),
            *("plunder", "plunder outlaw-1"),
        ),
        ends_with=("plundered", "outlaw-1"),
    ),
    # A deputy and an outlaw meet. The deputy's die is lower, the second shot makes up for it, and
    # the next card takes the outlaw to jail before his friends can help him up.
    "duel": Plot(
        me="sheriff",
        parties=("sheriff", "outlaws"),
        programming="straight",
        before=(
            ("sheriff", "plan posse showdown patrol"),
            ("outlaws", "plan ride shadows heist"),
            ("sheriff", "run sheriff c3-b3"),
            ("sheriff", "run deputy-1 c3-c4"),
            ("sheriff", "run deputy-2 c3-d3"),
            ("outlaws", "run outlaw-1 a1-a2"),
            ("outlaws", "run outlaw-2 a5-b5"),
            ("outlaws", "run outlaw-3 e5-e4"),
            ("sheriff", "run deputy-1 c4-c5"),
            ("outlaws", "sneak"),
            ("outlaws", "sneak outlaw-2 b5-c5"),
            ("sheriff", "sneak sheriff b3-b2"),
            ("sheriff", "sneak deputy-2 d3-d2"),
            ("sheriff", "stay"),
            ("outlaws", "run"),
            ("outlaws", "run outlaw-1 a2-a1"),
            ("sheriff", "plan showdown patrol posse"),
            ("outlaws", "plan heist shadows gunfight"),
            ("outlaws", "run"),
            ("outlaws", "run outlaw-1 a1-a2"),
        ),
        advice=("duel", "second shot", "jail"),
        ends_with=("jailed", "outlaw-2"),
        dice=(3, 4),
    ),
    # Outlaw 1 has opened one of his targets and gone on. The way back and the plunder are to be
    # laid in the order in which pioneers do not play them.
    "pioneer": Plot(
        me="outlaws",
        parties=("sheriff", "outlaws", "dancer"),
        programming="reverse",
        before=(
            ("sheriff", "plan patrol showdown posse"),
            ("outlaws", "plan shadows gunfight ride"),
            ("dancer", "plan charm derringer entrance"),
            ("dancer", "dance"),
            ("dancer", "dance dancer c2-d1"),
            ("outlaws", "run outlaw-1 a1-a2"),
            ("outlaws", "run outlaw-2 a5-b5"),
            ("outlaws", "run outlaw-3 e5-e4"),
            ("sheriff", "run sheriff c3-c4"),
            ("sheriff", "run deputy-1 c3-d3"),
            ("sheriff", "run deputy-2 c3-c2"),
            ("dancer", "dance dancer d1-e2"),
            ("sheriff", "run deputy-2 c2-d2"),
            ("dancer", "sneak"),
            ("dancer", "sneak dancer e2-e1"),
            ("outlaws", "sneak"),
            ("outlaws", "sneak outlaw-1 a2-b2"),
            ("sheriff", "sneak sheriff c4-d4"),
            ("sheriff", "stay"),
            ("sheriff", "plan arrest patrol posse"),
            ("dancer", "plan charm entrance derringer"),
        ),
        advice=(
            "plan heist gunfight ride",
            *("run outlaw-1 b2-a2", "run outlaw-2 stays", "run outlaw-3 stays"),
            *("plunder", "plunder outlaw-1"),
        ),
        ends_with=("plundered", "outlaw-1"),
    ),
}


def make(plot: Plot) -> dict[str, object]:
    """The lesson as its file holds it."""
    journal = next(_deals(plot))
    return {
        "me": plot.me,
        "bot": plot.bot,
        "seed": next(_seeds(plot, journal)),
        "game": journal.to_json(),
    }


def staged(name: str, scene: Scene) -> dict[str, object]:
    """The same of a lesson whose situation was found; its dice suit a plain player."""
    journal = situation(scene, load_content(EDITION))
    assert journal is not None, f"{name}: look for another seed"
    good = (number for number in count(1) if reaches(scene, AIMS[name], journal, number))
    seed = next(good).to_bytes(SEED_BYTES, "big").hex()
    return {"me": scene.me, "bot": scene.bot, "seed": seed, "game": journal.to_json()}


def lessons() -> dict[str, dict[str, object]]:
    """All of them by their names."""
    written = {name: make(plot) for name, plot in PLOTS.items()}
    return written | {name: staged(name, scene) for name, scene in SCENES.items()}


def _deals(plot: Plot) -> Iterator[Journal]:
    """Games in which the line and the advice can be played, up to the lesson."""
    for seed in count():
        game = Game.new(
            plot.parties,
            programming=plot.programming,
            round_limit=LONGEST,
            content=load_content(EDITION),
            seed=seed,
        )
        try:
            for party, choice in plot.before:
                game.play(party, choice)
            journal = game.journal()
            if game.awaited == [plot.me] and (plot.dice or _works_out(game, plot)):
                journal.commitment = journal.seed = ""  # everybody may read them here
                yield journal
        except CactusTownError:
            continue


def _seeds(plot: Plot, journal: Journal) -> Iterator[str]:
    """Seeds whose dice fall as the lesson needs them."""
    for number in count(1):
        seed = number.to_bytes(SEED_BYTES, "big")
        game = Game.branch(journal, len(journal.moves), seed)
        with contextlib.suppress(CactusTownError):
            if _works_out(game, plot) and _rolled(game)[: len(plot.dice)] == plot.dice:
                yield seed.hex()


def _works_out(game: Game, plot: Plot) -> bool:
    """Follows the advice; what others choose in between does not matter."""
    for choice in plot.advice:
        while game.awaited != [plot.me]:
            other = next(party for party in game.awaited if party != plot.me)
            game.play(other, game.choices(other)[0])
        game.play(plot.me, choice)
    return any(
        (event["event"], event.get("standee")) == plot.ends_with for event in game.all_events()
    )


def _rolled(game: Game) -> tuple[object, ...]:
    return tuple(event["die"] for event in game.all_events() if event["event"] == "rolled")


def main() -> None:
    """Writes all lessons anew."""
    for name, made in lessons().items():
        text = json.dumps(made) + "\n"
        Path(__file__).with_name(f"{name}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
