"""What is counted towards the goals: numbers and names."""

from __future__ import annotations

from typing import Final

JAILED: Final = 0
ESCAPED: Final = 1
CAPTIVES: Final = 2
HORSES: Final = 3
DEBTS: Final = 4
DUELS: Final = 5
TOTEMS: Final = 6
CHIEFS: Final = 7
WAGONS_FULL: Final = 8
MARSHAL: Final = 9
COUNTER_NAMES: Final = (
    *("jailed", "escaped", "captive", "horses", "debts", "duels", "totems", "chief", "wagons"),
    "marshal",
)
COUNTERS: Final = 10
