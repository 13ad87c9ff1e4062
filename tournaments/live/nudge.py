"""Making what is due prompt: wakes the runner or a worker, and tells streams in other processes.

Nothing here is needed for correctness: without it the next sweep or poll finds the same work.
"""

from django.conf import settings


def nudge() -> None:
    """After the present transaction commits, asks for the sweeps to run at once."""


def announce(event_id: int, topic: str) -> None:
    """Tells the event streams of a change that has been committed."""
    if not settings.REDIS_URL:
        return
