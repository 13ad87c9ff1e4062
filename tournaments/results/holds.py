"""Keeps a report from becoming final by time alone: other parts of the site register the questions that do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models.rounds import Match

#: Each gives the rows that hold a match, named by its id or by a reference to it.
HOLDS: list[Callable[[Any], QuerySet[Any]]] = []


def held(match: str) -> Q:
    """Rows whose match, the column of this name, is held."""
    condition = Q(pk__in=[])
    for rows in HOLDS:
        condition |= Q(Exists(rows(OuterRef(match))))
    return condition


def is_held(match: Match) -> bool:
    """Whether this match is held now. The match must be locked for all: else what holds it may come in between."""
    return any(rows(match.pk).exists() for rows in HOLDS)
