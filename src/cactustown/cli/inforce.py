"""The values in force in a set-up, and where each comes from: for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from cactustown.content import Content
from cactustown.content.inforce import InForce, Said
from cactustown.content.lineup import line_up
from cactustown.content.schema import EventCard
from cactustown.rules.build import seated
from cactustown.rules.options import Options
from cactustown.rules.tables import PartyTable, Tables

OWN: Final = "★"  # stands in the user's own file
EVENT_KEYS: Final = tuple(
    key for key in EventCard.__struct_fields__ if key not in ("provenance", "number")
)
Raw = dict[str, Any]


def in_force(content: Content, setup: str, options: Options) -> Raw:
    """What counts in a game with these options; `own` is what the user's file says."""
    force = content.in_force(options)
    tables = content.for_game(options)
    parties = seated(options, tables)
    return {
        "setup": setup,
        "edition": content.edition,
        "file": content.own_file or None,
        "mode": options.mode,
        "programming": options.programming,
        "seats": _told(force.seats()) | {"value": [party.name for party in parties]},
        "parties": [_party(force, tables, party) for party in parties],
        "town": list(_town(content, force)),
        "tokens": list(_tokens(content, force)),
        "events": list(_events(force)),
    }


def _told(said: Said[Any]) -> Raw:
    return {"value": said.value, "from": said.table, "own": said.own}


def _party(force: InForce, tables: Tables, party: PartyTable) -> Raw:
    name = party.name
    path = f"party.{name}"
    automa = force.tables.automa if force.options.solo else None
    goal = "automa" if automa and automa.against == name else path
    return {
        "party": name,
        "standees": _told(force.said(path, "standees", list(party.standees))),
        "start": _told(force.start(name)),
        "goal": _told(force.said(goal, "goal", dict(party.goal))),
        "targets": _told(force.said(path, "targets", party.targets)),
        "loser_is": _told(force.said(path, "loser_is", "stunned" if party.stunned else "pushed")),
        "cards": list(_cards(force, tables, party)),
        "tools": [
            {
                "tool": tool.name,
                "icons": _told(force.said(f"tool.{name}.{tool.name}", "icons", list(tool.icons))),
            }
            for tool in party.tools
            if all(needed in force.options.parties for needed in tool.needs)
        ],
        **_standees_of(force, name),
    }


def _standees_of(force: InForce, party: str) -> Raw:
    """Who bears the ability of a party, and who befriends animals."""
    found: Raw = {}
    ability = force.tables.ability.get(party)
    if ability:
        told = f"{ability.standee}: {ability.kind}"
        found["ability"] = _told(_any_of(force, f"ability.{party}", ("standee", "kind"), told))
    friend = force.tables.friend.get(party)
    if friend:
        told = f"{friend.standee}: {friend.pet}"
        found["friend"] = _told(_any_of(force, f"friend.{party}", ("standee", "pet"), told))
    return found


def _any_of(force: InForce, table: str, keys: tuple[str, ...], value: str) -> Said[str]:
    """What several keys of a table say; it is one's own where one of them is."""
    return Said(value, table, any(force.said(table, key, value).own for key in keys))


def _cards(force: InForce, tables: Tables, party: PartyTable) -> Iterator[Raw]:
    if party.name == tables.automa:
        for number, solo in sorted(force.tables.solo.items(), key=lambda item: int(item[0])):
            path = f"solo.{number}"
            yield {
                "card": f"solo-{number}",
                "target": _told(force.said(path, "target", solo.target)),
                "otherwise": _told(force.said(path, "otherwise", solo.otherwise)),
                "second_shot": _told(force.said(path, "value", solo.value)),
            }
        return
    for card in force.tables.card[party.name]:
        yield {
            "card": card,
            "icons": _told(force.icons(party.name, card)),
            "second_shot": _told(force.second_shot(party.name, card)),
        }


def _town(content: Content, force: InForce) -> Iterator[Raw]:
    """The types of the town with their buildings, and the office."""
    lineup = content.tables.lineup["base"]
    slots = [*line_up(content.tables, force.options), (lineup.office, 0)]
    for kind in dict.fromkeys(kind for kind, _ in slots):
        table = content.tables.building[kind]
        path = f"building.{kind}"
        buildings = [table.buildings[number] for other, number in slots if other == kind]
        yield {
            "type": kind,
            "buildings": _told(force.said(path, "buildings", buildings)),
            **{
                key: _told(force.said(path, key, getattr(table, key)))
                for key in ("marks", "reveal", "enter", "duel")
            },
            "why": _told(_reason(force, kind)),
        }


def _tokens(content: Content, force: InForce) -> Iterator[Raw]:
    """How many there are of each token that the buildings of the town give."""
    kinds = {kind for kind, _ in line_up(content.tables, force.options)}
    given = {content.tables.building[kind].enter for kind in kinds}
    for name, token in content.tables.token.items():
        if name in given:
            yield {"token": name, **_told(force.said(f"token.{name}", "number", token.number))}


def _events(force: InForce) -> Iterator[Raw]:
    """How many there are of each event, where the Ranger brings them."""
    if "ranger" in force.options.parties and not force.options.solo:
        for name, event in force.tables.event.items():
            path = f"event.{name}"
            yield {
                "event": name,
                "number": _told(force.said(path, "number", event.number)),
                "does": _told(_any_of(force, path, EVENT_KEYS, ", ".join(_doings(event)))),
            }


def _doings(event: EventCard) -> Iterator[str]:
    """What an event does otherwise than one that does nothing."""
    nothing = EventCard(provenance=event.provenance, number=0)
    for key in EVENT_KEYS:
        value = getattr(event, key)
        if value != getattr(nothing, key):
            yield f"{key} {_word(value)}"


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else str(value)


def _reason(force: InForce, kind: str) -> Said[str]:
    """What brings a type into the town."""
    lineup = force.tables.lineup["base"]
    if kind == lineup.office:
        return force.said("lineup.base", "office", "office")
    if kind in lineup.types:
        return force.said("lineup.base", "types", "usual")
    swap = force.tables.swap[kind]
    key = "party" if swap.party else "option" if swap.option else "replaces"
    return force.said(f"swap.{kind}", key, swap.party or swap.option or "chosen")


def show(told: Raw, console: Console) -> None:
    """The same for people, within 80 columns."""
    title = f"{told['setup']} · {told['mode']} · {told['programming']} · edition {told['edition']}"
    console.print(Text(title, "bold"))
    if told["file"]:
        console.print(Text(f"{OWN} from {told['file']}"), soft_wrap=True)
    seats = told["seats"]
    console.print(Text.assemble("seats: ", ", ".join(seats["value"]), "  ", _source(seats)))
    console.print(_parties_table(told))
    console.print(_cards_table(told))
    console.print(_tools_table(told))
    console.print(_town_table(told))
    console.print(_others_table(told))


def _source(said: Raw) -> Text:
    """The table that says it."""
    return Text(f"{OWN if said['own'] else ' '} [{said['from']}]", "bold" if said["own"] else "dim")


def _value(said: Raw, text: str) -> Text:
    return Text(f"{text} {OWN}", "bold") if said["own"] else Text(text)


def _row(said: Raw) -> Text:
    """Icons one after the other."""
    return _value(said, " · ".join(said["value"]) or "nothing")


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _parties_table(told: Raw) -> RenderableType:
    table = _table("party", "starts at", "from", "goal", "targets")
    for party in told["parties"]:
        goal = ", ".join(f"{counter} {n}" for counter, n in party["goal"]["value"].items())
        table.add_row(
            party["party"],
            " ".join(party["start"]["value"]),
            _source(party["start"]),
            _value(party["goal"], goal),
            _value(party["targets"], str(party["targets"]["value"])),
        )
    return table


def _cards_table(told: Raw) -> RenderableType:
    """A second shot without a table is the card's own; else a set-up says it."""
    table = _table("party", "card", "icons", "second shot")
    for party in told["parties"]:
        for number, card in enumerate(party["cards"]):
            shot = card["second_shot"]
            value = _value(shot, str(shot["value"]))
            if shot["from"].startswith("setup."):
                value.append(f" [{shot['from']}]", "dim")
            table.add_row("" if number else party["party"], card["card"], _icons(card), value)
    return table


def _icons(card: Raw) -> Text:
    if "icons" in card:
        return _row(card["icons"])
    return Text.assemble(_row(card["target"]), "; otherwise ", _row(card["otherwise"]))


def _tools_table(told: Raw) -> RenderableType:
    table = _table("party", "tool", "icons")
    for party in told["parties"]:
        for number, tool in enumerate(party["tools"]):
            table.add_row("" if number else party["party"], tool["tool"], _row(tool["icons"]))
    return table


def _others_table(told: Raw) -> RenderableType:
    """Abilities, friends of animals, tokens, events."""
    table = _table("", "whose or which", "value", "from")
    for what in ("ability", "friend"):
        for party in told["parties"]:
            if what in party:
                said = party[what]
                table.add_row(what, party["party"], _value(said, said["value"]), _source(said))
    for token in told["tokens"]:
        table.add_row("token", token["token"], _value(token, str(token["value"])), _source(token))
    for event in told["events"]:
        number, does = event["number"], event["does"]
        value = _value(number, str(number["value"])).append(" · ")
        value.append(_value(does, does["value"] or "nothing"))
        source = _source(number | {"own": number["own"] or does["own"]})
        table.add_row("event", event["event"], value, source)
    return table


def _town_table(told: Raw) -> RenderableType:
    table = _table("type", "buildings", "marks and effects", "from")
    for kind in told["town"]:
        table.add_row(
            kind["type"],
            _value(kind["buildings"], ", ".join(kind["buildings"]["value"])),
            Text(", ").join(_effects(kind)),
            _source(kind["why"]),
        )
    return table


def _effects(kind: Raw) -> Iterator[Text]:
    if kind["marks"]["value"]:
        yield _value(kind["marks"], " ".join(kind["marks"]["value"]))
    for key in ("reveal", "enter", "duel"):
        if kind[key]["value"]:
            yield _value(kind[key], f"{key} {kind[key]['value']}")
