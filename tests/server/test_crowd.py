"""What people do not read is counted in bytes; a client for which too much waits is closed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cactustown.server import crowd as crowds
from cactustown.server.crowd import MOST_FOR_ALL, MOST_FOR_ONE, MOST_FOR_PERSON, Crowd
from cactustown.server.endpoints import Refused
from cactustown.server.settings import Settings


class Someone:
    def __init__(self, crowd: Crowd, who: str, address: str = "203.0.113.7") -> None:
        self.who = who
        self.address = address
        self.held = 0
        self.dropped = False
        self.crowd = crowd
        crowd.come(self)

    def drop(self) -> None:
        self.dropped = True
        self.crowd.waiting -= self.held
        self.held = 0

    def get(self, size: int) -> None:
        """So much more waits."""
        self.held += size
        self.crowd.waiting += size
        self.crowd.weigh(self)


@pytest.fixture
def crowd(tmp_path: Path) -> Crowd:
    limits: dict[str, Any] = {"max_sockets_per_person": 3, "max_connections_per_address": 5}
    return Crowd(Settings(database=str(tmp_path / "x.db"), **limits))


def test_a_socket_holds_so_much(crowd: Crowd) -> None:
    anna, bert = Someone(crowd, "anna"), Someone(crowd, "bert")
    for one in (anna, bert):
        one.get(MOST_FOR_ONE)
        assert not one.dropped
    anna.get(1)
    assert anna.dropped
    assert not bert.dropped


def test_all_sockets_of_a_person_hold_so_much_together(crowd: Crowd) -> None:
    number = MOST_FOR_PERSON // MOST_FOR_ONE + 1
    own = [Someone(crowd, "anna") for _ in range(number)]
    other = Someone(crowd, "bert")
    other.get(MOST_FOR_ONE)
    for one in own:
        one.get(MOST_FOR_ONE - 10 * own.index(one))
    assert [one.dropped for one in own] == [True] + [False] * (number - 1)  # who held most
    assert not other.dropped


def test_everybody_together_holds_so_much(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "MOST_FOR_ALL", 1000)
    quick, slow, last = (Someone(crowd, who) for who in ("anna", "bert", "carl"))
    for one, size in ((quick, 1), (slow, 900), (last, 200)):
        one.get(size)
    assert [one.dropped for one in (quick, slow, last)] == [False, True, False]
    assert crowd.waiting == 201
    assert MOST_FOR_ALL < 100_000_000


def test_a_person_and_an_address_have_so_many_sockets(crowd: Crowd) -> None:
    own = [Someone(crowd, "anna") for _ in range(3)]
    with pytest.raises(Refused, match="3 tables open"):
        crowd.check("anna", "198.51.100.1")
    for who in ("bert", "carl"):
        crowd.check(who, "203.0.113.7")
        Someone(crowd, who)
    with pytest.raises(Refused, match="from your address"):
        crowd.check("dora", "203.0.113.7")
    crowd.check("dora", "198.51.100.1")
    crowd.go(own[0])
    crowd.check("anna", "203.0.113.7")
    assert len(crowd) == 4
