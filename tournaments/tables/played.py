"""What somebody has played in an event so far, in as many queries for many rounds as for one."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch

from tournaments.models.entrants import Entrant
from tournaments.models.results import Result
from tournaments.models.rounds import Match, RoundState, Seat
from tournaments.outcomes.outcome import Outcome
from tournaments.reading import with_related


@dataclass(frozen=True)
class PlayedMatch:
    """A match of a finished round, with who else sat there and how it ended; a bye has neither."""

    number: int
    match: Match
    others: list[Entrant]
    outcome: Outcome | None


def matches_played(entrant: Entrant, after_round: int) -> list[PlayedMatch]:
    """The matches of one entrant up to that round, in order; those of rounds that were taken back are none."""
    seats = list(
        Seat.objects.filter(entrant=entrant, round__state=RoundState.FINISHED, round__number__lte=after_round)
        .select_related("match__round")
        .order_by("round__number")
    )
    matches = [seat.match for seat in seats]
    with_related(
        matches,
        Prefetch("seats", Seat.objects.select_related("entrant").order_by("letter")),
        Prefetch("results", Result.objects.filter(replaced_at=None), to_attr="standing"),
    )
    return [_played(match, entrant) for match in matches]


def _played(match: Match, entrant: Entrant) -> PlayedMatch:
    standing: list[Result] = match.standing  # type: ignore[attr-defined]
    others = [seat.entrant for seat in match.seats.all() if seat.entrant_id != entrant.pk]
    return PlayedMatch(match.round.number, match, others, standing[0].outcome if standing else None)
