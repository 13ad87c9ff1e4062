"""Standings kept with each finished round, and kept anew when a result in it is corrected."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from tournaments.live.changes import mark_changed
from tournaments.rounds.models import Round, RoundState, StandingsSnapshot

if TYPE_CHECKING:
    from tournaments.access import Actor


def take_snapshot(round: Round, *, by: Actor, now: datetime, note: str = "") -> StandingsSnapshot:
    """Computes and keeps the standings after this round, with the rules relied on."""
    from tournaments.rounds.standings import computed, plain

    found = computed(round.event, round.number)
    drop_snapshot(round, now=now)
    snapshot = StandingsSnapshot.objects.create(
        round=round,
        rules={**found.relied_on, "tiebreakers": list(found.tiebreakers)},
        table=plain(found.rows),
        note=note,
        at=now,
        **by.fact,
    )
    mark_changed(round.event_id, "standings")
    return snapshot


def drop_snapshot(round: Round, *, now: datetime) -> None:
    """The kept standings of a round that is open again no longer stand."""
    StandingsSnapshot.objects.filter(round=round, replaced_at=None).update(replaced_at=now)


def retake_snapshots(round: Round, *, by: Actor, now: datetime, note: str) -> None:
    """Keeps the standings anew for this round and every finished one after it."""
    later = Round.objects.filter(event_id=round.event_id, state=RoundState.FINISHED, number__gte=round.number)
    for each in later.select_related("event").order_by("number"):
        take_snapshot(each, by=by, now=now, note=note)
