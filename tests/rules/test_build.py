"""Modules: what clashes is refused when the rules are built."""

from __future__ import annotations

import pytest

from cactustown.content import load_content
from cactustown.engine.errors import BadOptions, RulesConflict
from cactustown.engine.machine import DuelHook, Exit, Icon, MoveHook, Op
from cactustown.engine.spaces import WILDERNESS
from cactustown.reading import SECOND, Reading
from cactustown.rules import ops
from cactustown.rules.build import Builder, Module, build
from cactustown.rules.catalogue import MODULES, build_rules
from cactustown.rules.options import BOOK_SETS, Options
from cactustown.rules.tables import Tables

READING = Reading(SECOND)
OPTIONS = Options(("sheriff", "outlaws"), "gunslinger")
TABLES: Tables = load_content("e1").for_game(OPTIONS)


def always(options: Options) -> bool:
    return True


@pytest.mark.parametrize(
    ("contribute", "reason"),
    [
        (lambda b, t: b.op(ops.ARRIVE, Op("again")), "contributed twice"),
        (lambda b, t: b.icon(ops.RUN, Icon("run")), "icon run is contributed twice"),
        (lambda b, t: b.effect("cactus", ops.ASK_CACTUS), "effect cactus"),
        (lambda b, t: b.after_move(10, MoveHook()), "claim phase 10"),
        (lambda b, t: b.duel_step(ops.PHASE_DICE, ops.DUEL_DICE), "claim phase 20"),
        (lambda b, t: b.duel_reward(10, DuelHook()), "claim phase 10"),
        (lambda b, t: b.way_out(WILDERNESS, Exit(), ops.ESCAPE), "two modules lead to"),
        (lambda b, t: b.replace_op(999, Op("new")), "no op 999"),
        (
            lambda b, t: [b.replace_op(ops.ARRIVE, Op("one")), b.replace_op(ops.ARRIVE, Op("two"))],
            "two modules replace",
        ),
        (lambda b, t: b.effect("pipe ", 0) or b.effect("pipe ", 0), "contributed twice"),
        (lambda b, t: b.replace_icon(ops.RUN, Icon("run")), "run does not say what may be in its"),
        (lambda b, t: b.icon(ops.STAMPEDE, Icon("stampede")), "stampede does not say what may be"),
    ],
)
def test_two_contributions_to_one_thing_are_refused(contribute: object, reason: str) -> None:
    module = Module("intruder", always, contribute)  # type: ignore[arg-type]
    with pytest.raises(RulesConflict, match=reason):
        build(OPTIONS, TABLES, [*MODULES, module], READING)


def test_needs_and_clashes() -> None:
    def nothing(builder: Builder, tables: Tables) -> None:
        """Contributes nothing."""

    needy = Module("needy", always, nothing, needs=("pets",))
    with pytest.raises(BadOptions, match="needy needs pets"):
        build(OPTIONS, TABLES, [*MODULES, needy], READING)
    loner = Module("loner", always, nothing, clashes=("cactus",))
    with pytest.raises(BadOptions, match="loner cannot be combined with cactus"):
        build(OPTIONS, TABLES, [*MODULES, loner], READING)


def test_a_module_may_replace_an_op() -> None:
    new = Op("elsewhere")
    module = Module("detour", always, lambda b, t: b.replace_op(ops.ARRIVE, new))
    assert build(OPTIONS, TABLES, [*MODULES, module], READING).ops[ops.ARRIVE] is new


def test_book_sets_are_legal() -> None:
    """SIDE-1: two players one set, three players three, four players all."""
    assert [len(parties) for parties in BOOK_SETS] == [2, 3, 3, 3, 4]
    for parties in BOOK_SETS:
        assert build_rules(Options(parties), TABLES).party_names == list(parties)


def test_icons_marked_3_plus_are_left_out_with_two_players() -> None:
    """ROUND-7."""
    for parties, shown in ((BOOK_SETS[0], False), (BOOK_SETS[1], True)):
        rules = build_rules(Options(parties), TABLES)
        outlaws = rules.party_names.index("outlaws")
        icons = [icon for card in range(16) for icon in rules.card_icons[outlaws << 4 | card]]
        assert (ops.BREAK_FREE_ICON in icons) == shown


def test_a_card_with_an_unknown_icon_is_refused() -> None:
    with pytest.raises(BadOptions, match="which no module of this game knows"):
        build(OPTIONS, TABLES, MODULES[1:], READING)
