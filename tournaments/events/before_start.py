"""Everybody as before the start, where that is undone. Who has come in since is taken for one who is here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.access import Actor
from tournaments.many_rows import write_rows
from tournaments.models.entrants import STANDING, EntrantChange, Status
from tournaments.models.events import Event, JournalEntry, State
from tournaments.reading import AT_ONCE

#: What is written down of somebody who comes into the event.
CAME_IN = ("entered", "late_entry")
#: Who is not in it, and from when on.
OUT = (Status.DROPPED, Status.NO_SHOW)


class Moved(NamedTuple):
    """An entrant of whom something was written down by the start, or since: as he stands now, and as he stood."""

    pk: int
    name: str
    now: Status
    was: Status
    #: whether the start alone had moved him
    by_start: bool


def newest_change(event: Event) -> int:
    """The number of the newest change of an entrant: what comes after it came with the start, or since."""
    rows = EntrantChange.objects.filter(entrant__event=event).order_by("-id")
    return rows.values_list("id", flat=True).first() or 0


def state_before_start(event: Event) -> State:
    """Where the event stood when it was started last; check-in where an older start does not say, or it came in
    running from a file."""
    started = _started(event)
    return State(started.details.get("from", State.CHECK_IN) if started is not None else State.CHECK_IN)


def go_back_before_start(event: Event, *, by: Actor, now: datetime) -> list[str]:
    """Gives everybody the state from before the start, also who has dropped, returned or come off the waitlist since;
    who was disqualified stays so. Gives the names of those whose own step that takes back."""
    until = _newest_before(event)
    moved = _moved(event, until)
    playing = event.entrants.filter(status=Status.PLAYING)
    if state_before_start(event) == State.REGISTRATION:
        here = playing.annotate(
            said=Subquery(_said(until).filter(entrant=OuterRef("pk")).values("after")[:1])
        )
        here.filter(said=Status.CHECKED_IN).update(status=Status.CHECKED_IN)
        playing.update(status=Status.REGISTERED)
    else:
        playing.update(status=Status.CHECKED_IN)
    _put_back(event, moved)
    _write_down(moved, by=by, now=now)
    return [one.name for one in moved if not one.by_start and (one.now in STANDING) != (one.was in STANDING)]


def _started(event: Event) -> JournalEntry | None:
    return event.journal.filter(kind="start_event").order_by("-id").first()


def _newest_before(event: Event) -> int:
    """The number of the newest change from before the start; of an older start, which does not say, by its time."""
    started = _started(event)
    if started is None:
        return 0
    if "changes" in started.details:
        return int(started.details["changes"])
    rows = EntrantChange.objects.filter(entrant__event=event, at__lt=started.at).order_by("-id")
    return rows.values_list("id", flat=True).first() or 0


def _said(until: int) -> QuerySet[EntrantChange]:
    """What was last said of an entrant before the start: play itself began without a word."""
    return EntrantChange.objects.filter(pk__lte=until).exclude(after__in=("", Status.PLAYING)).order_by("-id")


def _moved(event: Event, until: int) -> list[Moved]:
    """Everybody of whom something was written down by the start or since, and was there before."""
    started = _started(event)
    since: dict[int, list[tuple[str, str, bool]]] = defaultdict(list)
    rows = EntrantChange.objects.filter(entrant__event=event, pk__gt=until).order_by("id")
    for number, kind, before, at in rows.values_list("entrant", "kind", "before", "at"):
        since[number].append((kind, before, started is not None and at == started.at))
    about = event.entrants.filter(changes__pk__gt=until).distinct()
    said: dict[int, str] = {}
    of_these = _said(until).filter(entrant__in=about)
    for number, after in of_these.values_list("entrant", "after"):
        said.setdefault(number, after)
    started_from = state_before_start(event)
    moved = []
    for pk, name, status in about.order_by("pk").values_list("pk", "name", "status"):
        steps = since[pk]
        came_in = any(kind in CAME_IN for kind, _before, _at in steps)
        left = [(before, by_start) for _kind, before, by_start in steps if before]
        was = left[0][0] if left and not came_in else Status.PLAYING
        if was == Status.PLAYING:
            checked = started_from != State.REGISTRATION or said.get(pk) == Status.CHECKED_IN
            was = Status.CHECKED_IN if checked else Status.REGISTERED
        if status == Status.DISQUALIFIED or (came_in and status not in STANDING):
            continue
        moved.append(Moved(pk, name, Status(status), Status(was), all(by_start for _was, by_start in left)))
    return moved


def _put_back(event: Event, moved: Collection[Moved]) -> None:
    for was in {one.was for one in moved}:
        numbers = [one.pk for one in moved if one.was == was]
        for start in range(0, len(numbers), AT_ONCE):
            part = event.entrants.filter(pk__in=numbers[start : start + AT_ONCE])
            part.update(status=was, dropped_after=0 if was in OUT else None)


def _write_down(moved: Iterable[Moved], *, by: Actor, now: datetime) -> None:
    """For whoever reads of them, and for the next start that is undone: where each of them stands now."""
    rows = [
        (one.pk, "returned" if one.now in OUT and one.was in STANDING else "start_undone", one.now, one.was)
        for one in moved
        if one.now != one.was
    ]
    write_rows(EntrantChange, ("entrant_id", "kind", "before", "after"), rows, at=now, **by.fact)
