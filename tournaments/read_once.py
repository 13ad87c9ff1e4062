"""What a page that only shows asks for several times, read from the database once."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

from django.db import connection

T = TypeVar("T")

#: What was read for the page that is being shown; None while something may change.
_read: ContextVar[dict[Hashable, Any] | None] = ContextVar("read_once", default=None)

#: Whether a statement may write rows.
WRITES = re.compile(r"\s*(?!SELECT\b|SAVEPOINT\b|RELEASE\b|BEGIN\b|COMMIT\b)", re.IGNORECASE).match


@contextmanager
def read_once() -> Iterator[None]:
    """While a page is only shown, `once` reads each thing once. Where a row is written all the same, whichever it is,
    what was read so far is forgotten."""
    known: dict[Hashable, Any] = {}

    def forgotten(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:
        try:
            return execute(sql, values, many, context)
        finally:
            if known and WRITES(sql):
                known.clear()

    held = _read.set(known)
    try:
        with connection.execute_wrapper(forgotten):
            yield
    finally:
        _read.reset(held)


def once(key: Hashable, read: Callable[[], T]) -> T:
    """What `read` gives, or gave for this key while the same page is shown. The key names all that it rests on."""
    known = _read.get()
    if known is None:
        return read()
    if key not in known:
        known[key] = read()
    return cast(T, known[key])
