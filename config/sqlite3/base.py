"""Django's SQLite, which writes a statement's placeholders in SQLite's way once and not each time it is sent: a page
sends the same dozen as the page before, and some are thousands of characters long."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base

#: Statements of which a process remembers it, and the characters of the longest: longer ones name many rows, and come
#: once.
STATEMENTS, LONGEST = 2_000, 8_000


class Cursor(base.SQLiteCursorWrapper):
    """One that sends statements."""

    def convert_query(self, query: str, *, param_names: list[str] | None = None) -> str:
        """The statement as SQLite reads it."""
        if param_names is None and type(query) is str and len(query) <= LONGEST:
            return _placed(query)
        return str(super().convert_query(query, param_names=param_names))


@lru_cache(STATEMENTS)
def _placed(query: str) -> str:
    """The same with `?` for each `%s`."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class DatabaseWrapper(base.DatabaseWrapper):
    """The connection."""

    def create_cursor(self, name: Any = None) -> Cursor:
        """A cursor of it."""
        return self.connection.cursor(factory=Cursor)
