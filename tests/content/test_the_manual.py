"""docs/content.md does what it says: its example changes games, its messages are those one gets."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cactustown import BadContent
from cactustown.cli import inforce
from cactustown.content import (
    CURRENT_EDITION,
    Content,
    editions,
    json_schema,
    load_content,
    read_override,
)
from cactustown.content.schema import TABLES
from cactustown.engine.spaces import PLACE_OF
from cactustown.lab import sim
from cactustown.lab.setups import find_setup, setups
from cactustown.lab.tryout import try_out
from cactustown.rules.catalogue import build_rules
from cactustown.rules.counters import COUNTER_NAMES
from cactustown.rules.ops import ICON_NAMES
from cactustown.rules.options import MODES, PROGRAMMINGS, Options

MANUAL = Path(__file__).parents[2] / "docs" / "content.md"
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    (text,) = [block for language, block in BLOCKS if language == "toml"]
    file = tmp_path / "my-box.toml"
    file.write_text(text, "utf-8")
    return file


def of_the_example(file: Path, edition: str) -> Content:
    return load_content(edition, read_override(file), file.name)


@pytest.mark.parametrize("edition", editions())
def test_its_example_moves_the_dancer_in_every_game(example: Path, edition: str) -> None:
    """The rules that are built have it, in every set-up, mode and programming."""
    content = of_the_example(example, edition)
    games = 0
    for setup in setups(content):
        for mode in MODES:
            for programming in PROGRAMMINGS:
                options = Options(setup.parties, mode, programming, solo=setup.solo)
                rules = build_rules(options, content.for_game(options))
                starts = dict(zip(rules.standee_names, rules.start_at, strict=True))
                shots = dict(zip(rules.card_names, rules.card_value, strict=True))
                if "dancer" in setup.parties:
                    assert starts["dancer"] == PLACE_OF["e4"], options
                    games += 1
                if "sheriff" in setup.parties:
                    assert shots["posse"] == 2, options
    assert games > 100


@pytest.mark.parametrize("edition", editions())
def test_its_example_changes_the_figures(example: Path, edition: str) -> None:
    """Also in a set-up that has a start and second shots of its own in an edition."""
    options = Options(("outlaws", "hunters", "dancer"), round_limit=20)
    usual = sim.Series(options, ("greedy",) * 3, 40, edition=edition)
    own = replace(usual, override=read_override(example))
    assert sim.run(usual).report() != sim.run(own).report()


def test_its_example_is_fine_and_changes_as_many_set_ups_as_it_says(example: Path) -> None:
    tried = try_out(of_the_example(example, CURRENT_EDITION))
    assert tried.problems == []
    told = f"It changes {len(tried.changed)} of the {len(tried.tried)} set-ups"
    assert told in MANUAL.read_text("utf-8")


def test_its_mistakes_are_told_as_it_says() -> None:
    override = {
        "card": {"sheriff": {"posse": {"second_shoot": 2}}},
        "start": {"dancer": {"spaces": ["e4", "e5"]}},
        "tool": {"sheriff": {"My Tool": {"icons": ["shoot"]}}},
    }
    with pytest.raises(BadContent) as caught:
        load_content(override=override, where="my-box.toml")
    (block,) = [block for _, block in BLOCKS if "second_shoot" in block]
    assert " ".join(block.split()) == " ".join(f"cactustown: {caught.value}".split())


def test_what_counts_is_shown_as_it_says(example: Path) -> None:
    content = of_the_example(example, CURRENT_EDITION)
    setup = find_setup(content, "sheriff+dancer+outlaws")
    console = Console(file=StringIO(), width=80)
    inforce.show(inforce.in_force(content, setup.name, Options(setup.parties)), console)
    file = console.file
    assert isinstance(file, StringIO)
    shown = [" ".join(line.split()) for line in file.getvalue().splitlines()]
    (block,) = [block for _, block in BLOCKS if "seats: " in block]
    for line in block.splitlines():
        if "──" not in line:
            assert " ".join(line.split()) in shown, line


def test_it_names_every_table_key_icon_and_counter() -> None:
    text = MANUAL.read_text("utf-8")
    for part, (_, kind) in TABLES.items():
        assert f"`[{part}" in text
        for key in kind.__struct_fields__:
            assert f"`{key}`" in text or f"`{key} = " in text, f"{part}: {key}"
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", text))
    assert words >= {*ICON_NAMES, *COUNTER_NAMES}


def test_editors_are_told_what_a_name_is() -> None:
    properties = json_schema()["$defs"]["ContentFile"]["properties"]
    assert properties["tool"]["additionalProperties"]["propertyNames"]["pattern"]
    assert properties["event"]["propertyNames"]["pattern"]
    assert "propertyNames" not in properties["solo"]  # they have numbers
