"""All that the modules of the game declare; as a program it prints the classes made from it."""

from __future__ import annotations

from typing import Final

from cactustown.engine import variables
from cactustown.engine.declare import together
from cactustown.engine.generate import source
from cactustown.rules.catalogue import MODULES

VARIABLES: Final = together(variables.VARIABLES, *(module.variables for module in MODULES))
FACTS: Final = together(*(module.facts for module in MODULES))


def main() -> None:
    """Prints the module with the classes of all variables and facts."""
    print(source(VARIABLES, FACTS), end="")


if __name__ == "__main__":
    main()
