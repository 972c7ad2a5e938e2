"""Chance is fair: no face is favoured, the sealed source is what it committed to."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
import sys

import pytest

from cactustown.engine.chance import (
    CARDS,
    DICE,
    Chance,
    FastChance,
    ForcedChance,
    RecordedChance,
    SealedChance,
)
from cactustown.engine.errors import ChanceError
from cactustown.engine.state import State

# 99.99 % points of the chi-square distribution for n - 1 degrees of freedom
LIMIT = {2: 15.14, 6: 25.74, 24: 56.5}

INTERRUPTED = """
import signal
from cactustown.engine.chance import ForcedChance
from cactustown.lab.play import bots_at, play_game, rules_for
from cactustown.rules.options import Options

class Stopped(Exception):
    pass

def stop(*_):
    raise Stopped

def for_ever(step, *given):
    while True:
        step(*given)

signal.signal(signal.SIGALRM, stop)
rules, _ = rules_for(Options(("sheriff", "outlaws"), mode="gunslinger"), "e2", {})
dice = ForcedChance()
caught = 0
for number in range(60):
    bots = bots_at(["wily", "schemer:20"], number)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.005 + number / 1000)
        if number % 3:
            for_ever(play_game, rules, bots, number)
        for_ever(dice.next, 6, 1, -1)
    except Stopped:
        caught += 1
print(caught)
"""


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("source", [SealedChance(b"seed"), FastChance(1)])
@pytest.mark.parametrize("n", [2, 6, 24])
def test_every_number_is_as_likely(source: Chance, n: int) -> None:
    counts = [0] * n
    for _ in range(50_000):
        counts[source.roll(n, DICE, -1)] += 1
    source.take()
    assert chi_square(counts) < LIMIT[n]


def test_neighbouring_seeds_are_unrelated() -> None:
    counts = [0] * 6
    for seed in range(20_000):
        counts[FastChance(seed).roll(6, DICE, -1)] += 1
    assert chi_square(counts) < LIMIT[6]


def test_pairs_of_dice_are_independent() -> None:
    source = FastChance(5)
    counts = [0] * 24
    for _ in range(50_000):
        counts[source.roll(6, DICE, -1) * 4 + source.roll(4, DICE, -1)] += 1
    assert chi_square(counts) < LIMIT[24]


def test_the_state_carries_the_same_generator() -> None:
    g = State(None)
    g.seed(77)
    source = FastChance(77)
    assert [g.roll(n, DICE, -1) for n in range(1, 500)] == [
        source.roll(n, DICE, -1) for n in range(1, 500)
    ]


def test_sealed_numbers_can_be_checked_by_hand() -> None:
    """HMAC-SHA256 over stream and counter, keyed by seed and nonces, modulo without bias."""
    source = SealedChance(b"secret", ["ann", "bob"])
    key = hmac.new(b"secret", b"ann\nbob", hashlib.sha256).digest()
    block = hmac.new(key, b"dice" + (0).to_bytes(8, "big"), hashlib.sha256).digest()
    assert source.roll(6, DICE, -1) == int.from_bytes(block[:8], "big") % 6
    assert source.commitment == hashlib.sha256(b"secret").hexdigest()


def test_dice_and_cards_have_streams_of_their_own() -> None:
    a, b = SealedChance(b"x"), SealedChance(b"x")
    for _ in range(10):
        a.roll(6, DICE, -1)
    cards = [a.roll(24, CARDS, -1) for _ in range(20)]
    assert cards == [b.roll(24, CARDS, -1) for _ in range(20)]


def test_nonces_change_the_numbers_but_not_the_commitment() -> None:
    plain, mixed = SealedChance(b"x"), SealedChance(b"x", ["ann"])
    assert plain.commitment == mixed.commitment
    assert [plain.roll(1000, DICE, -1) for _ in range(5)] != [
        mixed.roll(1000, DICE, -1) for _ in range(5)
    ]


def test_a_record_gives_what_it_holds_and_no_more() -> None:
    source = RecordedChance()
    source.load([5, 0])
    assert [source.roll(6, DICE, -1), source.roll(6, DICE, -1)] == [5, 0]
    assert source.take() == [5, 0]
    with pytest.raises(ChanceError, match="fewer"):
        source.roll(6, DICE, -1)
    source.load([6])
    with pytest.raises(ChanceError, match="0 to 5"):
        source.roll(6, DICE, -1)


def test_forced_dice_belong_to_their_standee() -> None:
    source = ForcedChance()
    source.force(3, [6, 1])
    source.force(-1, [4])
    assert [source.roll(6, DICE, 3), source.roll(6, DICE, -1)] == [5, 3]
    assert source.unused() == {3: [1]}
    assert all(0 <= source.roll(24, CARDS, 3) < 24 for _ in range(50))
    assert source.unused() == {3: [1]}  # draws take no dice


def test_an_interrupt_ends_a_game_and_not_the_process() -> None:
    """Compiled, a long product that Ctrl-C falls into would abort everything."""
    told = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "60\n", "")
