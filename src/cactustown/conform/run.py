"""Plays cases and explains, in words, what differs from what they expect."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cactustown.conform.expect import check_fact, check_view
from cactustown.conform.parse import Case, Line, bad, parse_cases, split_party
from cactustown.conform.position import Composer, number, options_of
from cactustown.conform.why import CERTAIN, check_why
from cactustown.content import Content, load_content
from cactustown.engine.chance import ForcedChance
from cactustown.engine.errors import BadCase, CactusTownError
from cactustown.game import Game

_WHY = re.compile(
    r"(?P<party>\S+) (?P<icon>\S+)(?: on (?P<card>\S+))?(?: (?P<certain>"
    + "|".join(CERTAIN)
    + "))?"
)


@dataclass(frozen=True)
class Failure:
    """A case that does not hold, and why."""

    case: str
    line: int
    problem: str


class Mismatch(Exception):
    """An expectation that does not hold."""


@lru_cache(maxsize=8)
def _box(edition: str) -> Content:
    """Read once: there are many cases to an edition."""
    return load_content(edition)


class Player:
    """Plays the steps of one case."""

    def __init__(self, case: Case) -> None:
        self.case = case
        content = _box(case.edition)
        options = options_of(case)
        self.composer = Composer(case, options, content)
        self.chance = ForcedChance()
        position = self.composer.compose(self.chance)
        self.steps = list(case.steps)
        while self.steps and self.steps[0].word == "dice":  # the first card may roll at once
            self._dice(self.steps.pop(0))
        self.game = Game.at(options, content, self.composer.rules, position, self.chance)
        self.since = 0  # the first event of the latest step

    def step(self, line: Line) -> None:
        """Plays or checks one line."""
        steps = {
            ">": self._play,
            "dice": self._dice,
            "offers": self._offers,
            "refused": self._refused,
            "asked": self._asked,
            "expect": self._expect,
            "view": self._view,
            "why": self._why,
            "undo": self._undo,
        }
        steps[line.word](line)

    def finish(self) -> None:
        """Dice that were named must have been rolled."""
        unused = self.chance.unused()
        if unused:
            names = [self.game.rules.standee_names[who] for who in unused if who >= 0]
            raise Mismatch(f"dice were named that nobody rolled: {' '.join(names) or 'a die'}")

    def _party(self, line: Line, party: str) -> str:
        if party not in self.game.parties:
            raise bad(self.case.file, line, f"{party!r} does not play in this case")
        return party

    def _play(self, line: Line) -> None:
        party, choices = split_party(self.case.file, line)
        self._party(line, party)
        self.since = len(self.game.all_events())
        for choice in choices.split(","):
            try:
                self.game.play(party, choice.strip())
            except BadCase:
                raise
            except CactusTownError as error:
                raise Mismatch(str(error)) from error

    def _undo(self, line: Line) -> None:
        self._party(line, line.rest)
        try:
            self.game.undo(line.rest)
        except CactusTownError as error:
            raise Mismatch(str(error)) from error

    def _dice(self, line: Line) -> None:
        """`dice sheriff 6, hunter-1 1 3`, or `dice 4` for a die that is nobody's."""
        for part in line.rest.split(","):
            words = part.split()
            who = -1
            if words and not words[0].isdecimal():
                who = self.composer.standee(line, words.pop(0))
            values = [number(self.case, line, word) for word in words]
            if not values or not all(1 <= value <= 6 for value in values):
                raise bad(self.case.file, line, "dice are numbers from 1 to 6")
            self.chance.force(who, values)

    def _offers(self, line: Line) -> None:
        """`offers sheriff: a | b` exactly; or `offers sheriff with: …`, `… without: …`."""
        head, rest = split_party(self.case.file, line)
        words = head.split()
        party = self._party(line, words[0])
        how = words[1] if len(words) > 1 else "exactly"
        named = [" ".join(choice.split()) for choice in rest.split("|") if choice.strip()]
        offered = self.game.choices(party)
        if how == "exactly":
            self._compare(party, named, offered)
        elif how == "with":
            missing = [choice for choice in named if choice not in offered]
            if missing:
                self._differ(f"{party} is not offered: {' | '.join(missing)}", offered)
        elif how == "without":
            extra = [choice for choice in named if choice in offered]
            if extra:
                self._differ(f"{party} is offered: {' | '.join(extra)}", offered)
        else:
            raise bad(self.case.file, line, "offers PARTY:, offers PARTY with:, or without:")

    def _compare(self, party: str, named: list[str], offered: list[str]) -> None:
        missing = [choice for choice in named if choice not in offered]
        extra = [choice for choice in offered if choice not in named]
        if missing:
            self._differ(f"{party} is not offered: {' | '.join(missing)}", offered)
        if extra:
            raise Mismatch(f"{party} is also offered: {' | '.join(extra)}")

    def _differ(self, problem: str, offered: list[str]) -> None:
        awaited = ", ".join(self.game.awaited) or "nobody"
        offer = " | ".join(offered) or f"nothing (awaited: {awaited})"
        raise Mismatch(f"{problem}; offered: {offer}")

    def _refused(self, line: Line) -> None:
        """`refused hunters: capture outlaw-1 by hunter-1 because not asked`."""
        party, rest = split_party(self.case.file, line)
        choice, _, reason = rest.partition(" because ")
        before = self.game.digest()
        try:
            self.game.play(self._party(line, party), choice.strip())
        except CactusTownError as error:
            if reason and reason.strip() not in str(error):
                raise Mismatch(f"refused, but the reason given is: {error}") from error
        else:
            raise Mismatch(f"{party}: {choice.strip()} should be refused and was played")
        if self.game.digest() != before:
            raise Mismatch("the refused choice changed the game")

    def _asked(self, line: Line) -> None:
        """`asked sheriff: push`, or `asked nobody` when the game is over."""
        if line.rest == "nobody":
            if self.game.awaited:
                raise Mismatch(f"{', '.join(self.game.awaited)} is asked")
            return
        parties, question = split_party(self.case.file, line)
        named = [self._party(line, party) for party in parties.split()]
        awaited = self.game.awaited
        if sorted(named) != sorted(awaited):
            raise Mismatch(f"asked is {', '.join(awaited) or 'nobody'}, not {', '.join(named)}")
        actual = self.game.question(named[0])
        if actual is None or actual[0] != question:
            raise Mismatch(f"{named[0]} is asked {actual and actual[0]!r}, not {question!r}")

    def _expect(self, line: Line) -> None:
        view = self.game.view(None)
        events = self.game.all_events()[self.since :]
        for fact in re.split(r"\s*;\s*", line.rest):
            problem = check_fact(fact, view, events, self.game)
            if problem is None:
                continue
            if problem == "":
                raise bad(self.case.file, line, f"cannot read the expectation {fact!r}")
            raise Mismatch(problem)

    def _view(self, line: Line) -> None:
        party, rest = split_party(self.case.file, line)
        seat = None if party == "spectator" else self._party(line, party)
        for fact in re.split(r"\s*;\s*", rest):
            problem = check_view(fact, self.game.view(seat))
            if problem == "":
                raise bad(self.case.file, line, f"write it as PATH = VALUE, not {fact!r}")
            if problem is not None:
                raise Mismatch(f"{party} sees: {problem}")

    def _why(self, line: Line) -> None:
        """`why outlaws run [on CARD] [certain|now]: deadlocked outlaw-1 by sheriff; lies …`."""
        head, wanted = split_party(self.case.file, line)
        match = _WHY.fullmatch(head)
        problem = ""
        if match is not None:
            view = self.game.view(self._party(line, match["party"]))
            certain = match["certain"] or ""
            card = match["card"] or ""
            found = check_why(view, match["icon"], card, certain, wanted)
            if found is None:
                return
            problem = found
        if problem == "":
            form = "why PARTY ICON [on CARD] [certain|now]: CODE … ; CODE …, or: nothing"
            raise bad(self.case.file, line, f"write it as {form}")
        raise Mismatch(problem)


def run_case(case: Case) -> Failure | None:
    """Plays a case; None if everything holds."""
    line = Line(case.line, "case", case.title)
    try:
        player = Player(case)
        for line in player.steps:
            player.step(line)
        player.finish()
    except Mismatch as mismatch:
        return Failure(case.name, line.number, str(mismatch))
    except CactusTownError as error:
        return Failure(case.name, line.number, f"cannot be played: {error}")
    except Exception as error:  # a broken rule breaks this case, not the whole run
        return Failure(case.name, line.number, f"the engine broke: {type(error).__name__}: {error}")
    return None


def case_files(paths: Iterable[Path]) -> list[Path]:
    """The case files among these files and folders."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(path.rglob("*.case"))
        elif path.exists():
            files.append(path)
        else:
            raise BadCase(f"{path}: there is no such file or folder")
    return files


def run_files(paths: Iterable[Path]) -> tuple[int, list[Failure]]:
    """Runs every case of these files and folders: how many hold, and which do not."""
    passed = 0
    failures: list[Failure] = []
    for file in case_files(paths):
        try:
            cases = parse_cases(file.read_text("utf-8"), str(file))
        except UnicodeDecodeError:
            failures.append(Failure(str(file), 0, f"{file}: is not UTF-8 text"))
            continue
        except BadCase as error:
            failures.append(Failure(str(file), 0, str(error)))
            continue
        for case in cases:
            failure = run_case(case)
            if failure:
                failures.append(failure)
            else:
                passed += 1
    return passed, failures
