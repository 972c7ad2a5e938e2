"""The laboratory's report: one HTML file with everything in it, and the figures beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from cactustown.engine.errors import BadFile
from cactustown.lab import charts
from cactustown.lab import report_tables as tables
from cactustown.lab.boxes import Box, told
from cactustown.lab.charts import Dot
from cactustown.lab.intervals import wilson
from cactustown.lab.laboratory import Trial
from cactustown.lab.story import DUELS, STOOD
from cactustown.lab.tally import Tally, mean

PAGE: Final = "index.html"
FIGURES: Final = "figures.json"


def write(folder: Path, trials: Sequence[Trial], tallies: Sequence[Tally], command: str) -> Path:
    """Writes the report into a folder; gives the page."""
    page = folder / PAGE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        page.write_text(report(trials, tallies, command), "utf-8")
        counted = json.dumps(figures(trials, tallies), indent=1) + "\n"
        (folder / FIGURES).write_text(counted, "utf-8")
    except OSError as error:
        raise BadFile(f"{folder}: cannot be written to: {error.strerror}") from error
    return page


def figures(trials: Sequence[Trial], tallies: Sequence[Tally]) -> list[dict[str, Any]]:
    """Everything that was counted, for other programs."""
    return [
        {
            "setup": trial.setup,
            "bot": trial.bot,
            "seed": trial.seed,
            "edition": trial.edition,
            "box": trial.box.to_json(),
            "options": trial.options.to_json(),
            **tally.to_json(),
        }
        for trial, tally in zip(trials, tallies, strict=True)
    ]


def report(trials: Sequence[Trial], tallies: Sequence[Tally], command: str) -> str:
    """The whole page."""
    played = [(t, y) for t, y in zip(trials, tallies, strict=True) if y.played]
    games = sum(tally.played for _, tally in played)
    sections = "".join(_trial(at, *one) for at, one in enumerate(played))
    overview = "".join(
        f'<figure><figcaption><a href="#t{at}">{escape(title(trial))}</a>'
        f"<small>{tally.played:,} games, {_balance(trial, tally)}</small></figcaption>"
        f"{_wins(trial, tally)}</figure>"
        for at, (trial, tally) in enumerate(played)
    )
    boxes = list({trial.box.label: trial.box for trial, _ in played}.values())
    content = escape("; ".join(box.sentence() for box in boxes) or "nothing played")
    labels = escape(" · ".join(box.label for box in boxes))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">"
        f"<title>Cactus Town: laboratory report, {labels}</title>"
        f"<style>{charts.variables()}{_STYLE}"
        f"{_party_colours()}{charts.style()}</style></head><body><header><h1>Laboratory report</h1>"
        f"<p>{games:,} games between bots, {content}. "
        f"Written by</p><pre>{escape(command)}</pre></header><main>"
        f"{''.join(map(_changes, boxes))}"
        f'<section><h2>Who wins</h2><p class="how">Share of games won, with the interval that '
        f"holds the truth in 95 of 100 cases; the dashed line is an equal share. A hollow dot is "
        f"as near to it as noise.</p>"
        f'<div class="pictures">{overview}</div></section>'
        f"{sections}</main></body></html>\n"
    )


def _changes(box: Box) -> str:
    """What a content file changes in the box that was played with."""
    if not box.changes:
        return ""
    rows = [
        [escape(part) for part in (change.where, told(change.edition), told(change.own))]
        for change in box.changes
    ]
    listed = tables.table(["value", box.edition, "here"], rows, 3)
    return _folded(f"Box {escape(box.label)}", _BOX, listed)


def title(trial: Trial) -> str:
    """What is played, in a line."""
    options = trial.options
    extras = [
        *(["cactus"] if options.cactus else []),
        *(["abilities"] if options.abilities else []),
        *(["pets"] if options.pets else []),
        *(["chicken"] if options.chicken else []),
        *(["tools"] if options.tools else []),
        *([f"buildings: {', '.join(options.alternative)}"] if options.alternative else []),
        *([f"less: {', '.join(options.replace)}"] if options.replace else []),
        *(["even sides"] if options.even_sides else []),
    ]
    parts = [trial.setup.replace("+", ", "), options.mode, options.programming, *extras]
    return f"{' · '.join(parts)} · {trial.bot}"


def _dot(party: str, won: int, games: int) -> Dot:
    return Dot(party, won / games if games else 0.0, *wilson(won, games), party)


def _wins(trial: Trial, tally: Tally) -> str:
    dots = [_dot(party, tally.wins[party], tally.played) for party in trial.parties]
    return charts.shares(f"{title(trial)}: games won by party", dots, trial.par)


def _balance(trial: Trial, tally: Tally) -> str:
    """How far the sides are from even."""
    draws = f"{tally.draws} drawn" if tally.draws else "none drawn"
    if trial.par is None:
        return draws
    off = {party: tally.wins[party] / tally.played - trial.par for party in trial.parties}
    party = max(off, key=lambda name: abs(off[name]))
    low, high = wilson(tally.wins[party], tally.played)
    noise = ", within noise" if low <= trial.par <= high else ""
    return f"{draws}; furthest from even: {party} by {100 * off[party]:+.1f} points{noise}"


def _trial(at: int, trial: Trial, tally: Tally) -> str:
    parts = [
        _part("Party and seat", _SEATS, tables.seats(trial, tally)),
        _part("How long, how close", _LENGTH, _lengths(tally)),
        _part("Where they stand", _MAPS, _maps(trial, tally)),
        _part("Openings that win", _OPENINGS, tables.openings(trial, tally)),
        _part("Cards", _USE, tables.uses(trial, tally, ["card"])),
        _folded("Dead turns", _DEAD, tables.dead_turns(trial, tally)),
        _folded("Buildings", _BUILDINGS, tables.uses(trial, tally, _OF_BUILDINGS, by_party=False)),
    ]
    for name, kinds in _MORE:
        if tally.things(*kinds):
            parts.append(_folded(name, _USE, tables.uses(trial, tally, kinds)))
    state = " open" if at == 0 else ""
    return (
        f'<details class="trial"{state}><summary><h2>{escape(title(trial))}</h2>'
        f"<small>{tally.played:,} games, {escape(_balance(trial, tally))}</small></summary>"
        f'<div id="t{at}" class="inside">{"".join(parts)}</div></details>'  # a link opens it
    )


def _part(name: str, how: str, inner: str) -> str:
    told = f'<p class="how">{how}</p>' if how else ""
    return f"<section><h3>{name}</h3>{told}{inner}</section>"


def _folded(name: str, how: str, inner: str) -> str:
    """A part that is long: a phone should not have to scroll past it."""
    return (
        f'<section><details><summary><h3>{name}</h3></summary><p class="how">{how}</p>{inner}'
        "</details></section>"
    )


def _lengths(tally: Tally) -> str:
    pictures = ""
    for name, counts in (
        ("rounds", tally.rounds),
        ("decisions", tally.decisions),
        ("lead changes", tally.lead_changes),
    ):
        caption = f"<figcaption>{name}: {mean(counts):.2f} on average</figcaption>"
        drawn = charts.columns(f"{name}: how many games had how many", counts)
        pictures += f"<figure>{caption}{drawn}</figure>"
    return f'<div class="pictures">{pictures}</div>'


def _maps(trial: Trial, tally: Tally) -> str:
    pictures = ""
    for party in trial.parties:
        drawn = charts.town(f"where {party} stand", tally.map_of(STOOD, party), party)
        caption = f"<figcaption>{tables.party_name(party)}</figcaption>"
        pictures += f'<figure class="map">{caption}{drawn}</figure>'
    duels = charts.town("where duels are fought", tally.map_of(DUELS))
    pictures += f'<figure class="map"><figcaption>duels of all</figcaption>{duels}</figure>'
    return f'<div class="pictures">{pictures}</div>'


def _party_colours() -> str:
    return "".join(f".b-{name}{{background:var(--{name})}}" for name in charts.COLOURS)


_OF_BUILDINGS: Final = ["building turned up", "building's effect", "target"]
_MORE: Final = (
    ("Icons", ["icon"]),
    ("Second shots", ["second shot"]),
    ("Tokens", ["token taken", "token used"]),
    ("Pets", ["pet"]),
    ("Abilities", ["ability"]),
    ("Events", ["event"]),
)
_BOX: Final = (
    "These games were played with a content file of somebody's own: what is different in it. A "
    "report with another mark after the + is of another box."
)
_SEATS: Final = (
    "Percent of games won, with its interval: in all, then by the party's place in the order of "
    "play in the round that ended the game. The first-player token passes on every round."
)
_LENGTH: Final = (
    "The lead changes when another party alone has reached most of its goal at the end of a round, "
    "or wins."
)
_USE: Final = (
    "How often a game, and in games that its user won or lost; in how many games, how many of "
    "those its user won, and by how many points that is more than the party wins in all, with "
    "the interval; grey after ≈ is within noise. Of twenty things that make no difference one "
    "looks as if it did, and a difference is no proof of a cause: some things are used because "
    "somebody is winning."
)
_DEAD: Final = (
    "Cards that did nothing. Blocked: none of its icons could be played. Idle: carried out, and "
    "nothing changed."
)
_OPENINGS: Final = (
    "First plans tried in five games or more and in one of a hundred, by the lower end of their "
    "interval; cards in the order they are turned up."
)
_BUILDINGS: Final = (
    "Turned up by a standee, its effect carried out, or a target reached there (plunder, horse, "
    "debt, totem, chief); won is the share of the parties that did it."
)
_MAPS: Final = (
    "Percent of all standees of the party on the board, taken whenever a card is turned up. "
    "Row 1 is the south."
)
_STYLE: Final = """
*{box-sizing:border-box}
body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
h1,h2,h3{font-family:Rockwell,"Roboto Slab",serif;line-height:1.2;margin:0}
h1{font-size:1.9rem}h2{font-size:1.25rem}h3{font-size:1.05rem;margin:0 0 .3rem}
a{color:var(--accent)}small{color:var(--faint);font-size:.85em}
pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.6rem;
overflow-x:auto;margin:.3rem 0 1rem;white-space:pre-wrap;overflow-wrap:anywhere}
section,.trial{background:var(--card);border:1px solid var(--line);border-radius:.6rem;
padding:1rem;margin:0 0 1rem}
.trial section{border:0;border-top:1px solid var(--line);border-radius:0;padding:1rem 0 0;
margin:1rem 0 0}
summary{cursor:pointer;min-height:2.75rem}summary h2,summary h3{display:inline}
summary small{display:block}
.how{color:var(--faint);font-size:.9rem;margin:0 0 .6rem;max-width:46rem}.none{color:var(--faint)}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(20rem,100%),1fr));gap:1rem}
figure{margin:0;min-width:0}figcaption{font-weight:600;margin-bottom:.25rem}
figcaption small{display:block;font-weight:400}svg{width:100%;height:auto;display:block}
.map svg{max-width:22rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;min-width:60%}
th,td{padding:.25rem .6rem;border-bottom:1px solid var(--line);text-align:left;white-space:nowrap}
th{font-size:.8rem;color:var(--faint)}.n{text-align:right;font-variant-numeric:tabular-nums}
.party{white-space:nowrap}.dot{display:inline-block;width:.7em;height:.7em;border-radius:50%;
margin-right:.4em}
.bar{display:inline-block;width:5rem;height:.6em;background:var(--line);border-radius:.3em;
overflow:hidden}.bar i{display:block;height:100%;background:var(--accent)}
.up{font-weight:700}.down{font-weight:700;color:var(--accent)}.noise{color:var(--faint)}
.inside{scroll-margin-top:8rem}
@media print{details.trial{break-before:page}}
"""
