"""What local names and parameters may not be called: names that say nothing of what they stand for."""

from __future__ import annotations

import ast

import pytest

from tests.house.circles import files_of

#: packages in which a name says what was found, and not that it was
NAMED = ("rules", "referee", "tournaments", "config")


def says_only_found(source: str) -> list[int]:
    """The lines of a file in which a variable or a parameter is called ``found``; fields of a class may be."""
    tree = ast.parse(source)
    fields = {
        row.target
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for row in node.body
        if isinstance(row, ast.AnnAssign)
    }
    return sorted(
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Name) and node.id == "found" and node not in fields)
        or (isinstance(node, ast.arg) and node.arg == "found")
    )


@pytest.mark.parametrize("package", NAMED)
def test_a_name_says_what_was_found(package: str) -> None:
    lines = {
        name: says_only_found(path.read_text(encoding="utf-8")) for name, path in files_of(package).items()
    }
    assert {name: at for name, at in lines.items() if at} == {}


def test_variables_and_parameters_are_seen() -> None:
    source = "def f(found):\n    return found\n\nfound = [1]\nclass Step:\n    found: int = 2\n"
    assert says_only_found(source) == [1, 2, 4]
