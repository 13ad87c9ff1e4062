"""Writing down what changed about an entrant."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tournaments.access import Actor
from tournaments.live.changes import mark_changed, mark_tables
from tournaments.many_rows import write_rows
from tournaments.models.entrants import Entrant, EntrantChange, Status
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Seat
from tournaments.reading import AT_ONCE
from tournaments.roster.queries import places_taken


def locked_entrant(entrant: Entrant) -> Entrant:
    """The entrant as it is now, its event locked with it. Call it inside a transaction."""
    event = Event.objects.select_for_update(no_key=True).get(pk=entrant.event_id)
    held = Entrant.objects.select_for_update(no_key=True).get(pk=entrant.pk)
    held.event = event
    return held


def newest_round_number(event: Event) -> int:
    """The number of the newest round that was published and stands; 0 before the first."""
    shown = event.rounds.filter(state__in=PUBLISHED_STATES)
    return shown.order_by("-number").values_list("number", flat=True).first() or 0


def record(
    entrant: Entrant,
    kind: str,
    *,
    by: Actor,
    now: datetime,
    before: str = "",
    reason: str = "",
    details: dict[str, Any] | None = None,
) -> EntrantChange:
    """Writes the change as a fact of its own and marks the event's entrants as changed."""
    change = EntrantChange.objects.create(
        entrant=entrant,
        kind=kind,
        before=before,
        after=entrant.status,
        round_number=newest_round_number(entrant.event) or None,
        reason=reason,
        details=details or {},
        at=now,
        **by.fact,
    )
    mark_changed(entrant.event_id, "entrants")
    table = entrant.seats.filter(round__state__in=PUBLISHED_STATES).order_by("-round__number")
    match = table.values_list("match", flat=True).first()
    if match is not None:
        mark_tables(entrant.event_id, [match])
    return change


def record_all(
    event: Event,
    entrants: Sequence[tuple[int, str]],
    kind: str,
    *,
    by: Actor,
    now: datetime,
    after: str | None = None,
) -> None:
    """The same of many, in a few statements: of each the number and the status until now. `after`: what all of them
    are from now on; without it they stay what they are."""
    if not entrants:
        return
    number = newest_round_number(event)
    write_rows(
        EntrantChange,
        ("entrant_id", "before", "after"),
        [(pk, before, before if after is None else after) for pk, before in entrants],
        kind=kind,
        round_number=number or None,
        at=now,
        **by.fact,
    )
    mark_changed(event.pk, "entrants")
    if number and (tables := _last_tables(event, number, [pk for pk, _before in entrants])):
        mark_tables(event.pk, tables)


def _last_tables(event: Event, number: int, entrants: Sequence[int]) -> set[int]:
    """The matches at which these sat last. Most sit in the newest round, whose seats are read at once."""
    seats = Seat.objects.filter(round__event=event, round__number=number, round__state__in=PUBLISHED_STATES)
    there = dict(seats.values_list("entrant_id", "match_id"))
    last = {one: there[one] for one in entrants if one in there}
    others = [one for one in entrants if one not in there]
    for start in range(0, len(others), AT_ONCE):
        part = Seat.objects.filter(
            entrant__in=others[start : start + AT_ONCE], round__state__in=PUBLISHED_STATES
        )
        last.update(part.order_by("round__number").values_list("entrant_id", "match_id"))
    return set(last.values())


def promote_from_waitlist(event: Event, *, by: Actor, now: datetime) -> Entrant | None:
    """Gives a free place to whoever has waited longest. Call it with the event locked."""
    if event.capacity is not None and places_taken(event) >= event.capacity:
        return None
    waiting = event.entrants.filter(status=Status.WAITLISTED).order_by("entered_at", "id").first()
    if waiting is None:
        return None
    waiting.status = Status.REGISTERED
    waiting.save(update_fields=["status"])
    waiting.event = event
    record(waiting, "promoted", by=by, now=now, before=Status.WAITLISTED)
    return waiting


def promote_all_from_waitlist(event: Event, *, by: Actor, now: datetime) -> int:
    """Gives every free place to whoever has waited longest; gives to how many. Call it with the event locked."""
    waiting = event.entrants.filter(status=Status.WAITLISTED).order_by("entered_at", "id")
    if event.capacity is not None:
        waiting = waiting[: max(event.capacity - places_taken(event), 0)]
    promoted = list(waiting.values_list("pk", "status"))
    for start in range(0, len(promoted), AT_ONCE):
        part = [pk for pk, _status in promoted[start : start + AT_ONCE]]
        event.entrants.filter(pk__in=part).update(status=Status.REGISTERED)
    record_all(event, promoted, "promoted", by=by, now=now, after=Status.REGISTERED)
    return len(promoted)
