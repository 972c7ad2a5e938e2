"""The arena is fair: the same deals and dice for both, every party played by both."""

from __future__ import annotations

import signal
from collections.abc import Sequence

import pytest

from cactustown.bots import Bot
from cactustown.engine.errors import BadOptions
from cactustown.engine.machine import Rules
from cactustown.engine.state import DRAW
from cactustown.lab import arena
from cactustown.lab.arena import Deal, Match, Result, play
from cactustown.lab.play import Ending
from cactustown.rules.options import Options

TWO = Options(("sheriff", "outlaws"), round_limit=60)
THREE = Options(("sheriff", "outlaws", "dancer"), round_limit=60)
SOLO = Options(("outlaws",), solo=True, round_limit=60)


def played(match: Match, jobs: int = 1) -> Result:
    match.check()
    result = Result(match)
    play([result], jobs)
    assert not result.problems
    return result


class Seen:
    """Instead of games: who would have played which deal, and a winner of our choice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, winner: int) -> None:
        self.games: list[tuple[tuple[str, ...], int]] = []
        self._winner = winner
        monkeypatch.setattr(arena, "bots_at", lambda names, seed: names)
        monkeypatch.setattr(arena, "play_game", self._play)

    def _play(self, rules: Rules, bots: Sequence[Bot], seed: int) -> Ending:
        self.games.append((tuple(map(str, bots)), seed))
        return Ending(self._winner, 1, 1, 1)


def test_each_deal_is_played_from_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch, winner=0)
    result = played(Match("greedy", "random", TWO, 4, seed=1))
    first, second = 1_000_003, 1_000_004
    assert seen.games == [
        (("greedy", "random"), first),
        (("random", "greedy"), first),
        (("greedy", "random"), second),
        (("random", "greedy"), second),
    ]
    assert result.by_party["sheriff"].rate == 1.0
    assert result.by_party["outlaws"].rate == 0.0
    assert result.total.rate == 0.5


def test_of_three_one_a_goes_through_every_party(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch, winner=2)
    result = played(Match("greedy", "random", THREE, 3))
    assert [names.index("greedy") for names, _ in seen.games] == [0, 1, 2]
    assert all(names.count("random") == 2 for names, _ in seen.games)
    assert len({seed for _, seed in seen.games}) == 1
    assert [score.rate for score in result.by_party.values()] == [0.0, 0.0, 1.0]


def test_games_are_never_fewer_than_asked_for() -> None:
    assert Match("random", "random", THREE, 100).deals == 34
    assert Match("random", "random", TWO, 100).deals == 50
    assert Match("random", "random", SOLO, 101).deals == 51


def test_draws_count_half(monkeypatch: pytest.MonkeyPatch) -> None:
    Seen(monkeypatch, winner=DRAW)
    assert played(Match("greedy", "random", THREE, 3)).total.rate == 0.5


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_against_itself_is_exactly_even(bot: str) -> None:
    games = 60 if bot == "random" else 6
    result = played(Match(bot, bot, TWO, games, seed=3))
    assert result.games == games
    assert result.total.rate == 0.5
    shares = [score.rate for score in result.by_party.values()]
    assert sum(shares) == 1.0


def test_of_three_a_bot_among_itself_wins_a_third() -> None:
    result = played(Match("random", "random", THREE, 60))
    draws = sum(deal.halves.count(1) for deal in result.played)
    assert draws == 0
    assert result.total.rate == pytest.approx(1 / 3)
    assert result.match.par == pytest.approx(1 / 3)


def test_the_figures_do_not_depend_on_jobs() -> None:
    match = Match("random", "random", THREE, 30, seed=7)
    assert played(match, 1).report() == played(match, 2).report()
    other = Match("random", "random", THREE, 30, seed=8)
    assert played(match).deals != played(other).deals


def test_the_report_has_the_promised_form() -> None:
    report = played(Match("greedy", "random", TWO, 8)).report()
    assert list(report) == ["games", "a_win_rate", "low", "high", "by_party"]
    assert report["games"] == 8
    assert list(report["by_party"]) == ["sheriff", "outlaws"]
    for figures in report["by_party"].values():
        assert list(figures) == ["games", "a_win_rate", "low", "high"]
        assert figures["games"] == 4
        assert 0 <= figures["low"] <= figures["a_win_rate"] <= figures["high"] <= 1
    assert report["a_win_rate"] > 0.7


def test_solo_who_does_better_on_a_deal_wins_it() -> None:
    result = Result(Match("greedy", "random", SOLO, 8))
    for number, halves in enumerate([(2, 0), (0, 0), (2, 2), (0, 2)]):
        result.add(Deal(number, halves))
    assert result.total.games == 4
    assert result.total.rate == 0.5
    assert [score.rate for score in result.alone] == [0.5, 0.5]
    report = result.report()
    assert report["games"] == report["by_party"]["outlaws"]["games"] == 8


def test_solo_is_played_on_the_same_deals() -> None:
    result = played(Match("random", "random", SOLO, 6))
    assert all(mine == theirs for mine, theirs in (deal.halves for deal in result.played))
    assert result.total.rate == 0.5


def test_a_game_that_breaks_off_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rules: Rules, bots: Sequence[Bot], seed: int) -> Ending:
        raise RuntimeError("the dog ate the dice")

    monkeypatch.setattr(arena, "play_game", broken)
    result = Result(Match("random", "random", TWO, 4))
    play([result])
    assert result.games == 0
    assert len(result.problems) == 2
    assert "the dog ate the dice" in result.problems[0]


def test_what_is_known_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch, winner=0)
    result = Result(Match("greedy", "random", TWO, 6))
    result.add(Deal(1, (2, 0)))
    told: list[int] = []
    play([result], told=lambda _, deal: told.append(deal.number))
    assert told == [0, 2]
    assert len(seen.games) == 4
    assert result.games == 6


def test_a_stop_waits_until_a_deal_is_kept() -> None:
    """Else the report would count a deal that the file of results does not know."""
    result = Result(Match("random", "random", TWO, 20))
    kept: list[int] = []

    def told(_: Result, deal: Deal) -> None:
        if len(kept) == 2:
            signal.raise_signal(signal.SIGINT)
        kept.append(deal.number)

    with pytest.raises(KeyboardInterrupt):
        play([result], told=told)
    assert kept == [0, 1, 2] == list(result.deals)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("match", "reason"),
    [
        (Match("genius", "random", TWO, 2), "there is no bot 'genius'"),
        (Match("random", "genius", TWO, 2), "there is no bot 'genius'"),
        (Match("random", "random", Options(("sheriff", "dancer")), 2), "can only play with"),
    ],
)
def test_wrong_matches_are_refused(match: Match, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        match.check()
