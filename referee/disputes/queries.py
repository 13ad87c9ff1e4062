"""Asking for disputes."""

from typing import Any

from django.db.models import Prefetch, QuerySet

from referee.disputes.reading import Reader, reader_of, rows_for
from referee.models.disputes import Dispute, DisputeRow, Kind
from tournaments.access import Actor
from tournaments.access.rows import entrants_spoken_for
from tournaments.errors import NotFound
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Seat


def disputes_of(event: Event, *, is_open: bool | None = None) -> QuerySet[Dispute]:
    """An event's disputes, oldest first; open or resolved ones only where asked."""
    disputes = Dispute.objects.filter(event=event).select_related("match__round", "record").order_by("id")
    seats = Seat.objects.select_related("entrant")
    disputes = disputes.prefetch_related(Prefetch("match__seats", seats))
    if is_open is None:
        return disputes
    return disputes.filter(resolved_at__isnull=is_open)


def disputes_for(actor: Actor, event: Event, *, is_open: bool | None = None) -> QuerySet[Dispute]:
    """The same for a member of the staff, without those of a table at which he plays."""
    disputes = disputes_of(event, is_open=is_open)
    own = [entrant.pk for entrant in entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)]
    return disputes.exclude(match__seats__entrant__in=own) if own else disputes


def disputes_at(actor: Actor, match: Match) -> list[Dispute]:
    """A match's disputes as far as the actor may read of them, oldest first; none for who is neither of its players nor
    staff."""
    return [dispute for dispute, _rows, _reader in read_at(actor, match)]


def read_at(actor: Actor, match: Match, **of: Any) -> list[tuple[Dispute, list[DisputeRow], Reader]]:
    """The same, each with what the actor may read of it, and as whom; ``of`` says which ones alone, as a filter."""
    try:
        reader = reader_of(actor, match)
    except NotFound:
        return []
    read = []
    for dispute in Dispute.objects.filter(match=match, **of).order_by("id").prefetch_related("rows"):
        dispute.match = match
        rows = rows_for(dispute, reader)
        if not reader.seat or rows:
            read.append((dispute, rows, reader))
    return read


def number_in_event(dispute: Dispute) -> int:
    """Which of its event's disputes it is, from 1 on, as its pages call it for judges who do not play: the number in
    its address counts those of all events."""
    return Dispute.objects.filter(event=dispute.event_id, pk__lte=dispute.pk).count()


def open_disputes(match: Match) -> QuerySet[Dispute]:
    """The questions at this match that wait for a judge."""
    return Dispute.objects.filter(match=match, resolved_at=None)


def holding(match: Any) -> QuerySet[Dispute]:
    """The open questions that keep a report of a match from becoming final by time alone, whether the players know of
    them or not. Turns over the clock ask for a word to a player, and a hard stop for a result: not about one."""
    return Dispute.objects.filter(match=match, resolved_at=None).exclude(
        kind__in=(Kind.SLOW_PLAY, Kind.HARD_STOP)
    )
