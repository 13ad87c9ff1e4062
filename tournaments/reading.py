"""Reading several tables as they were at one moment; reading and deleting many rows in parts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import local
from typing import Any

from django.db import connection, transaction
from django.db.models import Aggregate, Model, Prefetch, QuerySet, TextField, prefetch_related_objects
from django.db.models.functions import Cast


@contextmanager
def one_moment() -> Iterator[None]:
    """Makes all reads inside see the database at one moment, whoever writes meanwhile; nobody waits for it.

    Inside a transaction it is what that transaction sees.
    """
    if connection.in_atomic_block:
        yield
        return
    with ExitStack() as stack:
        stack.callback(setattr, _moment, "seen", False)
        _moment.seen = True
        _begin(stack)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


class _Moment(local):
    """Whether this thread sees one moment of the database and changes nothing meanwhile."""

    seen = False


_moment = _Moment()


def reads_alone() -> bool:
    """Whether what is read now is what has been committed: in no transaction, or in none that changes anything."""
    return _moment.seen or not connection.in_atomic_block


def in_a_change() -> bool:
    """Whether what is read now may be what this thread itself has changed and not committed."""
    return not reads_alone()


def _begin(stack: ExitStack) -> None:
    """A transaction. On SQLite one that does not take the right to write at its start, as all others do."""
    if connection.vendor != "sqlite":
        stack.enter_context(transaction.atomic())
        return
    # The mode is read from the settings when the connection is opened; before that there is none to put aside.
    connection.ensure_connection()
    mode = connection.transaction_mode  # type: ignore[attr-defined]
    connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        stack.enter_context(transaction.atomic())
    finally:
        connection.transaction_mode = mode  # type: ignore[attr-defined]


#: So many rows are named in one statement. Databases refuse expressions of more than a thousand terms.
AT_ONCE = 200


def with_related(rows: Sequence[Model], *lookups: str | Prefetch[Any]) -> None:
    """Fetches what belongs to these rows, in statements that do not grow with them."""
    for start in range(0, len(rows), AT_ONCE):
        prefetch_related_objects(rows[start : start + AT_ONCE], *lookups)


def as_text(column: str) -> Cast:
    """A JSON column as the text that the database keeps, for `JsonTexts`."""
    return Cast(column, TextField())


class JsonTexts(dict[str, Any]):
    """What JSON texts say. Thousands of rows hold the same few texts, of which each is read once: so what one says is
    shared and not to be changed."""

    def __missing__(self, text: str) -> Any:
        said = self[text] = json.loads(text)
        return said


class RowsAsText(Aggregate):
    """These columns of all rows of a group as one text: a JSON array of arrays, in no order. Where a group has
    thousands of rows the database writes it in a third of the time in which it hands them over one by one."""

    template = "JSON_GROUP_ARRAY(JSON_ARRAY(%(expressions)s))"
    output_field = TextField()
    allow_distinct = False

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """The same in PostgreSQL's words."""
        template = "JSON_AGG(JSON_BUILD_ARRAY(%(expressions)s))::text"
        return super().as_sql(compiler, connection, template=template, **context)


#: So many rows are deleted in one statement: it holds its locks for some hundredths of a second.
PIECE = 1000


def delete_piece(rows: QuerySet[Any], most: int = PIECE) -> int:
    """Deletes so many of the rows, the oldest first, with what hangs on them; gives how many of them. One that the
    condition does not hold of any more by then stays, but is counted: 0 means that none is left."""
    numbers = list(rows.order_by("pk").values_list("pk", flat=True)[:most])
    for start in range(0, len(numbers), AT_ONCE):
        rows.order_by().filter(pk__in=numbers[start : start + AT_ONCE]).delete()
    return len(numbers)
