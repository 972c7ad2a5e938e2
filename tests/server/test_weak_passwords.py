"""What is guessed first is no password."""

from __future__ import annotations

import pytest

from cactustown.server.weak_passwords import WeakPassword, check_strength, common

GUESSED = {
    "everybody tries": [
        *("password", "Password1", "PASSWORD123", "passw0rd", "p@ssw0rd", "P@$$w0rd!", "iloveyou"),
        *("baseball", "sunshine2024", "letmein!", "123dragon", "trustno1", "michael1", "superman"),
        *("monkeymonkey", "19870412", "12041987", "qwerty123", "abc12345", "Liverpool7"),
    ],
    "over and over": ["aaaaaaaa", "abababab", "abcabcabc", "1212121212", "aaaabbbb", "x!x!x!x!x!"],
    "row of keys": [
        *("12345678", "87654321", "123456789012345", "abcdefgh", "zyxwvuts", "qwertyuiop"),
        *("asdfghjk", "1qaz2wsx", "1q2w3e4r", "QWERTZUI", "!@#$%^&*"),
    ],
    "own name": ["jane_doe", "Jane_Doe1", "1jane_doe!", "calamity", "Calamity1852", "janejane7"],
}
GOOD = [
    *("correct horse", "tumbleweed and rye", "x7Kp2mQ9", "Bohnen mit Speck", "dragonfruit salad"),
    *(
        "jane likes horses",
        "пароль от сейфа",
        "密码很长的句子吗",
        "abcdefgh and more",
        "31415926535",
    ),
]


@pytest.mark.parametrize(("why", "password"), [(w, p) for w, ps in GUESSED.items() for p in ps])
def test_what_is_guessed_first_is_refused(why: str, password: str) -> None:
    with pytest.raises(WeakPassword, match=why) as refused:
        check_strength(password, "jane_doe", "Calamity", "jane", "")
    assert password not in str(refused.value).replace("this password", "")


@pytest.mark.parametrize("password", GOOD)
def test_others_are_taken(password: str) -> None:
    check_strength(password, "jane_doe", "Calamity", "jane")


def test_the_list_is_long_enough_and_in_its_own_form() -> None:
    assert len(common()) > 4000
    assert all(word == word.casefold() for word in common())
