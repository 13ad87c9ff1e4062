"""Asking for entrants."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tournaments.access.table import BEFORE
from tournaments.facts import club_key
from tournaments.models.entrants import STANDING, Entrant, ForbiddenPair, Status
from tournaments.models.events import Event
from tournaments.models.rounds import Round, RoundState
from tournaments.models.stages import StageKind


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


def reminded_of_list(entrant: Entrant) -> bool:
    """Whether the desk has reminded the entrant of a deck list that is still owed, before the start."""
    event = entrant.event
    if event.deck_lists != "required" or event.state not in BEFORE:
        return False
    lists = entrant.deck_lists.filter(replaced_at=None)
    return entrant.changes.filter(kind="deck_reminded").exists() and not lists.exclude(legal=False).exists()


@dataclass(frozen=True)
class KeptApart:
    """The pairs of codes that must never meet, or should not: those named, and members of one club where the event
    says so."""

    pairs: frozenset[frozenset[str]]
    clubs: dict[str, str]

    def __contains__(self, pair: object) -> bool:
        if pair in self.pairs:
            return True
        clubs = [self.clubs.get(code, "") for code in pair] if isinstance(pair, frozenset) else []
        return len(clubs) == 2 and clubs[0] == clubs[1] != ""


def never_meeting(event: Event, number: int) -> KeptApart:
    """Who must never meet in the round of this number."""
    return _kept_apart(event, number, "absolute")


def better_not_meeting(event: Event, number: int) -> KeptApart:
    """Who should not meet in it, where that can be avoided."""
    return _kept_apart(event, number, "weak")


def _kept_apart(event: Event, number: int, strength: str) -> KeptApart:
    standing = ForbiddenPair.objects.filter(event=event, strength=strength, lifted_at=None)
    pairs = frozenset(frozenset(pair) for pair in standing.values_list("first__code", "second__code"))
    until = event.clubs_apart_until
    clubs: dict[str, str] = {}
    if event.clubs_apart == strength and (until is None or number <= until):
        members = event.entrants.exclude(club="").values_list("code", "club")
        clubs = {code: club_key(club) for code, club in members}
    return KeptApart(pairs, clubs)


def round_to_join(entrant: Entrant) -> int:
    """The number of the Swiss round that is on in which this entrant sits nowhere and could be given a table: somebody
    else waits, or has the bye. 0 where there is none."""
    if entrant.status != Status.PLAYING:
        return 0
    round = Round.objects.filter(
        event=entrant.event_id,
        state__in=(RoundState.PUBLISHED, RoundState.RUNNING),
        stage__kind=StageKind.SWISS,
    ).first()
    if round is None or round.seats.filter(entrant=entrant).exists():
        return 0
    waiting = Entrant.objects.filter(event=entrant.event_id, status=Status.PLAYING).exclude(pk=entrant.pk)
    may = round.matches.filter(is_bye=True).exists() or waiting.exclude(seats__round=round).exists()
    return round.number if may else 0
