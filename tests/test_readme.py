"""The README's example runs and gives what its comments say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[1] / "README.md"


def example() -> list[str]:
    block = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert block is not None
    return [line for line in block[1].splitlines() if line.strip()]


def test_the_example_gives_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    checked = 0
    for line in example():
        code, _, comment = (part.strip() for part in line.partition("  #"))
        if re.match(r"^(from|\w+ = |game\.(play|undo|save))", code):
            exec(code, names)
            continue
        told = re.match(r"\[.*?\]|None|True|False|'[^']*'", comment.strip())
        assert told is not None, line
        assert eval(code, names) == eval(told[0]), line
        checked += 1
    assert checked >= 5
    assert (tmp_path / "game.json").exists()


def test_the_readme_names_both_commands_first() -> None:
    head = README.read_text("utf-8")[:1500]
    assert "make play" in head
    assert "make test" in head
