"""The tables of a laboratory report, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cactustown.lab.charts import tone
from cactustown.lab.intervals import cautious, is_noise, wilson
from cactustown.lab.laboratory import Trial
from cactustown.lab.tally import Place, Plan, Tally, Thing

BEST_PLANS = 5
_PLACES = ("first", "second", "third", "fourth", "fifth")


def percent(won: float, games: int) -> str:
    """A share with its interval, `52.1 [48.0, 56.2]`."""
    if not games:
        return "-"
    low, high = wilson(won, games)
    return f"{100 * won / games:.1f} <small>[{100 * low:.0f}, {100 * high:.0f}]</small>"


def party_name(party: str) -> str:
    """A party with its colour; the name says the same."""
    return f'<span class="party"><i class="dot b-{tone(party)}"></i>{escape(party)}</span>'


def table(head: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> str:
    """Rows of cells that are HTML already; the first `words` columns are words, not numbers."""
    heads = "".join(
        f'<th scope="col"{"" if at < words else " class=n"}>{escape(name)}</th>'
        for at, name in enumerate(head)
    )
    body = ""
    for row in rows:
        cells = "".join(
            f"<td{'' if at < words else ' class=n'}>{cell}</td>" for at, cell in enumerate(row)
        )
        body += f"<tr>{cells}</tr>"
    if not body:
        return '<p class="none">Nothing of the kind in these games.</p>'
    return (
        f'<div class="scroll" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def seats(trial: Trial, tally: Tally) -> str:
    """Party × seat: the share won, in all and by the place in the round that ended the game."""
    parties = trial.parties
    rows = []
    for seat, party in enumerate(parties):
        cells = [party_name(party), str(seat + 1), percent(tally.wins[party], tally.played)]
        for place in range(len(parties)):
            at = Place(party, place)
            cells.append(percent(tally.placed_wins[at], tally.placed[at]))
        rows.append(cells)
    return table(["party", "seat", "won %", *_PLACES[: len(parties)]], rows)


def uses(trial: Trial, tally: Tally, kinds: Sequence[str], by_party: bool = True) -> str:
    """How often things are used, and how much more often who uses them wins."""
    groups: dict[tuple[int, str, str], list[Thing]] = {}
    for thing in tally.things(*kinds):
        seat = trial.parties.index(thing.party) if by_party else 0
        groups.setdefault((seat, thing.kind, thing.name), []).append(thing)
    rows = []
    for (seat, kind, named), things in sorted(groups.items()):
        games = sum(tally.used_games[thing] for thing in things)
        won = sum(tally.used_wins[thing] for thing in things)
        expected = sum(
            tally.used_games[thing] * tally.wins[thing.party] / tally.played for thing in things
        )
        name = escape(named) if len(kinds) == 1 else f"{escape(named)} <small>{kind}</small>"
        cells = [name, *([party_name(trial.parties[seat])] if by_party else [])]
        times = sum(tally.used[thing] for thing in things)
        cells.append(f"{times / tally.played:.2f}")
        if by_party:
            cells.append(_won_and_lost(tally, things[0]))
        cells.append(f"{100 * games / tally.played:.0f}")
        rows.append([*cells, percent(won, games), lift(won, expected, games)])
    if by_party:
        head = ["", "party", "a game", "won / lost", "in % of games", "won %", "±"]
        return table(head, rows, 2)
    return table(["", "a game", "parties in 100 games", "won %", "±"], rows)


def _won_and_lost(tally: Tally, thing: Thing) -> str:
    """How often in a game that the party won, and in one that it lost."""
    won = tally.wins[thing.party]
    winning = tally.used_winning[thing]
    shares = [(winning, won), (tally.used[thing] - winning, tally.played - won)]
    return " / ".join(f"{times / games:.1f}" if games else "-" for times, games in shares)


def lift(won: int, expected: float, games: int) -> str:
    """Points by which users of a thing win more often than their party does; what may be nothing
    looks like nothing."""
    if not games:
        return "-"
    usual = expected / games
    low, high = (end - usual for end in cautious(won, games))
    points = 100 * (won / games - usual)
    interval = f"<small>[{100 * low:+.0f}, {100 * high:+.0f}]</small>"
    if is_noise((low, high)):
        return f'<span class="noise">≈ {points:+.0f} {interval}</span>'
    return f'<span class="{"up" if points > 0 else "down"}">{points:+.0f}</span> {interval}'


def dead_turns(trial: Trial, tally: Tally) -> str:
    """Cards that did nothing: none of their icons could be played, or nothing came of it."""
    rows = []
    for thing in sorted(tally.cards, key=lambda card: (trial.parties.index(card.party), card)):
        turned = tally.cards[thing]
        blocked, idle = tally.blocked[thing], tally.idle[thing]
        share = 100 * (blocked + idle) / turned
        bar = f'<span class="bar"><i style="width:{share:.0f}%"></i></span>'
        cells = [escape(thing.name), party_name(thing.party), f"{turned:,}"]
        cells += [f"{100 * blocked / turned:.1f}", f"{100 * idle / turned:.1f}"]
        rows.append([*cells, f"{bar} {share:.1f}"])
    return table(["card", "party", "turned up", "blocked %", "idle %", "dead %"], rows, 2)


def openings(trial: Trial, tally: Tally) -> str:
    """The first plans that win most surely, a few of each party."""
    rows = []
    for party in trial.parties:
        tried = [plan for plan in tally.openings if plan.party == party]
        enough = max(5, sum(tally.openings[plan] for plan in tried) // 100)
        often = [plan for plan in tried if tally.openings[plan] >= enough]
        often.sort(key=lambda plan: (-_surely(tally, plan), plan))
        for plan in often[:BEST_PLANS]:
            games, won = tally.openings[plan], tally.opening_wins[plan]
            expected = games * tally.wins[party] / tally.played
            cells = [party_name(party), " → ".join(map(escape, plan.cards)), escape(plan.unplayed)]
            rows.append([*cells, f"{games:,}", percent(won, games), lift(won, expected, games)])
    return table(["party", "first round", "unplayed", "games", "won %", "±"], rows, 3)


def _surely(tally: Tally, plan: Plan) -> float:
    return wilson(tally.opening_wins[plan], tally.openings[plan])[0]
