"""Asking for entrants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from tournaments.models.entrants import Entrant, ForbiddenPair, Status
from tournaments.models.events import Event
from tournaments.prepared import Prepared

if TYPE_CHECKING:
    from tournaments.access.actor import Actor
    from tournaments.models.accounts import User

#: The entrants of an account in an event.
of_account = Prepared(
    lambda event, user: Entrant.objects.filter(event=event, user=user).order_by("id"), int, int
)

STANDING = (Status.REGISTERED, Status.CHECKED_IN, Status.PLAYING)


def entrants_of(event: Event) -> QuerySet[Entrant]:
    """Everybody ever entered, in the order of their codes."""
    return event.entrants.order_by("id")


def entrants_active(event: Event) -> QuerySet[Entrant]:
    """Who has a place in the event and has not left it."""
    return event.entrants.filter(status__in=STANDING).order_by("id")


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
    return first_of(entrants_spoken_for(event, actor.user, actor.claimed))


def first_of(own: Iterable[Entrant]) -> Entrant | None:
    """Of several that are one's own the one still in the event, else the one entered first."""
    return min(own, key=lambda entrant: (entrant.status not in STANDING, entrant.pk), default=None)


def places_taken(event: Event) -> int:
    """How many places of the capacity are taken."""
    return event.entrants.filter(status__in=STANDING).count()


def waitlist_place(entrant: Entrant) -> int | None:
    """The place on the waitlist, from 1; None for who is not on it."""
    if entrant.status != Status.WAITLISTED:
        return None
    waiting = entrant.event.entrants.filter(status=Status.WAITLISTED)
    before = Q(entered_at__lt=entrant.entered_at) | Q(entered_at=entrant.entered_at, pk__lte=entrant.pk)
    return waiting.filter(before).count()


def never_meeting(event: Event) -> set[frozenset[str]]:
    """The pairs that must never meet, by their codes."""
    pairs = ForbiddenPair.objects.filter(event=event, strength="absolute", lifted_at=None)
    return {frozenset(pair) for pair in pairs.values_list("first__code", "second__code")}
