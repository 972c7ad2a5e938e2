"""The page has words for every reason why an icon cannot be played, and for no other."""

from __future__ import annotations

import json

import pytest

from tests.rules.coverage import ROOT
from tests.rules.test_reasons import codes

CATALOGUES = ROOT / "web" / "src" / "i18n"
AROUND = {"cited", "now"}  # what a reason stands in


@pytest.mark.parametrize("language", ["en", "es", "fr", "de"])
def test_there_are_words_for_every_reason(language: str) -> None:
    words = json.loads((CATALOGUES / language / "later" / "why.json").read_text("utf-8"))
    assert {key.removeprefix("why.") for key in words} - AROUND == codes()
