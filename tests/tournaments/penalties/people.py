"""An event whose policy a test says, and who gives what in it."""

from __future__ import annotations

from typing import Any

from tests.tournaments.factories import actor, at
from tournaments.access import Actor
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.penalties import Penalty, PinnedPolicy
from tournaments.models.rounds import Match
from tournaments.penalties.changes import Given, give_penalty
from tournaments.policies.reading import body_of, read_policy
from tournaments.policies.usual import usual_policy

#: the usual policy's first penalty of each kind
CAUTION, WARNING, GAME, MATCH, OUT = (
    "slow_play",
    "wrong_information",
    "deck_error",
    "outside_assistance",
    "cheating",
)


def with_policy(event: Event, **changed: Any) -> Event:
    """The event with the usual policy but for this."""
    body = body_of(read_policy(body_of(usual_policy()) | changed))
    PinnedPolicy.objects.filter(event=event, replaced_at=None).update(body=body)
    return event


def give(
    entrant: Entrant,
    infraction: str,
    minute: float = 5,
    by: Actor | None = None,
    match: Match | None = None,
    **more: Any,
) -> Penalty:
    """What Hedda, the head judge, gives, or somebody else."""
    event = Event.objects.get(pk=entrant.event_id)
    given = Given(infraction, **more)
    return give_penalty(event, entrant, given, by=by or actor("hedda"), now=at(minute), match=match)
