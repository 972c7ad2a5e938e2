"""Reads case files: a header, then cases of keyword lines. The grammar is in docs/cases.md."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cactustown.engine.errors import BadCase
from cactustown.rulebook import rulebook

OPTION_WORDS = (
    *("mode", "programming", "cactus-variant", "limit", "solo", "with"),
    "reading",
    *("pets-variant", "pet-kind", "chicken-variant", "alternative", "replace"),
    *("screens", "even-sides"),
)
POSITION_WORDS = (
    *("first", "round", "phase", "plan", "up", "down", "targets", "deck", "tokens", "reserve"),
    *("cactus", "progress", "fired", "deal"),
    *("event", "event-deck", "event-discards"),
    "exploration",
    *("pet", "founder", "chicken"),
    *("tools", "used", "abilities", "dynamite", "seen"),
)
STEP_WORDS = (">", "dice", "offers", "refused", "asked", "expect", "view", "why", "undo")


@dataclass(frozen=True)
class Line:
    """A keyword and the rest of its line."""

    number: int
    word: str
    rest: str


@dataclass
class Case:
    """One case: which rules it proves, the position, and what happens."""

    file: str
    line: int
    title: str
    edition: str
    rules: list[str] = field(default_factory=list)
    parties: list[str] = field(default_factory=list)
    options: list[Line] = field(default_factory=list)
    position: list[Line] = field(default_factory=list)
    steps: list[Line] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.file}:{self.line} {self.title}"


def parse_cases(text: str, file: str) -> list[Case]:
    """The cases of a file."""
    cases: list[Case] = []
    edition = ""
    for line in _lines(text):
        if line.word == "edition":
            if cases:
                raise bad(file, line, "the edition is named once, above the first case")
            edition = line.rest
        elif line.word == "case":
            if not edition:
                raise bad(file, line, "name the content edition first, such as: edition e1")
            cases.append(Case(file, line.number, line.rest, edition))
        elif not cases:
            raise bad(file, line, f"{line.word!r} stands above the first case")
        else:
            _add(cases[-1], line)
    for case in cases:
        _check(case)
    return cases


def _lines(text: str) -> list[Line]:
    lines = []
    for number, raw in enumerate(text.splitlines(), 1):
        content = re.sub(r"(^|\s)#.*$", "", raw).strip()
        if not content:
            continue
        if content.startswith(">"):
            lines.append(Line(number, ">", content[1:].strip()))
            continue
        word, _, rest = content.partition(" ")
        lines.append(Line(number, word, rest.strip()))
    return lines


def _add(case: Case, line: Line) -> None:
    if line.word == "rules":
        case.rules += line.rest.split()
    elif line.word == "parties":
        case.parties += line.rest.split()
    elif line.word in STEP_WORDS:
        case.steps.append(line)
    elif case.steps:
        raise bad(case.file, line, f"{line.word!r} belongs above the first step")
    elif line.word in OPTION_WORDS:
        case.options.append(line)
    elif line.word in POSITION_WORDS or line.word in case.parties:
        case.position.append(line)
    else:
        known = [*OPTION_WORDS, *POSITION_WORDS, *STEP_WORDS, *case.parties]
        raise bad(case.file, line, f"what is {line.word!r}? A line starts with: {' '.join(known)}")


def _check(case: Case) -> None:
    head = Line(case.line, "case", case.title)
    if not case.title:
        raise bad(case.file, head, "a case needs a title")
    unknown = [rule for rule in case.rules if rule not in rulebook()]
    if unknown:
        raise bad(case.file, head, f"there is no rule {' '.join(unknown)}")
    if not case.rules:
        raise bad(case.file, head, "a case names the rules it proves: rules DUEL-8 MOV-3")
    if not case.parties:
        raise bad(case.file, head, "a case names its parties: parties sheriff outlaws")
    if not any(line.word not in (">", "dice") for line in case.steps):
        raise bad(case.file, head, "a case expects something: offers, asked, why or expect")


def bad(file: str, line: Line, problem: str) -> BadCase:
    """An error that says where."""
    return BadCase(f"{file}:{line.number}: {problem}")


def split_party(file: str, line: Line) -> tuple[str, str]:
    """`sheriff: posse patrol` is what a party and what of it."""
    party, colon, rest = line.rest.partition(":")
    if not colon:
        raise bad(file, line, f"write it as: {line.word} PARTY: …")
    return party.strip(), rest.strip()
