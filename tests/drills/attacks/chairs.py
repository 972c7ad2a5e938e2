"""A guest sits down wherever there is a free chair."""

from __future__ import annotations

import asyncio

from tests.drills.attack import Scene
from tests.drills.wire import Guest, Player, Refused

WHAT = "one guest tries to sit on 60 chairs of 30 tables, one after the other and all at once"
SETTINGS: dict[str, str] = {}
MOST_TABLES = 20
AT_ONCE = 15  # nobody may have more than 20 sockets
HOSTS = 3


async def attack(scene: Scene) -> None:
    wish = {"options": {"parties": ["sheriff", "outlaws"]}, "seats": ["open", "open"]}
    hosts = [await scene.guest(f"Host {number}") for number in range(HOSTS)]
    each = 10 if scene.full else 8
    tables = [await host.open(scene.http, **wish) for host in hosts for _ in range(each)]
    for together in (False, True) if scene.full else (True,):
        guest = await scene.guest("Everywhere")
        if together:
            places = asyncio.Semaphore(AT_ONCE)
            sat = await asyncio.gather(*(_sit_in_turn(places, guest, table) for table in tables))
        else:
            sat = [await _sit(guest, table) for table in tables]
        count = sum(sat)
        scene.figure("sat at at once" if together else "sat at", f"{count} of {len(tables)}")
        assert count == MOST_TABLES, f"one guest sits at {count} tables"
        for table in tables:
            await _stand(guest, table)


async def _sit_in_turn(places: asyncio.Semaphore, guest: Guest, table: str) -> bool:
    async with places:
        return await _sit(guest, table)


async def _sit(guest: Guest, table: str) -> bool:
    """Takes both chairs of a table, if that is allowed."""
    player = Player(guest, table)
    await player.connect()
    try:
        for chair in range(2):
            await _send(player, "sit", chair)
    except Refused as refused:
        if refused.code != "too_many_tables":
            raise
        return False
    finally:
        await player.close()
    return True


async def _stand(guest: Guest, table: str) -> None:
    player = Player(guest, table)
    await player.connect()
    try:
        for chair in range(2):
            await _send(player, "stand", chair)
    except Refused:
        pass  # did not sit there
    finally:
        await player.close()


async def _send(player: Player, what: str, chair: int) -> None:
    """As often as it takes until it is not too fast."""
    more = {"commitment": ""} if what == "sit" else {}
    while True:
        try:
            await player.send(what, chair=chair, **more)
            return
        except Refused as refused:
            if refused.code != "too_fast":
                raise
        await asyncio.sleep(0.3)
