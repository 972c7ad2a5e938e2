"""The test suite is the specification: every implemented rule has a proof."""

from __future__ import annotations

import pytest

from cactustown.rulebook import rulebook
from tests.rules.coverage import PAGE, ROOT, implemented, page, proofs

TRICKY = (
    *("DUEL-3", "DUEL-4", "DUEL-6", "DUEL-8", "MOV-2", "MOV-4", "MOV-6", "SET-5", "CAC-1"),
    *("GUN-3", "GUN-4", "GUN-9", "GUN-11", "GUN-13", "GUN-15"),
    *("CHI-3", "CHI-4", "CHI-5", "CHI-6", "CHI-7", "CHI-8"),
    *("COW-1", "COW-3", "COW-4", "COW-6", "COW-7", "COW-8", "COW-9"),
)


def test_the_rules_are_all_there() -> None:
    rules = rulebook()
    assert len(rules) >= 147
    assert all(text.strip() for text in rules.values())


def test_every_implemented_rule_is_proven() -> None:
    found = proofs()
    assert [rule for rule in implemented() if not found[rule]] == []


def test_tricky_rules_are_proven_several_times() -> None:
    found = proofs()
    assert {rule: len(found[rule]) for rule in TRICKY if len(found[rule]) < 3} == {}


def test_proofs_name_rules_that_exist() -> None:
    assert [rule for rule in proofs() if rule not in rulebook()] == []


def test_the_page_is_current() -> None:
    if PAGE.read_text("utf-8") != page():
        pytest.fail(f"{PAGE.relative_to(ROOT)} is out of date: run make docs")
