"""Asking the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from django.db.models import prefetch_related_objects

from tournaments.access.actor import Actor
from tournaments.access.table import (
    ACCOUNT,
    ANYBODY,
    CLOSED_TO_PLAYERS,
    PLAYER,
    RECUSED_AT_OWN_TABLE,
    STAFF,
    TABLE,
)
from tournaments.entrants.models import Entrant, Status
from tournaments.entrants.queries import entrants_spoken_for
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event, StaffRole, State
from tournaments.rounds.models import Match

Subject = Entrant | Match | None
GONE = frozenset({Status.DROPPED, Status.NO_SHOW, Status.DISQUALIFIED, Status.WAITLISTED})


class WrongState(Conflict):
    """The actor may do this, but not while the event is where it is."""

    code = "wrong_state"


def roles_of(actor: Actor, event: Event) -> frozenset[str]:
    """Every role the actor has in the event."""
    roles = {ANYBODY}
    if actor.user is not None:
        roles.add(ACCOUNT)
        held = StaffRole.objects.filter(event=event, user=actor.user, revoked_at=None)
        roles.update(held.values_list("role", flat=True))
    if entrants_spoken_for(event, actor.user, actor.claimed):
        roles.add(PLAYER)
    return frozenset(roles)


def may(actor: Actor, action: str, event: Event, subject: Subject = None) -> bool:
    """Whether the actor may do this now. `subject` is the entrant or match it is about."""
    return actor.is_system or State(event.state) in _states(actor, action, event, subject)


def require(actor: Actor, action: str, event: Event, subject: Subject = None) -> None:
    """The guard of every change: NotAllowed when the table never allows it, WrongState when not now."""
    if actor.is_system:
        return
    states = _states(actor, action, event, subject)
    if not states:
        refuse(action)
    if State(event.state) not in states:
        raise WrongState(
            f"This cannot be done while the event is in the state “{State(event.state).label}”.",
            action=action,
            state=event.state,
        )


def ever(actor: Actor, actions: Iterable[str], event: Event, subject: Subject = None) -> bool:
    """Whether one of these actions is the actor's in some state of the event."""
    if actor.is_system:
        return True
    roles, own = roles_of(actor, event), entrants_spoken_for(event, actor.user, actor.claimed)
    return any(_open(action, roles, own, subject) for action in actions)


def refuse(action: str) -> NoReturn:
    """Raises NotAllowed in the words for this action."""
    raise NotAllowed(_refusal(action), action=action)


def allowed(actor: Actor, event: Event, subject: Subject = None) -> frozenset[str]:
    """Every action open to the actor now, for a page that shows only buttons that work."""
    roles, own = roles_of(actor, event), entrants_spoken_for(event, actor.user, actor.claimed)
    state = State(event.state)
    if subject is not None and not isinstance(subject, Entrant):
        prefetch_related_objects([subject], "seats")
    return frozenset(
        action for action in TABLE if actor.is_system or state in _open(action, roles, own, subject)
    )


def _states(actor: Actor, action: str, event: Event, subject: Subject) -> frozenset[State]:
    own = entrants_spoken_for(event, actor.user, actor.claimed)
    return _open(action, roles_of(actor, event), own, subject)


def _open(action: str, roles: frozenset[str], own: list[Entrant], subject: Subject) -> frozenset[State]:
    """The states in which these roles open the action."""
    row = TABLE[action]
    counted = set(roles)
    if subject is not None and not _is_own(own, subject):
        counted.discard(PLAYER)
    if action in RECUSED_AT_OWN_TABLE and subject is not None and _is_own(own, subject):
        counted.clear()
    if action in CLOSED_TO_PLAYERS and any(entrant.status not in GONE for entrant in own):
        counted.difference_update(STAFF)
    return frozenset().union(*(row[role] for role in counted if role in row))


def _is_own(own: list[Entrant], subject: Entrant | Match) -> bool:
    mine = {entrant.pk for entrant in own}
    if isinstance(subject, Entrant):
        return subject.pk in mine
    return any(seat.entrant_id in mine for seat in subject.seats.all())


def _refusal(action: str) -> str:
    if action == "view_log":
        return "This needs a judge who does not play in this event."
    if action in CLOSED_TO_PLAYERS:
        return "Only staff who do not play may see or change a pairing before it is published."
    if action in RECUSED_AT_OWN_TABLE:
        return "This needs staff with the right role: one who does not play at this table."
    return "You may not do this in this event. Ask the organiser for the role it needs."
