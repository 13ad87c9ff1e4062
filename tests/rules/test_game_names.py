"""A game's name stands in its own packages, in the two lists of games, and where days are simulated: nowhere else is
anything decided by it. Who needs to know something of a game asks the game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.registry import GAMES

pytestmark = pytest.mark.anywhere

ROOT = Path(__file__).parents[2]
#: the lists of games; simulated days, which choose among games by name, and the demo, which has an event of each;
#: words that nobody should take as a password
OTHERS = (
    "rules/registry.py",
    "referee/presentations.py",
    "config/simulation/",
    "tournaments/simulation/",
    "config/passwords.py",
    "referee/demo/",
)
#: what a game is called in code; the last is what both HeroCard games share
NAMES = (*GAMES, "herocard")


def own_packages(name: str) -> tuple[str, ...]:
    """The folders of a game: its rules, and what people see of it."""
    folder = "herocard" if name.startswith("herocard") else name
    return (f"rules/{folder}/", f"referee/games/{folder}/")


def texts_in_quotes(path: Path) -> Iterator[tuple[int, str]]:
    """The quoted texts of a file with their lines: of Python the constants, of a template what stands in quotes."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value
    else:
        for n, line in enumerate(text.splitlines(), 1):
            yield from ((n, quoted) for quoted in re.findall(r"""["'](\w+)["']""", line))


def files() -> Iterator[Path]:
    for folder in ("config", "referee", "rules", "tournaments"):
        yield from (ROOT / folder).rglob("*.py")
    for folder, suffix in (("templates", "*.html"), ("static/js", "*.js")):
        yield from (ROOT / folder).rglob(suffix)


def test_a_games_name_is_said_by_the_game_alone() -> None:
    found = []
    for path in files():
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(OTHERS):
            continue
        for line, text in texts_in_quotes(path):
            if text in NAMES and not place.startswith(own_packages(text)):
                found.append(f"{place}:{line} {text}")
    assert not found


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [("a.py", 'if game == "highlander":\n    pass\n', True), ("a.py", '"""Of highlander."""\n', False),
     ("a.html", '{% if event.game == "highlander" %}', True), ("a.html", "<p>Highlander</p>", False)],
)  # fmt: skip
def test_a_name_in_quotes_is_found(tmp_path: Path, name: str, code: str, said: bool) -> None:
    (tmp_path / name).write_text(code)
    assert any(text in NAMES for _line, text in texts_in_quotes(tmp_path / name)) is said
