"""When the deck lists of an event are locked, and when everybody may read them. Nothing else on the site says so."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet

from tournaments.access import Actor, may
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event, State
from tournaments.models.rounds import RoundState

#: Who was never in it: on the waitlist, not there, or gone before the first round.
NEVER_IN = Q(status__in=(Status.WAITLISTED, Status.NO_SHOW)) | Q(status=Status.DROPPED, dropped_after=0)


def is_locked(event: Event, now: datetime) -> bool:
    """Whether the deadline for deck lists has passed."""
    return event.deck_deadline is not None and now >= event.deck_deadline


def are_public(event: Event) -> bool:
    """Whether the event has published its lists by now: from its start, or after the round it says, at its end at the
    latest."""
    state = event.state_before_cancel if event.state == State.CANCELLED else event.state
    if event.deck_lists == "none" or not event.open_decks or state not in (State.RUNNING, State.FINISHED):
        return False
    if event.open_decks == "start" or state == State.FINISHED:
        return True
    after = event.open_decks_after or 1
    return event.rounds.filter(state=RoundState.FINISHED, number__gte=after).exists()


def may_read_open(entrant: Entrant, *, by: Actor) -> bool:
    """Whether the list is published, and the reader one who may read what is."""
    event = entrant.event
    if not may(by, "view_open_decks", event) or not are_public(event):
        return False
    return not event.entrants.filter(NEVER_IN, pk=entrant.pk).exists()


def published_lists(event: Event, *, by: Actor) -> QuerySet[DeckList]:
    """The standing lists that everybody may read, by the name of their players; none before they are published."""
    return public_lists(event) if may(by, "view_open_decks", event) else DeckList.objects.none()


def public_lists(event: Event) -> QuerySet[DeckList]:
    """The same, for somebody who has asked whether the reader may."""
    if not are_public(event):
        return DeckList.objects.none()
    never_in = event.entrants.filter(NEVER_IN)
    standing = DeckList.objects.filter(entrant__event=event, replaced_at=None)
    return standing.exclude(entrant__in=never_in).select_related("entrant").order_by("entrant__name", "pk")


def openness(event: Event) -> Message:
    """Who reads the lists of the event, in a sentence."""
    if event.open_decks == "start":
        return _("Everybody reads the lists once the event has started.")
    if event.open_decks == "round":
        return _("Everybody reads the lists after round %(n)s.", n=event.open_decks_after or 1)
    return _("Only their players and judges who do not play read the lists.")
