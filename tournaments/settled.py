"""Which finished rounds are as they were when the standings after them were last worked out.

Whoever changes a fact of a finished round says so in the same transaction (`standings_change`). So a round of which
nothing is said has the facts that it had under the standings kept with it, and what was made of them is found by those.
"""

from __future__ import annotations

from collections.abc import Hashable

from django.db.models import Min

from tournaments.models.events import Event
from tournaments.models.rounds import RoundState, StandingsDue, StandingsSnapshot


def settled(event: Event) -> dict[int, Hashable]:
    """The finished rounds of which no change is waiting to be worked out, by their primary keys in the order of their
    numbers; each with what differs once its facts do. To be asked in one moment with the facts."""
    waiting = StandingsDue.objects.filter(event=event).aggregate(since=Min("since"))["since"]
    kept = StandingsSnapshot.objects.filter(
        round__event=event, round__state=RoundState.FINISHED, replaced_at=None
    ).order_by("round__number")
    rows = kept.values_list("round_id", "round__number", "pk", "at", "looked")
    return {
        round: (round, pk, at, looked)
        for round, number, pk, at, looked in rows
        if waiting is None or number < waiting
    }
