"""Statements that every phone asks for: built once for a connection, then only filled in.

Building a statement out of a query set takes several times as long as the database takes to answer one by key. A
prepared statement reads as a query set all the same, and is built by Django; what comes back are the same rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

#: Stands for a value while a statement is built: no column of ours holds one of these.
_WHOLE = 8_070_605_040_302_000
_TEXT = "\ue0f1prepared\ue0f1"


class NotPrepared(TypeError):
    """A query set whose values are not all found in its statement as they were given."""


@dataclass(frozen=True)
class _Statement:
    """One as a connection takes it: the text, and for each of its parameters which value it is or what it always is."""

    sql: str
    parameters: tuple[tuple[int, Any], ...]
    compiler: Any
    converters: Any
    model: type[Model]
    columns: slice
    names: list[str]
    related: Any

    def filled(self, values: tuple[int | str, ...]) -> tuple[Any, ...]:
        """The parameters with these values."""
        return tuple(always if place < 0 else values[place] for place, always in self.parameters)

    def rows(self, rows: list[Any]) -> Iterator[Any]:
        """The rows that the database returned, as instances of the model."""
        using = self.compiler.using
        if self.converters:
            rows = self.compiler.apply_converters(rows, self.converters)
        for row in rows:
            one = self.model.from_db(using, self.names, row[self.columns])
            for each in self.related:
                each.populate(row, one)
            yield one


class Prepared(Generic[M]):
    """`Prepared(lambda event, user: StaffRole.objects.filter(event_id=event, user_id=user), int, int)`: called with an
    event's and an account's id it gives the rows. Values are whole numbers and texts; they are compared, not changed.
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type[int] | type[str]) -> None:
        self._make = make
        self._kinds = kinds

    def __call__(self, *values: int | str) -> list[M]:
        """The rows for these values."""
        for value, kind in zip(values, self._kinds, strict=True):
            if type(value) is not kind:
                raise NotPrepared(f"{value!r} is not {kind.__name__}")
        # Kept with the connection, which belongs to one thread, and gone with it.
        of = connections[DEFAULT_DB_ALIAS]
        built: dict[Prepared[Any], _Statement] = vars(of).setdefault("prepared_statements", {})
        statement = built.get(self)
        if statement is None:
            statement = built[self] = self._build()
        with of.cursor() as cursor:
            cursor.execute(statement.sql, statement.filled(values))
            rows = cursor.fetchall()
        return list(statement.rows(rows))

    def first(self, *values: int | str) -> M | None:
        """The first of them; None where there is none."""
        rows = self(*values)
        return rows[0] if rows else None

    def _build(self) -> _Statement:
        stand_ins = [_WHOLE + n if kind is int else f"{_TEXT}{n}" for n, kind in enumerate(self._kinds)]
        compiler = self._make(*stand_ins).query.get_compiler(DEFAULT_DB_ALIAS)
        sql, parameters = compiler.as_sql()
        placed = [
            (stand_ins.index(each), None) if isinstance(each, int | str) and each in stand_ins else (-1, each)
            for each in parameters
        ]
        if {place for place, _ in placed} - {-1} != set(range(len(stand_ins))):
            raise NotPrepared(sql)
        info = compiler.klass_info
        fields = info["select_fields"]
        columns = slice(fields[0], fields[-1] + 1)
        return _Statement(
            sql,
            tuple(placed),
            compiler,
            compiler.get_converters([each[0] for each in compiler.select]),
            info["model"],
            columns,
            [each[0].target.attname for each in compiler.select[columns]],
            get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg]
        )
