"""A site with very many stored games: one event's rows copied by the database itself, thousands of times."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Field, ForeignKey, Model

#: What is copied with an event, in the order in which rows rest on each other.
COPIED = """tournaments.Event tournaments.EventSeed tournaments.Stage tournaments.Round tournaments.Entrant
tournaments.Match tournaments.Seat tournaments.Result tournaments.StandingsSnapshot tournaments.JournalEntry
tournaments.LiveVersion referee.Record referee.RecordPart referee.NotedLog referee.PlayedCard"""
#: A person played in so many of the copies; in the others there are entrants without accounts.
PLAYED = 20
#: Primary keys of one copy lie so far from those of the next.
APART = 100_000


def copy_event(copies: int) -> None:
    """Every row of the kinds above so many times more: they are of one event."""
    models = [apps.get_model(name) for name in COPIED.split()]
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE copies (k bigint)")
        cursor.executemany("INSERT INTO copies VALUES (%s)", [(k,) for k in range(1, copies + 1)])
        for model in models:
            if connection.vendor == "postgresql":
                # the order in which constraints are met is that of the list
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")
            cursor.execute(_statement(model, models))
        cursor.execute("DROP TABLE copies")
        if connection.vendor == "postgresql":
            for model in models:
                table = model._meta.db_table
                cursor.execute(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"
                )
            # as autovacuum would have done by then; on SQLite a site has no statistics either
            cursor.execute("ANALYZE")


def _statement(model: type[Model], models: Iterable[type[Model]]) -> str:
    fields: list[Field[Any, Any]] = list(model._meta.concrete_fields)
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    values = ", ".join(_copied(field, set(models)) for field in fields)
    table = connection.ops.quote_name(model._meta.db_table)
    return f"INSERT INTO {table} ({columns}) SELECT {values} FROM {table} AS old, copies"


def _copied(field: Field[Any, Any], models: set[type[Model]]) -> str:
    column = f"old.{connection.ops.quote_name(field.column)}"
    if field.primary_key or (isinstance(field, ForeignKey) and field.related_model in models):
        return f"{column} + copies.k * {APART}"
    if field.model._meta.label == "tournaments.Entrant" and field.name == "user":
        return f"CASE WHEN copies.k <= {PLAYED} THEN {column} END"
    if field.unique and field.get_internal_type() in ("CharField", "SlugField"):
        return f"{column} || '-' || copies.k"
    return column
