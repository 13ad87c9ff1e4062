"""Asking for entrants."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tournaments.models.entrants import STANDING, Entrant, ForbiddenPair, Status
from tournaments.models.events import Event


def entrants_of(event: Event) -> QuerySet[Entrant]:
    """Everybody ever entered, in the order of their codes."""
    return event.entrants.order_by("id")


def places_taken(event: Event) -> int:
    """The number of places taken, out of the capacity."""
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
