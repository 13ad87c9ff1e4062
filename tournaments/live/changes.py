"""Marking a topic of an event as changed."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Count, F, QuerySet

from tournaments.live.nudge import announce
from tournaments.models.events import Event, State
from tournaments.models.live import LiveVersion
from tournaments.models.rounds import Match
from tournaments.reading import AT_ONCE

TOPICS = ("event", "entrants", "rounds", "results", "clock", "standings", "records", "announcements", "jobs")

# More rows than this of one topic are added up into one.
MANY = 100
# So many are added up at once; the next sweep takes the rest.
MAX_ROWS = 500
# Of so many topics at once, where their events are over.
MAX_TOPICS = 50


def mark_changed(event_id: int, topic: str) -> None:
    """Raises the topic's version inside the change's transaction; listeners hear of it after commit.

    What concerns single tables goes through `mark_tables`, or the phones at them do not hear of it.
    Raises ValueError for a topic that is not in TOPICS.
    """
    if topic not in TOPICS:
        raise ValueError(f"no topic {topic!r}")
    LiveVersion.objects.create(event_id=event_id, topic=topic)
    transaction.on_commit(lambda: announce(event_id, topic), robust=True)


def mark_events(event_ids: Iterable[int], topics: Collection[str]) -> None:
    """The same of many events, and of each of these topics: in a few statements for all of them."""
    if unknown := [topic for topic in topics if topic not in TOPICS]:
        raise ValueError(f"no topic {unknown[0]!r}")
    marks = [(event_id, topic) for event_id in event_ids for topic in topics]
    rows = [LiveVersion(event_id=event_id, topic=topic) for event_id, topic in marks]
    LiveVersion.objects.bulk_create(rows, batch_size=MAX_ROWS)
    for event_id, topic in marks:
        transaction.on_commit(partial(announce, event_id, topic), robust=True)


def mark_tables(event_id: int, matches: Iterable[int], topic: str = "results") -> None:
    """Raises the versions of these matches inside the change's transaction: the phones at them hear of it, nobody else
    at a table does. Pages that show many tables hear of `topic`.
    """
    raise_versions(list(matches))
    mark_changed(event_id, topic)


def raise_versions(matches: Sequence[int]) -> None:
    """Has the phones at these tables look again, of whatever events. Whoever calls it marks the topics of those."""
    for start in range(0, len(matches), AT_ONCE):
        Match.objects.filter(pk__in=matches[start : start + AT_ONCE]).update(version=F("version") + 1)


def add_up_versions(now: datetime) -> int:
    """The sweep that keeps the rows few: many of one topic become one with their sum.

    Gives how many topics were added up. No reader sees another version before, during or after.
    """
    rows = LiveVersion.objects.values("event_id", "topic").annotate(rows=Count("pk")).filter(rows__gt=MANY)
    return _add_up(list(rows.values_list("event_id", "topic")))


def versions_of_the_past() -> QuerySet[LiveVersion, tuple[int, str, int]]:
    """The topics of events that are over with more rows than one, and how many more."""
    over = Event.objects.filter(state__in=[State.FINISHED, State.CANCELLED]).order_by().values("pk")
    rows = LiveVersion.objects.filter(event_id__in=over).order_by().values("event_id", "topic")
    told = rows.annotate(more=Count("pk") - 1).filter(more__gt=0)
    return told.values_list("event_id", "topic", "more")


def add_up_the_past(now: datetime) -> int:
    """Leaves one row of each topic of some events that are over; gives how many went."""
    some = list(versions_of_the_past()[:MAX_TOPICS])
    _add_up([(event_id, topic) for event_id, topic, _more in some])
    return sum(more for _event, _topic, more in some)


def _add_up(topics: Iterable[tuple[int, str]]) -> int:
    count = 0
    for event_id, topic in topics:
        with transaction.atomic():
            of_topic = LiveVersion.objects.filter(event_id=event_id, topic=topic)
            held = list(of_topic.select_for_update().order_by("pk")[:MAX_ROWS])
            if len(held) > 1:
                total = sum(row.version for row in held)
                LiveVersion.objects.filter(pk__in=[row.pk for row in held[:-1]]).delete()
                LiveVersion.objects.filter(pk=held[-1].pk).update(version=total)
        count += 1
    return count
