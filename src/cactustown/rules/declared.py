"""All variables that the modules of the game declare; as a program it prints their class."""

from __future__ import annotations

from typing import Final

from cactustown.engine import variables
from cactustown.engine.declare import together
from cactustown.engine.generate import source
from cactustown.rules.catalogue import MODULES

VARIABLES: Final = together(variables.VARIABLES, *(module.variables for module in MODULES))


def main() -> None:
    """Prints the module with the class of all variables."""
    print(source(VARIABLES), end="")


if __name__ == "__main__":
    main()
