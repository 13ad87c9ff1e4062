"""Marking a topic of an event as changed."""

from django.db import transaction
from django.db.models import F

from tournaments.live.models import LiveVersion
from tournaments.live.nudge import announce

TOPICS = ("event", "entrants", "rounds", "results", "clock", "standings", "records")


def mark_changed(event_id: int, topic: str) -> None:
    """Counts the topic's version up, inside the change's transaction; listeners hear of it after commit.

    Raises ValueError for a topic that is not in TOPICS.
    """
    if topic not in TOPICS:
        raise ValueError(f"no topic {topic!r}")
    with transaction.atomic():
        row, made = LiveVersion.objects.get_or_create(event_id=event_id, topic=topic, defaults={"version": 1})
        if not made:
            LiveVersion.objects.filter(pk=row.pk).update(version=F("version") + 1)
    transaction.on_commit(lambda: announce(event_id, topic), robust=True)
