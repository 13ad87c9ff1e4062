"""What the live rows say."""

from tournaments.live.models import LiveVersion


def versions_of(event_id: int) -> dict[str, int]:
    """The present version of every topic of the event that ever changed."""
    return dict(LiveVersion.objects.filter(event_id=event_id).values_list("topic", "version"))
