"""Small pictures as SVG, drawn without a library: shares with intervals, columns, curves, maps.

They are as wide as a phone, so that their letters can be read there, and take their colours
from the style of the page they stand in; `standalone` brings the style along.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from math import log10
from typing import Final, NamedTuple

from cactustown.engine.spaces import SIDE

WIDE: Final = 360
_ROW: Final = 26
_LEFT: Final = 112  # room for labels
_RIGHT: Final = 26

# Light and dark; parties as on the page of the game, by colour and by letter.
COLOURS: Final = {
    "paper": ("#f6ead2", "#221a14"),
    "card": ("#fff8e8", "#2e241b"),
    "ink": ("#2b2019", "#f3e6cf"),
    "faint": ("#6a5340", "#c2ab8d"),
    "line": ("#d8c19a", "#5a4736"),
    "accent": ("#9a3d1c", "#f0936a"),
    "sheriff": ("#005d93", "#6fbdf0"),
    "outlaws": ("#a84700", "#ff9a52"),
    "hunters": ("#006a4c", "#54cfa4"),
    "dancer": ("#8a3a70", "#e79acb"),
    "ranger": ("#735d00", "#f0cf4a"),
    "dakota": ("#1c6795", "#8accf5"),
    "cowboy": ("#6f4519", "#d9a268"),
}


OTHER: Final = "faint"  # the colour of a party that has none of its own


def tone(party: str) -> str:
    """The colour of a party: a content file may bring parties that we have none for."""
    return party if party in COLOURS else OTHER


Share = tuple[float, float, float]  # the share, and between what it lies


class Dot(NamedTuple):
    """A share with its interval, all between 0 and 1."""

    label: str
    share: float
    low: float
    high: float
    tone: str = "accent"  # a name in COLOURS


def variables() -> str:
    """The colours as custom properties, by day and by night."""
    light = "".join(f"--{name}:{day};" for name, (day, _) in COLOURS.items())
    dark = "".join(f"--{name}:{night};" for name, (_, night) in COLOURS.items())
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    )


def style() -> str:
    """What the pictures need of a page's style."""
    tones = "".join(
        f".t-{name}{{fill:var(--{name});stroke:var(--{name})}}" for name in COLOURS if name != "ink"
    )
    return (
        "svg text{font:13px system-ui,sans-serif;fill:var(--ink);stroke:none}"
        "svg .small{font-size:11px;fill:var(--faint)}svg .end{text-anchor:end}"
        "svg .mid{text-anchor:middle}svg .grid{stroke:var(--line);stroke-width:1}"
        "svg .par{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:4 3}"
        "svg .whisker{stroke-width:2.5}svg .curve{fill:none;stroke-width:2.5}"
        "svg .hollow{fill:var(--card);stroke-width:2.5}"
        "svg .band{stroke:none;opacity:.2}svg .cell{stroke:var(--line)}" + tones
    )


def _svg(title: str, height: float, parts: Iterable[str], width: int = WIDE) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" role="img">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def standalone(svg: str) -> str:
    """The same as a file of its own, with a style and a ground."""
    ground = '<rect width="100%" height="100%" style="fill:var(--card)"/>'
    head, _, rest = svg.partition("</title>")
    return f"{head}</title><style>{variables()}{style()}</style>{ground}{rest}\n"


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(words)}</text>'


def shares(title: str, dots: Sequence[Dot], par: float | None = None) -> str:
    """A dot with its interval a row, from 0 to 100 %; the dashed line is par, and a dot that is as
    near to it as noise is hollow."""
    height = _ROW * len(dots) + 30
    base = height - 22
    span = WIDE - _LEFT - _RIGHT

    def x(share: float) -> float:
        return _LEFT + span * share

    parts = []
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(_line(x(tick), 6, x(tick), base, "grid"))
        parts.append(_text(x(tick), height - 6, f"{100 * tick:.0f} %", "small mid"))
    if par is not None:
        parts.append(_line(x(par), 2, x(par), base, "par"))
    for row, dot in enumerate(dots):
        y = _ROW * row + 20
        parts.append(_text(_LEFT - 10, y + 4, dot.label, "end"))
        drawn = f"t-{tone(dot.tone)}"
        hollow = " hollow" if par is not None and dot.low <= par <= dot.high else ""
        parts.append(_line(x(dot.low), y, x(dot.high), y, f"whisker {drawn}"))
        told = f"{100 * dot.share:.1f} % [{100 * dot.low:.1f}, {100 * dot.high:.1f}]"
        parts.append(
            f'<circle cx="{x(dot.share):.1f}" cy="{y}" r="5.5" class="{drawn}{hollow}">'
            f"<title>{escape(dot.label)}: {told}</title></circle>"
        )
    return _svg(title, height, parts)


def columns(title: str, counts: Mapping[int, int], most_columns: int = 24) -> str:
    """How often each number came, in as many columns as fit."""
    if not counts:
        return _svg(title, 30, [_text(10, 20, "nothing to show", "small")])
    first, last = min(counts), max(counts)
    step = -(-(last - first + 1) // most_columns)
    heights: dict[int, int] = {}
    for number, times in counts.items():
        at = (number - first) // step
        heights[at] = heights.get(at, 0) + times
    bins = (last - first) // step + 1
    top, base = 14, 130
    tallest = max(heights.values())
    room = (WIDE - 20) / max(bins, 6)
    parts = [_line(10, base, WIDE - 10, base, "grid")]
    for at in range(bins):
        high = (base - top) * heights.get(at, 0) / tallest
        left = 10 + room * at
        begin = first + at * step
        name = str(begin) if step == 1 else f"{begin} to {begin + step - 1}"
        parts.append(
            f'<rect x="{left + 1:.1f}" y="{base - high:.1f}" width="{room - 2:.1f}" '
            f'height="{high:.1f}" class="t-accent">'
            f"<title>{name}: {heights.get(at, 0)}</title></rect>"
        )
        if bins <= 12 or at % (bins // 8) == 0:
            parts.append(_text(left + room / 2, base + 16, str(begin), "small mid"))
    return _svg(title, base + 24, parts)


def town(title: str, times: Sequence[int], party: str = "accent") -> str:
    """A map of the 25 spaces: the more often, the deeper; numbers are percent of all."""
    drawn = tone(party)
    total = sum(times) or 1
    peak = max([*times, 1])
    size, left, top = 58, 22, 4
    parts = []
    for space, number in enumerate(times):
        column, row = space % SIDE, space // SIDE
        x, y = left + size * column, top + size * (SIDE - 1 - row)
        name = f"{'abcde'[column]}{row + 1}"
        parts.append(
            f'<rect x="{x}" y="{y}" width="{size}" height="{size}" class="cell t-{drawn}" '
            f'style="fill-opacity:{0.62 * number / peak:.3f};stroke:var(--line)">'
            f"<title>{name}: {number}</title></rect>"
            + _text(x + size / 2, y + size / 2 + 5, f"{100 * number / total:.1f}", "mid")
        )
    for at in range(SIDE):
        parts.append(
            _text(left + size * at + size / 2, top + size * SIDE + 15, "abcde"[at], "small mid")
        )
        parts.append(
            _text(left - 8, top + size * (SIDE - at) - size / 2 + 4, str(at + 1), "small mid")
        )
    return _svg(title, top + size * SIDE + 22, parts, left + size * SIDE + 4)


def curve(title: str, points: Sequence[tuple[float, Share]], par: float = 0.5) -> str:
    """Shares with intervals over a budget that grows by factors."""
    height, base, top = 250, 208, 12
    left, right = 50, WIDE - 26
    budgets = [budget for budget, _ in points]
    first, last = log10(min(budgets)), log10(max(budgets))
    lows = [low for _, (_, low, _) in points] + [par]
    highs = [high for _, (_, _, high) in points] + [par]
    step = 5 if max(highs) - min(lows) < 0.3 else 10  # percent between lines
    first_line = int(100 * min(lows)) // step
    last_line = max(-(-100 * max(highs) // step), first_line + 1)
    bottom, ceiling = first_line * step / 100, last_line * step / 100

    def x(budget: float) -> float:
        way = (log10(budget) - first) / (last - first) if last > first else 0.5
        return left + 16 + (right - left - 32) * way

    def y(share: float) -> float:
        return base - (base - top) * (share - bottom) / (ceiling - bottom)

    parts = []
    for line in range(first_line, int(last_line) + 1):
        share = line * step / 100
        parts.append(_line(left, y(share), right, y(share), "grid"))
        parts.append(_text(left - 6, y(share) + 4, f"{100 * share:.0f} %", "small end"))
    parts.append(_line(left, y(par), right, y(par), "par"))
    upper = " ".join(f"{x(b):.1f},{y(high):.1f}" for b, (_, _, high) in points)
    lower = " ".join(f"{x(b):.1f},{y(low):.1f}" for b, (_, low, _) in reversed(points))
    parts.append(f'<polygon points="{upper} {lower}" class="band t-accent"/>')
    middle = " ".join(f"{x(b):.1f},{y(share):.1f}" for b, (share, _, _) in points)
    parts.append(f'<polyline points="{middle}" class="curve" style="stroke:var(--accent)"/>')
    for budget, (share, low, high) in points:
        parts.append(_line(x(budget), y(low), x(budget), y(high), "whisker t-accent"))
        parts.append(f'<circle cx="{x(budget):.1f}" cy="{y(share):.1f}" r="5.5" class="t-accent"/>')
        parts.append(_text(x(budget), base + 18, f"{budget:,.0f}", "small mid"))
    parts.append(_text((left + right) / 2, height - 8, "iterations a decision", "small mid"))
    return _svg(title, height, parts)
