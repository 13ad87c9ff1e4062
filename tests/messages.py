"""Every message that the site's code says: found in the source, where it is said."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
#: Commands speak English, in the terminal; a migration says nothing.
LEFT_OUT = ("management", "migrations")


class Said(NamedTuple):
    """A message: its msgid, the names of its values (None: they are handed on as a whole), and where it is said."""

    msgid: str
    values: frozenset[str] | None
    place: str


@cache
def sources() -> dict[str, ast.Module]:
    """The modules of the site by their path."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text(encoding="utf-8"))
        for app in ("tournaments", "referee")
        for path in sorted((ROOT / app).rglob("*.py"))
        if not set(LEFT_OUT).intersection(path.parts)
    }


def messages() -> Iterator[Said]:
    """Every call of `tournaments.messages.message`, by whatever name a module has it."""
    for name, tree in sources().items():
        names = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "tournaments.messages"
            for alias in node.names
            if alias.name == "message"
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                yield _said(node, f"{name}:{node.lineno}")


def _said(call: ast.Call, place: str) -> Said:
    text = call.args[0]
    assert isinstance(text, ast.Constant) and isinstance(text.value, str), f"{place}: not a text"
    values = frozenset(word.arg for word in call.keywords if word.arg)
    whole = any(word.arg is None for word in call.keywords)
    return Said(text.value, None if whole else values, place)


def refusals() -> Iterator[tuple[ast.Call, str]]:
    """Every refusal that is made, with its place."""
    classes = {"DomainError"}
    found = [node for tree in sources().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for _depth in range(5):
        classes |= {
            node.name
            for node in found
            if any(isinstance(base, ast.Name) and base.id in classes for base in node.bases)
        }
    for name, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in classes:
                yield node, f"{name}:{node.lineno}"
