"""Asking the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
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
from tournaments.entrants.queries import entrants_spoken_for
from tournaments.errors import Conflict, NotAllowed
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event, StaffRole, State
from tournaments.models.rounds import Match
from tournaments.prepared import Prepared

Subject = Entrant | Match | None
GONE = frozenset({Status.DROPPED, Status.NO_SHOW, Status.DISQUALIFIED, Status.WAITLISTED})


class WrongState(Conflict):
    """The actor may do this, but not while the event is where it is."""

    code = "wrong_state"


held_roles = Prepared(
    lambda event, user: StaffRole.objects.filter(event=event, user=user, revoked_at=None), int, int
)


@dataclass(frozen=True)
class Part:
    """The actor's part in one event: his roles, and the entrants that are his own, in the order of their entry."""

    roles: frozenset[str]
    own: tuple[Entrant, ...]


def part_of(actor: Actor, event: Event) -> Part:
    """What the database says of the actor. Who asks the table several times for one answer reads it once."""
    roles = {ANYBODY}
    if actor.user is not None:
        roles.add(ACCOUNT)
        roles.update(held.role for held in held_roles(event.pk, actor.user.pk))
    own = tuple(entrants_spoken_for(event, actor.user, actor.claimed))
    if own:
        roles.add(PLAYER)
    return Part(frozenset(roles), own)


def roles_of(actor: Actor, event: Event) -> frozenset[str]:
    """Every role the actor has in the event."""
    return part_of(actor, event).roles


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
    part = part_of(actor, event)
    how = _how(part, subject)
    return any(_open(action, part.roles, *how) for action in actions)


def refuse(action: str) -> NoReturn:
    """Raises NotAllowed in the words for this action."""
    raise NotAllowed(_refusal(action), action=action)


def allowed(actor: Actor, event: Event, subject: Subject = None, part: Part | None = None) -> frozenset[str]:
    """Every action open to the actor now, for a page that shows only buttons that work. `part`: his part in the event,
    where it was read already.
    """
    if actor.is_system:
        return frozenset(TABLE)
    part = part or part_of(actor, event)
    if subject is not None and not isinstance(subject, Entrant):
        prefetch_related_objects([subject], "seats")
    return _all_open(State(event.state), part.roles, *_how(part, subject))


def _states(actor: Actor, action: str, event: Event, subject: Subject) -> frozenset[State]:
    part = part_of(actor, event)
    return _open(action, part.roles, *_how(part, subject))


def _how(part: Part, subject: Subject) -> tuple[bool, bool, bool]:
    """Whether an action is about somebody, whether that is the actor's own, and whether the actor plays."""
    plays = any(entrant.status not in GONE for entrant in part.own)
    return subject is not None, subject is not None and _is_own(part.own, subject), plays


@lru_cache(maxsize=2000)
def _all_open(
    state: State, roles: frozenset[str], about: bool, about_own: bool, plays: bool
) -> frozenset[str]:
    """Every action of the table that is open in this state; it follows from nothing else."""
    return frozenset(action for action in TABLE if state in _open(action, roles, about, about_own, plays))


def _open(action: str, roles: frozenset[str], about: bool, about_own: bool, plays: bool) -> frozenset[State]:
    """The states in which these roles open the action."""
    row = TABLE[action]
    counted = set(roles)
    if about and not about_own:
        counted.discard(PLAYER)
    if action in RECUSED_AT_OWN_TABLE and about_own:
        counted.clear()
    if action in CLOSED_TO_PLAYERS and plays:
        counted.difference_update(STAFF)
    return frozenset().union(*(row[role] for role in counted if role in row))


def _is_own(own: tuple[Entrant, ...], subject: Entrant | Match) -> bool:
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
