"""A run of events as a story: what belongs together is one sentence, what was undone is none.

The depth of an event's block is its indent, so that an effect stands under what caused it.
"""

from __future__ import annotations

from dataclasses import dataclass

from cactustown.cli.text import words
from cactustown.cli.text.story import Event, tell
from cactustown.cli.text.words import Cast, agree, listed, sentence


@dataclass(frozen=True)
class Line:
    """One sentence of the story; a headline begins a new round."""

    indent: int
    markup: str
    is_headline: bool = False


def tell_all(cast: Cast, events: list[Event]) -> list[Line]:
    """The story of these events, in order."""
    lines: list[Line] = []
    rest = _without_undone(events)
    while rest:
        number, markup = _next_sentence(cast, rest)
        first = rest[0]
        rest = rest[number:]
        if markup:
            is_headline = first["event"] == "round"
            lines.append(Line(max(0, int(first["depth"]) - 1), markup, is_headline))
    return lines


def _without_undone(events: list[Event]) -> list[Event]:
    """Leaves out what was taken back, unless its beginning was told before."""
    kept: list[Event] = []
    for event in events:
        if event["event"] == "undone":
            begin = int(event["n"]) - int(event["events"])
            if begin >= int(events[0]["n"]):
                kept = [e for e in kept if int(e["n"]) < begin]
                continue
        kept.append(event)
    return kept


def _next_sentence(cast: Cast, events: list[Event]) -> tuple[int, str]:
    """How many events the next sentence tells, and the sentence; "" leaves them out."""
    first = events[0]
    kind = str(first["event"])
    second = events[1] if len(events) > 1 else None
    if kind in _TOGETHER:
        run = _run_of(kind, events)
        return len(run), _TOGETHER[kind](cast, run)
    if kind == "card" and second and second["event"] in ("action", "nothing"):
        return 2, _card_and_action(cast, first, second)
    if kind in ("moved", "stayed") and second and second["event"] == "turned_up":
        return 2, _move_and_find(cast, first, second)
    return 1, tell(cast, first)


def _run_of(kind: str, events: list[Event]) -> list[Event]:
    """The events of one kind at the front; those of set-up and of the game never mix."""
    run = []
    for event in events:
        at_set_up = event.get("standee") is None
        if event["event"] != kind or at_set_up != (events[0].get("standee") is None):
            break
        run.append(event)
    return run


def _card_and_action(cast: Cast, card: Event, action: Event) -> str:
    party = str(card["party"])
    name = f"[bold]{words.title(str(card['card']))}[/]"
    icon = str(action.get("icon", ""))
    if action["event"] == "nothing":
        text = f"{cast.party(party)} reveal(s) {name}, but nothing comes of it."
    else:
        does = words.ICONS.get(icon, f"play(s) {words.icon(icon)}")
        text = f"{cast.party(party)} reveal(s) {name} and {does}."
    return agree(text, cast.is_many(party))


def _move_and_find(cast: Cast, move: Event, found: Event) -> str:
    if found["standee"] == move["standee"]:
        text = tell(cast, move).rstrip(".")
        return f"{text} and finds {words.building(str(found['building']))}."
    return f"{tell(cast, move)} {tell(cast, found)}"


def _open_or_turned(cast: Cast, run: list[Event]) -> str:
    if run[0]["standee"] is not None:
        return " ".join(tell(cast, event) for event in run)
    places = [f"{event['space']} [bold]{words.title(str(event['building']))}[/]" for event in run]
    return f"Open from the start: {listed(places)}."


def _dealt(cast: Cast, run: list[Event]) -> str:
    """Own targets by name, those of the others counted."""
    told: list[str] = []
    for party in dict.fromkeys(str(event["party"]) for event in run):
        dealt = [event for event in run if event["party"] == party]
        known = [words.building(str(e["building"])) for e in dealt if e["building"]]
        cards = listed(known) if known else f"{len(dealt)} target card{'s' * (len(dealt) > 1)}"
        many = cast.is_many(party)
        told.append(agree(f"{cast.party(party)} (is|are) dealt {cards}.", many))
    return " ".join(told)


def _locked(cast: Cast, run: list[Event]) -> str:
    """Who else has planned; the own plan is told card by card."""
    others = [str(event["party"]) for event in run if event["party"] != cast.you]
    if not others:
        return ""
    parties = [cast.party(party) for party in others]
    many = len(others) > 1 or cast.is_many(others[0])
    return agree(f"{listed(parties)} (has|have) planned.", many)


def _planned(cast: Cast, run: list[Event]) -> str:
    """Own cards; that those of the others lie face down is known anyway."""
    return " ".join(tell(cast, event) for event in run if event["first"] is not None)


def _rolled(cast: Cast, run: list[Event]) -> str:
    dice = [f"{cast.standee(str(e['standee']))} rolls a [bold]{e['die']}[/]" for e in run]
    return sentence(f"{listed(dice)}.")


def _stunned(cast: Cast, run: list[Event]) -> str:
    fallen = [cast.standee(str(event["standee"])) for event in run]
    return sentence(agree(f"{listed(fallen)} (is|are) stunned.", len(run) > 1))


def _untold(cast: Cast, run: list[Event]) -> str:
    """Happens all the time and shows again in what follows."""
    return ""


_TOGETHER = {
    "tokens_chosen": _untold,
    "no_trap": _untold,
    "turned_up": _open_or_turned,
    "dealt": _dealt,
    "locked": _locked,
    "planned": _planned,
    "rolled": _rolled,
    "stunned": _stunned,
}
