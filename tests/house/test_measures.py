"""Figures that say how readable the engines are, held where they stand: branches of a function, and what is untyped."""

from __future__ import annotations

import re

from radon.complexity import cc_visit

from tests.house.circles import files_of

#: what ``radon cc`` counts as many branches, how many functions may have so many, and what none may reach
MANY, WITH_MANY, TOO_MANY = 15, 10, 18
#: lines of the engines that say ``Any``: where msgspec or JSON gives no type
UNTYPED = 150


def test_few_functions_have_many_branches() -> None:
    counted = {
        f"{name}: {block.name}": block.complexity
        for name, path in files_of("rules").items()
        for block in cc_visit(path.read_text(encoding="utf-8"))
        if not hasattr(block, "methods")
    }
    many = {name: branches for name, branches in counted.items() if branches > MANY}
    assert len(many) <= WITH_MANY, many
    assert max(many.values(), default=0) <= TOO_MANY, many


def test_few_lines_are_untyped() -> None:
    said = [
        f"{name}:{number}"
        for name, path in files_of("rules").items()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r"\bAny\b", line)
    ]
    assert len(said) <= UNTYPED, said


def test_the_measures_count() -> None:
    """A function of two branches and a method: as radon counts them, one more than the branches."""
    source = (
        "def f(a, b):\n    return 1 if a and b else 2\n\n\nclass C:\n    def g(self):\n        return 3\n"
    )
    found = {block.name: block.complexity for block in cc_visit(source) if not hasattr(block, "methods")}
    assert found == {"f": 3, "g": 1}
