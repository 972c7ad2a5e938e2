"""Choices and events in words: the one place where ints go outward.

People, files and tests use this form: `run outlaw-1 a1-a2`, `duel c3`, `push hunter-2 c3-c1`.
"""

from __future__ import annotations

import difflib

from cactustown.engine import machine
from cactustown.engine.encodings import UNPLAYED, card_id, card_in, mover, place_in, shot_in
from cactustown.engine.errors import IllegalChoice
from cactustown.engine.events import Event
from cactustown.engine.machine import Rules, legal
from cactustown.engine.spaces import PLACE_NAMES, SPACES
from cactustown.engine.state import State
from cactustown.engine.task import Task

_PASS = 0
_MAY_PASS = (  # shapes in which the choice 0 is to do nothing
    *(machine.MOVE, machine.YES_NO, machine.TAKE, machine.SOMEBODY, machine.SOMEWHERE),
    machine.CARD,
)


def choice_words(rules: Rules, g: State, seat: int, choice: int) -> str:
    """A choice of the pending ask, in words."""
    t = g.stack[-1]
    op = rules.ops[t.op]
    verb = op.word(rules, t)
    shape = op.shape
    if shape == machine.PLAN:
        return _plan_words(rules, seat, choice)
    if shape == machine.ICON:
        return rules.icon_names[choice]
    if shape == machine.MOVE:
        return _move_words(rules, g, verb, choice)
    if shape == machine.SPACE:
        return f"{verb} {PLACE_NAMES[choice]}"
    if shape == machine.STANDEE:
        return f"{verb} {rules.standee_names[choice]}"
    if shape == machine.PAIR:
        patient = rules.standee_names[mover(choice)]
        return f"{verb} {patient} by {rules.standee_names[place_in(choice)]}"
    if shape == machine.YES_NO:
        return verb if choice else f"no {verb}"
    if shape == machine.TAKE:
        return _take_words(rules, t, choice)
    if shape == machine.TOKENS:
        return "tokens " + tokens_words(rules, choice)
    if shape == machine.SOMEBODY:
        return f"{verb} {rules.standee_names[choice - 1]}" if choice else f"no {verb}"
    if shape == machine.SOMEWHERE:
        return f"{verb} {PLACE_NAMES[choice - 1]}" if choice else f"no {verb}"
    if shape == machine.BUILDING:
        return f"{verb} {rules.building_names[choice]}"
    if shape == machine.PARTY:
        return f"{verb} {rules.party_names[choice]}" if choice < rules.seats else f"no {verb}"
    if shape == machine.CARD:
        return f"{verb} {rules.card_names[card_id(seat, choice - 1)]}" if choice else f"no {verb}"
    raise AssertionError(f"no words for shape {shape}")


def _plan_words(rules: Rules, seat: int, choice: int) -> str:
    if choice == _PASS:
        return "unlock"
    cards = [card_in(choice, slot) for slot in range(UNPLAYED)]
    words = "plan " + " ".join(rules.card_names[card_id(seat, card)] for card in cards)
    if any(rules.extra_cards[seat] >> card & 1 for card in cards):  # several are unplayed (TOOL-3)
        words += " shot " + rules.card_names[card_id(seat, shot_in(choice))]
    return words


def _move_words(rules: Rules, g: State, verb: str, choice: int) -> str:
    if choice == _PASS:
        return "stay"
    standee = mover(choice)
    name = rules.standee_names[standee]
    origin, place = g.standee_at[standee], place_in(choice)
    if place == origin:
        return f"{verb} {name} stays"
    if origin >= SPACES:
        return f"{verb} {name} {PLACE_NAMES[place]}"
    return f"{verb} {name} {PLACE_NAMES[origin]}-{PLACE_NAMES[place]}"


def _take_words(rules: Rules, t: Task, choice: int) -> str:
    token = rules.token_names[t.a]
    if choice == _PASS:
        return f"leave {token}"
    if choice == 1:
        return f"take {token}"
    return f"take {token} for {rules.token_names[choice - 2]}"


def tokens_words(rules: Rules, mask: int) -> str:
    """A set of tokens: `pipe bullet`, or `none`."""
    names = [name for kind, name in enumerate(rules.token_names) if mask >> kind & 1]
    return " ".join(names) or "none"


def offered(rules: Rules, g: State, seat: int) -> list[str]:
    """The choices open to a seat, in words, in their order."""
    return [choice_words(rules, g, seat, choice) for choice in legal(rules, g, seat)]


def choice_parts(rules: Rules, g: State, seat: int, choice: int) -> dict[str, str]:
    """A choice taken apart for screens that light up what it is about; empty for plans.

    `verb` is always there; the rest where the choice has it: `standee`, `from` and `to` of a
    movement, `space`, `by`, `icon`, `token` and `for` (given up), `building`, `party`, `card`.
    """
    t = g.stack[-1]
    op = rules.ops[t.op]
    shape = op.shape
    parts = {"verb": op.word(rules, t)}
    if shape == machine.PLAN:
        return {}
    if shape == machine.ICON:
        parts["icon"] = rules.icon_names[choice]
    elif shape == machine.MOVE:
        if choice != _PASS:
            standee = mover(choice)
            parts["standee"] = rules.standee_names[standee]
            parts["from"] = PLACE_NAMES[g.standee_at[standee]]
            parts["to"] = PLACE_NAMES[place_in(choice)]
    elif shape == machine.SPACE:
        parts["space"] = PLACE_NAMES[choice]
    elif shape == machine.STANDEE:
        parts["standee"] = rules.standee_names[choice]
    elif shape == machine.PAIR:
        parts["standee"] = rules.standee_names[mover(choice)]
        parts["by"] = rules.standee_names[place_in(choice)]
    elif shape == machine.TAKE:
        parts["token"] = rules.token_names[t.a]
        if choice > 1:
            parts["for"] = rules.token_names[choice - 2]
    elif shape == machine.TOKENS:
        parts["tokens"] = tokens_words(rules, choice)
    elif shape == machine.SOMEBODY:
        if choice:
            parts["standee"] = rules.standee_names[choice - 1]
    elif shape == machine.SOMEWHERE:
        if choice:
            parts["space"] = PLACE_NAMES[choice - 1]
    elif shape == machine.BUILDING:
        parts["building"] = rules.building_names[choice]
    elif shape == machine.PARTY:
        if choice < rules.seats:
            parts["party"] = rules.party_names[choice]
        else:
            parts["pass"] = "yes"
    elif shape == machine.CARD and choice:
        parts["card"] = rules.card_names[card_id(seat, choice - 1)]
    if choice == _PASS and shape in _MAY_PASS:
        parts["pass"] = "yes"
    return parts


def parse_choice(rules: Rules, g: State, seat: int, text: str) -> int:
    """The legal choice these words name; `IllegalChoice` says what is offered instead."""
    wanted = " ".join(text.lower().split())
    choices = legal(rules, g, seat)
    words = [choice_words(rules, g, seat, choice) for choice in choices]
    for choice, said in zip(choices, words, strict=True):
        if said == wanted:
            return choice
    near = difflib.get_close_matches(wanted, words, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise IllegalChoice(
        f"{rules.party_names[seat]} cannot choose {text!r} now; {hint}offered: {' | '.join(words)}"
    )


def event_words(rules: Rules, event: Event, seat: int | None) -> dict[str, object]:
    """An event as a seat sees it (None: everything), in words: for logs, files and audits."""
    kind = rules.event_kinds[event.kind]
    args = event.args if seat is None else event.seen_by(seat)
    words: dict[str, object] = {"event": kind.name, "depth": event.depth}
    for field, value in zip(kind.fields, args, strict=True):
        words[field.name] = _value_words(rules, field.kind, value)
        if field.kind == "player":
            words["party"] = rules.party_names[value]
    return words


def _value_words(rules: Rules, kind: str, value: int) -> object:
    if kind in ("number", "seat", "player"):
        return value
    if value < 0:
        return None
    if kind == "tokens":
        return tokens_words(rules, value).split()
    return rules.lexicon[kind][value]
