"""Finding what an address names, for who may know of it."""

from __future__ import annotations

from tournaments.access.actor import Actor
from tournaments.access.permissions import may
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event


def event_by_slug(slug: str, actor: Actor) -> Event:
    """The event of that address. Raises NotFound, also for a draft that is not the actor's to see."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or not may(actor, "view_event", event):
        raise NotFound(_("There is no such event."))
    return event
