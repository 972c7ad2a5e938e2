"""The Lone Ranger's module."""

from __future__ import annotations

from typing import Final

from cactustown.rules import ops
from cactustown.rules.build import Builder, Module
from cactustown.rules.options import Options
from cactustown.rules.ranger import asks, confuse, deck
from cactustown.rules.ranger.effects import AllIcon, EventBonus, EventEffects
from cactustown.rules.ranger.secrets import EventDeck
from cactustown.rules.ranger.variables import FACTS, VARIABLES
from cactustown.rules.tables import Tables

RANGER_PHASE: Final = 40  # among bonuses and rewards of duels


def contribute(b: Builder, tables: Tables) -> None:
    """Section 11."""
    rules = b.rules
    effects = EventEffects()
    for event in tables.events:
        if event.marshal:
            rules.event_marshal = len(rules.event_names)
        rules.event_names.append(event.name)
        rules.event_number.append(event.number)
        effects.second_shots.append(event.second_shots)
        effects.mix_up.append(event.mix_up)
        effects.initiator.append(event.initiator)
        effects.discard.append(event.discard)
        effects.put_back.append(event.put_back)
        effects.shoot_out.append(event.shoot_out)
        effects.dice.append(event.dice)
        effects.alone.append(sum(1 << ops.ICON_NAMES.index(icon) for icon in event.alone))
    b.words("event", rules.event_names)
    b.secret(ops.PHASE_EVENT_DECK, EventDeck())
    b.op(ops.DEAL_EVENTS, deck.DealEvents("deal-events"))
    b.op(ops.TURN_EVENT, deck.TurnEvent("turn-event", effects))
    b.op(ops.EVENT_OVER, deck.EventOver("event-over"))
    b.op(ops.SHOOT_OUT, asks.ShootOut("shoot-out-round", effects))
    b.op(ops.ASK_SHOOT_OUT, asks.AskShootOut())
    b.op(ops.MIX_UP, asks.MixUp("mix-up-card", effects))
    b.op(ops.ASK_MIX_UP, asks.AskMixUp())
    b.op(ops.ASK_CONFUSE, confuse.AskConfuse())
    b.op(ops.ASK_SET_ASIDE, confuse.AskSetAside())
    b.set_up(ops.PHASE_EVENT, ops.DEAL_EVENTS)
    b.begin_round(ops.PHASE_EVENT, ops.TURN_EVENT)
    b.begin_round(ops.PHASE_SHOOT_OUT, ops.SHOOT_OUT)
    b.end_round(ops.PHASE_EVENT_OVER, ops.EVENT_OVER)
    b.before_card(ops.PHASE_MIX_UP, ops.MIX_UP)
    b.duel_bonus(RANGER_PHASE, EventBonus(effects))
    ranger = [party.name for party in b.parties].index("ranger")
    b.duel_reward(RANGER_PHASE, deck.DiscardForDuel(ranger))
    b.icon(ops.CONFUSE, confuse.ConfuseIcon())
    running, sneaking = ops.RUNNING_FLAGS | ops.ALL, ops.SNEAKING_FLAGS | ops.ALL
    b.replace_icon(ops.RUN_ALL, AllIcon("run-all", ops.ASK_RUN, running, ops.RUN_ALL, effects))
    b.replace_icon(
        ops.SNEAK_ALL, AllIcon("sneak-all", ops.ASK_SNEAK, sneaking, ops.SNEAK_ALL, effects)
    )


def _wanted(options: Options) -> bool:
    return "ranger" in options.parties and not options.solo


RANGER = Module("ranger", _wanted, contribute, variables=VARIABLES, facts=FACTS)
