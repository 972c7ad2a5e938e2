"""Players that are no people. A bot is handed a view and its choices, never the state."""

from cactustown.bots.levels import LEVELS, Level
from cactustown.bots.registry import BOTS, NAMES, Bot, make_bot

__all__ = ["BOTS", "LEVELS", "NAMES", "Bot", "Level", "make_bot"]
