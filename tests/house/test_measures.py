"""Figures that say how readable the engines are, held where they stand: branches of a function, and what is untyped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from radon.complexity import cc_visit

from tests.house.circles import files_of

#: what ``radon cc`` counts as many branches, how many functions may have so many, and what none may reach
MANY, WITH_MANY, TOO_MANY = 15, 10, 18
#: lines of the engines that say ``Any``: where msgspec or JSON gives no type
UNTYPED = 150
#: functions that take a judgment and a position all the same, and why
TAKE_BOTH = {
    "rules.kernel.open_decisions: record": "the position is what the judged entry leads to",
    "rules.kernel.judging: _again_from": "the position is where the same entry is judged once more",
}


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


def position_types(trees: Iterable[ast.Module]) -> frozenset[str]:
    """The names of the kernel's position, of the games' own, and of type variables that stand for one."""
    bases: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(ast.unparse(base) for base in node.bases)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                bound = [ast.unparse(word.value) for word in node.value.keywords if word.arg == "bound"]
                for target in node.targets:
                    bases.setdefault(ast.unparse(target), set()).update(bound)
    found = {"Position"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found)


def taking_both(tree: ast.Module, positions: frozenset[str]) -> Iterator[str]:
    """The functions that have a judgment among their arguments and a position beside it."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        args = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
        hints = [arg.annotation for arg in args if arg.annotation is not None]
        names = {name.id for hint in hints for name in ast.walk(hint) if isinstance(name, ast.Name)}
        if "Judgment" in names and names & positions:
            yield node.name


def test_functions_take_the_judgment_or_a_position() -> None:
    """What judges reads the position from its judgment; what carries out takes the entry context and a position."""
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files_of("rules").items()}
    positions = position_types(trees.values())
    assert {"HeroPosition", "LooneyPosition", "Highlander", "P"} <= positions
    found = {
        f"{name}: {function}" for name, tree in trees.items() for function in taking_both(tree, positions)
    }
    assert found == set(TAKE_BOTH)


def test_the_measures_see_who_takes_both() -> None:
    tree = ast.parse(
        "class Mine(Position, frozen=True): ...\n"
        "M = TypeVar('M', bound=Mine)\n"
        "def a(j: Judgment, p: Mine | None): ...\n"
        "def b(ctx: EntryContext, p: Mine): ...\n"
        "def c(j: Judgment, seat: str): ...\n"
        "class C:\n    def d(self, *, p: M, j: Judgment): ...\n"
    )
    assert set(taking_both(tree, position_types([tree]))) == {"a", "d"}


def test_the_measures_count() -> None:
    """A function of two branches and a method: as radon counts them, one more than the branches."""
    source = (
        "def f(a, b):\n    return 1 if a and b else 2\n\n\nclass C:\n    def g(self):\n        return 3\n"
    )
    found = {block.name: block.complexity for block in cc_visit(source) if not hasattr(block, "methods")}
    assert found == {"f": 3, "g": 1}
