"""What tests often begin with, built once by the site's own changes and laid into an empty database after that.

Several hundred statements lead to an event that is under way. Its rows are kept by what it was made from, and written
table by table when another test asks for the same: only where the database is empty, nothing of the program has been
replaced so far, and the test's transaction is undone at its end. Elsewhere the event is built.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import pytest
from django.apps import apps
from django.conf import Settings, settings
from django.db import connection
from django.db.models import Model
from django.utils import translation

from tests.draws import DRAWS

if TYPE_CHECKING:
    from collections.abc import Iterator

P = ParamSpec("P")
M = TypeVar("M", bound=Model)
Rows = list[tuple[Any, ...]]

#: Tables with rows before any test begins: what is built must leave them as they are.
_filled: set[str] = set()
_kept: dict[Any, tuple[type[Model], int, dict[str, Rows]]] = {}
_may_be = [False]
#: What the test that runs replaces parts of the program with; its settings are looked at themselves.
_replacing: list[pytest.MonkeyPatch] = []


def kept(build: Callable[P, M]) -> Callable[P, M]:
    """The row that `build` gives, read anew each time, and all that it makes on the way."""

    @wraps(build)
    def begin(*args: P.args, **kwargs: P.kwargs) -> Any:
        if not (_may_be[0] and _as_always() and _is_empty()):
            return build(*args, **kwargs)
        key = (connection.vendor, build.__qualname__, repr(args), repr(sorted(kwargs.items())))
        if key not in _kept:
            before = {table: _rows(table) for table in _filled}
            with DRAWS.begun(repr(key[1:])):
                made = build(*args, **kwargs)
            if before != {table: _rows(table) for table in _filled}:
                return made
            found = {table: rows for table in _columns() if table not in _filled and (rows := _rows(table))}
            _kept[key] = type(made), made.pk, found
        else:
            for table, rows in _kept[key][2].items():
                _write(table, rows)
        model, pk, _ = _kept[key]
        return model._default_manager.get(pk=pk)

    return begin


def note_what_is_there() -> None:
    """For the start of all tests: the tables that are not empty."""
    _filled.update(table for table in _columns() if _rows(table))


@contextmanager
def within_a_test() -> Iterator[None]:
    """For one test, which begins with an empty database."""
    _may_be[0] = True
    yield
    _may_be[0] = False


@contextmanager
def watching(replacing: pytest.MonkeyPatch) -> Iterator[None]:
    """For one test: as long as this has replaced nothing, or has undone it, the program is as it always is."""
    _replacing.append(replacing)
    yield
    _replacing.remove(replacing)


def _as_always() -> bool:
    if any(each._setattr or each._setitem or each._cwd for each in _replacing):
        return False
    undone = any(getattr(block, "_from_testcase", False) for block in connection.atomic_blocks[:1])
    own_settings = type(settings._wrapped) is Settings
    return undone and own_settings and translation.get_language() == settings.LANGUAGE_CODE


def _is_empty() -> bool:
    if not _filled:
        return False
    tables = [connection.ops.quote_name(table) for table in _columns() if table not in _filled]
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in tables))
        return not cursor.fetchone()[0]


@cache
def _columns() -> dict[str, list[str]]:
    """Every table, with the columns that can be written."""
    models = [m for m in apps.get_models(include_auto_created=True) if m._meta.managed and not m._meta.proxy]
    return {
        m._meta.db_table: [f.column for f in m._meta.local_concrete_fields if not f.generated] for m in models
    }


def _rows(table: str) -> Rows:
    quote = connection.ops.quote_name
    # As it is stored: SQLite turns a bare column of some kinds into something else when it is read.
    plain = "+" if connection.vendor == "sqlite" else ""
    columns = ", ".join(plain + quote(column) for column in _columns()[table])
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {columns} FROM {quote(table)} ORDER BY 1")
        return cursor.fetchall()


def _write(table: str, rows: Rows) -> None:
    quote = connection.ops.quote_name
    columns = _columns()[table]
    one = "(" + ", ".join(["%s"] * len(columns)) + ")"
    into = f"INSERT INTO {quote(table)} ({', '.join(map(quote, columns))}) VALUES "
    with connection.cursor() as cursor:
        cursor.execute(into + ", ".join([one] * len(rows)), [value for row in rows for value in row])
