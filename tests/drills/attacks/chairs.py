"""A guest sits down wherever there is a free chair."""

from __future__ import annotations

import asyncio
from functools import partial

from tests.drills.attack import Scene, come, patiently
from tests.drills.wire import Guest, Refused

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
    player = await come(guest, table)
    try:
        for chair in range(2):
            await patiently(partial(player.send, "sit", chair=chair, commitment=""))
    except Refused as refused:
        if refused.code != "too_many_tables":
            raise
        return False
    finally:
        await player.close()
    return True


async def _stand(guest: Guest, table: str) -> None:
    player = await come(guest, table)
    try:
        for chair in range(2):
            await patiently(partial(player.send, "stand", chair=chair))
    except Refused:
        pass  # did not sit there
    finally:
        await player.close()
