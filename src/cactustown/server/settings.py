"""What a host may set: by flag, by environment, or in one TOML file, in this order."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, EnvSettingsSource, NoDecode, SettingsConfigDict
from pydantic_settings.sources import PydanticBaseSettingsSource
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from cactustown.engine.errors import CactusTownError
from cactustown.folders import config_folder, data_folder
from cactustown.server.store.address import sqlite_path
from cactustown.server.store.base import BadDatabase

PREFIX = "CACTUSTOWN_"
CONFIG_VARIABLE = "CACTUSTOWN_CONFIG"
HIDDEN = "***"
Words = Annotated[list[str], NoDecode]


class BadSettings(CactusTownError):
    """A setting cannot be used; the message names it and what would be right."""


def _usual_database() -> str:
    return f"sqlite:///{data_folder() / 'cactustown.db'}"


def _usual_workers() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


class Settings(BaseSettings):
    """Everything configurable. Made directly it reads nothing: see `load`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="forbid", frozen=True, hide_input_in_errors=True
    )

    host: str = Field(default="127.0.0.1", description="address to listen on")
    port: int = Field(
        default=8620, ge=0, le=65535, description="port to listen on; 0 takes a free one"
    )
    database: str = Field(
        default_factory=_usual_database,
        description="an SQLite file, or sqlite:///FILE, or postgresql://USER:PASSWORD@HOST/NAME",
    )
    content: str = Field(
        default="",
        description="a content file of your own, which new tables are played with; empty: none",
    )
    public_url: str = Field(
        default="",
        description="where people find it, such as https://cactus.example; empty: this machine",
    )
    origins: Words = Field(default=[], description="further web origins that may use the server")
    trusted_proxies: Words = Field(
        default=[],
        description="addresses or networks of proxies whose X-Forwarded-* headers are believed",
    )
    password: SecretStr = Field(
        default=SecretStr(""),
        description="asked of everybody before anything else; empty: nobody is asked",
    )
    bot_workers: int = Field(
        default_factory=_usual_workers, ge=1, le=256, description="processes in which bots think"
    )
    bot_seconds: float = Field(
        default=5.0,
        ge=1,  # its process may have to be started first
        le=600,
        description="seconds, waiting included, within which a bot or else a simpler one chooses",
    )
    pace: float = Field(
        default=0.6,
        ge=0,
        le=60,
        description="least seconds between two choices of bots; five times that where nobody looks",
    )
    log_format: Literal["auto", "text", "json"] = Field(
        default="auto", description="how the log is written; auto: text on a terminal, else json"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="the least important lines that are logged"
    )
    metrics_token: SecretStr = Field(
        default=SecretStr(""),
        description="bearer token for /metrics; empty: from this machine only",
    )
    max_tables_per_person: int = Field(
        default=20,
        ge=1,
        description="open or running tables that a person may have opened or sit at",
    )
    idle_minutes: int = Field(
        default=30,
        ge=1,
        description="minutes after which a table that nobody watches leaves the memory",
    )
    away_seconds: int = Field(
        default=60, ge=1, description="seconds after which others may hand an absent seat to a bot"
    )
    frames_per_second: int = Field(
        default=20, ge=1, description="messages a second from one person, over all their sockets"
    )
    requests_per_minute: int = Field(
        default=600, ge=1, description="requests a minute from one address"
    )
    logins_per_minute: int = Field(
        default=10, ge=1, description="passwords tried a minute from one address"
    )
    wrong_passwords_per_hour: int = Field(
        default=20,
        ge=1,
        description="wrong passwords an hour for one account, by all strangers together",
    )
    guests_per_hour: int = Field(
        default=60, ge=1, description="new guests an hour from one address"
    )
    tables_per_hour: int = Field(
        default=60, ge=1, description="tables opened an hour by one person"
    )
    tables_per_hour_per_address: int = Field(
        default=600, ge=1, description="tables opened an hour from one address, by all its people"
    )
    max_connections: int = Field(
        default=0,
        ge=0,
        description="connections at a time; 0: what the limit of open files leaves, at most 10,000",
    )
    max_connections_per_address: int = Field(
        default=200,
        ge=1,
        description="connections at a time from one address; trusted proxies may have more",
    )
    max_sockets_per_person: int = Field(
        default=20, ge=1, description="open pages (WebSockets) of one person at a time"
    )
    session_days: int = Field(default=180, ge=1, description="days until an unused session ends")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what is given: `load` merges the sources, so that it knows what came from where."""
        return (init_settings,)

    @field_validator("origins", "trusted_proxies", mode="before")
    @classmethod
    def _list(cls, value: object) -> object:
        if isinstance(value, str):
            return [word.strip() for word in value.split(",") if word.strip()]
        return value

    @field_validator("database")
    @classmethod
    def _database(cls, value: str) -> str:
        try:
            if sqlite_path(value) is None:
                make_url(value)
        except BadDatabase as error:
            raise ValueError(str(error)) from None
        except (ArgumentError, ValueError):
            raise ValueError("write postgresql://user:password@host:5432/name") from None
        return value

    @field_validator("public_url")
    @classmethod
    def _public_url(cls, value: str) -> str:
        return _origin(value) if value else value

    @field_validator("origins")
    @classmethod
    def _origins(cls, value: list[str]) -> list[str]:
        return [_origin(origin) for origin in value]

    @field_validator("trusted_proxies")
    @classmethod
    def _proxies(cls, value: list[str]) -> list[str]:
        for proxy in value:
            try:
                ip_network(proxy)
            except ValueError:
                raise ValueError(
                    "name addresses or networks, such as 127.0.0.1 or 10.0.0.0/8; the names of"
                    " proxies are not looked up"
                ) from None
        return value


def _origin(url: str) -> str:
    """Scheme, host and port, as a browser sends them in the Origin header."""
    parts = urlsplit(url.strip().lower())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("it should look like https://cactus.example")
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise ValueError("it should end after the host, such as https://cactus.example")
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{parts.netloc.removesuffix(usual)}"


@dataclass(frozen=True)
class Shown:
    """A setting as `cactustown serve --show-config` lists it; secrets are hidden."""

    name: str
    value: str
    origin: str  # default, flag, environment, or the file
    variable: str
    description: str


@dataclass(frozen=True)
class Configured:
    """The settings, and where each that is no default came from."""

    settings: Settings
    origins: Mapping[str, str]

    def show(self) -> list[Shown]:
        return [
            Shown(
                name,
                _shown(name, getattr(self.settings, name)),
                self.origins.get(name, "default"),
                PREFIX + name.upper(),
                field.description or "",
            )
            for name, field in Settings.model_fields.items()
        ]


def load(flags: Mapping[str, Any] | None = None, config: Path | None = None) -> Configured:
    """The settings by flags (None: not given), environment, file and default, in this order."""
    file, from_file = _read_file(config)
    given = {name: value for name, value in (flags or {}).items() if value is not None}
    origins: dict[str, str] = {}
    merged: dict[str, Any] = {}
    sources = ((file, from_file), ("environment", EnvSettingsSource(Settings)()), ("flag", given))
    for origin, values in sources:
        for name, value in values.items():
            _check_name(name, origin)
            merged[name] = value
            origins[name] = origin
    try:
        return Configured(Settings(**merged), origins)
    except ValidationError as error:
        raise BadSettings(_explained(error, merged, origins)) from None


def _read_file(config: Path | None) -> tuple[str, dict[str, Any]]:
    named = config or os.environ.get(CONFIG_VARIABLE)
    path = Path(named) if named else config_folder() / "server.toml"
    if not named and not path.exists():
        return str(path), {}
    try:
        return str(path), tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSettings(f"{path}: cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSettings(f"{path}: is not TOML: {error}") from None


def _check_name(name: str, origin: str) -> None:
    known = list(Settings.model_fields)
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"
        raise BadSettings(f"{origin}: there is no setting {name!r}; {hint}")


def _explained(error: ValidationError, given: Mapping[str, Any], origins: Mapping[str, str]) -> str:
    """The first thing wrong as one line; secrets are not repeated."""
    first = error.errors(include_url=False, include_input=False)[0]
    name = str(first["loc"][0])
    why = first["msg"].removeprefix("Value error, ")
    why = why[0].lower() + why[1:]
    value = _shown(name, given[name])
    return f"the setting {name} ({origins[name]}) is {value!r:.80}: {why}"


def _shown(name: str, value: object) -> str:
    if name == "database":
        return _without_password(str(value))
    if Settings.model_fields[name].annotation is SecretStr:
        secret = value.get_secret_value() if isinstance(value, SecretStr) else value
        return HIDDEN if secret else ""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True) if "://" in url else url
    except (ArgumentError, ValueError):
        return HIDDEN
