"""Marking a topic of an event as changed."""

from datetime import datetime

from django.db import transaction
from django.db.models import Count

from tournaments.live.models import LiveVersion
from tournaments.live.nudge import announce

TOPICS = ("event", "entrants", "rounds", "results", "clock", "standings", "records")

# More rows than this of one topic are added up into one.
MANY = 100
# So many are added up at once; the next sweep takes the rest.
MOST_ROWS = 500


def mark_changed(event_id: int, topic: str) -> None:
    """Raises the topic's version inside the change's transaction; listeners hear of it after commit.

    Raises ValueError for a topic that is not in TOPICS.
    """
    if topic not in TOPICS:
        raise ValueError(f"no topic {topic!r}")
    LiveVersion.objects.create(event_id=event_id, topic=topic)
    transaction.on_commit(lambda: announce(event_id, topic), robust=True)


def add_up_versions(now: datetime) -> int:
    """The sweep that keeps the rows few: many of one topic become one with their sum.

    Gives how many topics were added up. No reader sees another version before, during or after.
    """
    rows = LiveVersion.objects.values("event_id", "topic").annotate(rows=Count("pk")).filter(rows__gt=MANY)
    found = list(rows.values_list("event_id", "topic"))
    for event_id, topic in found:
        with transaction.atomic():
            of_topic = LiveVersion.objects.filter(event_id=event_id, topic=topic)
            held = list(of_topic.select_for_update().order_by("pk")[:MOST_ROWS])
            LiveVersion.objects.filter(pk__in=[row.pk for row in held]).delete()
            total = sum(row.version for row in held)
            LiveVersion.objects.create(event_id=event_id, topic=topic, version=total)
    return len(found)
