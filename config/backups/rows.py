"""The rows of every table as lines of JSON, the same from either kind of database, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from django.apps.registry import Apps
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Field, JSONField, Model

from config.backups.archive import PART
from config.backups.errors import BadBackup

#: Rows that are fetched, or written, at once.
AT_ONCE = 500


def models_of(apps: Apps) -> dict[str, type[Model]]:
    """A model for each table that the site keeps, by the table's name."""
    by_table = {}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and not model._meta.proxy:
            by_table[model._meta.db_table] = model
    return dict(sorted(by_table.items()))


def columns(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields that are columns of the model's own table."""
    return list(model._meta.local_concrete_fields)


def parts_of(model: type[Model]) -> Iterator[bytes]:
    """The rows of a table in parts: the columns' names on the first line of each, then a row a line."""
    fields = columns(model)
    head = msgspec.json.encode([field.column for field in fields])
    rows = model._base_manager.order_by("pk").values_list(*(field.attname for field in fields))
    lines, size = [head], len(head)
    for row in rows.iterator(chunk_size=AT_ONCE):
        line = msgspec.json.encode(row, enc_hook=_plain)
        if size + len(line) > PART and len(lines) > 1:
            yield b"\n".join(lines)
            lines, size = [head], len(head)
        lines.append(line)
        size += len(line) + 1
    yield b"\n".join(lines)


def _plain(value: Any) -> Any:
    if isinstance(value, memoryview):
        return bytes(value)
    raise TypeError(f"a {type(value).__name__} has no form in a backup")


def rows_in(name: str, part: bytes) -> tuple[list[str], list[list[Any]]]:
    """Columns and rows of a part. Raises BadBackup."""
    try:
        head, *lines = part.split(b"\n")
        named = msgspec.json.decode(head, type=list[str])
        rows = [msgspec.json.decode(line, type=list[Any]) for line in lines]
    except msgspec.DecodeError as error:
        raise BadBackup(f"{name} cannot be read: {error}") from None
    for row in rows:
        if len(row) != len(named):
            raise BadBackup(f"{name} has a row of {len(row)} values for {len(named)} columns.")
    return named, rows


def write_rows(model: type[Model], name: str, part: bytes) -> int:
    """Puts the rows of a part into the model's table as they are; gives how many. Raises BadBackup."""
    named, rows = rows_in(name, part)
    fields = {str(field.column): field for field in columns(model)}
    if sorted(named) != sorted(fields):
        raise BadBackup(
            f"{name} has other columns than its table: {', '.join(sorted(set(named) ^ set(fields)))}."
        )
    if not rows:
        return 0
    quoted = connection.ops.quote_name
    into = ", ".join(quoted(column) for column in named)
    values = ", ".join(["%s"] * len(named))
    statement = f"INSERT INTO {quoted(model._meta.db_table)} ({into}) VALUES ({values})"  # noqa: S608 - our own names
    with connection.cursor() as cursor:
        for at in range(0, len(rows), AT_ONCE):
            cursor.executemany(
                statement, list(_stored([fields[c] for c in named], name, rows[at : at + AT_ONCE]))
            )
    return len(rows)


def _stored(fields: list[Field[Any, Any]], name: str, rows: Iterable[list[Any]]) -> Iterator[list[Any]]:
    for row in rows:
        try:
            yield [_value(field, value) for field, value in zip(fields, row, strict=True)]
        except (ValidationError, TypeError, ValueError) as error:
            raise BadBackup(f"{name} has a value that its column cannot hold: {error}") from None


def _value(field: Field[Any, Any], value: Any) -> Any:
    if isinstance(field, JSONField):
        if value is None and field.null:
            return None
        return connection.ops.adapt_json_value(value, field.encoder)
    return field.get_db_prep_save(field.to_python(value), connection)
