"""Rule cases as text: a conformance suite a player can read and write without Python."""

from cactustown.conform.parse import Case, parse_cases
from cactustown.conform.run import Failure, run_case, run_files

__all__ = ["Case", "Failure", "parse_cases", "run_case", "run_files"]
