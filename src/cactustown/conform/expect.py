"""The facts a case can expect. A check gives None: it holds; "": unreadable; else: why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from cactustown.game import Game
from cactustown.seatview import SeatView

Events = list[dict[str, object]]


class Scene:
    """What a fact is checked against."""

    def __init__(self, view: SeatView, events: Events, game: Game) -> None:
        self.view = view
        self.events = events
        self.game = game
        self.standees = {
            name: standee
            for party in view.parties.values()
            for name, standee in party.standees.items()
        }


Check = Callable[[Scene, re.Match[str]], str | None]


def _standee(scene: Scene, match: re.Match[str]) -> str | None:
    name = match["standee"]
    standee = scene.standees.get(name)
    if standee is None:
        return f"there is no standee {name!r}"
    if match["place"] and standee.at != match["place"]:
        return f"{name} is at {standee.at}, not {match['place']}"
    if match["how"] and standee.stunned != (match["how"] == "stunned"):
        return f"{name} is {'stunned' if standee.stunned else 'upright'}"
    if match["plunder"] and standee.plunder != (match["plunder"] == "with"):
        return f"{name} has {'a' if standee.plunder else 'no'} plunder token"
    return None


def _facing(scene: Scene, match: re.Match[str]) -> str | None:
    for space in match["spaces"].split():
        if scene.view.buildings[space].face_up != (match["facing"] == "up"):
            return f"{space} is face {'down' if match['facing'] == 'up' else 'up'}"
    return None


def _building(scene: Scene, match: re.Match[str]) -> str | None:
    name = scene.view.buildings[match["space"]].name
    return None if name == match["building"] else f"{match['space']} shows {name}"


def _cactus(scene: Scene, match: re.Match[str]) -> str | None:
    at = scene.view.cactus or "aside"
    return None if at == match["at"] else f"the cactus is at {at}"


def _pet(scene: Scene, match: re.Match[str]) -> str | None:
    if match["pet"] not in scene.view.pets:
        return f"there is no {match['pet']} in this game"
    holder = scene.view.pets[match["pet"]]
    return None if holder == match["party"] else f"the {match['pet']} is {_holder(holder)}"


def _founder(scene: Scene, match: re.Match[str]) -> str | None:
    holder = scene.view.founder
    return None if holder == match["party"] else f"the founder is {_holder(holder)}"


def _holder(party: str | None) -> str:
    return f"with {party}" if party else "free"


def _chicken(scene: Scene, match: re.Match[str]) -> str | None:
    at = scene.view.chicken or "aside"
    return None if at == match["at"] else f"the chicken is at {at}"


def _captive(scene: Scene, match: re.Match[str]) -> str | None:
    captor = scene.standees.get(match["captor"])
    if captor is None:
        return f"there is no standee {match['captor']!r}"
    held = captor.captive
    return None if held == match["captive"] else f"{match['captor']} holds {held or 'nobody'}"


def _no_captive(scene: Scene, match: re.Match[str]) -> str | None:
    for name, standee in scene.standees.items():
        if standee.captive:
            return f"{name} holds {standee.captive}"
    return None


def _tokens(scene: Scene, match: re.Match[str]) -> str | None:
    owner = match["owner"]
    if owner in ("reserve", "archive"):
        tokens = scene.view.reserve if owner == "reserve" else scene.view.archive
    elif owner in scene.view.parties:
        tokens = scene.view.parties[owner].tokens
    else:
        return f"there is no party {owner!r}"
    words = match["tokens"].split()
    wanted = {} if words == ["none"] else {w: words.count(w) for w in words}
    shown = " ".join(word for word, n in sorted(tokens.items()) for _ in range(n)) or "none"
    return None if wanted == tokens else f"{owner} has: {shown}"


def _number_of_tokens(scene: Scene, match: re.Match[str]) -> str | None:
    tokens = scene.view.reserve if match["owner"] == "reserve" else scene.view.archive
    actual = tokens.get(match["token"], 0)
    return None if actual == int(match["number"]) else f"{match['owner']} has {actual}"


def _progress(scene: Scene, match: re.Match[str]) -> str | None:
    for party in scene.view.parties.values():
        if match["counter"] in party.goal:
            actual = party.goal[match["counter"]][0]
            wanted = int(match["number"])
            return None if actual == wanted else f"{match['counter']} stands at {actual}"
    return f"no party here counts {match['counter']}"


def _result(scene: Scene, match: re.Match[str]) -> str | None:
    wanted = {"no winner": None, "draw": "draw"}.get(match[0], match["winner"])
    actual = scene.view.result
    return None if actual == wanted else f"the result is {actual or 'open'}"


def _targets(scene: Scene, match: re.Match[str]) -> str | None:
    party = match["party"]
    if party not in scene.view.parties:
        return f"there is no party {party!r}"
    targets = scene.game.view(party).parties[party].targets or []
    words = match["targets"].split()
    wanted = [] if words == ["none"] else words
    held = " ".join(targets) or "none"
    return None if sorted(wanted) == sorted(targets) else f"{party}'s targets are: {held}"


def _target_cards(scene: Scene, match: re.Match[str]) -> str | None:
    if match["party"] not in scene.view.parties:
        return f"there is no party {match['party']!r}"
    actual = scene.view.parties[match["party"]].target_cards
    return None if actual == int(match["number"]) else f"{match['party']} holds {actual}"


def _tools(scene: Scene, match: re.Match[str]) -> str | None:
    party = match["party"]
    if party not in scene.view.parties:
        return f"there is no party {party!r}"
    own = scene.game.view(party).parties[party]
    tools = own.tools_used if match["which"] == "used" else own.tools or []
    words = match["tools"].split()
    wanted = [] if words == ["none"] else words
    return None if sorted(wanted) == sorted(tools) else f"they are: {' '.join(tools) or 'none'}"


def _tool_cards(scene: Scene, match: re.Match[str]) -> str | None:
    if match["party"] not in scene.view.parties:
        return f"there is no party {match['party']!r}"
    actual = scene.view.parties[match["party"]].tool_cards
    return None if actual == int(match["number"]) else f"{match['party']} holds {actual}"


def _ability(scene: Scene, match: re.Match[str]) -> str | None:
    if match["party"] not in scene.view.parties:
        return f"there is no party {match['party']!r}"
    actual = scene.view.parties[match["party"]].ability
    return None if actual == int(match["number"]) else f"it may be used {actual} times"


def _dynamite(scene: Scene, match: re.Match[str]) -> str | None:
    at = scene.view.dynamite or "aside"
    return None if at == match["at"] else f"the dynamite is at {at}"


def _gone(scene: Scene, match: re.Match[str]) -> str | None:
    for building in match["buildings"].split():
        if building not in scene.view.targets_gone:
            return f"{building} is not gone; gone: {' '.join(scene.view.targets_gone) or 'none'}"
    return None


def _simple(attribute: str) -> Check:
    def check(scene: Scene, match: re.Match[str]) -> str | None:
        actual = str(getattr(scene.view, attribute))
        return None if actual == match["value"] else f"{attribute} is {actual}"

    return check


def _event(scene: Scene, match: re.Match[str]) -> str | None:
    wanted = dict(pair.split("=", 1) for pair in match["fields"].split())
    found = any(_fits(event, match["event"], wanted) for event in scene.events)
    if found == (match["no"] is None):
        return None
    told = ", ".join(str(event["event"]) for event in scene.events) or "none"
    return f"{'no such event' if match['no'] is None else 'there is such an event'}; events: {told}"


def _fits(event: dict[str, object], name: str, wanted: dict[str, str]) -> bool:
    return event["event"] == name and all(
        _text(event.get(field)) == value for field, value in wanted.items()
    )


def _text(value: object) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value)) or "none"
    return str(value).lower() if value is not None else "none"


def _events_left(scene: Scene, match: re.Match[str]) -> str | None:
    deck = scene.view.events
    if deck is None:
        return "there is no event deck here"
    return None if deck.left == int(match["number"]) else f"{deck.left} events are left"


def _this_event(scene: Scene, match: re.Match[str]) -> str | None:
    deck = scene.view.events
    now = (deck and deck.now) or "none"
    return None if now == match["name"] else f"the event of this round is {now}"


def _discarded(scene: Scene, match: re.Match[str]) -> str | None:
    deck = scene.view.events
    discards = " ".join(deck.discards if deck else []) or "none"
    return None if discards == match["names"] else f"discarded are: {discards}"


def _order(scene: Scene, match: re.Match[str]) -> str | None:
    told = [str(event["event"]) for event in scene.events]
    position = 0
    for name in match["events"].split():
        if name not in told[position:]:
            return f"{name} does not come in that order; events: {', '.join(told)}"
        position = told.index(name, position) + 1
    return None


_NAME = r"[a-z][a-z0-9-]*"
_SPACE = r"[a-e][1-5]"
FACTS: list[tuple[str, Check]] = [
    (r"no winner|draw|winner (?P<winner>[a-z]+)", _result),
    (r"no captive", _no_captive),
    (rf"cactus (?:at )?(?P<at>{_SPACE}|aside)", _cactus),
    (rf"chicken (?:at )?(?P<at>{_SPACE}|aside)", _chicken),
    (r"(?P<pet>cat|crow|dog|snake) (?:free|with (?P<party>[a-z]+))", _pet),
    (r"founder (?:free|with (?P<party>[a-z]+))", _founder),
    (rf"(?P<captor>{_NAME}) holds (?P<captive>{_NAME})", _captive),
    (rf"(?P<owner>{_NAME}) has (?P<tokens>[a-z ]+)", _tokens),
    (r"(?P<owner>reserve|archive) (?P<token>[a-z]+) (?P<number>\d+)", _number_of_tokens),
    (r"progress (?P<counter>[a-z]+) (?P<number>\d+)", _progress),
    (r"targets (?P<party>[a-z]+): (?P<targets>[a-z -]+)", _targets),
    (r"target cards (?P<party>[a-z]+) (?P<number>\d+)", _target_cards),
    (r"(?P<which>tools|used) (?P<party>[a-z]+): (?P<tools>[a-z -]+)", _tools),
    (r"tool cards (?P<party>[a-z]+) (?P<number>\d+)", _tool_cards),
    (r"ability (?P<party>[a-z]+) (?P<number>\d+)", _ability),
    (rf"dynamite (?:at )?(?P<at>{_SPACE}|aside)", _dynamite),
    (r"gone (?P<buildings>[a-z -]+)", _gone),
    (r"round (?P<value>\d+)", _simple("round")),
    (r"deck (?P<value>\d+)", _simple("deck")),
    (r"first (?P<value>[a-z]+)", _simple("first_player")),
    (r"active (?P<value>[a-z]+)", _simple("active")),
    (r"events left (?P<number>\d+)", _events_left),
    (r"this event (?P<name>[a-z-]+)", _this_event),
    (r"discarded events (?P<names>[a-z -]+)", _discarded),
    (r"(?P<no>no )?event (?P<event>[a-z_]+)(?P<fields>(?: [a-z]+=\S+)*)", _event),
    (r"events (?P<events>[a-z_ ]+)", _order),
    (rf"(?P<spaces>{_SPACE}(?: {_SPACE})*) (?P<facing>up|down)", _facing),
    (rf"(?P<space>{_SPACE}) is (?P<building>{_NAME})", _building),
    (
        rf"(?P<standee>{_NAME})(?: (?:at|in) (?P<place>{_NAME}))?(?: (?P<how>upright|stunned))?"
        r"(?: (?P<plunder>with|without) plunder)?",
        _standee,
    ),
]


def check_fact(fact: str, view: SeatView, events: Events, game: Game) -> str | None:
    """Whether a fact holds of the whole game."""
    scene = Scene(view, events, game)
    for pattern, check in FACTS:
        match = re.fullmatch(pattern, fact)
        if match:
            return check(scene, match)
    return ""


def check_view(fact: str, view: SeatView) -> str | None:
    """`parties.outlaws.targets = hidden`: what one seat sees at a path of its view."""
    path, equals, wanted = (part.strip() for part in fact.partition("="))
    if not equals:
        return ""
    here: Any = view.to_json()
    for key in path.split("."):
        if isinstance(here, dict) and key in here:
            here = here[key]
        elif isinstance(here, list | tuple) and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        else:
            return f"nothing at {path}"
    shown = _shown(here)
    return None if shown == wanted else f"{path} = {shown}"


def _shown(value: object) -> str:
    if value is None:
        return "hidden"
    if isinstance(value, list | tuple):
        return " ".join(_shown(item) for item in value) or "none"
    if isinstance(value, dict):
        return " ".join(f"{key}:{_shown(item)}" for key, item in value.items()) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
