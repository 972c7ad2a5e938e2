"""Settings: where they come from, which wins, and how a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cactustown.server.settings import BadSettings, Configured, Settings, load


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A user without settings of their own."""
    import os

    for name in list(os.environ):
        if name.startswith("CACTUSTOWN_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def shown(configured: Configured) -> dict[str, tuple[str, str]]:
    return {line.name: (line.value, line.origin) for line in configured.show()}


def test_nothing_needs_to_be_set(tmp_path: Path) -> None:
    settings = load().settings
    assert (settings.host, settings.port) == ("127.0.0.1", 8620)
    assert settings.database == f"sqlite:///{tmp_path / 'data' / 'cactustown' / 'cactustown.db'}"
    assert {origin for _, origin in shown(load()).values()} == {"default"}


def test_flags_beat_the_environment_which_beats_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "my.toml"
    file.write_text('port = 1\npace = 1.5\nhost = "::1"\n')
    monkeypatch.setenv("CACTUSTOWN_PORT", "2")
    monkeypatch.setenv("CACTUSTOWN_PACE", "2.5")
    found = shown(load({"port": 3, "host": None}, file))
    assert found["port"] == ("3", "flag")
    assert found["pace"] == ("2.5", "environment")
    assert found["host"] == ("::1", str(file))
    assert found["bot_seconds"] == ("5.0", "default")


def test_the_file_lies_in_the_users_folder_or_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = tmp_path / "config" / "cactustown" / "server.toml"
    usual.parent.mkdir(parents=True)
    usual.write_text("port = 7")
    assert load().settings.port == 7
    other = tmp_path / "other.toml"
    other.write_text("port = 8")
    monkeypatch.setenv("CACTUSTOWN_CONFIG", str(other))
    assert load().settings.port == 8


def test_lists_may_be_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACTUSTOWN_ORIGINS", "https://A.example/, http://b.example:80")
    monkeypatch.setenv("CACTUSTOWN_TRUSTED_PROXIES", "10.0.0.1,10.0.0.2")
    settings = load().settings
    assert settings.origins == ["https://a.example", "http://b.example"]
    assert settings.trusted_proxies == ["10.0.0.1", "10.0.0.2"]


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACTUSTOWN_PASSWORD", "canary1")
    monkeypatch.setenv("CACTUSTOWN_METRICS_TOKEN", "canary2")
    monkeypatch.setenv("CACTUSTOWN_DATABASE", "postgresql://me:canary3@db/town")
    configured = load()
    assert "canary" not in str(configured.show())
    assert "canary" not in repr(configured.settings).replace("canary3", "")
    assert shown(configured)["password"] == ("***", "environment")
    assert shown(configured)["database"][0] == "postgresql://me:***@db/town"


def test_every_setting_is_described() -> None:
    for line in load().show():
        assert line.description
        assert line.variable == f"CACTUSTOWN_{line.name.upper()}"


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("port", "many", "integer"),
        ("port", "70000", "65535"),
        ("pace", "-1", "greater than or equal to 0"),
        ("log_level", "loud", "'debug', 'info'"),
        ("database", "mysql://root:canary@db/town", "postgresql://"),
        ("database", "postgresql://me:canary@db:many/town", "postgresql://"),
        ("public_url", "cactus.example", "https://cactus.example"),
        ("public_url", "https://cactus.example/town", "end after the host"),
        ("origins", "ftp://x", "https://cactus.example"),
        ("trusted_proxies", "*", "such as 127.0.0.1 or 10.0.0.0/8"),
        ("trusted_proxies", "127.0.0.1, caddy", "not looked up"),
        ("trusted_proxies", "10.0.0.1/8", "such as 127.0.0.1"),
    ],
)
def test_a_wrong_value_is_one_line_naming_the_setting(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(f"CACTUSTOWN_{name.upper()}", value)
    with pytest.raises(BadSettings) as error:
        load()
    told = str(error.value)
    assert told.startswith(f"the setting {name} (environment) is")
    assert why in told
    assert "\n" not in told
    assert "canary" not in told


def test_a_secret_of_the_wrong_kind_is_not_repeated(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('password = ["canary"]')
    with pytest.raises(BadSettings, match="the setting password") as error:
        load(config=file)
    assert "canary" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [("prot = 1", "did you mean port"), ("zzz = 1", "there are: host"), ("port = ", "not TOML")],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "my.toml"
    file.write_text(text)
    with pytest.raises(BadSettings, match=why) as error:
        load(config=file)
    assert str(file) in str(error.value)
    with pytest.raises(BadSettings, match="cannot be read"):
        load(config=tmp_path / "missing.toml")


def test_settings_made_directly_read_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CACTUSTOWN_PORT", "2")
    assert Settings().port == 8620
