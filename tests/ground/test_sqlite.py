"""Statements as SQLite reads them are those that Django sends it."""

from __future__ import annotations

from typing import Any

import pytest

from config.sqlite3.base import Cursor, _placed


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("SELECT 1", "SELECT 1"),
        ("SELECT a FROM t WHERE b = %s AND c = %s", "SELECT a FROM t WHERE b = ? AND c = ?"),
        ("SELECT a FROM t WHERE b LIKE '%%s' AND c = %s", "SELECT a FROM t WHERE b LIKE '%s' AND c = ?"),
        ("SELECT '%%%%', %s", "SELECT '%%', ?"),
    ],
)
def test_a_statement_is_written_once(written: str, read: str) -> None:
    _placed.cache_clear()
    for _ in range(2):
        assert Cursor.convert_query(None, written) == read  # type: ignore[arg-type]
    assert _placed.cache_info().hits == 1


def test_a_long_statement_is_not_remembered() -> None:
    cursor: Any = Cursor.__new__(Cursor)
    _placed.cache_clear()
    many = "SELECT a FROM t WHERE b IN (" + ", ".join(["%s"] * 3_000) + ")"
    assert cursor.convert_query(many) == many.replace("%s", "?")
    assert _placed.cache_info().currsize == 0


def test_values_by_name_stay_with_django() -> None:
    cursor: Any = Cursor.__new__(Cursor)
    assert cursor.convert_query("SELECT %(a)s, %(b)s", param_names=["a", "b"]) == "SELECT :a, :b"
