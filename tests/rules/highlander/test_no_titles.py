"""Cards are known by what their declarations say: no other module of the engine names one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.highlander import card as facts
from rules.highlander.cards import CARDS

PACKAGE = Path(facts.__file__).parent
FREE = ("cards", "effects")
#: titles that are also words of the rules: a message may use them, but no code asks for a card so called
TERMS = frozenset({"Dirty Trick", "Dodge", "Generic Immortal", "Power Blow"})
#: names of groups, which a word of the Title makes: rules of their own (Groups, Dirty Tricks)
GROUPS = {"card.py": facts.WORDS | {facts.TRICK}}
TITLES = {card.title for card in CARDS}
TOGETHER = re.compile(
    r"\b(?:" + "|".join(map(re.escape, sorted(TITLES - TERMS, key=len, reverse=True))) + r")\b"
)


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string of a module with its line; docstrings are left out."""
    words = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in words:
            yield node.lineno, node.value


def mentions(source: str, groups: frozenset[str] = frozenset()) -> list[tuple[int, str]]:
    """Where a module names a card: by its title alone, or within a longer text by one that is no word of the rules."""
    return [
        (line, text)
        for line, text in strings(ast.parse(source))
        if text not in groups and (text in TITLES or TOGETHER.search(text))
    ]


@pytest.mark.parametrize(
    "path",
    sorted(p for p in PACKAGE.rglob("*.py") if p.relative_to(PACKAGE).parts[0] not in FREE),
    ids=lambda p: p.stem,
)
def test_no_module_names_a_card(path: Path) -> None:
    assert mentions(path.read_text(encoding="utf-8"), GROUPS.get(path.name, frozenset())) == []


def test_the_guard_sees_titles_and_leaves_docstrings_alone() -> None:
    assert mentions('def f(c):\n    """Police."""\n    return c.title == "Police"') == [(3, "Police")]
    assert mentions('say("no Thunder Castle Games card is used")')
    assert mentions('say(f"with Darius, {n} times")')
    assert not mentions('say("a Power Blow already")')
