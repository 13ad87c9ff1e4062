"""Asking the table: who may do what now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from django.db.models import prefetch_related_objects

from tournaments.access.actor import Actor
from tournaments.access.rows import Part, part_of
from tournaments.access.table import (
    FOR_STAND_IN,
    ORGANISER,
    TABLE,
    all_open,
    refusal_of,
    states_open,
)
from tournaments.errors import Conflict, NotAllowed
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event, StaffRole, State
from tournaments.models.rounds import Match, Seat

Subject = Entrant | Match | None
GONE = frozenset({Status.DROPPED, Status.NO_SHOW, Status.DISQUALIFIED, Status.WAITLISTED})


class WrongState(Conflict):
    """The actor may do this, but not while the event is where it is."""

    code = "wrong_state"


def roles_of(actor: Actor, event: Event) -> frozenset[str]:
    """Every role the actor has in the event."""
    return part_of(actor, event).roles


def may(actor: Actor, action: str, event: Event, subject: Subject = None) -> bool:
    """Whether the actor may do this now. `subject` is the entrant or match it is about."""
    return actor.is_system or event.state in _states(actor, action, event, subject)


def may_at(actor: Actor, action: str, event: Event, matches: Iterable[Match]) -> frozenset[int]:
    """At which of an event's matches the actor may do this now: ``may`` of many, with as many queries as for one."""
    tables = list(matches)
    if actor.is_system:
        return frozenset(match.pk for match in tables)
    if not actor.may_ask(action):
        return frozenset()
    prefetch_related_objects(tables, "seats")
    part = part_of(actor, event)
    held = _of_organisers(event, tables) if part.stands_in and action in FOR_STAND_IN else frozenset()
    return frozenset(
        match.pk
        for match in tables
        if event.state in states_open(action, part.roles, *_how(part, match))
        or (event.state == State.RUNNING and match.pk in held and not _is_own(part.own, match))
    )


def require(actor: Actor, action: str, event: Event, subject: Subject = None) -> None:
    """The guard of every change: NotAllowed when the table never allows it, WrongState when not now."""
    if actor.is_system:
        return
    states = _states(actor, action, event, subject)
    if not states:
        refuse(action)
    if event.state not in states:
        raise WrongState(
            _(
                "This cannot be done while the event is in the state “%(state)s”.",
                state=State(event.state).label,
            ),
            action=action,
            state=event.state,
        )


def ever(actor: Actor, actions: Iterable[str], event: Event, subject: Subject = None) -> bool:
    """Whether one of these actions is the actor's in some state of the event."""
    if actor.is_system:
        return True
    part = part_of(actor, event)
    how = _how(part, subject)
    asked = [action for action in actions if actor.may_ask(action)]
    if (
        FOR_STAND_IN.intersection(asked)
        and part.stands_in
        and (subject is None or _as_stand_in(part, event, subject))
    ):
        return True
    return any(states_open(action, part.roles, *how) for action in asked)


def refuse(action: str) -> NoReturn:
    """Raises NotAllowed in the words for this action."""
    raise NotAllowed(refusal_of(action), action=action)


def allowed(actor: Actor, event: Event, subject: Subject = None, part: Part | None = None) -> frozenset[str]:
    """Every action open to the actor now, for a page that shows only buttons that work. `part`: his part in the event,
    where it was read already.
    """
    if actor.is_system:
        return frozenset(TABLE)
    part = part or part_of(actor, event)
    if subject is not None and not isinstance(subject, Entrant):
        prefetch_related_objects([subject], "seats")
    actions = all_open(event.state, part.roles, *_how(part, subject))
    if event.state == State.RUNNING and _as_stand_in(part, event, subject):
        actions |= FOR_STAND_IN
    return actions if actor.grant is None else actions & actor.grant.actions


def _states(actor: Actor, action: str, event: Event, subject: Subject) -> frozenset[str]:
    if not actor.may_ask(action):
        return frozenset()
    part = part_of(actor, event)
    states = states_open(action, part.roles, *_how(part, subject))
    if action in FOR_STAND_IN and _as_stand_in(part, event, subject):
        states |= {State.RUNNING.value}
    return states


def _as_stand_in(part: Part, event: Event, subject: Subject) -> bool:
    """Whether the actor stands in at this table: one of an organiser who plays, and none of his own."""
    if not part.stands_in or not isinstance(subject, Match) or _is_own(part.own, subject):
        return False
    return subject.pk in _of_organisers(event, [subject])


def _of_organisers(event: Event, matches: list[Match]) -> frozenset[int]:
    """Which of these are matches of an organiser who plays."""
    organisers = StaffRole.objects.filter(event=event, role=ORGANISER, revoked_at=None).values("user")
    seats = Seat.objects.filter(match__in=matches, entrant__user__in=organisers)
    return frozenset(seats.values_list("match_id", flat=True))


def _how(part: Part, subject: Subject) -> tuple[bool, bool, bool]:
    """Whether an action is about somebody, whether that is the actor's own, and whether the actor plays."""
    plays = any(entrant.status not in GONE for entrant in part.own)
    return subject is not None, subject is not None and _is_own(part.own, subject), plays


def _is_own(own: tuple[Entrant, ...], subject: Entrant | Match) -> bool:
    mine = {entrant.pk for entrant in own}
    if isinstance(subject, Entrant):
        return subject.pk in mine
    return any(seat.entrant_id in mine for seat in subject.seats.all())
