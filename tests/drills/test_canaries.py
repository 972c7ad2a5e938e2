"""Secrets that are easy to recognise never turn up where somebody could read them."""

from __future__ import annotations

import base64
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from cactustown.engine.chance import commitment
from cactustown.server.fairness import promise
from tests.drills.inprocess import logged, served, unlimited
from tests.drills.line import Line, visitors

pytestmark = pytest.mark.anyio
ENTRANCE = "planted-entrance-password"
METRICS = "planted-metrics-token"
PASSWORD = "planted-account-password"
WRONG = "planted-wrong-password"
NONCES = ("planted-nonce-of-anna", "planted-nonce-of-bert")
PARTIES = ["sheriff", "outlaws", "hunters"]  # as they sit
OPTIONS = {"parties": PARTIES, "mode": "gunslinger", "round_limit": 2}


@dataclass
class Town:
    """People at a private server, and every word it says to them."""

    http: httpx.AsyncClient
    url: str
    heard: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)

    async def ask(self, method: str, path: str, cookie: str = "", **how: Any) -> httpx.Response:
        headers = {"origin": self.url, "cookie": cookie, **how.pop("headers", {})}
        answer = await self.http.request(method, path, headers=headers, **how)
        rest = [f"{k}: {v}" for k, v in answer.headers.items() if k != "set-cookie"]
        self.heard += [answer.text, *rest]
        return answer

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[int, str]:
        """The status, and the cookies one has after it."""
        answer = await self.ask("POST", path, cookie, json=body)
        jar = dict(part.split("=", 1) for part in cookie.split("; ") if part)
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            assert "HttpOnly" in line
            if value:
                jar[name] = value
                self.tokens.append(value)
        return answer.status_code, "; ".join(f"{name}={value}" for name, value in jar.items())

    async def look_everywhere(self, table: str, cookies: list[str]) -> None:
        """Asks for everything that can be asked for."""
        for cookie in cookies:
            for path in (
                *(f"/games/{table}.json", f"/api/tables/{table}", "/api/tables", "/api/history"),
                *("/api/me", "/api/ratings?party=sheriff", "/api/choices", "/openapi.json"),
                *("/healthz", "/readyz", "/", "/nothing", "/games/none.json", "/metrics"),
            ):
                answer = await self.ask("GET", path, cookie)
                assert answer.status_code < 500
        watched = await self.ask("GET", "/metrics", headers={"authorization": f"Bearer {METRICS}"})
        assert watched.status_code == 200
        refused = await self.ask("GET", "/metrics", headers={"authorization": f"Bearer {WRONG}"})
        assert refused.status_code == 401

    def said_nothing_of(self, secrets: list[str], log: str) -> None:
        """Neither to anybody nor to the log."""
        for secret in secrets:
            assert len(secret) > 5
            assert secret not in log
            for told in self.heard:
                assert secret not in told


async def _come_in(town: Town) -> list[str]:
    """Anna with an account, Bert and a watcher as guests; each makes some mistakes."""
    cookies = []
    for name in ("Anna", "Bert", "Walter"):
        assert (await town.post("/api/session", {"name": name}))[0] == 401
        assert (await town.post("/api/enter", {"password": WRONG}))[0] == 403
        _, cookie = await town.post("/api/enter", {"password": ENTRANCE})
        _, cookie = await town.post("/api/session", {"name": name}, cookie)
        cookies.append(cookie)
    account = {"login": "anna", "password": PASSWORD}
    status, cookies[0] = await town.post("/api/register", account, cookies[0])
    assert status == 200
    assert (await town.post("/api/login", {**account, "password": WRONG}, cookies[1]))[0] == 403
    status, cookies[0] = await town.post("/api/login", account, cookies[0])
    assert status == 200
    return cookies


def _forms(seed: str) -> list[str]:
    """What a seed might look like in a text."""
    raw = bytes.fromhex(seed)
    return [
        *(seed, seed.upper(), seed[:32], seed[32:]),
        *(base64.b64encode(raw).decode()[:40], base64.urlsafe_b64encode(raw).decode()[:40]),
        *(str(int(seed, 16)), raw.decode("latin-1"), repr(raw)[2:-1]),
    ]


async def _play(lines: list[Line], times: int, chooser: random.Random) -> None:
    """Anna and Bert choose by lot, so many times each if they are asked."""
    for _ in range(times):
        for line in lines[:2]:
            await line.caught_up()
            views = [f for f in line.frames if f.startswith('{"type":"update"')]
            update = msgspec.json.decode(views[-1])
            view = update["view"]
            if update["seat"] in view["awaited"]:
                await line.ask(
                    {
                        "type": "play",
                        "id": f"{update['seat']}-{chooser.getrandbits(60)}",
                        "version": update["seq"],
                        "seat": update["seat"],
                        "choice": chooser.choice(view["choices"]),
                    }
                )


async def test_planted_secrets_are_never_told(tmp_path: Path) -> None:
    settings = unlimited(tmp_path, password=ENTRANCE, metrics_token=METRICS, log_level="debug")
    with logged(settings) as log:
        async with served(settings) as server, visitors(server.url) as http:
            town = Town(http, server.url)
            cookies = await _come_in(town)
            wish = {"options": OPTIONS, "seats": ["open", "open", "random"], "public": True}
            answer = await town.ask("POST", "/api/tables", cookies[0], json=wish)
            table = answer.json()["table"]
            lines = [Line(server.url, cookie) for cookie in cookies]
            for line in lines:
                await line.open()
                await line.say({"type": "hello", "table": table})
                await line.caught_up()
            for chair in range(2):
                promised = promise(NONCES[chair])
                sit = {"type": "sit", "id": "s", "chair": chair, "commitment": promised}
                assert (await lines[chair].ask(sit))["type"] == "ack"
            for chair in range(2):
                reveal = {"type": "reveal", "id": "w", "chair": chair, "nonce": WRONG}
                assert (await lines[chair].ask(reveal))["code"] == "nonce"
                reveal |= {"id": "r", "nonce": NONCES[chair]}
                assert (await lines[chair].ask(reveal))["type"] == "ack"
            for line in lines:
                await line.caught_up()
            town.heard += [frame for line in lines for frame in line.frames]
            town.said_nothing_of(list(NONCES), log.getvalue())  # told when the game begins
            assert (await lines[0].ask({"type": "start", "id": "go"}))["type"] == "ack"
            game = server.hub.tables[table].table
            seed = game.opened.seed
            secrets = [*town.tokens, ENTRANCE, METRICS, PASSWORD, WRONG, *_forms(seed)]
            assert len(town.tokens) > 6
            chooser = random.Random(1)
            await _play(lines, 12, chooser)
            for line in lines:
                await line.say({"type": "look", "seq": 20})
                await line.say(
                    {"type": "play", "id": "no", "version": 0, "seat": "x", "choice": ""}
                )
                await line.say("{" * 50)
                await line.caught_up()
            assert game.state == "running"
            await town.look_everywhere(table, [*cookies, ""])
            town.heard += [frame for line in lines for frame in line.frames]
            town.said_nothing_of(secrets, log.getvalue())
            assert commitment(bytes.fromhex(seed)) in "".join(town.heard)
            assert not any(nonce in log.getvalue() for nonce in NONCES)

            while game.state == "running":
                await _play(lines, 1, chooser)
            file = await http.get(f"/games/{table}.json", headers={"cookie": cookies[2]})
            assert file.json()["chance"]["seed"] == seed
            assert file.json()["chance"]["nonces"] == list(NONCES)
            town.heard += [frame for line in lines for frame in line.frames]
            for line in lines:
                await line.close()
        town.said_nothing_of(secrets, log.getvalue())
    assert (tmp_path / "cactustown.db").stat().st_mode & 0o077 == 0


async def test_a_bot_never_answers_faster_than_its_pace(tmp_path: Path) -> None:
    """How long it thought, and so what it saw, does not show."""
    pace = 0.2
    settings = unlimited(tmp_path, pace=pace)
    with logged(settings):
        async with served(settings) as server, visitors(server.url) as http:
            town = Town(http, server.url)
            _, cookie = await town.post("/api/session", {"name": "Anna"})
            options = {"parties": ["sheriff", "outlaws"]}
            wish = {"options": options, "seats": ["me", "random"]}
            answer = await town.ask("POST", "/api/tables", cookie, json=wish)
            table = answer.json()["table"]
            line = Line(server.url, cookie)
            await line.open()
            await line.say({"type": "hello", "table": table})
            await line.caught_up()
            asked, answered = time.monotonic(), 0  # answers since Anna's last word
            await line.ask({"type": "start", "id": "go"})
            game = server.hub.tables[table].table.game
            assert game is not None
            while len(game.moves) < 16 or not answered:
                if game.awaited == ["sheriff"]:
                    asked, answered = time.monotonic(), 0
                    await line.ask(
                        {
                            "type": "play",
                            "id": f"p{len(game.moves)}",
                            "version": len(server.hub.tables[table].table.story),
                            "seat": "sheriff",
                            "choice": game.choices("sheriff")[0],
                        }
                    )
                    continue
                frames = len(line.frames)
                await line.until(lambda frames=frames: len(line.frames) > frames)
                answered += 1
                assert time.monotonic() - asked >= answered * pace
            await line.close()
