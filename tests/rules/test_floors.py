"""The files of an engine import each other in one direction: no circle of files, and none hidden inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx
import pytest

ROOT = Path(__file__).resolve().parents[2]
#: the packages in which no circle of files is left
PACKAGES = ("highlander", "herocard", "looney_tunes", "nightmare_before_christmas")


def modules(package: Path, root: Path) -> dict[str, Path]:
    """The modules of a package by their dotted names."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        found[".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def imported(tree: ast.AST, known: dict[str, Path]) -> Iterator[str]:
    """The modules among ``known`` that a module imports, at its head or inside a function; a package stands for itself
    alone, and not for what is taken out of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                if whole in known:
                    yield whole
                elif node.module in known:
                    yield node.module


def circles(package: Path, root: Path = ROOT) -> list[list[str]]:
    """The groups of modules that import each other, directly or by way of others."""
    known = modules(package, root)
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    for name, path in known.items():
        graph.add_edges_from((name, other) for other in imported(ast.parse(path.read_text()), known))
    return [sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1]


def unexplained(package: Path) -> list[str]:
    """The imports inside functions beside which no comment says why they stand there."""
    found = []
    for path in sorted(package.rglob("*.py")):
        text = path.read_text()
        lines = text.splitlines()
        for function in ast.walk(ast.parse(text)):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, (ast.Import, ast.ImportFrom)):
                    said = lines[node.lineno - 2 : node.lineno]
                    if not any("#" in line for line in said):
                        found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    assert circles(ROOT / "rules" / package) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_an_import_inside_a_function_says_why(package: str) -> None:
    assert unexplained(ROOT / "rules" / package) == []


def test_a_circle_is_seen_also_inside_a_function(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "cards.py").write_text("from game import rules\n")
    (folder / "rules.py").write_text("def late() -> None:\n    from game.cards import rules\n")
    (folder / "alone.py").write_text("import game.cards\n")
    assert circles(folder, tmp_path) == [["game.cards", "game.rules"]]
