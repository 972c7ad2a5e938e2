"""The report is one page that needs nothing else."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from cactustown.engine.errors import BadFile
from cactustown.lab import charts, report
from cactustown.lab import report_tables as tables
from cactustown.lab.laboratory import Trial, run
from cactustown.lab.tally import Tally
from cactustown.rules.options import Options
from tests.own_box import POSSE

VOID = {"meta", "br", "rect", "line", "circle", "polygon", "polyline"}
TRIALS = [
    Trial(
        "sheriff+outlaws",
        Options(("sheriff", "outlaws"), "gunslinger", round_limit=60),
        "random",
        games=12,
    ),
    Trial("solo", Options(("outlaws",), solo=True, round_limit=60), "random", games=4),
]


class Reader(HTMLParser):
    """Checks that what is opened is closed, and notes what leads elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        assert tag != "script"
        assert "src" not in named
        if "id" in named:
            self.ids.add(named["id"] or "")
        if "href" in named:
            self.links.append(named["href"] or "")
        self.pictures += tag == "svg"
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture(scope="module")
def tallies() -> list[Tally]:
    return run(TRIALS)


def test_the_page_is_whole_and_alone(tallies: list[Tally]) -> None:
    text = report.report(TRIALS, tallies, "cactustown lab <&>")
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert reader.links
    assert all(link.removeprefix("#") in reader.ids for link in reader.links)
    assert reader.pictures == 2 + 2 * 3 + 3 + 3  # wins, lengths, maps of parties and duels
    assert text.replace("http://www.w3.org/2000/svg", "").count("http") == 1  # http-equiv
    assert "default-src 'none'" in text
    assert "cactustown lab &lt;&amp;&gt;" in text
    assert "prefers-color-scheme:dark" in text


def test_the_page_tells_what_was_counted(tallies: list[Tally]) -> None:
    text = report.report(TRIALS, tallies, "cactustown lab")
    for part in (
        *("Who wins", "Party and seat", "rounds:", "decisions:", "lead changes:", "Cards"),
        *("Second shots", "Icons", "Dead turns", "Openings that win", "Buildings", "Tokens"),
        *("Where they stand", "duels of all", "16 games between bots"),
    ):
        assert part in text, part


def test_what_was_not_played_is_left_out(tallies: list[Tally]) -> None:
    text = report.report(TRIALS, [tallies[0], Tally()], "cactustown lab")
    assert "solo" not in text
    assert "0 games between bots" in report.report(TRIALS, [Tally(), Tally()], "cactustown lab")


def test_the_figures_lie_beside_it(tallies: list[Tally], tmp_path: Path) -> None:
    page = report.write(tmp_path / "deep" / "report", TRIALS, tallies, "cactustown lab")
    assert page.name == "index.html"
    told = json.loads((page.parent / "figures.json").read_text("utf-8"))
    assert [part["setup"] for part in told] == ["sheriff+outlaws", "solo"]
    assert told[0]["games"] == 12
    assert dict(told[0]["wins"]) == dict(tallies[0].wins)
    with pytest.raises(BadFile, match="cannot be written to"):
        report.write(page, TRIALS, tallies, "cactustown lab")


def test_titles_name_what_is_added() -> None:
    options = replace(TRIALS[0].options, tools=True, cactus=True)
    told = report.title(replace(TRIALS[0], options=options))
    assert told == "sheriff, outlaws · gunslinger · straight · cactus · tools · random"


def test_pictures_of_little_or_nothing() -> None:
    assert "nothing to show" in charts.columns("none", {})
    assert charts.columns("one", {7: 3}).count("<rect") == 1
    assert charts.columns("many", dict.fromkeys(range(500), 1)).count("<rect") <= 24
    assert charts.town("none", [0] * 25).count("<rect") == 25
    alone = charts.curve("one", [(1000, (0.5, 0.4, 0.6))])
    assert alone.count("<circle") == 1


def test_a_box_of_ones_own_is_told_apart(tallies: list[Tally]) -> None:
    shots = {"card": {"sheriff": {"posse": {"second_shot": 7}}}}
    own = [replace(trial, override=shots) for trial in TRIALS]
    plain, changed = (report.report(t, tallies, "cactustown lab") for t in (TRIALS, own))
    label = own[0].box.label
    assert label not in plain
    assert f"report, {label}</title>" in changed
    assert "card.sheriff.posse.second_shot" in changed
    assert f"content edition {TRIALS[0].edition}." in plain
    told = [figures["box"] for figures in report.figures(own, tallies)]
    assert told == [own[0].box.to_json()] * 2
    assert report.figures(TRIALS, tallies)[0]["box"] == TRIALS[0].box.to_json()


def test_what_may_be_noise_looks_like_noise() -> None:
    assert tables.lift(60, 30.0, 100).startswith('<span class="up">+30</span> <small>[')
    assert tables.lift(10, 30.0, 100).startswith('<span class="down">-20</span> <small>[')
    for won, expected, games in [(33, 30.0, 100), (2, 0.5, 2), (1, 0.2, 1), (0, 0.3, 1)]:
        told = tables.lift(won, expected, games)
        assert told.startswith('<span class="noise">≈ '), told
        assert "<small>[" in told
    assert tables.lift(0, 0.0, 0) == "-"
    even = charts.shares("even", [charts.Dot("sheriff", 0.52, 0.4, 0.6, "sheriff")], 0.5)
    assert 'class="t-sheriff hollow"' in even
    odd = charts.shares("odd", [charts.Dot("sheriff", 0.7, 0.6, 0.8, "sheriff")], 0.5)
    assert "hollow" not in odd
    assert "hollow" not in charts.shares("solo", [charts.Dot("outlaws", 0.5, 0.4, 0.6)])


def test_few_games_are_said_to_be_within_noise(tallies: list[Tally]) -> None:
    wins = Tally(games=40, wins=Counter(sheriff=22, outlaws=18))
    assert ", within noise" in report.report([TRIALS[0]], [wins], "cactustown lab")
    wins = Tally(games=40, wins=Counter(sheriff=35, outlaws=5))
    assert ", within noise" not in report.report([TRIALS[0]], [wins], "cactustown lab")


def test_a_party_of_ones_own_has_a_colour() -> None:
    trial = Trial(
        "vigilantes+outlaws",
        Options(("vigilantes", "outlaws"), round_limit=60),
        "random",
        games=4,
        override=POSSE,
    )
    text = report.report([trial], run([trial]), "cactustown lab")
    assert "b-vigilantes" not in text
    assert "t-vigilantes" not in text
    assert "vigilantes" in text
    assert "b-outlaws" in text
