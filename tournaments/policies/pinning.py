"""An event keeps the policy it started with."""

from __future__ import annotations

from datetime import datetime

from tournaments.access import Actor
from tournaments.models.events import Event
from tournaments.models.penalties import PinnedPolicy
from tournaments.policies.queries import policy_of
from tournaments.policies.reading import body_of


def pin_policy(event: Event, *, by: Actor, now: datetime) -> PinnedPolicy:
    """Keeps the policy that holds now as the event's. The event is locked. Twice is once."""
    known = PinnedPolicy.objects.filter(event=event, replaced_at=None).first()
    if known is not None:
        return known
    holding = policy_of(event)
    return PinnedPolicy.objects.create(
        event=event, version=holding.version, body=body_of(holding.policy), at=now, **by.fact
    )


def release_policy(event: Event, *, now: datetime) -> None:
    """The start was undone: whichever policy holds then is kept with the next one."""
    PinnedPolicy.objects.filter(event=event, replaced_at=None).update(replaced_at=now)
