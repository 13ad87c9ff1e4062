"""What finished events say of a person who agreed to be shown: the events, and who was met.

The number of queries depends on neither. Of opponents who did not agree nothing is put together: each stands there
once for each event, by the name that the event itself shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Case, Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from tournaments.errors import NotFound
from tournaments.kept_standings.kept import table_after
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, State
from tournaments.models.results import Result
from tournaments.models.rounds import Round, RoundState, Seat, StandingsSnapshot

#: Seats that count: of finished rounds of finished events.
COUNTED = Q(round__state=RoundState.FINISHED, round__event__state=State.FINISHED)
#: Entrants whose accounts agreed to be shown.
AGREED = Q(entrant__user__page_code__isnull=False, entrant__user__is_active=True)


@dataclass(frozen=True)
class Played:
    """An event that somebody played in, with place and record as its final standings have them; None where they have
    none."""

    event: Event
    day: datetime
    place: int | None
    record: list[int] | None
    dropped_after: int | None


@dataclass
class Met:
    """An opponent: a person who agreed to be shown, or else the entrant of one event. `pods` counts tables of three or
    more that both sat at, where nobody wins against one other."""

    name: str
    code: str | None
    event: Event | None
    won: int = 0
    lost: int = 0
    drawn: int = 0
    pods: int = 0
    matches: int = field(default=0)


def person_of(code: str) -> User:
    """The person whose public page has this address. Raises NotFound, also where it was taken back."""
    person = User.objects.filter(page_code=code, is_active=True).first()
    if person is None:
        raise NotFound(_("There is no such page."))
    return person


def entries_of(person: User) -> QuerySet[Entrant]:
    """The person's entrants in finished events, those of the last days first; only where a round was played."""
    seats = Seat.objects.filter(COUNTED, entrant=OuterRef("pk"))
    last = Round.objects.filter(event=OuterRef("event"), state=RoundState.FINISHED).order_by("-number")
    return (
        Entrant.objects.filter(Exists(seats), user=person, event__state=State.FINISHED)
        .annotate(
            day=Coalesce("event__starts_at", "event__created_at"), last_round=Subquery(last.values("pk")[:1])
        )
        .select_related("event")
        .order_by("-day", "-pk")
    )


def played(entries: Iterable[Any]) -> list[Played]:
    """A part of those, with place and record from the final standings."""
    entries = list(entries)
    kept = StandingsSnapshot.objects.filter(
        round__in=[entry.last_round for entry in entries], replaced_at=None
    )
    tables: dict[int, list[dict[str, Any]]] = dict(kept.values_list("round_id", "table"))
    # the standings of many are worked out beside the request that finished the round
    coming = {entry.last_round: entry.event for entry in entries if entry.last_round not in tables}
    for round in Round.objects.filter(pk__in=coming):
        tables[round.pk] = table_after(coming[round.pk], round, None)
    shown = []
    for entry in entries:
        rows = (row for row in tables.get(entry.last_round, ()) if row["entrant"] == entry.code)
        row = next(rows, {"place": None})
        shown.append(Played(entry.event, entry.day, row["place"], row.get("record"), entry.dropped_after))
    return shown


def opponents_of(person: User) -> QuerySet[Any, Any]:
    """Whom the person met, most often first: `known`, an account that agreed, or `lone`, somebody else's entrant."""
    return (
        _others(person)
        .annotate(
            known=Case(When(AGREED, then=F("entrant__user_id")), default=None),
            lone=Case(When(AGREED, then=None), default=F("entrant_id")),
        )
        .values("known", "lone")
        .annotate(tables=Count("pk"), newest=Max("pk"))
        .order_by("-tables", "-newest")
    )


def met(person: User, opponents: Iterable[Mapping[str, Any]]) -> list[Met]:
    """A part of those, with the record against each."""
    keys = [(row["known"], row["lone"]) for row in opponents]
    theirs = _others(person).filter(
        Q(AGREED, entrant__user__in=[known for known, _lone in keys if known])
        | Q(entrant__in=[lone for _known, lone in keys if lone])
    )
    matches = theirs.values("match")
    letters = dict(_own(person).filter(match__in=matches).values_list("match_id", "letter"))
    results = Result.objects.filter(match__in=matches, replaced_at=None)
    outcomes = dict(results.values_list("match_id", "outcome"))
    seats: dict[tuple[int | None, int | None], list[Seat]] = defaultdict(list)
    for seat in theirs.select_related("entrant__user", "entrant__event"):
        user = seat.entrant.user
        agreed = user is not None and user.is_active and user.page_code is not None
        seats[(seat.entrant.user_id, None) if agreed else (None, seat.entrant_id)].append(seat)
    return [_met(seats[key], letters, outcomes) for key in keys if seats[key]]


def _met(seats: list[Seat], letters: Mapping[int, str], outcomes: Mapping[int, Any]) -> Met:
    entrant = seats[0].entrant
    user = entrant.user
    if user is not None and user.is_active and user.page_code is not None:
        one = Met(user.shown_name, user.page_code, None)
    else:
        one = Met(entrant.name, None, entrant.event)
    for seat in seats:
        outcome = outcomes.get(seat.match_id)
        if outcome is None:
            continue
        one.matches += 1
        if "ranking" in outcome:
            one.pods += 1
        elif outcome.get("kind") == "double_loss":
            one.lost += 1
        elif outcome.get("winner") is None:
            one.drawn += 1
        elif outcome.get("winner") == letters.get(seat.match_id):
            one.won += 1
        else:
            one.lost += 1
    return one


def _own(person: User) -> QuerySet[Seat]:
    return Seat.objects.filter(COUNTED, entrant__user=person, match__is_bye=False)


def _others(person: User) -> QuerySet[Seat]:
    return Seat.objects.filter(match__in=_own(person).values("match")).exclude(entrant__user=person)
