"""The texts of the page, as somebody who speaks one of its languages knows them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

from tests.browser.built import SOURCES

CATALOGUES = SOURCES / "src" / "i18n"
LOCALES = {"en": "en-GB", "es": "es-ES", "fr": "fr-FR", "de": "de-DE"}
SLOT = re.compile(r"\\\{[^{}]*\\\}")


def _catalogue(folder: Path) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in sorted(folder.rglob("*.json")):
        texts |= json.loads(path.read_text("utf-8"))
    return texts


@cache
def texts_of(language: str) -> dict[str, str]:
    return _catalogue(CATALOGUES / "en") | _catalogue(CATALOGUES / language)


class Words:
    """A language."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._texts = texts_of(language)

    def __call__(self, key: str) -> str:
        """A text without placeholders."""
        text = self._texts[key]
        assert "{" not in text, f"{key} has placeholders: use like()"
        return text

    def like(self, key: str) -> re.Pattern[str]:
        """What a text with placeholders looks like, whatever they hold."""
        return re.compile("^" + SLOT.sub(".+", re.escape(self._texts[key])) + "$")
