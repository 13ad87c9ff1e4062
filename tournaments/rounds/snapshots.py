"""Standings kept with each finished round, and kept anew when a result in it is corrected."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from tournaments.events.models import Event
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


def refresh_snapshots(event: Event, *, by: Actor, now: datetime, since: int = 1, note: str = "") -> None:
    """Keeps the standings anew where they have come to differ from the facts, from that round on: somebody was
    taken out of them or the rules were changed. Without a `note` the one that stood there stays.
    """
    from tournaments.exports.files import facts_of
    from tournaments.rounds.standings import computed, plain

    finished = Round.objects.filter(event=event, state=RoundState.FINISHED, number__gte=since)
    kept = {
        each.round_id: each for each in StandingsSnapshot.objects.filter(round__in=finished, replaced_at=None)
    }
    facts = facts_of(event, finished_only=True) if kept else None
    for round in finished.order_by("number"):
        before = kept.get(round.pk)
        if before is None:
            continue
        round.event = event
        found = computed(event, round.number, facts)
        rules = {**found.relied_on, "tiebreakers": list(found.tiebreakers)}
        if (before.table, before.rules) != (plain(found.rows), plain(rules)):
            take_snapshot(round, by=by, now=now, note=note or before.note)
