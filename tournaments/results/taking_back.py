"""A report taken back by its reporter, as long as the result does not stand."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.live.changes import mark_tables
from tournaments.locks import locked_match
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.results import Provenance, Report
from tournaments.models.rounds import Match, MatchState
from tournaments.outbox.changes import put
from tournaments.outcomes.outcome import same_outcome
from tournaments.results.reports import (
    AlreadyDecided,
    TableChanged,
    check_open_for_players,
    reporter_at,
)
from tournaments.results.writes import move, standing_reports, standing_result, write_result


class NothingToTakeBack(Conflict):
    """Who asks has reported nothing at this table."""

    code = "nothing_to_take_back"


def take_back_report(
    match: Match, *, by: Actor, now: datetime, entrant: Entrant | None = None, report: int | None = None
) -> Match:
    """Takes what a player of the match has said away, until a result stands. Without another report the table plays
    again, by the clock it had; else the others' word is what was reported. Twice is once; `report` is the id of the one
    that was seen.

    Raises AlreadyDecided, TableChanged where the player has reported something else since, NothingToTakeBack, Conflict
    after the round, NotAllowed.
    """
    with transaction.atomic():
        match = locked_match(match)
        event = match.round.event
        require(by, "report_result", event, match)
        whose = reporter_at(match, by, entrant)
        mine = Report.objects.filter(match=match, entrant=whose, replaced_at=None).first()
        check_open_for_players(match)
        if match.state == MatchState.DECIDED:
            raise AlreadyDecided(_("The result of this match stands. Call a judge if it is wrong."))
        if mine is None:
            if Report.objects.filter(match=match, entrant=whose).exists():
                return match
            raise NothingToTakeBack(_("You have reported nothing at this table."))
        if report is not None and report != mine.pk:
            raise TableChanged(_("You have reported something else since. Look at your table."))
        mine.replaced_at = now
        mine.save(update_fields=["replaced_at"])
        _follow(match, mine, by=by, now=now)
        said = _(
            "Round %(n)s, %(table)s: %(name)s took the report back.",
            n=match.round.number,
            table=match.place,
            name=whose.name,
        )
        details = {"match": match.pk, "before": mine.outcome}
        note(event, "report_taken_back", said, by=by, now=now, details=details, topic="results")
        mark_tables(event.pk, [match.pk])
    return match


def _follow(match: Match, gone: Report, *, by: Actor, now: datetime) -> None:
    """What the reports that are left come to: nothing, one that waits for its answer, one that all who are left gave,
    or still different ones."""
    left = standing_reports(match)
    if gone.source:
        # what the log said of its games goes with the word of who sent it in
        match.game_outcomes.filter(source=gone.source, replaced_at=None).update(replaced_at=now)
        put(match.round.event, "result_withdrawn", {"match": match.pk}, now=now)
    if not left:
        standing = standing_result(match)
        if standing is not None:
            standing.replaced_at = now
            standing.save(update_fields=["replaced_at"])
        move(match, MatchState.OPEN, by=by, now=now)
        return
    first = left[0]
    if all(same_outcome(first.outcome, other.outcome) for other in left):
        how = Provenance.REPORTED if len(left) == 1 else Provenance.CONFIRMED
        whose = Actor(user=first.by_user, label=first.by)
        write_result(match, first.outcome, how, by=whose, now=now, source=first.source)
