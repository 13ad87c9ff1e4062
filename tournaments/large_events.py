"""Large events that are being played, read when a process begins: else whoever asks first waits for it."""

from __future__ import annotations

from django.db.models import Count

from tournaments.charts.lengths import lengths_of
from tournaments.charts.places import places_of
from tournaments.models.events import Event, State
from tournaments.projection import facts_of

#: From so many entrants an event is large: reading one takes a tenth of a second and more.
LARGE = 1_000
#: As many are read, the newest first: of three with 5,000 players and thirteen rounds all matches stay in memory.
MOST = 3


def read_large_events() -> None:
    """Reads the finished rounds of these events, with the places and the lengths that their charts show."""
    running = Event.objects.filter(state=State.RUNNING).alias(field=Count("entrants"))
    for event in running.filter(field__gte=LARGE).order_by("-pk")[:MOST]:
        facts_of(event, finished_only=True)
        places_of(event)
        lengths_of(event)
