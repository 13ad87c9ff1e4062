"""What people call a stored log: by its round and table, who plays there, the game and who kept it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.urls import reverse

from referee.models.records import Record
from tournaments.jobs.kinds import Named
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.jobs import JobFailure
from tournaments.stages.queries import match_rules


def names_of(numbers: Iterable[int], *, with_event: bool = False) -> dict[int, Named]:
    """The logs of these numbers by what people call them, with as many queries as for one; ``with_event``: also by
    their event. A log that is gone has no name."""
    rows = Record.objects.filter(pk__in=set(numbers)).select_related(
        "match__round__stage", "match__round__event"
    )
    logs = rows.prefetch_related("match__seats__entrant")
    return {
        log.pk: Named(_name(log, with_event), reverse("referee:record_page", args=[log.pk])) for log in logs
    }


def failures_named(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """The logs that could not be judged, of a job about one event, whose things are numbers of logs."""
    return _named({row.pk: row.item for row in failures})


def failures_of_several(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """The same of a job over the logs of several events."""
    return _named({row.pk: row.item for row in failures}, with_event=True)


def failures_of_pairs(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """The same where the things are an event's number and a log's."""
    return _named({row.pk: row.item[1] for row in failures}, with_event=True)


def _named(logs: dict[int, Any], *, with_event: bool = False) -> dict[int, Named]:
    names = names_of(logs.values(), with_event=with_event)
    gone = Named(_("A log that is gone"))
    return {failure: names.get(number, gone) for failure, number in logs.items()}


def _name(log: Record, with_event: bool) -> Message:
    match = log.match
    seats = sorted(match.seats.all(), key=lambda seat: seat.letter)
    parts: list[str] = [match.round.event.name] if with_event else []
    parts.append(_("Round %(round)s, %(table)s", round=match.round.number, table=match.place))
    parts.append(" – ".join(seat.entrant.name for seat in seats))
    if match_rules(match, len(seats)).games > 1:
        parts.append(_("Game %(n)s", n=log.game_number))
    keeper = next((seat.entrant.name for seat in seats if seat.letter == log.seat), "")
    parts.append(_("Kept by %(name)s", name=keeper) if keeper else _("Kept by the staff"))
    return joined(" · ", parts)
