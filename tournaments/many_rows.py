"""Writing thousands of rows at once: one statement, which does not grow with them, and no object for each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Field, JSONField, Model


def write_rows(
    model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[Any]], **same: Any
) -> list[int]:
    """Writes a row of the table for each of `rows`, which has the values of these `columns`, and gives their primary
    keys in the same order. What is the `same` in all is said once, also a row that all belong to; any other column has
    its default.

    As in `bulk_create` nobody is told of them. Values are numbers, words, truths, None or what a JSON column holds; a
    column is called as its field's `attname`: `round_id`. The rows go to the database as one text of JSON.
    """
    fields: dict[str, Any] = {field.attname: field for field in model._meta.concrete_fields}
    held = [name for name in columns if isinstance(fields[name], JSONField)]
    told = [list(row) for row in rows]
    if not told:
        return []
    for at in [columns.index(name) for name in held]:
        for row in told:
            row[at] = None if row[at] is None else json.dumps(row[at])
    said = {
        _column(model, name): value.pk if isinstance(value, Model) else value for name, value in same.items()
    }
    constant = {
        name: said[name] if name in said else field.get_default()
        for name, field in fields.items()
        if name not in columns and not field.primary_key
    }
    names = [fields[name].column for name in (*constant, *columns)]
    values = [*(["%s"] * len(constant)), *(_of_row(at, fields[name]) for at, name in enumerate(columns))]
    quoted = connection.ops.quote_name
    sql = (
        f"INSERT INTO {quoted(model._meta.db_table)} ({', '.join(map(quoted, names))}) "  # noqa: S608 - ours
        f"SELECT {', '.join(values)} FROM {_EACH[connection.vendor]} "
        f"RETURNING {quoted(_key_of(model))}"
    )
    given = [fields[name].get_db_prep_save(value, connection) for name, value in constant.items()]
    with connection.cursor() as cursor:
        cursor.execute(sql, [*given, msgspec.json.encode(told).decode()])
        return [number for (number,) in cursor.fetchall()]


def _column(model: type[Model], name: str) -> str:
    """By what a column is called here; a relation can be said by its own name. Raises FieldDoesNotExist."""
    field: Any = model._meta.get_field(name)
    return str(field.attname)


#: The rows out of the text, in their order.
_EACH = {
    "sqlite": "json_each(%s) AS told ORDER BY told.key",
    "postgresql": "json_array_elements(%s::json) WITH ORDINALITY AS told(value, key) ORDER BY told.key",
}


def _of_row(at: int, field: Field[Any, Any]) -> str:
    """A value of a row as SQL. A text is not cast to the column's type: where it is too long that would cut it off."""
    if connection.vendor == "sqlite":
        return f"json_extract(told.value, '$[{at}]')"
    kind = field.db_type(connection) or ""
    return f"(told.value->>{at})" if kind.startswith(("varchar", "text")) else f"(told.value->>{at})::{kind}"


def delete_rows(model: type[Model], keys: Sequence[int]) -> None:
    """Deletes the rows with these primary keys in one statement. What hangs on one keeps it: the database refuses then,
    at once or when the transaction is written (IntegrityError)."""
    quoted = connection.ops.quote_name
    key = quoted(_key_of(model))
    sql = f"DELETE FROM {quoted(model._meta.db_table)} WHERE {key} IN ({_KEYS[connection.vendor]})"  # noqa: S608 - ours
    with connection.cursor() as cursor:
        cursor.execute(sql, [msgspec.json.encode(list(keys)).decode()])


def _key_of(model: type[Model]) -> str:
    fields: Sequence[Any] = model._meta.concrete_fields
    return str(next(field.column for field in fields if field.primary_key))


#: The keys out of the text.
_KEYS = {
    "sqlite": "SELECT value FROM json_each(%s)",
    "postgresql": "SELECT value::bigint FROM json_array_elements_text(%s::json)",
}
