"""`docs/ladder.md`: the ladder as a page that says how to measure it again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cactustown.engine.errors import BadFile
from cactustown.lab import charts
from cactustown.lab.arena import Result
from cactustown.lab.boxes import told
from cactustown.lab.ladder import SEARCH, TWO, Plan, anchor, find, verdicts
from cactustown.lab.ratings import openskill, rated

_SIGNS = {"met": "✓", "open": "open: the interval holds it", "missed": "✗"}


def write(plan: Plan, results: Sequence[Result], command: str, out: Path) -> list[Path]:
    """Writes the page, and beside it the picture of strength over budget where there is one."""
    picture = out.with_suffix(".svg")
    drawn = curve_picture(plan, results)
    text = page(plan, results, command, picture.name if drawn else "")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, "utf-8")
        if drawn:
            picture.write_text(drawn, "utf-8")
    except OSError as error:
        raise BadFile(f"{out}: cannot be written: {error.strerror}") from error
    return [out, picture] if drawn else [out]


def page(plan: Plan, results: Sequence[Result], command: str, picture: str = "") -> str:
    """The whole page as Markdown."""
    parts = [
        "# The ladder",
        _opening(plan, results, command),
        "## Ratings",
        _ratings(plan, results),
        "## Who beats whom",
        _pairs(plan, results),
        "## What each rung must show",
        _bounds(results),
        "## By party",
        _parties(plan, results),
    ]
    if plan.curve_budgets:
        parts += ["## Strength over budget", _curve(plan, results, picture)]
    parts += ["## How it is measured", _METHOD]
    return "\n\n".join(parts) + "\n"


def budget(bot: str) -> str:
    """What a bot's name says about how long it thinks."""
    _, _, given = bot.partition(":")
    if not given:
        return "its own"
    if given.endswith("s"):
        return f"{given.removesuffix('s')} s a decision"
    return f"{int(given):,} iterations a decision" if given.isdigit() else given


def curve_picture(plan: Plan, results: Sequence[Result]) -> str:
    """Strength over budget as SVG; nothing with fewer than two points."""
    points = []
    for iterations in plan.curve_budgets:
        result = find(results, f"{SEARCH}:{iterations}", plan.yardstick, TWO)
        if result is not None:
            score = result.total
            points.append((float(iterations), (score.rate, score.low, score.high)))
    if len(points) < 2:
        return ""
    title = f"{SEARCH} against {plan.yardstick}, {' and '.join(TWO)}: share won over iterations"
    return charts.standalone(charts.curve(title, points))


def _opening(plan: Plan, results: Sequence[Result], command: str) -> str:
    games = sum(result.games for result in results)
    wanted = sum(match.deals for match in plan.matches)
    whole = sum(len(result.played) for result in results) >= wanted
    note = "" if whole else "\n\n**Not finished**: the run was stopped; these are its games so far."
    return (
        f"{games:,} games, {plan.mode}, {plan.programming} programming, {plan.box.sentence()}, "
        f"seed {plan.seed}. This page is written by\n\n"
        f"```\n{command}\n```\n\nand comes out the same again, but for bots that think by the "
        f"clock (`{SEARCH}:0.5s`).{note}{_changes(plan)}"
    )


def _changes(plan: Plan) -> str:
    """What a content file changes in the box that was played with."""
    if not plan.box.changes:
        return ""
    rows = [
        [f"`{change.where}`", told(change.edition), told(change.own)] for change in plan.box.changes
    ]
    return "\n\n" + _table(["value of one's own", plan.edition, "here"], rows)


def _ratings(plan: Plan, results: Sequence[Result]) -> str:
    lowest = anchor(plan, results)
    elo = rated(results, lowest, seed=plan.seed)
    skill = openskill(results, plan.seed)
    games: dict[str, int] = {}
    for result in results:
        for bot in (result.match.a, result.match.b):
            games[bot] = games.get(bot, 0) + result.games
    rows = []
    for bot in sorted(elo, key=lambda name: (elo[name].elo, name)):
        of, (mu, sigma) = elo[bot], skill[bot]
        spread = "-" if bot == lowest else f"{of.low:.0f} … {of.high:.0f}"
        rows.append(
            [
                *(f"`{bot}`", budget(bot), f"{of.elo:.0f}", spread),
                *(f"{mu:.1f} ± {sigma:.1f}", f"{games[bot]:,}"),
            ]
        )
    head = ["bot", "budget", "Bradley-Terry (Elo)", "95 %", "openskill", "games"]
    return _table(head, rows)


def _pairs(plan: Plan, results: Sequence[Result]) -> str:
    rows = []
    for result in sorted(results, key=lambda result: _order(plan, result)):
        if result.played:
            match = result.match
            par = f"{100 * match.par:.0f} %"
            names = [f"`{match.a}`", f"`{match.b}`", ", ".join(match.parties)]
            rows.append([*names, f"{result.games:,}", str(result.total), par])
    return _table(["bot", "against", "parties", "games", "won [95 %]", "par"], rows)


def _order(plan: Plan, result: Result) -> tuple[int, int, int]:
    """Neighbours first, from the bottom up."""
    a, b = result.match.a, result.match.b
    places = {rung: at for at, rung in enumerate(plan.rungs)}
    upper = places.get(a, len(places))
    return upper - places.get(b, 0), upper, len(result.match.parties)


def _bounds(results: Sequence[Result]) -> str:
    rows = []
    for bound, score, verdict in verdicts(results):
        names = [f"`{bound.a}` over `{bound.b}`", ", ".join(bound.parties)]
        rows.append([*names, f"≥ {100 * bound.at_least:.0f} %", str(score), _SIGNS[verdict]])
    if not rows:
        return "Nothing was played that a bound speaks of."
    told = "The lower end of the 95 % interval is what counts."
    return told + "\n\n" + _table(["rung", "parties", "wanted", "won [95 %]", ""], rows)


def _parties(plan: Plan, results: Sequence[Result]) -> str:
    rows = []
    for result in sorted(results, key=lambda result: _order(plan, result)):
        match = result.match
        if result.played and (match.a, match.b, match.options.parties) in plan.pairs:
            shares = " · ".join(
                f"{party} {100 * score.rate:.0f} [{100 * score.low:.0f}, {100 * score.high:.0f}]"
                for party, score in result.by_party.items()
            )
            rows.append([f"`{match.a}` over `{match.b}`", shares])
    return _table(["bot", "won in percent [95 %], by the party it played"], rows)


def _curve(plan: Plan, results: Sequence[Result], picture: str) -> str:
    rows = []
    for iterations in plan.curve_budgets:
        result = find(results, f"{SEARCH}:{iterations}", plan.yardstick, TWO)
        if result is not None:
            rows.append([f"{iterations:,}", f"{result.games:,}", str(result.total)])
    told = f"`{SEARCH}` against `{plan.yardstick}`, {', '.join(TWO)}."
    table = _table(["iterations a decision", "games", "won [95 %]"], rows)
    image = f"\n\n![Share of games won over iterations a decision]({picture})" if picture else ""
    return f"{told}{image}\n\n{table}{_steps(plan, results)}"


def _steps(plan: Plan, results: Sequence[Result]) -> str:
    rows = []
    for more, less in plan.steps:
        result = find(results, more, less, TWO)
        if result is not None:
            rows.append([f"`{more}`", f"`{less}`", f"{result.games:,}", str(result.total)])
    if not rows:
        return ""
    told = "Each budget against the one before:"
    return f"\n\n{told}\n\n" + _table(["bot", "against", "games", "won [95 %]"], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


_METHOD = """\
- Every deal is played once for each party: the bot takes that party, its opponent all others.
  Cards, dice and the bots' own luck are the same each time, so a bot against itself scores par
  exactly. Draws count half.
- Intervals of shares are Wilson's. They take games for independent; those of a deal lean against
  each other, so the truth lies a little closer.
- Bradley-Terry: of one A among n-1 B, A wins with s(A) / (s(A) + (n-1) s(B)); Elo points above
  the lowest rung, one game at par added to every match, 300 bootstrap resamples of whole deals.
- openskill (Plackett-Luce): all games once, in an order drawn by lot."""
