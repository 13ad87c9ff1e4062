"""Keeps a report from becoming final by time alone, and a round from being published past an open appeal: other parts
of the site register the questions that do."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import Match

#: Each gives the rows that hold a match, named by its id or by a reference to it.
HOLDS: list[Callable[[Any], QuerySet[Any]]] = []
#: Each gives the round and the table of every open appeal of an event.
OPEN_APPEALS: list[Callable[[Event], Iterable[tuple[int, int | None]]]] = []

#: Heard in the transaction in which staff have entered a result, with what they cite.
ENTERED: list[Callable[..., None]] = []
#: Heard in the transaction by which a match is decided, or decided otherwise.
DECIDED: list[Callable[..., None]] = []


class AppealsOpen(Conflict):
    """A round that would be published past an appeal which the head judge has not decided."""

    code = "appeals_open"


def held(match: str) -> Q:
    """Rows whose match, the column of this name, is held."""
    condition = Q(pk__in=[])
    for rows in HOLDS:
        condition |= Q(Exists(rows(OuterRef(match))))
    return condition


def is_held(match: Match) -> bool:
    """Whether this match is held now. The match must be locked for all: else what holds it may come in between."""
    return any(rows(match.pk).exists() for rows in HOLDS)


def appealed_tables(event: Event) -> list[tuple[int, int | None]]:
    """The round and the table of each appeal that is open in this event."""
    return sorted(
        (one for each in OPEN_APPEALS for one in each(event)), key=lambda one: (one[0], one[1] or 0)
    )


def check_no_appeals(event: Event, *, to_end: bool = False) -> None:
    """Raises AppealsOpen while an appeal waits for the head judge; ``to_end``: Conflict, for an event that then ends
    only with a reason."""
    waiting = appealed_tables(event)
    if waiting:
        tables = ", ".join(str(table) for _round, table in waiting[:8]) + (" …" if len(waiting) > 8 else "")
        if to_end:
            said = _(
                "An appeal waits for the head judge, of table: %(which)s. To end here, give a reason.",
                which=tables,
            )
            raise Conflict(said, reason_needed=True)
        raise AppealsOpen(
            _(
                "An appeal waits for the head judge, of table: %(which)s. Its result may change. Confirm that you "
                "want to go on.",
                which=tables,
            ),
            past_appeals=len(waiting),
            tables=[table for _round, table in waiting],
        )
