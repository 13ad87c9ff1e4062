"""The sizes of the rooms, and that nothing lies about."""

import ast
import re
import statistics
import tomllib
from pathlib import Path

from tests.ground.places import ROOT

HOUSE = ("config", "rules", "tournaments", "referee", "templates", "static", "tests", "docs")
TEXTS = {".py", ".html", ".css", ".js", ".md", ".toml", ".jsonl", ".txt"}
# What a tool wrote, logs, which are as long as the game was, ledgers, as long as the rulebook, and the sentences of
# a game: one file for each language.
MADE = ("migrations", "__pycache__", "scenarios", "figures.md", "rulebook.toml", "en.toml", "de.toml")


def texts() -> list[Path]:
    """Every text file somebody wrote."""
    found = [p for name in HOUSE for p in (ROOT / name).rglob("*") if p.suffix in TEXTS and p.is_file()]
    return [p for p in found if not any(part in MADE for part in p.parts)]


def test_no_file_is_longer_than_500_lines() -> None:
    sizes = {str(p.relative_to(ROOT)): len(p.read_text(encoding="utf-8").splitlines()) for p in texts()}
    assert {name: size for name, size in sizes.items() if size > 500} == {}
    python = [size for name, size in sizes.items() if name.endswith(".py")]
    assert statistics.median(python) <= 130


def test_every_file_of_tests_holds_some() -> None:
    """A file that lost them, as by a careless merge, would pass unseen."""
    files = (ROOT / "tests").rglob("test_*.py")
    empty = [
        p.name
        for p in files
        if not re.search(r"^ *def test_|^Test\w+ = ", p.read_text(encoding="utf-8"), re.M)
    ]
    assert empty == []


def test_every_module_says_what_it_is() -> None:
    bare = []
    for path in texts():
        if path.suffix != ".py" or path.parts[-2:-1] == ("tests",):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if tree.body and not ast.get_docstring(tree):
            bare.append(str(path.relative_to(ROOT)))
    assert bare == []


def test_nothing_half_done_is_left() -> None:
    words = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX|HA" r"CK)\b")
    found = [str(p.relative_to(ROOT)) for p in texts() if words.search(p.read_text(encoding="utf-8"))]
    assert found == []


def test_the_version_of_python_is_the_same_everywhere() -> None:
    import run

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = ".".join(map(str, run.OLDEST))
    assert settings["project"]["requires-python"] == f">={oldest}"
    assert settings["tool"]["mypy"]["python_version"] == oldest
    assert settings["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")


def test_every_game_is_held_apart_from_the_others() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["id"]: contract for contract in settings["tool"]["importlinter"]["contracts"]}
    above = {f"rules.{p.parent.name}" for p in (ROOT / "rules").glob("*/__init__.py")} - {"rules.kernel"}
    # what looks at logs of any game is no game
    games = above - {"rules.alignment", "rules.audits"}
    assert games <= set(contracts["games-apart"]["modules"])
    assert above <= set(contracts["kernel-below-games"]["forbidden_modules"])
