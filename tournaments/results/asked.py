"""What a player is asked at the own table now: to report, or to confirm what was reported."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.losses.queries import NONE, Losses, losses_at
from tournaments.models.entrants import Entrant
from tournaments.models.results import Report, Result
from tournaments.models.rounds import MatchState, RoundState, Seat
from tournaments.prepared import Prepared
from tournaments.results.reports import Seen
from tournaments.tables.lines import Line

OPEN_STATES = (MatchState.OPEN, MatchState.REPORTED, MatchState.CONTESTED)

reports_at = Prepared(
    lambda match: Report.objects.filter(match=match, replaced_at=None).select_related("entrant"), int
)
newest_result = Prepared(lambda match: Result.objects.filter(match=match).order_by("-pk")[:1], int)


@dataclass(frozen=True)
class Asked:
    """A table as the form of one of its players needs it; `seat` is None for everybody else."""

    seat: Seat | None
    #: what each player says at present
    reports: list[Report]
    #: the player's own report of them
    said: Report | None
    may_report: bool
    #: whether somebody else's report waits for this player's word
    to_confirm: bool
    #: what the form shows, for a report that arrives late
    seen: Seen
    #: what penalties cost here
    losses: Losses


def asked_at(line: Line, mine: Entrant | None) -> Asked:
    """What this reader is asked at this table."""
    seat = next((seat for seat in line.seats if mine is not None and seat.entrant_id == mine.pk), None)
    reports = list(reports_at(line.match.pk))
    said = next((report for report in reports if mine is not None and report.entrant_id == mine.pk), None)
    match = line.match
    takes = match.round.state == RoundState.RUNNING and match.state in OPEN_STATES and not match.is_bye
    may_report = seat is not None and takes
    seen = Seen(said.pk if said else 0, _newest_result(line) if may_report else 0)
    to_confirm = may_report and match.state == MatchState.REPORTED and said is None
    losses = NONE if match.is_bye else losses_at(match)
    return Asked(seat, reports, said, may_report, to_confirm, seen, losses)


def _newest_result(line: Line) -> int:
    """The id of the table's newest result, also of one that was cleared; 0 where it never had one."""
    if line.result is not None:
        return line.result.pk
    if line.newest_result is not None:
        return line.newest_result
    newest = newest_result.first(line.match.pk)
    return newest.pk if newest is not None else 0
