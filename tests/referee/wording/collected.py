"""What the engines may say: every text of several words in their code, its values as “{}”."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.kernel.messages import read, sentences

RULES = Path(__file__).parents[3] / "rules"


def said_by(folder: str = "") -> dict[str, str]:
    """The texts of ``rules``, or of a folder of it, with a place where each stands."""
    return {text: place for place, text in everything_said() if place.startswith(f"rules/{folder}")}


@cache
def everything_said() -> list[tuple[str, str]]:
    """Place and text. Declarations of cards are no sentences of the engine, and neither are docstrings and examples of
    card lists."""
    return [
        (f"{path.relative_to(RULES.parent).as_posix()}:{node.lineno}", text)
        for path in sorted(RULES.rglob("*.py"))
        if "cards" not in path.relative_to(RULES).parts[:-1]
        for node, text in texts_of(ast.parse(path.read_text(encoding="utf-8")))
        if " " in text.strip() and "\n" not in text
    ] + [
        (f"{path.relative_to(RULES.parent).as_posix()}: {id}", re.sub(r"(?<!\{)\{\w+\}", "{}", text))
        for path in sorted(RULES.glob("*/texts/en.toml"))
        for id, text in sentences(read(path.parent, "en")).items()
    ]


def texts_of(tree: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """Every literal text, and every text with values in it."""
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
