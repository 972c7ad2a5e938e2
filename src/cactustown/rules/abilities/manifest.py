"""Character abilities (section 16): what the module contributes to the rules of a game."""

from __future__ import annotations

from cactustown.engine.errors import BadOptions
from cactustown.rules import ops
from cactustown.rules.abilities import borrow, dynamite, kinds, turn
from cactustown.rules.abilities.variables import FACTS, VARIABLES
from cactustown.rules.base import look
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.tables import Tables

USES = 2  # ABI-1
KINDS: dict[str, type[turn.Ability]] = {
    "borrow": borrow.Borrow,
    "jailbreak": kinds.Jailbreak,
    "step": kinds.Step,
    "dynamite": dynamite.LayDynamite,
    "twice": kinds.Twice,
    "look": kinds.Look,
    "protect": kinds.Protect,
}


def contribute(b: Builder, tables: Tables) -> None:
    """Section 16."""
    abilities: list[turn.Ability | None] = []
    for seat, party in enumerate(b.parties):
        ability = None
        if party.name in b.options.abilities:
            table = party.ability
            if table is None or table.kind not in KINDS:
                raise BadOptions(
                    f"{party.name} has no ability that could be played with",
                    about=(f"ability.{party.name}", "kind"),
                )
            bearer = b.standees(party.name)[party.standees.index(table.standee)]
            ability = KINDS[table.kind](bearer)
            if table.kind == "dynamite":
                _blow_up(b, seat)
        abilities.append(ability)
        b.rules.ability_uses.append(USES if ability else 0)
    b.blank(turn.Unused())
    b.op(ops.BEFORE_ABILITY, turn.AbilityWindow("before-ability", abilities, after=False))
    b.op(ops.AFTER_ABILITY, turn.AbilityWindow("after-ability", abilities, after=True))
    b.op(ops.ASK_ABILITY, turn.AskAbility())
    b.op(ops.USE_ABILITY, turn.UseAbility("use-ability", abilities))
    b.before_card(ops.PHASE_ABILITY, ops.BEFORE_ABILITY)
    b.after_card(ops.PHASE_ABILITY, ops.AFTER_ABILITY)
    b.op(ops.ASK_STEP, kinds.AskStep())
    b.op(ops.ASK_JAILBREAK, kinds.AskJailbreak())
    b.op(ops.ASK_LENT_JAIL, borrow.AskLentJail())
    b.op(ops.ASK_LENT_DUEL, borrow.AskLentDuel())
    b.op(ops.ASK_LOOK_ANYWHERE, look.AskLook())


def _blow_up(b: Builder, owner: int) -> None:
    """ABI-5: DANCE may blow up the dynamite."""
    b.op(ops.ASK_BLAST, dynamite.AskBlast())
    b.op(ops.ASK_BLOWN, dynamite.AskBlown())
    icon = dynamite.DanceOrBlast("dance", ops.ASK_DANCE, ops.DANCING_FLAGS, owner)
    b.replace_icon(ops.DANCE, icon)


def _wanted(options: Options) -> bool:
    return bool(options.abilities)


ABILITIES = Module("abilities", _wanted, contribute, variables=VARIABLES, facts=FACTS)
