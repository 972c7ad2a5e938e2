"""Players that are no people. A bot is handed a view and its choices, never the state."""

from cactustown.bots.levels import LEVELS, Level, bot_behind
from cactustown.bots.registry import BOTS, NAMES, Bot, make_bot

__all__ = ["BOTS", "LEVELS", "NAMES", "Bot", "Level", "bot_behind", "make_bot"]
