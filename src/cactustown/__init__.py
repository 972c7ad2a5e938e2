"""Cactus Town: the rules engine, and the game as people use it.

>>> from cactustown import Game
>>> game = Game.new(["sheriff", "outlaws"], seed=1)
>>> game.choices("sheriff")[0]
'plan posse patrol showdown'
"""

from cactustown import _plain

_plain.install()

from cactustown.engine.errors import (  # noqa: E402
    BadContent,
    BadFile,
    BadOptions,
    CactusTownError,
    GameOver,
    IllegalChoice,
    NoSuchSeat,
    NothingToUndo,
    NotYourTurn,
    WrongVersion,
)
from cactustown.game import Game  # noqa: E402
from cactustown.rules.options import Options  # noqa: E402

__version__ = "0.1.0"
__all__ = [
    "BadContent",
    "BadFile",
    "BadOptions",
    "CactusTownError",
    "Game",
    "GameOver",
    "IllegalChoice",
    "NoSuchSeat",
    "NotYourTurn",
    "NothingToUndo",
    "Options",
    "WrongVersion",
    "__version__",
]
