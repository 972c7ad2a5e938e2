"""Section 15: each effect is contributed if a building of the town has it.

Effects stand on the advanced side, so they work in gunslinger mode; marks on both (BLD-2).
"""

from __future__ import annotations

from cactustown.rules import events as ev
from cactustown.rules import ops
from cactustown.rules.alternative import blessing, dice, founder, picker
from cactustown.rules.alternative.variables import FACTS, VARIABLES
from cactustown.rules.base.duel import AskRollAgain
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.tables import Tables
from cactustown.rules.tokens import BLESSING

PHASE_FOUNDER = 50


def contribute_alternative(b: Builder, tables: Tables) -> None:
    """ALT-1 to ALT-4; ALT-5, the effect "tool", is the tools' own."""
    effects = {e for t in tables.buildings for e in (t.reveal, t.enter, t.duel)}
    if "blessing" in effects:
        _contribute_blessing(b, tables)
    if "founder" in effects:
        b.op(ops.ASK_FOUNDER, founder.AskFounder())
        b.effect("founder", ops.ASK_FOUNDER)
        b.duel_bonus(PHASE_FOUNDER, founder.FounderBonus())
        b.duel_reward(PHASE_FOUNDER, founder.FounderPasses())
    if "dice" in effects:
        b.op(ops.DICE_BUILDING, dice.DiceBuilding("dice-building"))
        b.op(ops.ASK_REROLL, AskRollAgain("reroll", ev.REROLLED, ev.NO_REROLL))
        b.duel_step(ops.PHASE_DICE_BUILDING, ops.DICE_BUILDING)
    if "picker" in effects:
        b.op(ops.ASK_ARCHIVED, picker.AskArchived())
        b.effect("picker", ops.ASK_ARCHIVED)
    for number, building in enumerate(tables.buildings):
        b.rules.dice_buildings |= int(building.duel == "dice") << number


def contribute_no_cactus(b: Builder, tables: Tables) -> None:
    """ALT-6."""
    for number, building in enumerate(tables.buildings):
        b.rules.no_cactus |= int("no-cactus" in building.marks) << number


def _contribute_blessing(b: Builder, tables: Tables) -> None:
    """ALT-2."""
    b.fill_reserve(tables, ["blessing"])
    b.effect("blessing", ops.ASK_TAKE, BLESSING)
    b.rules.duel_kinds.append(BLESSING)
    b.after_duel(blessing.BlessingsLapse())
    b.op(ops.ASK_BLESSING, blessing.AskBlessing())
    b.op(ops.CANCEL_USE, blessing.CancelUse("cancel-use"))
    b.op(ops.SPRING_TRAP, blessing.SpringTrap("spring-trap"))
    b.replace_op(ops.ASK_TRAP, blessing.AskBlessableTrap())
    b.replace_op(ops.SHOW_TOKENS, blessing.ShowTokensAndBless("show-tokens"))
    b.op(ops.BLESS_TOKENS, blessing.BlessTokens("bless-tokens"))
    b.op(ops.ASK_BLESS_PARTY, blessing.AskBlessParty())
    b.op(ops.ASK_BLESS_TOKEN, blessing.AskBlessToken())


def _in_gunslinger_mode(options: Options) -> bool:
    return bool(options.alternative) and options.mode == "gunslinger"


def _with_cactus(options: Options) -> bool:
    return bool(options.alternative) and options.has_cactus


ALTERNATIVE = Module(
    "alternative",
    _in_gunslinger_mode,
    contribute_alternative,
    needs=("gunslinger",),
    effects=("blessing", "founder", "picker", "dice"),
    variables=VARIABLES,
    facts=FACTS,
)
NO_CACTUS = Module(
    "no-cactus", _with_cactus, contribute_no_cactus, needs=("cactus",), effects=("no-cactus",)
)
