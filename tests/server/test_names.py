"""Names of people: of every language, and of nobody but the one who has it."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cactustown.server.lookalikes import alike, mixes_alphabets
from cactustown.server.names import BadName, clean_name, clean_title
from cactustown.server.reserved import is_reserved

CATALOGUES = Path(__file__).parents[2] / "web" / "src" / "i18n"
PEOPLE = [
    *("Nguyễn Thị Ánh Tuyết", "สมชาย ใจดี", "น้ำผึ้ง", "अमिताभ शर्मा", "लक्ष्मी", "কৌশিক"),
    *("שָׁלוֹם", "מֹשֶׁה", "محمد", "مُحَمَّد", "علی رضا", "Ольга Ёлкина", "Їжак", "Αλέξανδρος"),
    *("Հովհաննես", "თამარი", "山田太郎", "さくら", "山田Taro", "김민준", "张伟", "བསྒྲུབས", "தமிழ்"),
    *(
        "Jean-Luc",
        "O'Neill & Söhne",
        "Zoë",
        "Łukasz",
        "Øyvind",
        "Ọlọ́run",
        "ė̃",
        "Đorđe",
        "🌵",
        "R2-D2",
    ),
    *("Anna Каренина", "Müller Ελένη 3"),
]
LOOK_THE_SAME = [
    *(("Anna", "anna"), ("Anna", "ANNA"), ("Anna", "Änna"), ("José", "Jose"), ("Bob", "B0b")),
    *(("Alex", "AIex"), ("Bill", "BiII"), ("Bill", "Bi11"), ("Anna", "Ａｎｎａ"), ("Anna", "𝓐𝖓𝕟𝚊")),
    *(("Anna", "ⒶⓃⓃⒶ"), ("Anna", "🅰🅽🅽🅰"), ("Anna", "ᴀɴɴᴀ"), ("Anna", "ᎪnnᎪ"), ("Anna", "Αννα")),
    *(("Capa", "Сара"), ("CAPA", "САРА"), ("Oco", "Осо"), ("Jean-Luc", "Jean Luc"), ("Jo", "J o.")),
    *(
        ("modern", "modem"),
        ("Walt", "VValt"),
        ("Oyvind", "Øyvind"),
        ("ALEX", "Аlех"),
        ("soon", "ѕооո"),
    ),
    *(("שלום", "שָׁלוֹם"), ("ISA", "lsA"), ("Ivan", "IVAN"), ("Tom", "Тоm"), ("H", "Ꮋ"), ("Lo", "ꓡꓳ")),
]
DIFFER = [
    *(("Anna", "Anne"), ("Ian", "Lan"), ("Guest 1", "Guest 2"), ("Guest 1", "Guest 11")),
    *(("张伟", "張偉"), ("🌵", "🌶"), ("कि", "की"), ("Rosa", "Роза"), ("Jo", "Joe"), (".", "!")),
    *(("Иван", "Ivan"), ("さくら", "サクラ"), ("Sam", "5am"), ("김민준", "김민주"), ("สม", "สา")),
]
UNSEEN = [
    *(
        "An\u3164na",
        "An\u00adna",
        "An\u200dna",
        "An\u2060na",
        "A\u034fnna",
        "\U000e0041nna",
        "\ufffc",
    ),
    *("A\u115fnna", "An\uffa0na", "\u17b4", "\u2800", "An\U0001d159na", "An\u180ena", "A\u061cnna"),
]


@pytest.mark.parametrize("name", PEOPLE)
def test_people_of_all_languages_have_names(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize("name", UNSEEN)
def test_what_nobody_sees_is_refused(name: str) -> None:
    for clean in (clean_name, clean_title):
        with pytest.raises(BadName, match="visible characters"):
            clean(name)


@pytest.mark.parametrize("variant", ["\ufe0f", "\ufe0e", "\u180b", "\U000e0100", "\U000e01ef"])
def test_variants_of_a_character_make_no_second_name(variant: str) -> None:
    assert clean_name(f"葛{variant}城{variant}") == "葛城"
    with pytest.raises(BadName, match="1 to 24"):
        clean_name(variant)


@pytest.mark.parametrize(
    "name",
    [
        "z\u0301\u0302\u0303\u0304",
        "a \u0301b",
        "\u0301",
        "t\u20dd\u20dd\u20dd",
        "ש\u05b8\u05c1\u05bc\u05bf",
    ],
)
def test_towers_of_accents_are_refused(name: str) -> None:
    with pytest.raises(BadName, match="2 accents"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Аnna", "Annа", "Βert", "Ꭺnna", "Jo Вert", "ꓐob", "Αнна"])
def test_a_word_is_of_one_alphabet(name: str) -> None:
    with pytest.raises(BadName, match="one alphabet"):
        clean_name(name)


@pytest.mark.parametrize(("one", "other"), LOOK_THE_SAME)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFER)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not alike(one, other)


@given(st.text(max_size=24))
def test_every_text_looks_like_itself(text: str) -> None:
    assert alike(text, text)
    assert mixes_alphabets(text) in (True, False)


@given(st.text(string.ascii_letters + " ", min_size=1, max_size=24))
def test_capitals_make_no_second_name(name: str) -> None:
    assert alike(name, name.upper())
    assert alike(name, name.lower())


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_nobody_has_the_name_of_a_bot_or_a_party(language: str) -> None:
    words = json.loads((CATALOGUES / language / "names.json").read_text(encoding="utf-8"))
    named = [key for key in words if key.startswith(("bot.", "party.")) and key.count(".") == 1]
    assert len(named) > 10
    assert [words[key] for key in named if not is_reserved(words[key])] == []
    guests = json.loads((CATALOGUES / language / "home.json").read_text(encoding="utf-8"))
    for name in guests["home.guests"].split(","):
        assert clean_name(name)


@pytest.mark.parametrize("name", ["Server", "SERVER", "greedy", "Wi1y", "System.", "Ηost"])
def test_nobody_speaks_for_the_server(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)
