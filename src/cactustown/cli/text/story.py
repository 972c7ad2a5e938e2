"""Events as sentences. Only what the seat's own events say is told, so nothing can slip out.

Most kinds are a template: `{party} turn(s) up {card}.` The few that say different things to
different people are functions. `SENTENCES` names every kind; a test compares it with the schema.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cactustown.cli.text import words
from cactustown.cli.text.words import Cast, agree, listed, sentence

Event = dict[str, Any]
SHOT_HITS_FROM = 3  # TOOL-4
# Behind the screen (GUN-7); a token that is used or shown is seen by everybody.
_BEHIND_SCREENS = ("token_taken", "token_left", "token_picked")
_TELLS_OF_TOKENS = ("not_blessed",)


def _dealt(cast: Cast, event: Event) -> str:
    if event["building"]:
        return f"{{party}} (is|are) dealt a target: {words.building(event['building'])}."
    return "{party} (is|are) dealt a target card."


def _drew(cast: Cast, event: Event) -> str:
    if not event["cards"]:
        return "{party} find(s) no target card to draw."
    if event["building"]:
        return f"{{party}} draw(s) a target: {words.building(event['building'])}."
    return "{party} draw(s) a target card."


def _planned(cast: Cast, event: Event) -> str:
    if event["first"] is None:
        return "The cards of {party} lie face down."
    cards = [words.title(str(event[slot])) for slot in ("first", "second", "third")]
    held = words.title(str(event["unplayed"]))
    return f"{{party}} (has|have) planned {listed(cards)}; {held} stays back for a second shot."


def _turned_up(cast: Cast, event: Event) -> str:
    if event["standee"] is None:
        return "{space} lies open from the start: {building}."
    return "{standee} reveals {space}: {building}."


def _moved(cast: Cast, event: Event) -> str:
    how = {
        "run": "runs",
        "sneak": "sneaks",
        "dance": "dances",
        "push": "is pushed",
        "up-close": "is pulled",
    }[str(event["how"])]
    if how[-1] == "s" and not _is_own(cast, event):
        how = "is made to " + how[:-1]
    if event["to"] == "wilderness":
        return f"{{standee}} {how} for the wilderness from {{from}}."
    return f"{{standee}} {how} from {{from}} to {{to}}."


def _is_own(cast: Cast, event: Event) -> bool:
    return cast.party_of.get(str(event["standee"])) == event.get("party") or event["how"] in (
        "push",
        "up-close",
    )


def _stayed(cast: Cast, event: Event) -> str:
    if event["how"] == "push":
        return "{standee} is left standing at {at}."
    return "{standee} stays at {at}."


def _broke_free(cast: Cast, event: Event) -> str:
    if event["standee"] is None:
        if event["die"] > 3:
            return "{party} roll(s) a {die}, but the chicken keeps the captive from standing there."
        return "{party} roll(s) a {die}, but the cactus blocks the jail's door."
    return "{party} roll(s) a {die}: {standee} breaks free and stands at {to}."


def _token_taken(cast: Cast, event: Event) -> str:
    if event["archived"]:
        return "{party} take(s) a {token} and give(s) up a {archived}."
    return "{party} take(s) a {token}."


def _tokens_chosen(cast: Cast, event: Event) -> str:
    if event["tokens"] is None:
        return "{party} (has|have) chosen tokens behind the screen."
    return "{party} choose(s) {tokens} in secret."


def _cactus_moved(cast: Cast, event: Event) -> str:
    if event["from"] is None:
        return "{party} plant(s) the cactus at {to}."
    return "{party} move(s) the cactus from {from} to {to}."


def _token_picked(cast: Cast, event: Event) -> str:
    if event["archived"]:
        return "{party} pick(s) up a used {token} and give(s) up a {archived}."
    return "{party} pick(s) up a used {token}."


def _pet_used(cast: Cast, event: Event) -> str:
    return {
        "cat": "{party} send(s) the cat at {standee}, who rolls again: {die}.",
        "crow": "{party} send(s) the crow: -1 for every opponent.",
        "dog": "{party} call(s) the dog: +2.",
        "snake": "{party} let(s) the snake bite {standee}, whose roll counts nothing.",
    }[str(event["pet"])]


def _pet_sent(cast: Cast, event: Event) -> str:
    return {
        "cat": "{party} send(s) the cat at {standee}.",
        "crow": "{party} send(s) the crow.",
        "dog": "{party} call(s) the dog.",
        "snake": "{party} let(s) the snake loose on {standee}.",
    }[str(event["pet"])]


def _looked(cast: Cast, event: Event) -> str:
    if event["building"]:
        return "{party} look(s) behind the shutters of {space}: {building}."
    return "{party} look(s) at a building in secret."


def _explored(cast: Cast, event: Event) -> str:
    if event["holding"]:
        return "{party} take(s) the exploration token."
    return "{party} give(s) the exploration token back."


def _looked_at(cast: Cast, event: Event) -> str:
    whose = cast.party(str(event["victim"])).replace("]You[", "]you[")
    if event["building"]:
        return f"{{party}} see(s) a target of {whose}: {{building}}."
    return f"{{party}} look(s) at a target of {whose}."


def _confused(cast: Cast, event: Event) -> str:
    whose = cast.party(str(event["victim"])).replace("]You[", "]you[")
    if event["building"]:
        return f"{{party}} take(s) {{building}} away from {whose}."
    return f"{{party}} take(s) a target card away from {whose}."


def _tool_drawn(cast: Cast, event: Event) -> str:
    return "{party} draw(s) {card}." if event["card"] else "{party} draw(s) a tool."


def _shot(cast: Cast, event: Event) -> str:
    how = "a hit" if int(event["die"]) >= SHOT_HITS_FROM else "a miss"
    return f"{{party}} shoot(s) at {{standee}} and roll(s) a {{die}}: {how}."


def _drew_to_keep(cast: Cast, event: Event) -> str:
    if event["building"]:
        return "{party} draw(s) {building}."
    return "{party} draw(s) a target card."


def _target_kept(cast: Cast, event: Event) -> str:
    kept = "{building}" if event["building"] else "one target card"
    return f"{{party}} keep(s) {kept}; {{discarded}} leave the game unseen."


def _kept(cast: Cast, event: Event) -> str:
    kept = "{building}" if event["building"] else "one target card"
    return f"{{party}} keep(s) {kept}; {{returned}} go back into the deck."


SENTENCES: dict[str, str | Callable[[Cast, Event], str]] = {
    "started": "The town is laid out, the cards are dealt.",
    "round": "Round {round}. {first} go(es) first.",
    "locked": "{party} (has|have) planned.",
    "unlocked": "{party} take(s) the plan back.",
    "planned": _planned,
    "card": "{party} reveal(s) {card}.",
    "nothing": "{party} can do nothing with {card}.",
    "action": "{party} {icon}.",
    "moved": _moved,
    "stayed": _stayed,
    "turned_up": _turned_up,
    "escaped": "{standee} is out of town with the plunder!",
    "duel": "A duel at {space}, begun by {object}.",
    "rolled": "{standee} rolls a {die}.",
    "no_second_shot": "{party} hold(s) the second shot back.",
    "second_shot": "{party} fire(s) a second shot with {card}: +{value}.",
    "tied": "A tie at {total}: the tied roll again.",
    "rolled_off": "{party} roll(s) a {die} in the roll-off.",
    "duel_won": "{party} win(s) the duel with {total}.",
    "stunned": "{standee} is stunned.",
    "freed": "{standee} gets away from {by} and stands at {to}.",
    "plundered": "{standee} plunders {building}!",
    "horse_stolen": "{standee} steals a horse from {building}!",
    "debt_paid": "{standee} pays a debt at {building}!",
    "recovered": "{standee} is back on both feet.",
    "jailed": "{standee} goes to jail from {space}!",
    "captured": "{by} takes {standee} captive!",
    "released": "{standee} is let out of jail and stands at {to}.",
    "drew_target": _drew,
    "broke_free": _broke_free,
    "cactus_moved": _cactus_moved,
    "token_taken": _token_taken,
    "token_left": "{party} leave(s) the {token} there.",
    "tokens_chosen": _tokens_chosen,
    "tokens_shown": "{party} show(s) {tokens}.",
    "duel_off": "The duel at {space} is off.",
    "reloaded": "{standee} reloads and rolls a {die}.",
    "no_reload": "{party} keep(s) the roll.",
    "trapped": "{party} spring(s) a trap: {standee} goes back from {from} to {back}.",
    "no_trap": "{party} keep(s) the trap.",
    "won": "{party} (has|have) won!",
    "drawn": "Nobody wins: the last round is over.",
    "dealt": _dealt,
    "building_effect": "{building} at {space} lets {object} move somebody.",
    "undone": "{party} undo(es) that.",
    "token_used": "{party} use(s) a {token}.",
    "blessed": "{party} cancel(s) the {token} of {rival} with a blessing.",
    "not_blessed": "{party} (does|do) not use the blessing.",
    "blessing_wasted": "The blessing of {object} finds nothing to cancel.",
    "founder_taken": "{party} win(s) over the town's founder: +2 in every duel.",
    "founder_left": "{party} leave(s) the founder where the founder is.",
    "founder_passed": "The founder leaves {object} for {rival}.",
    "rerolled": "{standee} rolls again: {die}.",
    "no_reroll": "{party} keep(s) the roll.",
    "token_picked": _token_picked,
    "pet_taken": "{standee} makes friends with the {pet}.",
    "pet_left": "{party} leave(s) the {pet} alone.",
    "pet_free": "The {pet} runs home.",
    "pet_sent": _pet_sent,
    "pet_used": _pet_used,
    "no_pet": "{party} hold(s) the {pet} back.",
    "chicken_loose": "{party} let(s) the crazy chicken loose at {space}!",
    "chicken_gone": "The chicken at {space} has run off.",
    "chief_found": "{standee} finds Tashunka at {building}!",
    "chief_freed": "{standee} is free and stands at {to}!",
    "totem_built": "{standee} builds a totem at {building}!",
    "looked": _looked,
    "explored": _explored,
    "card_changed": "{party} lay(s) {card} aside for good and take(s) {new}.",
    "tomahawk": "{party} throw(s) a tomahawk at {standee} and roll(s) a {die}.",
    "goring": "{standee} lowers its horns at {space}.",
    "gored": "{by} tosses {standee}.",
    "dodged": "{standee} dodges {by}.",
    "boarded": "{standee} is aboard the train, in {to}!",
    "event": "The event of this round: {name}.",
    "event_discarded": "The next event is discarded: {name}.",
    "events_put_back": "Discarded events go back on the deck, face down: {cards}.",
    "unplayed_shown": "{party} show(s) {card} for a shoot-out.",
    "no_shoot_out": "{party} stay(s) out of the shoot-out.",
    "mixed_up": "{party} play(s) {card} instead.",
    "no_mix_up": "{party} keep(s) to the plan.",
    "looked_at": _looked_at,
    "confused": _confused,
    "automa_deck": "{party} shuffle(s) {cards} cards.",
    "ability": "{party} use(s) the ability; it works {left} more time(s).",
    "no_ability": "{party} keep(s) the ability.",
    "lent": "{standee} fights for {object}.",
    "dynamite": "{party} lay(s) dynamite at {space}.",
    "blast": "{party} blow(s) up the dynamite at {space}!",
    "tool_drawn": _tool_drawn,
    "tools_shuffled": "{party} shuffle(s) {cards} used tools into a new deck.",
    "shot": _shot,
    "drew_to_keep": _drew_to_keep,
    "kept": _kept,
    "target_kept": _target_kept,
}


def tell(cast: Cast, event: Event) -> str:
    """One event as one sentence, in markup."""
    kind = SENTENCES[str(event["event"])]
    party = _party(cast, event)
    if cast.hides(party):
        if event["event"] in _TELLS_OF_TOKENS:
            return ""
        event = _behind_screens(event)
    template = kind if isinstance(kind, str) else kind(cast, event)
    values = {name: _value(cast, name, value) for name, value in event.items()}
    values["party"] = values["first"] = cast.party(party) if party else "Somebody"
    values["object"] = values["party"].replace("]You[", "]you[")
    return sentence(agree(template.format(**values), bool(party) and cast.is_many(party)))


def _behind_screens(event: Event) -> Event:
    """Without the kinds of the tokens that others take or give up."""
    if event["event"] not in _BEHIND_SCREENS:
        return event
    return {
        name: "token" if name in ("token", "archived") and value else value
        for name, value in event.items()
    }


def _party(cast: Cast, event: Event) -> str:
    """The party whose verbs the sentence uses."""
    if event["event"] == "round":
        return cast.parties[event["first"]]
    return str(event.get("party", ""))


def _value(cast: Cast, name: str, value: object) -> str:
    if value is None:
        return "something"
    if name in ("standee", "by"):
        return cast.standee(str(value))
    if name == "building":
        return words.building(str(value))
    if name == "name":
        return words.event(str(value))
    if name in ("card", "unplayed", "new"):
        return f"[bold]{words.title(str(value))}[/]"
    if name == "icon":
        return words.ICONS.get(str(value), f"play(s) {words.icon(str(value))}")
    if name == "rival":
        return cast.party(str(value)).replace("]You[", "]you[")
    if name in ("token", "archived"):
        return words.token(str(value))
    if name == "tokens" and isinstance(value, list):
        return listed([words.token(t) if t != "none" else "no token" for t in value])
    return str(value)
