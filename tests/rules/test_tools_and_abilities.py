"""What cases of the base parties cannot show: tools and abilities of the parties to come."""

from __future__ import annotations

from typing import Any

import pytest

from cactustown import BadContent, BadOptions, Game, Options
from cactustown.conform.parse import parse_cases
from cactustown.conform.position import Composer, options_of
from cactustown.content import load_content
from cactustown.engine.chance import ForcedChance
from cactustown.engine.machine import Rules, apply, legal
from cactustown.engine.spaces import number_of
from cactustown.engine.task import Task
from cactustown.engine.view import view
from cactustown.engine.world import world
from cactustown.rules.base.targets import stood_on
from cactustown.rules.base.variables import IN_DECK, SET_ASIDE
from cactustown.rules.ops import OFFER_CARD
from cactustown.rules.tools.deck import UseTool, draw_tool
from cactustown.rules.tools.variables import TOOL_FIELDS, TOOL_HAND, TOOL_SHOWN, TOOL_USED
from tests.laws.walk import new_state, rules_for

HOUSE = {"provenance": "house"}
EDITION = "e3"  # scenes name its cards and what they show


def scene(text: str, override: dict[str, Any], edition: str = EDITION) -> Game:
    """A game at the position of a case, with content of its own."""
    case = parse_cases(f"edition e1\ncase t\nrules TOOL-4\n{text}\nexpect no winner", "here")[0]
    options = options_of(case)
    content = load_content(edition, override=override)
    composer = Composer(case, options, content)
    chance = ForcedChance()
    return Game.at(options, content, composer.rules, composer.compose(chance), chance)


def with_tool(icon: str, **more: object) -> dict[str, Any]:
    return {"tool": {"sheriff": {"gadget": {**HOUSE, "icons": [icon], **more}}}}


TOOL_SCENE = """parties sheriff outlaws
with tools
sheriff b2 a4 e5
outlaws b3 d4 a1(stunned)
plan sheriff: gadget posse patrol shot arrest"""


def test_a_rival_sneaks_twice_in_one_movement() -> None:
    """TOOL-4: an opposing upright standee of choice, past everybody, nothing turned up."""
    game = scene(TOOL_SCENE, with_tool("rival-sneaks"))
    choices = game.choices("sheriff")
    assert "sneak outlaw-1 b3-b5" in choices
    assert "sneak outlaw-2 d4-d2" in choices
    assert "stay" in choices
    assert not any("outlaw-3" in choice or "deputy" in choice for choice in choices)
    game.play("sheriff", "sneak outlaw-1 b3-b5")
    seen = game.view(None)
    assert seen.parties["outlaws"].standees["outlaw-1"].at == "b5"
    assert not seen.buildings["b5"].face_up


def test_a_rival_never_ends_on_its_companions() -> None:
    """TOOL-4, MOV-3."""
    game = scene(TOOL_SCENE.replace("d4", "b5"), with_tool("rival-sneaks"))
    assert "sneak outlaw-1 b3-b4" in game.choices("sheriff")
    assert "sneak outlaw-1 b3-b5" not in game.choices("sheriff")


def test_shooting_around_reaches_diagonal_neighbours() -> None:
    """TOOL-4."""
    text = TOOL_SCENE.replace("b3 d4 a1(stunned)", "c3 b1 e1")
    assert scene(text, with_tool("shoot-around")).choices("sheriff") == [
        "shoot outlaw-1",
        "shoot outlaw-2",
    ]


def test_a_tool_of_the_whole_herd_moves_those_it_names() -> None:
    """TOOL-4: each of the named standees may sneak, one after the other."""
    game = scene(TOOL_SCENE, with_tool("sneak-herd", standees=["sheriff", "deputy-2"]))
    assert not any("deputy-1" in choice for choice in game.choices("sheriff"))
    game.play("sheriff", "sneak sheriff b2-c2")
    assert game.choices("sheriff") == ["stay", "sneak deputy-2 e5-e4", "sneak deputy-2 e5-d5"]
    game.play("sheriff", "sneak deputy-2 e5-e4")
    assert game.awaited == ["outlaws"]


def test_a_sneak_then_run_may_belong_to_one_standee() -> None:
    """TOOL-4: as the bull rider's."""
    game = scene(TOOL_SCENE, with_tool("sneak-then-run", standees=["deputy-1"]))
    game.play("sheriff", "stay")
    assert all("deputy-1" in choice for choice in game.choices("sheriff"))


AT_START = """parties sheriff outlaws
with tools
plan sheriff: gadget posse patrol shot arrest"""


def test_a_tool_of_one_named_standee_takes_the_others_off_their_start_too() -> None:
    """MOV-4, TOOL-4: it is carried out first, then each other one sneaks one step."""
    game = scene(AT_START, with_tool("sneak-then-run", standees=["deputy-1"]), "e1")
    assert all(choice == "stay" or "deputy-1" in choice for choice in game.choices("sheriff"))
    game.play("sheriff", "sneak deputy-1 c3-c4")
    game.play("sheriff", "run deputy-1 c4-c5")
    assert not any("deputy-1" in choice for choice in game.choices("sheriff"))
    assert "sneak sheriff c3-c4" in game.choices("sheriff")
    assert "stay" not in game.choices("sheriff")


def test_by_a_tool_that_runs_the_others_run_off_their_start() -> None:
    """MOV-4, TOOL-4: one step of the tool's kind, by those on a start space only."""
    text = AT_START + "\nsheriff start start a3"
    game = scene(text, with_tool("run"), "e1")
    assert "run deputy-2 a3-a4" in game.choices("sheriff")
    game.play("sheriff", "run sheriff c3-c4")
    choices = game.choices("sheriff")
    assert choices == ["run deputy-1 c3-c2", "run deputy-1 c3-b3", "run deputy-1 c3-d3"]
    game.play("sheriff", "run deputy-1 c3-c2")
    assert game.awaited == ["outlaws"]
    assert game.view(None).buildings["c2"].face_up


@pytest.mark.parametrize(
    ("icon", "first", "then"),
    [
        ("sneak", "c4", ["deputy-1 c3-c2", "deputy-1 c3-b3", "deputy-1 c3-d3"]),
        ("dance", "b2", ["deputy-1 c3-d2", "deputy-1 c3-b4", "deputy-1 c3-d4"]),
    ],
)
def test_the_others_go_as_the_first_by_a_tool_went(icon: str, first: str, then: list[str]) -> None:
    """MOV-4, TOOL-4: a step of the tool's kind, sneaking or dancing."""
    game = scene(AT_START + "\nsheriff start start a3", with_tool(icon), "e1")
    game.play("sheriff", f"{icon} sheriff c3-{first}")
    assert game.choices("sheriff") == [f"{icon} {choice}" for choice in then]
    game.play("sheriff", f"{icon} {then[0]}")
    assert game.awaited == ["outlaws"]


def test_a_bull_rider_who_begins_in_town_may_sneak_aboard_from_there() -> None:
    """MOV-4, TOOL-4: there is no run after that."""
    override = {"start": {"cowboy": {"spaces": ["c5", "b4", "d4"]}}}
    text = """parties outlaws cowboy
with tools
first cowboy
outlaws a1 a2 a3
cowboy start wagon-b wagon-d
plan cowboy: spurs spur whisper shot herd"""
    game = scene(text, override, "e1")
    assert "sneak bull-rider c5-wagon-c" in game.choices("cowboy")
    game.play("cowboy", "sneak bull-rider c5-wagon-c")
    assert game.view(None).result == "cowboy"


def test_three_on_one_start_space_with_two_ways_out() -> None:
    """MOV-4: as many leave as can; the last one stays."""
    override = {"start": {"outlaws": {**HOUSE, "spaces": ["a1", "a1", "a1"]}}}
    game = scene("parties sheriff outlaws\nfirst outlaws\nup a2 bank, b1 hotel", override, "e1")
    assert len(game.choices("outlaws")) == 6
    assert "run outlaw-3 stays" not in game.choices("outlaws")
    game.play("outlaws", "run outlaw-3 a1-b1")
    game.play("outlaws", "run outlaw-1 a1-a2")
    assert game.view(None).parties["outlaws"].standees["outlaw-2"].at == "a1"
    assert game.awaited == ["sheriff"]


@pytest.mark.parametrize(("reading", "runners"), [(1, 1), (2, 3)])
def test_a_dry_well_leaves_tools_alone(reading: int, runners: int) -> None:
    """TOOL-4, RAN-5: a tool's RUN ALL is one; in the first reading it was not."""
    text = """parties ranger sheriff outlaws
with tools
event dry-well
first sheriff
sheriff b2 b4 d2
plan sheriff: gadget posse patrol shot arrest"""
    game = scene(f"reading {reading}\n{text}", with_tool("run-all"))
    for standee in ("sheriff", "deputy-1", "deputy-2")[:runners]:
        game.play("sheriff", f"run {standee} stays")
    assert game.awaited != ["sheriff"]


def test_tools_with_the_same_icon_must_agree_on_who_uses_it() -> None:
    override = with_tool("double-sneak", standees=["sheriff"])
    override["tool"]["sheriff"]["other"] = {
        **HOUSE,
        "icons": ["double-sneak"],
        "standees": ["deputy-1"],
    }
    with pytest.raises(Exception, match="differ in who may double-sneak"):
        scene(TOOL_SCENE, override)


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"tool": {"sheriff": {"rifle": {"icons": ["shot"]}}}}, "there is no 'shot'"),
        ({"tool": {"sheriff": {"posse": {**HOUSE, "icons": ["shoot"]}}}}, "is taken"),
        ({"tool": {"sheriff": {"shot": {**HOUSE, "icons": ["shoot"]}}}}, "is taken"),
        ({"tool": {"bandits": {"gun": {**HOUSE, "icons": ["shoot"]}}}}, "there is no 'bandits'"),
        ({"tool": {"sheriff": {"rifle": {"standees": ["outlaw-1"]}}}}, "there is no 'outlaw-1'"),
        ({"tool": {"sheriff": {"rifle": {"needs": ["nobody"]}}}}, "there is no 'nobody'"),
        ({"ability": {"sheriff": {"standee": "dancer"}}}, "there is no 'dancer'"),
        ({"ability": {"sheriff": {"kind": "fly"}}}, "Invalid enum value 'fly'"),
    ],
)
def test_wrong_tables_are_explained(table: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadContent, match=problem):
        load_content(override=table)


def test_a_tool_that_another_card_replaces_stays_in_hand_for_all_to_see() -> None:
    """TOOL-3: as when Mix-up replaces it."""
    rules = rules_for(Options(("sheriff", "outlaws"), tools=True))
    g = new_state(rules, 1)
    row = rules.party_names.index("sheriff") * TOOL_FIELDS
    tool = g.tools[row + TOOL_HAND].bit_length() - 1
    g.tools[row + TOOL_SHOWN] |= 1 << tool  # it has been turned up
    g.push(OFFER_CARD, 0, 2)  # and another card put in its place
    UseTool("use-tool").run(rules, g, Task(0, 0, tool))
    assert g.tools[row + TOOL_HAND] >> tool & 1
    assert not g.tools[row + TOOL_USED]
    g.stack.pop()
    made = {world(rules, view(rules, g, 1), seed).tools[row + TOOL_HAND] for seed in range(50)}
    assert made == {1 << tool}


def test_the_three_drawn_are_imagined_as_set_5_allows() -> None:
    """TOOL-4, INFO-2: others know how many were drawn, not which."""
    text = """parties outlaws hunters
with tools
outlaws e4 e2 e5
hunters b2 d1
first hunters
up b2 bank
targets hunters: brewery
plan hunters: handbills trail stalk shot bounty"""
    game = scene(text, {})
    rules: Rules = game.rules
    g = game._state
    outlaws, hunters = 0, 1
    own = view(rules, g, outlaws)
    assert own.drawn == 0
    assert view(rules, g, hunters).drawn == g.drawn
    bank = rules.building_names.index("bank")
    imagined = 0
    for seed in range(300):
        made = world(rules, own, seed)
        assert number_of(made.drawn) == 3
        assert all(made.target_at[b] == hunters for b in range(24) if made.drawn >> b & 1)
        assert not made.drawn & stood_on(rules, made, hunters)
        imagined |= made.drawn
        apply(rules, made, hunters, legal(rules, made, hunters)[0])
        assert made.targets_held[hunters] == 2 == made.target_at.count(hunters)
        assert made.target_at.count(SET_ASIDE) == 2 == made.targets_aside
        assert made.target_at.count(IN_DECK) == 20
    assert imagined == (1 << 24) - 1 & ~(1 << bank)


def test_only_the_drawer_knows_what_was_discarded() -> None:
    """TOOL-4, INFO-2: everybody knows how many; to the others they may be any that nobody has."""
    text = """parties outlaws hunters
with tools
outlaws e4 e2 e5
hunters b2 d1
first hunters
deck bank hotel theatre saloon church
plan hunters: handbills trail stalk shot bounty"""
    game = scene(text, {})
    game.play("hunters", game.choices("hunters")[0])
    rules, g = game.rules, game._state
    discarded = {b for b, at in enumerate(g.target_at) if at == SET_ASIDE}
    assert len(discarded) == 2
    own, others = view(rules, g, 1), view(rules, g, 0)
    assert {b for b, at in enumerate(own.target_at) if at == SET_ASIDE} == discarded
    assert SET_ASIDE not in others.target_at
    assert others.seen == [0, 0]
    imagined: set[int] = set()
    for seed in range(200):
        for seat, seen in ((0, others), (1, own)):
            made = world(rules, seen, seed)
            aside = {b for b, at in enumerate(made.target_at) if at == SET_ASIDE}
            assert len(aside) == 2
            if seat:
                assert aside == discarded
            imagined |= aside
    names = {"bank", "hotel", "theatre", "saloon", "church"}
    assert imagined == {rules.building_names.index(name) for name in names}
    assert game.view(0).deck == game.view(1).deck == game.view(None).deck == 2


def test_the_tool_being_resolved_is_not_shuffled_back() -> None:
    """TOOL-1, TOOL-2: it lies used only when it has been resolved."""
    text = TOOL_SCENE.replace("gadget", "soft-boots") + "\nused sheriff: rifle shortcut"
    game = scene(text, {})
    g, rules = game._state, game.rules
    draw_tool(rules, g, 0)
    draw_tool(rules, g, 0)
    draw_tool(rules, g, 0)
    names = [rules.card_names[card] for card in range(16) if g.tools[TOOL_HAND] >> card & 1]
    assert sorted(names) == ["rifle", "shortcut"]


def test_the_last_building_is_looked_at_once() -> None:
    """TOOL-4, ABI-7: one, if only one is left."""
    spaces = ", ".join(f"{column}{row}" for column in "abcde" for row in range(1, 6))
    text = f"""parties outlaws hunters
with tools
first outlaws
outlaws b2 c4 e5
hunters d1 e1
up {spaces.replace("d4, ", "")}
plan outlaws: spyglass ride shadows shot heist"""
    game = scene(text, {})
    assert [e["space"] for e in game.all_events() if e["event"] == "looked"] == ["d4"]


# -- abilities of the parties to come, given to others


def test_an_action_twice() -> None:
    """ABI-6: the chosen action again, with new choices; asked after the card."""
    override = {"ability": {"outlaws": {"kind": "twice"}}}
    text = """parties outlaws hunters
with abilities=outlaws
first outlaws
outlaws b2 c4 e5
hunters d1 e1
plan outlaws: shadows ride heist"""
    game = scene(text, override)
    game.play("outlaws", "sneak")
    game.play("outlaws", "sneak outlaw-1 b2-b3")
    assert game.choices("outlaws") == ["no ability", "ability"]
    game.play("outlaws", "ability")
    assert "sneak outlaw-2 c4-c5" in game.choices("outlaws")
    assert "sneak outlaw-1 b3-b4" in game.choices("outlaws")
    game.play("outlaws", "sneak outlaw-2 c4-c5")
    assert game.awaited == ["hunters"]
    assert game.view(None).parties["outlaws"].ability == 1


def test_nothing_is_not_done_twice() -> None:
    """ABI-6: a card that did nothing has no chosen action."""
    override = {"ability": {"outlaws": {"kind": "twice"}}}
    text = """parties outlaws hunters
with abilities=outlaws
first outlaws
outlaws b2 c4 e5
hunters d1 e1
plan outlaws: gunfight ride shadows"""
    assert scene(text, override).awaited == ["hunters"]


def test_two_buildings_are_looked_at() -> None:
    """ABI-7: anywhere, in secret; before or after the card."""
    override = {"ability": {"outlaws": {"kind": "look"}}}
    text = """parties outlaws hunters
with abilities=outlaws
first outlaws
outlaws b2 c4 e5
hunters d1 e1
down d4 bank
plan outlaws: heist ride shadows"""
    game = scene(text, override)
    game.play("outlaws", "ability")
    game.play("outlaws", "look d4")
    assert game.view("outlaws").buildings["d4"].name == "bank"
    assert game.view("hunters").buildings["d4"].name is None
    looked = [e for e in game.events_since(0, "hunters") if e["event"] == "looked"]
    assert looked[0]["space"] is None
    game.play("outlaws", "look a5")
    assert "run outlaw-1 b2-b3" in game.choices("outlaws")


def test_an_ability_nobody_has_is_refused() -> None:
    with pytest.raises(BadOptions, match="does not play"):
        Game.new(["sheriff", "outlaws"], abilities=["dancer"])


def test_a_used_tool_is_no_longer_in_hand_nor_shown() -> None:
    """TOOL-2."""
    game = scene(TOOL_SCENE.replace("gadget", "soft-boots"), {})
    row = game._state.tools[:TOOL_FIELDS]
    assert row[TOOL_HAND] == row[TOOL_SHOWN] == 0
    assert row[TOOL_USED].bit_count() == 1
