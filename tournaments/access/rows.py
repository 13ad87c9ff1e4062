"""Looking up whose rows are whose: the roles an actor holds in an event, and the entrants that are his own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from tournaments.access.actor import Actor
from tournaments.access.table import ACCOUNT, ANYBODY, PLAYER
from tournaments.models.accounts import User
from tournaments.models.entrants import STANDING, Entrant
from tournaments.models.events import Event, StaffRole
from tournaments.prepared import Prepared
from tournaments.read_once import once

held_roles = Prepared(
    lambda event, user: StaffRole.objects.filter(event=event, user=user, revoked_at=None), int, int
)

#: The entrants of an account in an event.
of_account = Prepared(
    lambda event, user: Entrant.objects.filter(event=event, user=user).order_by("id"), int, int
)


@dataclass(frozen=True)
class Part:
    """The actor's part in one event: his roles, and the entrants that are his own, in the order of their entry."""

    roles: frozenset[str]
    own: tuple[Entrant, ...]
    #: whether he decides at the tables of an organiser who plays
    stands_in: bool = False


def part_of(actor: Actor, event: Event) -> Part:
    """The actor's roles and own entrants in the event, read from the database. Callers that ask the table several
    times read it once."""
    user = actor.user_at(event.pk)
    who = (
        "part",
        event.pk,
        None if user is None else user.pk,
        actor.claimed,
        event.stand_in_id,
        event.stand_in_entrant_id,
    )
    return once(who, lambda: part_now(actor, event))


def part_now(actor: Actor, event: Event) -> Part:
    """The same of this moment, whatever was read for the page before."""
    roles = {ANYBODY}
    user = actor.user_at(event.pk)
    if user is not None:
        roles.add(ACCOUNT)
        roles.update(held.role for held in held_roles(event.pk, user.pk))
    own = tuple(entrants_spoken_for(event, user, actor.claimed))
    if own:
        roles.add(PLAYER)
    stands_in = user is not None and user.pk is not None and event.stand_in_id == user.pk
    stands_in = stands_in or any(entrant.pk == event.stand_in_entrant_id for entrant in own)
    return Part(frozenset(roles), own, stands_in)


def entrants_spoken_for(event: Event, user: User | None, claimed: Iterable[int]) -> list[Entrant]:
    """The entrants of the event an account or its claim links speak for."""
    claimed = list(claimed)
    if not claimed:
        own = [] if user is None or user.pk is None else of_account(event.pk, user.pk)
        for entrant in own:
            entrant.event = event
        return own
    whose = Q(pk__in=claimed)
    if user is not None:
        whose |= Q(user=user)
    return list(event.entrants.filter(whose).order_by("id"))


def my_entrant(event: Event, actor: Actor) -> Entrant | None:
    """The actor's own entrant, the one still in the event first."""
    return first_of(entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed))


def first_of(own: Iterable[Entrant]) -> Entrant | None:
    """Of several that are one's own the one still in the event, else the one entered first."""
    return min(own, key=lambda entrant: (entrant.status not in STANDING, entrant.pk), default=None)
