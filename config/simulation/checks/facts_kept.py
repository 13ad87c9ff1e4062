"""Facts are superseded, not rewritten: a row that was there is there, and says what it said."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from django.apps import apps

from config.simulation.known_models import kept

if TYPE_CHECKING:
    from config.simulation.day import Day


def check_facts(day: Day) -> None:
    """Every row that was seen before is as it was."""
    for name in kept():
        differ = rows_that_differ(day, name, keep=True)
        day.check(not differ, "facts are kept", f"{name}: rows {differ[:5]} are gone or say something else")


def rows_that_differ(day: Day, name: str, *, keep: bool) -> list[int]:
    """The rows of a model that are not as they were seen last; ``keep``: they are seen now."""
    model = apps.get_model(name)
    may_change = kept()[name]
    fixed = [field.attname for field in model._meta.concrete_fields if field.attname not in may_change]
    now = {row[0]: _hash(row[1:]) for row in model._default_manager.order_by("pk").values_list("pk", *fixed)}
    seen = day.seen.get(name, {})
    differ = [pk for pk, mark in seen.items() if now.get(pk) != mark and (name, pk) not in day.gone]
    if keep:
        day.seen[name] = now
    return differ


def _hash(row: tuple[Any, ...]) -> bytes:
    return hashlib.blake2b(repr(row).encode(), digest_size=12).digest()
