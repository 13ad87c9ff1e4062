"""Which tests are left out on PostgreSQL but for the full tier: those whose statements others send."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.circles import ROOT
from tests.statements import Sent, alike, read_list, shape

SELECT, UPDATE, COUNT = "SELECT 1", "UPDATE t SET a = %s", "SELECT COUNT(*)"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SELECT a FROM t WHERE b IN (%s, %s) LIMIT 21", "SELECT a FROM t WHERE b IN (%s) LIMIT 5"),
        ("INSERT INTO t (a) VALUES (%s), (%s)", "INSERT INTO t (a) VALUES (%s)"),
        ('SAVEPOINT "s140_x1"', 'SAVEPOINT "s7_x22"'),
    ],
)
def test_values_make_no_other_statement(one: str, other: str) -> None:
    assert shape(one) == shape(other)


def test_columns_and_conditions_do() -> None:
    assert (
        len({shape(f"SELECT {what} FROM t{of}") for what in ("a", "b") for of in ("", " WHERE a = %s")}) == 4
    )


def test_two_that_stay_send_what_is_left_out() -> None:
    """The dearest goes first; then each statement of what is left has its two."""
    tests = {
        "dearest": Sent({SELECT, UPDATE}, 4.0),
        "second": Sent({SELECT, UPDATE}, 3.0),
        "third": Sent({SELECT, UPDATE}, 2.0),
        "own": Sent({SELECT, COUNT}, 5.0),
    }
    assert alike(tests) == ["dearest"]


def test_what_commits_or_is_cheap_or_sends_nothing_stays() -> None:
    others = {f"stays {n}": Sent({SELECT}, 0.01) for n in range(3)}
    commits = {"commits": Sent({SELECT}, 9.0, commits=True), "asks nothing": Sent(set(), 9.0)}
    assert alike(others | commits) == []
    assert alike(others | commits | {"dear": Sent({SELECT}, 0.2)}) == ["dear"]


def test_the_list_names_tests_that_are_there() -> None:
    """A test that has gone, or was given another name, is on it no longer."""
    known: dict[str, set[str]] = {}
    gone = []
    for name in sorted(read_list()):
        file, _, function = name.partition("::")
        path = Path(ROOT, file)
        if file not in known:
            tree = ast.parse(path.read_text(encoding="utf-8")) if path.exists() else ast.Module([], [])
            known[file] = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        if function not in known[file]:
            gone.append(name)
    assert gone == []
