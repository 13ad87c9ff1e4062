"""Asking for precedents: whole for who may read that match's logs whole, else the copy that is open to all."""

from __future__ import annotations

from django.db.models import BooleanField, Case, Exists, OuterRef, Q, QuerySet, When

from referee.models.precedents import Precedent
from rules.kernel.errors import LogError
from rules.kernel.scenario import run_scenario
from rules.registry import load
from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import Seat

MAX_WORDS = 80


def found_precedents(actor: Actor, event: Event, wanted: str) -> QuerySet[Precedent]:
    """The precedents of an event's game that the actor may read, with each of these words in their names, rules, cards
    or comments as far as the actor reads them. Each has ``whole``: whether all of it is the actor's to read."""
    precedents = _readable(actor, event)
    for word in wanted[:MAX_WORDS].split():
        read = Q(whole=True, words__icontains=word) | Q(whole=False, open_words__icontains=word)
        precedents = precedents.filter(read | Q(name__icontains=word))
    return precedents


def precedent_of(actor: Actor, event: Event, number: int) -> Precedent:
    """One of them. Raises NotFound."""
    precedent = _readable(actor, event).filter(pk=number).first() if 0 < number < 2**63 else None
    if precedent is None:
        raise NotFound(_("There is no such precedent."))
    return precedent


def _readable(actor: Actor, event: Event) -> QuerySet[Precedent]:
    precedents = Precedent.objects.filter(game=event.game).select_related("event")
    user = actor.user.pk if actor.user is not None else None
    own = Seat.objects.filter(
        Q(entrant__in=actor.claimed) | Q(entrant__user=user, entrant__user__isnull=False)
    )
    judged = Q(event__in=_judged_by(actor, event)) & ~Exists(own.filter(match=OuterRef("match")))
    whole = Case(When(judged, then=True), default=False, output_field=BooleanField())
    return precedents.annotate(whole=whole).filter(Q(whole=True) | ~Q(open_text=""))


def _judged_by(actor: Actor, event: Event) -> list[int]:
    """The events with precedents of this game whose logs the actor may read whole."""
    events = Event.objects.filter(precedents__game=event.game).distinct()
    if actor.user is None:
        return []
    held = events.filter(staff_roles__user=actor.user, staff_roles__revoked_at=None)
    return [one.pk for one in held if may(actor, "view_log", one)]


def text_for(precedent: Precedent) -> str:
    """The scenario as whoever asked for it may read it."""
    whole: bool = getattr(precedent, "whole", False)
    return precedent.text if whole else precedent.open_text


def failures_of(precedent: Precedent) -> list[str]:
    """The expectations that do not hold by today's rules; empty if all do."""
    try:
        data = text_for(precedent).encode()
        return [failure.message for failure in run_scenario(load(precedent.game), data)]
    except LogError as error:
        return [str(error)]
