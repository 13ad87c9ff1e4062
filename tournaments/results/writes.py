"""Writes of results: one standing result a match, the ones before it kept. For the changes of results/."""

from __future__ import annotations

from datetime import datetime

from tournaments.access import Actor
from tournaments.clocks.tables import release_table, restart_table
from tournaments.jumps.base import by_kept_clock
from tournaments.kept_standings.snapshots import standings_change
from tournaments.live.changes import mark_tables
from tournaments.messages import message as _
from tournaments.messages import stored
from tournaments.models.results import Provenance, Report, Result
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.outbox.webhooks import tell_of_result
from tournaments.outcomes.outcome import Outcome
from tournaments.results.holds import DECIDED

#: The source of a result that penalties alone have made.
BY_PENALTY = "penalty"


def standing_result(match: Match) -> Result | None:
    """The result that stands, read afresh."""
    return Result.objects.filter(match=match, replaced_at=None).first()


def standing_reports(match: Match) -> list[Report]:
    """The current report of each entrant of the match."""
    return list(Report.objects.filter(match=match, replaced_at=None).order_by("id"))


def write_result(
    match: Match,
    outcome: Outcome,
    provenance: Provenance,
    *,
    by: Actor,
    now: datetime,
    reason: str = "",
    source: str = "",
    unchallenged: bool = False,
) -> Result:
    """Replaces the standing result and moves the match on. The match must be locked.

    In a finished round the kept standings are taken anew.
    """
    before = standing_result(match)
    if before is not None:
        before.replaced_at = now
        before.save(update_fields=["replaced_at"])
    reported = provenance == Provenance.REPORTED
    # the time to object is counted from here, and moves with the clocks
    at = by_kept_clock(now, hold=False) if reported else now
    result = Result.objects.create(
        match=match,
        outcome=outcome,
        provenance=provenance,
        reason=reason,
        reason_message=stored(reason),
        source=source,
        unchallenged=unchallenged,
        replaces=before,
        at=at,
        **by.fact,
    )
    move(match, MatchState.REPORTED if reported else MatchState.DECIDED, by=by, now=now)
    if not reported:
        tell_of_result(match, outcome, now=now)
        for hear in DECIDED:
            hear(match, now=now)
    return result


def move(match: Match, state: MatchState, *, by: Actor, now: datetime) -> None:
    """Sets the match's state, stops or restarts its clock, and tells open pages."""
    match.state = state
    match.save(update_fields=["state"])
    if state == MatchState.OPEN:
        restart_table(match)
    else:
        release_table(match)
    mark_tables(match.round.event_id, [match.pk])
    if match.round.state == RoundState.FINISHED:
        round = match.round
        note = _("A result was corrected.")
        standings_change(round.event, since=round.number, note=note, by=by, now=now)


def take_back_reports(match: Match, now: datetime) -> None:
    """Reports that no longer count stay in the history."""
    Report.objects.filter(match=match, replaced_at=None).update(replaced_at=now)
