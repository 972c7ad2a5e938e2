"""The one sentence that says what must be done now."""

from __future__ import annotations

from cactustown.cli.text import words
from cactustown.cli.text.panel import card_face
from cactustown.cli.text.story import Event
from cactustown.cli.text.words import Cast, sentence
from cactustown.engine.machine import Rules
from cactustown.seatview import SeatView

_FIXED = {
    "run": "Choose who runs, and where to.",
    "sneak": "Choose who sneaks, and where to.",
    "dance": "Choose where to dance.",
    "duel": "Choose a building to duel in.",
    "push": "You won the duel: choose where the loser is pushed.",
    "free": "You won the duel: choose where the freed outlaw stands.",
    "recover": "Choose who gets back up.",
    "jail": "Choose who goes to jail.",
    "capture": "Choose whom to take captive.",
    "release": "Choose whom to let out of jail.",
    "up-close": "Choose whom to pull up close.",
    "cactus": "Choose where the cactus goes.",
    "tokens": "Choose tokens for this duel, in secret.",
    "sprint": "Choose who sprints, and where to.",
    "track": "Choose who sneaks along the trail, and where to.",
    "look": "Look secretly behind the shutters of a building?",
    "place": "Choose where Tashunka appears.",
    "tomahawk": "Throw a tomahawk at somebody next door instead of a duel?",
    "charge": "Choose which animal charges, and where to.",
    "gore": "Choose which animal gores first.",
    "gored": "Choose where the gored are tossed.",
    "dodged": "Choose where the animal runs on.",
    "regroup": "Choose which cow comes back, and where to.",
    "reload": "Roll your die again? The new roll stands.",
    "reroll": "The building lets you roll your die again. The new roll stands.",
    "founder": "Win over the town's founder, who gives +2 in every duel?",
    "picker": "Choose a used token from the archive, and which one to give up if you hold six.",
    "bless-party": "Choose whose token your blessing cancels, if any.",
    "bless-token": "Choose which of their tokens your blessing cancels.",
    "blessing": "An opponent uses a token, an ability or a pet. Cancel that with a blessing?",
    "chicken": "Choose where to let the crazy chicken loose, if you like.",
    "shoo": "Choose whom the chicken drives out, and where to.",
    "shoot-out": "A shoot-out before the first card: choose where to duel at once, or nowhere.",
    "confuse": "Choose whose target cards to look at.",
    "set-aside": "Choose the target card that leaves the game.",
    "walk": "Choose who sneaks up to two spaces, and where to.",
    "shoot": "Choose whom to shoot at; 3 or more hits.",
    "free-prisoner": "Choose who is freed, and where to.",
    "pull-far": "Choose whom to pull from two spaces away.",
    "pull-diagonal": "Choose whom to pull from a corner.",
    "keep": "Choose the target card you keep.",
    "ability": "Use your ability now?",
    "step": "Choose how to go one space further.",
    "jailbreak": "Choose who is freed onto the sheriff's office.",
    "lent-duel": "Choose who fights for you.",
    "blast": "Blow up the dynamite instead of dancing?",
    "blow": "Choose who is blown away next, and where to.",
}


_PETS = {
    "pet-at": "Choose whom your pet goes for, if it is to help.",
    "pet-help": "Let your pet help?",
}


def question(rules: Rules, view: SeatView, programming: str, last_moved: Event | None) -> str:
    """What this person is asked, as a sentence in markup."""
    name = view.question or ""
    if name == "plan":
        return _plan(programming)
    if name == "icon":
        return _icon(view)
    if name == "second-shot":
        return _second_shot(rules, view)
    if name == "mix-up":
        return _mix_up(view)
    if name == "trap":
        return _trap(view, last_moved)
    if name == "take":
        return f"Take a {words.token(view.choices[-1].split()[1])} token?"
    if name == "pet":
        return _pet(view, last_moved)
    if name in _PETS:
        return f"{_who_lags(view)} not winning. {_PETS[name]}"
    if name == "target-act":
        return f"Choose who will {words.icon(view.choices[0].split()[0])}."
    if name == "run" and _moves_rivals(view):
        return "The building lets you run with an opponent: choose whom, and where to."
    return _FIXED.get(name, f"Choose: {words.icon(name)}.")


def _plan(programming: str) -> str:
    if programming == "reverse":
        return "Lay three cards, for example 1 3 2. The last one laid is revealed first."
    return "Plan three cards in the order they will be revealed, for example 1 3 2."


def _icon(view: SeatView) -> str:
    _, card = view.order[view.turn or 0]
    return f"Choose what [bold]{words.title(card or 'the card')}[/] does."


def _second_shot(rules: Rules, view: SeatView) -> str:
    party = view.parties[view.seat or ""]
    _, value = card_face(rules, party.name, party.unplayed or "")
    card = words.title(party.unplayed or "")
    return f"You are not winning. Fire your second shot with {card} for +{value}?"


def _mix_up(view: SeatView) -> str:
    _, card = view.order[view.turn or 0]
    kept = view.parties[view.seat or ""].unplayed
    return (
        f"Play {words.title(kept or '')} instead of [bold]{words.title(card or '')}[/]? "
        "Then you have no second shot."
    )


def _trap(view: SeatView, moved: Event | None) -> str:
    if moved is None:
        return "Spring a trap?"
    cast = Cast(view)
    who = cast.standee(str(moved["standee"]))
    return sentence(f"{who} has moved from {moved['from']} to {moved['to']}. Spring a trap?")


def _pet(view: SeatView, moved: Event | None) -> str:
    space = str(moved["to"]) if moved else ""
    pet = view.buildings[space].pet if space in view.buildings else None
    held = next((name for name, party in view.pets.items() if party == view.seat), None)
    instead = f" The {held} runs home then." if held else ""
    return f"Make friends with the {pet or 'animal'} of this building?{instead}"


def _who_lags(view: SeatView) -> str:
    """Whose duel the pet's friend fights: the own one, or that of whoever borrowed it (ABI-2)."""
    duel = view.duel
    if duel is None or duel.initiator == view.seat:
        return "You are"
    own = view.parties[view.seat or ""].standees
    lent = any(standee in own for standee in duel.sides.get(duel.initiator, []))
    return f"{words.title(duel.initiator)}, for whom your friend fights, is" if lent else "You are"


def _moves_rivals(view: SeatView) -> bool:
    own = view.parties[view.seat or ""].standees
    movers = [choice.split()[1] for choice in view.choices if " " in choice]
    return bool(movers) and not any(mover in own for mover in movers)
