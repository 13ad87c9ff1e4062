"""What the code of the engines says: every message with the names of its values, and every literal text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

RULES = Path(__file__).parents[3] / "rules"


class Call(NamedTuple):
    """``say("id", name=…)`` in the code; the id is None where it is no literal."""

    place: str
    package: str
    id: str | None
    values: frozenset[str]


@cache
def trees() -> tuple[tuple[str, str, ast.Module], ...]:
    """Place, package and code of each module that is no declaration of cards."""
    return tuple(
        (
            path.relative_to(RULES.parent).as_posix(),
            package_of(path),
            ast.parse(path.read_text(encoding="utf-8")),
        )
        for path in sorted(RULES.rglob("*.py"))
        if "cards" not in path.relative_to(RULES).parts[:-1]
    )


def package_of(path: Path) -> str:
    """The package whose texts a module uses."""
    first = path.relative_to(RULES).parts[0]
    return "kernel" if first.endswith(".py") else first


def calls(tree: ast.Module, place: str, package: str) -> Iterator[Call]:
    """Each message that a module makes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            id = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
            names = frozenset(str(keyword.arg) for keyword in node.keywords)
            yield Call(f"{place}:{node.lineno}", package, id, names)


@cache
def all_calls() -> tuple[Call, ...]:
    """Each message that the engines make."""
    return tuple(call for place, package, tree in trees() for call in calls(tree, place, package))


@cache
def words_of_code() -> frozenset[str]:
    """Every literal text in the code that is one word: an id may be given as a value."""
    return frozenset(
        node.value
        for _, _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier()
    ) | frozenset(call.id for call in calls_elsewhere() if call.id)


def calls_elsewhere() -> Iterator[Call]:
    """Messages of the kernel that commands make."""
    referee = RULES.parent / "referee"
    for path in (referee / "files.py", *sorted((referee / "management").rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                yield Call(path.name, "kernel", node.value, frozenset())


def sentences_in_code() -> dict[str, str]:
    """The texts of several words that stand in the code themselves, with a place: values as “{}”. What the vocabulary
    of card texts says of its words is read in the documents alone."""
    return {
        text: f"{place}:{node.lineno}"
        for place, _, tree in trees()
        if "/language/" not in place
        for node, text in texts_of(tree)
        if " " in text.strip() and "\n" not in text
    }


def texts_of(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every literal text, and every text with values in it. Docstrings and names of types are none."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr):
            yield node, _form(node)
            waiting += [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield node, _escaped(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cast":
            waiting += node.args[1:]  # the first names a type
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            waiting += ast.iter_child_nodes(node)


def _form(node: ast.JoinedStr) -> str:
    return "".join(
        _escaped(str(part.value)) if isinstance(part, ast.Constant) else "{}" for part in node.values
    )


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
