"""What the live rows say."""

from django.db.models import Sum

from tournaments.live.models import LiveVersion


def versions_of(event_id: int) -> dict[str, int]:
    """The present version of every topic of the event that ever changed."""
    rows = LiveVersion.objects.filter(event_id=event_id).values("topic").annotate(total=Sum("version"))
    return {topic: int(total) for topic, total in rows.values_list("topic", "total")}
