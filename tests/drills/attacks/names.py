"""Somebody who wants to be taken for somebody else, or to come back after being asked to go."""

from __future__ import annotations

import httpx

from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player, Refused

WHAT = "names that look like Anna's at her table, and a chair after being asked to go"
SETTINGS: dict[str, str] = {}
# Ways to write Anna: other alphabets, styles, things nobody sees, and none of these.
DISGUISES = (
    *("Anna", "ANNA", "anna", "Änna", "Аnna", "АNNА", "Ａｎｎａ", "𝓐𝓃𝓃𝒶", "ⒶⓝⓝⒶ"),
    *("🅰🅽🅽🅰", "ᴀɴɴᴀ", "ᎪNNᎪ", "Αννα", "An\u200bna", "An\u00adna", "Anna\ufe0f"),
    *("Anna\u180b", "Anna\U000e0100", "Anna\u3164", "Anna\u2060", "\u202eannA"),
    *("Annа", "A\u0301\u0301\u0301\u0301nna", "Anna.", "A nna", "-Anna"),
    *("Anna\U000e0041", "Anna\u034f", "\u3164Anna", "Anna\u2800", "Anna\uffa0"),
    "Anna\u17b5",
)
SHORT = 12


async def attack(scene: Scene) -> None:
    anna = await scene.guest("Anna")
    options = {"parties": ["sheriff", "outlaws", "dancer"]}
    table = await anna.open(scene.http, options=options, seats=["me", "open", "open"])
    mallory = await scene.guest("Mallory")
    unsaid, refused = 0, 0
    passed: list[str] = []
    disguises = DISGUISES if scene.full else DISGUISES[:SHORT]
    for name in disguises:
        renamed = await scene.http.patch("/api/me", json={"name": name}, headers=mallory.headers)
        if renamed.status_code == httpx.codes.BAD_REQUEST:
            unsaid += 1
            continue
        assert renamed.status_code == httpx.codes.OK, renamed.text
        if await _is_refused(mallory, table, "name_taken"):
            refused += 1
        else:
            passed.append(name)
    scene.figure("not a name", unsaid)
    scene.figure("taken", refused)
    assert not passed, f"Mallory sat down as {passed[0]!r}"
    await _asked_to_go(scene, anna, table, mallory)


async def _asked_to_go(scene: Scene, anna: Guest, table: str, mallory: Guest) -> None:
    """Mallory sits down under a name of her own, is asked to go, and tries to come back."""
    answer = await scene.http.patch("/api/me", json={"name": "Mallory"}, headers=mallory.headers)
    answer.raise_for_status()
    sitting, host = Player(mallory, table), Player(anna, table)
    await sitting.connect()
    await host.connect()
    await sitting.send("sit", chair=1, commitment="")
    await host.send("stand", chair=1)
    await sitting.close()
    tries = 5 if scene.full else 2
    came_back = [not await _is_refused(mallory, table, "kicked") for _ in range(tries)]
    assert not any(came_back), "a guest who was asked to go sat down again"
    await host.close()


async def _is_refused(guest: Guest, table: str, code: str) -> bool:
    """Whether somebody who just came is refused a chair for this reason."""
    player = Player(guest, table)
    await player.connect()
    try:
        await player.send("sit", chair=2, commitment="")
    except Refused as refusal:
        return refusal.code == code
    finally:
        await player.close()
    return False
