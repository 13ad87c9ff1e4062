"""Taking an event's row before a step, so that two who press the same button take turns."""

from tournaments.models.events import Event


def locked(event: Event) -> Event:
    """The event as it is now, locked until the transaction ends. Call it inside one."""
    return Event.objects.select_for_update(no_key=True).get(pk=event.pk)
