"""A hint in words: what a good player would do, and why."""

from __future__ import annotations

from typing import Any, Final

from cactustown.bots.advice import advise, in_words
from cactustown.bots.reasons import Code
from cactustown.cli.text.words import GOALS, Cast, building, sentence, styled, title, token
from cactustown.engine.encodings import card_id, shot_in
from cactustown.engine.notation import choice_words
from cactustown.game import Game
from cactustown.seatview import SeatView

SECONDS: Final = 3.0  # a person waits for it
SENTENCES: Final[dict[Code, str]] = {
    "wins": "That wins the game.",
    "goal": "It is a step towards your goal: {counter}.",
    "takes_loot": "{standee} takes plunder at {space}.",
    "frees": "{standee} is free again.",
    "stops_loot": "{whom} is stunned, plunder and all.",
    "knocks_down": "{whom} is stunned.",
    "from_jail": "{whom} can no longer jail {standee} right away.",
    "from_capture": "{whom} can no longer capture {standee} right away.",
    "from_duel": "{whom} can no longer get at {standee} in one step.",
    "drives_off": "{whom} needs {steps} to get at {standee}.",
    "stands_up": "{standee} stands up again.",
    "duel_odds": "Your odds in the duel: about {number} %.",
    "better_odds": "Your odds in the duel: about {number} % instead of {than} %.",
    "shot_in_vain": "A second shot would change nothing: about {number} % either way.",
    "beside_lying": "{standee} gets to where {whom} lies stunned.",
    "on_target": "{standee} stands in your target, {building}.",
    "loot_home": "{standee} carries the plunder on: {steps} to the edge of town.",
    "meets": "{standee} and {whom} are in one building then, ready for a duel.",
    "nearer_lying": "{standee} comes nearer to where {whom} lies stunned: {steps} left.",
    "nearer_target": "{standee} comes nearer to your target, {building}: {steps} left.",
    "closes_in": "{standee} closes in on {whom}: {steps} left.",
    "nearer_train": "{standee} comes nearer to the train: {steps} left.",
    "herds": "{standee} is back in reach of the bull rider.",
    "draws_target": "You get a new target card.",
    "sees_targets": "{party} must show you target cards.",
    "looks": "You look behind closed shutters.",
    "turns_up": "It reveals what you may be looking for.",
    "takes_token": "You get a {token}.",
    "holds_back": "That sets {party} back.",
    "strong_shot": "You keep your strongest second shot: {card}, +{number}.",
    "keeps_shot": "You keep your second shot for later.",
    "keeps_token": "You keep your {token} for later.",
    "keeps_ability": "You keep your ability for later.",
}


def hint(game: Game, view: SeatView) -> list[str]:
    """What to choose and why, for the person who is asked: lines of markup."""
    assert view.seat is not None
    own = game.bot_view(view.seat)
    seat, rules = own.seat, game.rules
    advised = advise(rules, own, SECONDS)
    choice = choice_words(rules, own, seat, advised.choice)
    if view.shape == "plan":
        cards = choice.removeprefix("plan ").partition(" shot ")[0]
        shot = title(rules.card_names[card_id(seat, shot_in(advised.choice))])
        lines = [f"A good player would lay [bold]{cards}[/], and keep {shot} as second shot."]
        lines += ["[quiet]If nobody gets in the way:[/]"] if advised.reasons else []
    else:
        number = view.choices.index(choice) + 1
        lines = [f"A good player would choose [bold]{choice}[/] [quiet](number {number})[/]."]
    cast = Cast(view)
    lines += [f"  {told(cast, in_words(rules, own, reason))}" for reason in advised.reasons]
    return lines


def told(cast: Cast, said: dict[str, Any]) -> str:
    """A reason as a sentence."""
    words = {name: str(about) for name, about in said.items()}
    for who in ("standee", "whom"):
        if who in said:
            words[who] = cast.standee(said[who])
    if "counter" in said:
        words["counter"] = GOALS[said["counter"]]
    if "building" in said:
        words["building"] = building(said["building"])
    if "party" in said:
        words["party"] = styled(said["party"], title(said["party"]))
    if "card" in said:
        words["card"] = title(said["card"])
    if "token" in said:
        words["token"] = token(said["token"])
    steps = said.get("number")
    words["steps"] = "1 step" if steps == 1 else f"{steps} steps"
    line = sentence(SENTENCES[said["code"]].format(**words))
    return line if "chance" not in said else f"{line} [quiet](about {said['chance']} %)[/]"
