"""Everything beside the board: goals, the order of the round, the own hand, targets, the duel."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from cactustown.cli.text import words
from cactustown.cli.text.board import badge
from cactustown.cli.text.words import SHUTTERS, TARGET, Cast
from cactustown.engine.encodings import card_id
from cactustown.engine.machine import Rules
from cactustown.seatview import EventsView, PartyView, SeatView

WIDTH = 39
_NTH = ("1st", "2nd", "3rd")


def parties(view: SeatView, people: dict[str, str], closed: bool = False) -> Table:
    """A line a party: who plays it, how far it is, what it holds; behind closed screens, how much
    (GUN-7)."""
    cast = Cast(view, closed)
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column()
    for name, party in view.parties.items():
        head = "▶" if name == view.active else " "
        head += f"{words.look(name).shape} {words.title(name)}"
        table.add_row(words.styled(name, head), _goal(party))
        player = people.get(name, "automa" if name == view.automa else "")
        for line in _notes(cast, party, player, name == view.first_player):
            table.add_row("", line)
        company = [pet for pet, holder in view.pets.items() if holder == name]
        company += ["founder"] * (view.founder == name)
        if company:
            table.add_row("", Text(f"with the {words.listed(company)}", style="gold"))
        if view.exploration and "totems" in party.goal:
            table.add_row("", "[quiet]exploration token[/]")
    return table


def _goal(party: PartyView) -> Text:
    text = Text()
    for number, (what, (done, needed)) in enumerate(party.goal.items()):
        if number:
            text.append(" · ", style="quiet")
        text.append(f"{what} {done}/{needed}", style="bold" if done >= needed else "")
    return text


def _notes(cast: Cast, party: PartyView, player: str, is_first: bool) -> list[Text]:
    """Who plays, cards and tokens, and those who are off the board."""
    notes = [player]
    if is_first:
        notes.append("first player")
    if party.target_cards:
        notes.append(f"{party.target_cards} target{'s' * (party.target_cards > 1)}")
    if party.second_shot_used:
        notes.append("second shot used")
    if party.tool_cards:
        notes.append(f"{party.tool_cards} tool{'s' * (party.tool_cards > 1)}")
    if party.ability is not None:
        notes.append(f"ability {party.ability}")
    lines = [Text(" · ".join(note for note in notes if note), style="quiet")]
    if party.tokens:
        lines.append(Text(_tokens(cast, party), style="gold"))
    for name, standee in party.standees.items():
        if len(standee.at) > 2:
            place = {"jail": "in jail", "captive": "captive", "wilderness": "escaped"}
            place |= {"aside": "waits", "wagon-b": "aboard", "wagon-c": "aboard"}
            place |= {"wagon-d": "aboard"}
            line = badge(cast, name, standee)
            lines.append(line.append(f" {place.get(standee.at, standee.at)}", style="quiet"))
    return lines


def _tokens(cast: Cast, party: PartyView) -> str:
    if cast.hides(party.name):
        number = sum(party.tokens.values())
        return f"{number} token{'s' * (number > 1)}"
    return ", ".join(f"{words.token(name)} {n}" for name, n in party.tokens.items())


def order(view: SeatView, programming: str) -> Text:
    """The round as rows of cards in party colours, turning up as they are resolved."""
    seats = len(view.parties)
    rows = []
    for start in range(0, len(view.order), seats):
        slot = start // seats
        if programming == "reverse":
            slot = len(_NTH) - 1 - slot
        cards = [
            _card(view, number, slot) for number in range(start, min(start + seats, 3 * seats))
        ]
        rows.append(Text(" ").join(cards))
    return Text("\n").join([Text(f"Round {view.round}", style="bold"), *rows])


def events(deck: EventsView) -> Text:
    """The event of this round, and how many are left before the Marshal must have come."""
    left = f"{deck.left} event{'s' * (deck.left != 1)} left"
    if deck.now is None:
        return Text(left, style="quiet")
    return Text.from_markup(f"{words.event(deck.now)} [quiet]· {left}[/]")


def _card(view: SeatView, number: int, slot: int) -> Text:
    """One card of the row: done, being resolved, own and known, or face down."""
    party, card = view.order[number]
    turn = -1 if view.turn is None else view.turn
    name = words.title(card) if card else SHUTTERS * 3
    if card is None and party == view.seat and view.turn is None:
        name = f"your {_NTH[slot]}"
    text = Text.from_markup(words.styled(party, f"{words.look(party).shape}{name}"))
    if number == turn:
        text.stylize("reverse")
    elif number < turn:
        text.stylize("dim")
    elif card and party == view.seat:
        text.stylize("italic")
    return text


def hand(rules: Rules, view: SeatView) -> Table:
    """The own cards with their icons and second shot values, to plan with."""
    party = _own(view)
    table = Table.grid(padding=(0, 2))
    for number, card in enumerate(held(party), 1):
        icons, value = card_face(rules, party.name, card)
        is_tool = card not in party.cards
        table.add_row(
            f"[bold]{number}[/]",
            words.styled(party.name, words.title(card)),
            " [quiet]or[/] ".join(words.icon(icon).upper() for icon in icons),
            "[quiet]tool[/]" if is_tool else f"[quiet]second shot[/] +{value}",
        )
    return table


def held(party: PartyView) -> list[str]:
    """All cards that can be planned: action cards, then tools."""
    return [*party.cards, *(party.tools or [])]


def card_face(rules: Rules, party: str, card: str) -> tuple[list[str], int]:
    """What a card of a party shows: its icons and its second shot value."""
    seat = rules.party_names.index(party)
    number = rules.card_names.index(card, card_id(seat, 0))
    icons = [rules.icon_names[icon] for icon in rules.card_icons[number]]
    return icons, rules.card_value[number]


def plan_line(rules: Rules, view: SeatView) -> Text | None:
    """The own plan during the round, and what is kept for the second shot."""
    party = _own(view)
    if party.plan is None or party.unplayed is None:
        return None
    cards = ", ".join(words.title(card) for card in party.plan if card)
    _, value = card_face(rules, party.name, party.unplayed)
    shot = "used" if party.second_shot_used else f"+{value}"
    return Text.from_markup(
        f"[quiet]Your plan:[/] {cards} [quiet]· second shot:[/] "
        f"{words.title(party.unplayed)} {shot}"
    )


def targets_line(view: SeatView) -> Text | None:
    """The own targets, and where they are if that is known. For this person's eyes only."""
    names = _own(view).targets
    if not names:
        return None
    found = {b.name: space for space, b in view.buildings.items() if b.name}
    told = [
        f"[bold]{words.title(name)}[/] ({found[name]})" if name in found else words.title(name)
        for name in names
    ]
    return Text.from_markup(f"[gold]{TARGET}[/] [quiet]Your targets:[/] {', '.join(told)}")


def aim_line(view: SeatView) -> Text:
    """What the own party wants: always in sight."""
    party = _own(view)
    aim = words.aim(party.name, {what: number for what, (_, number) in party.goal.items()})
    sign = words.styled(party.name, f"{words.look(party.name).shape} {words.title(party.name)}")
    return Text.from_markup(f"{sign}: {aim}.")


def duel_stage(view: SeatView) -> Text | None:
    """The duel going on: dice, what is added, and the sums."""
    duel = view.duel
    if duel is None or not any(duel.dice.values()):
        return None
    cast = Cast(view)
    side_of = {standee: side for side, standees in duel.sides.items() for standee in standees}
    sums = []
    for standee, die in duel.dice.items():
        added = duel.modifiers[side_of[standee]]
        rolled = die or 0
        total = f"{rolled} + {added} = [bold]{rolled + added}[/]" if added else f"[bold]{rolled}[/]"
        lent = side_of[standee] != cast.party_of[standee]
        whose = f" for {words.title(side_of[standee])}" if lent else ""
        sums.append(f"{cast.standee(standee)}{whose}: {total}")
    began = f"[quiet](ties go to {words.title(duel.initiator)})[/]"
    return Text.from_markup(f"Duel at {duel.space} · {' · '.join(sums)} {began}")


def _own(view: SeatView) -> PartyView:
    assert view.seat is not None, "a spectator has no hand"
    return view.parties[view.seat]
