"""Why an icon of a card cannot be chosen, in a sentence with its rule."""

from __future__ import annotations

import re

from cactustown.cli.text import words
from cactustown.cli.text.words import Cast, agree, listed, sentence
from cactustown.seatview import ReasonView, SeatView

# `who` would act, `by` stands in the way or would be needed; verbs agree with whoever comes first.
REASONS = {
    "lies": "{who} (lies|lie) stunned",
    "on_corral": "{who} (waits|wait) in the corral",
    "is_captive": "{by} (holds|hold) {who} captive",
    "in_jail": "{who} (is|are) in jail",
    "waits_aside": "{who} (is|are) not free yet",
    "has_escaped": "{who} (has|have) escaped",
    "is_aboard": "{who} (is|are) aboard the train",
    "deadlocked": "{by} (keeps|keep) {who} from running at {at}",
    "one_is_deadlocked": "all must run together, but {by} (keeps|keep) {who} from running at {at}",
    "companion_there": "{by} (is|are) at {at} already, so {who} cannot come",
    "chicken_there": "the crazy chicken runs wild at {at}, so {who} cannot come",
    "not_looked_at": "{who} (stands|stand) at {at}, and you have not looked behind its shutters",
    "no_target_here": "{who} (is|are) at {there}, no target of yours",
    "target_used_up": "{who} (is|are) at {there}, whose target card is used up",
    "no_target_cards": "you hold no target card",
    "no_target_cards_to_come": "you hold no target card, and none is left to draw",
    "has_plunder": "{who} (carries|carry) plunder already",
    "no_horse_left": "no horse is left to steal",
    "debts_are_paid": "all debts are paid",
    "totems_are_built": "all totems are built",
    "chief_is_free": "Tashunka is free",
    "no_room_beside": "{who} (stands|stand) at {at} with no room next door for Tashunka",
    "nobody_to_recover": "nobody of yours lies stunned in town",
    "still_in_town": "{who} (is|are) still in town",
    "nobody_jailed": "nobody of yours is in jail",
    "nobody_captive": "nobody of yours is captive",
    "no_jailer_or_captor": "that takes both sheriff and hunters in the game",
    "nobody_lies": "nobody lies stunned in town",
    "nobody_lies_here": "{by} (lies|lie) stunned at {at}, where nobody of yours stands",
    "has_captive": "{who} (holds|hold) {by} captive already",
    "jail_empty": "nobody is in jail",
    "not_in_office": "nobody of yours stands in the sheriff's office",
    "no_room_beside_office": "there is no room next to the sheriff's office",
    "deck_empty": "no target card is left to draw",
    "all_face_up": "no shutters are closed",
    "nobody_next_door": "{who} (has|have) no opponent next door",
    "nobody_around": "{who} (has|have) no opponent next door or diagonally",
    "nobody_two_spaces_away": "there is nobody to pull from two spaces away",
    "nobody_diagonal": "{who} (has|have) no opponent diagonally next door",
    "way_blocked": "{by} (is|are) two spaces away, but the way is blocked",
    "target_lies": "{by} (lies|lie) stunned, so there is nobody to shoot at",
    "opponent_lies": "{by} (lies|lie) stunned at {at}, so there is nobody to duel",
    "meets_nobody": "{who} (meets|meet) no opponent in the same building",
    "no_tomahawk_target": "nobody upright is next door to throw the tomahawk at",
    "holds_no_targets": "{party} (holds|hold) no target card",
    "out_of_range": "{who} (is|are) {number} steps from the bull rider, out of range",
    "bull_rider_has_to_run": "{by} (is|are) out of range, so {who} must run nearer first",
    "in_range": "{who} (is|are) in range",
    "no_way_back": "{who} (finds|find) no way back into range",
    "no_goring_at_the_gates": "nobody is gored at {at}, right outside a corral",
    "gored_already": "{who} (has|have) gored {by} this turn already",
    "nobody_to_gore": "{who} (has|have) no upright opponent here or next door",
    "needs_players": "that takes {number} or more players",
}
_FIRST_SLOT = re.compile(r"\{(who|by|party)\}")


def reason_sentence(view: SeatView, reason: ReasonView) -> str:
    """One thing in the way of an icon, in markup, with its rule."""
    cast = Cast(view)
    told = REASONS[reason.code]
    first = _FIRST_SLOT.search(told)
    many = {
        "who": len(reason.standees) > 1,
        "by": len(reason.others) > 1,
        "party": cast.is_many(reason.party or ""),
    }
    text = agree(told, many[first[1]] if first else False).format(
        who=listed([cast.standee(name) for name in reason.standees]),
        by=listed([cast.standee(name) for name in reason.others]),
        at=listed(reason.spaces),
        there=listed([words.building(name) for name in reason.buildings]),
        party=cast.party(reason.party) if reason.party else "",
        number=reason.number,
    )
    return f"{sentence(text)} [quiet]({reason.rule})[/]."


def why_not(view: SeatView, icon: str) -> str:
    """Why an icon of the card turned up cannot be chosen; "" if it can, or is not on it."""
    for icons in view.why_not.values():
        if icon in icons:
            return " ".join(reason_sentence(view, reason) for reason in icons[icon].reasons)
    return ""


def not_offered(view: SeatView) -> list[str]:
    """When an icon is asked: a line for each that cannot be chosen."""
    if view.shape != "icon":
        return []
    return [
        f"[quiet]{words.icon(icon).upper()}[/] {why_not(view, icon)}"
        for icons in view.why_not.values()
        for icon in icons
    ]
