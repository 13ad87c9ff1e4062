"""What the floor view shows: calls by age, tables past their time, turns over the clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil

from django.db.models import Prefetch, QuerySet

from referee.disputes.queries import disputes_for
from referee.models.calls import Call, CallStep
from referee.models.disputes import Dispute, Kind
from tournaments.access import Actor
from tournaments.clocks.queries import ClockView, clock_view
from tournaments.models.accounts import User
from tournaments.models.events import Event, Role
from tournaments.models.rounds import Match, MatchState, Round, RoundState, Seat
from tournaments.tables.lines import Line, lines_of, newest_round
from tournaments.tables.seated import playing, tables_of

#: Who can take a call.
JUDGES = (Role.ORGANISER, Role.HEAD_JUDGE, Role.JUDGE)
#: The most tables of each list that are drawn.
MOST = 60


@dataclass(frozen=True)
class OnFloor:
    """A call that waits, for a reader at a moment. `proposed`: the whole minutes that the table has lost by now."""

    call: Call
    minutes: int
    proposed: int
    clock: ClockView | None
    is_mine: bool

    @property
    def state(self) -> str:
        """ "waiting", "taken", "coming" or "here"."""
        if self.call.judge_id is None:
            return "waiting"
        if self.call.here_at is not None:
            return "here"
        return "coming" if self.call.coming_at is not None else "taken"


def calls_of(event: Event, actor: Actor, *, is_open: bool | None = True) -> QuerySet[Call]:
    """The calls of an event, oldest first, without those of a table at which the actor plays."""
    shown = disputes_for(actor, event, is_open=is_open).filter(kind=Kind.CALL)
    seats = Prefetch("dispute__match__seats", Seat.objects.select_related("entrant").order_by("letter"))
    calls = Call.objects.filter(dispute__in=shown.values("pk"))
    return (
        calls.select_related("dispute__match__round", "judge", "entrant")
        .prefetch_related(seats)
        .order_by("dispute__at", "pk")
    )


def floor_calls(
    event: Event, actor: Actor, now: datetime, *, reason: str = "", whose: str = "", row: str = ""
) -> list[OnFloor]:
    """The open calls by age: of one reason, one's own or those nobody has, of one row of the hall, where asked."""
    calls = calls_of(event, actor)
    for one in event.hall_rows:
        if one["name"] == row:
            calls = calls.filter(dispute__match__table__range=(one["first"], one["last"]))
    if reason:
        calls = calls.filter(reason=reason)
    user = actor.user_at(event.pk)
    if whose == "mine":
        calls = calls.filter(judge=user)
    elif whose == "nobody":
        calls = calls.filter(judge=None)
    waiting = list(calls[:MOST])
    clocks = _clocks([call.dispute.match for call in waiting])
    return [
        OnFloor(
            call,
            max(0, int((now - call.dispute.at).total_seconds() // 60)),
            max(1, ceil((now - call.dispute.at).total_seconds() / 60)),
            clocks.get(call.dispute.match_id),
            user is not None and call.judge_id == user.pk,
        )
        for call in waiting
    ]


def _clocks(matches: Iterable[Match]) -> dict[int, ClockView]:
    by_round: dict[int, list[Match]] = {}
    for match in matches:
        by_round.setdefault(match.round_id, []).append(match)
    clocks = {}
    for some in by_round.values():
        for line in lines_of(some[0].round, only=[match.pk for match in some]):
            clocks[line.match.pk] = line.clock
    return clocks


def past_time(event: Event, now: datetime) -> list[Line]:
    """The tables that still play after their time was called."""
    round = newest_round(event)
    if round is None or round.state != RoundState.RUNNING:
        return []
    round.event = event
    clock = clock_view(round, now)
    late = [match for match, _number, is_late in playing(round, tables_of(round), clock.state) if is_late]
    return lines_of(round, only=late[:MOST]) if late else []


def calling_in(round: Round) -> Iterable[int]:
    """The matches of a round whose table calls a judge."""
    waiting = Dispute.objects.filter(match__round=round, kind=Kind.CALL, resolved_at=None)
    return waiting.values_list("match_id", flat=True)


def overruns(event: Event, actor: Actor) -> list[Dispute]:
    """The tables whose turns went over the clock, oldest first."""
    return list(disputes_for(actor, event, is_open=True).filter(kind=Kind.SLOW_PLAY)[:MOST])


def other_questions(event: Event, actor: Actor) -> int:
    """How many open disputes wait beside the calls and the overruns."""
    return disputes_for(actor, event, is_open=True).exclude(kind__in=(Kind.CALL, Kind.SLOW_PLAY)).count()


def judges_of(event: Event) -> list[User]:
    """Who can take a call, by name."""
    roles = event.staff_roles.filter(revoked_at=None, role__in=JUDGES).select_related("user")
    return sorted({role.user for role in roles}, key=lambda user: (user.shown_name.casefold(), user.pk))


def steps_of(calls: Sequence[Call]) -> dict[int, list[CallStep]]:
    """The steps of these calls, oldest first, by call."""
    steps: dict[int, list[CallStep]] = {call.pk: [] for call in calls}
    for step in CallStep.objects.filter(call__in=list(steps)).select_related("to").order_by("pk"):
        steps[step.call_id].append(step)
    return steps


def call_at(match: Match) -> Call | None:
    """The open call of a match, for its own players."""
    if match.state == MatchState.DECIDED:
        return None
    waiting = Call.objects.filter(dispute__match=match, dispute__resolved_at=None)
    return waiting.select_related("judge", "dispute").first()
