"""Which appeals there are, which of them are open, and who decides them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any

from django.db.models import Prefetch, QuerySet

from referee.appeals.targets import record_of_result
from referee.models.appeals import Appeal
from tournaments.access import Actor
from tournaments.access.rows import entrants_spoken_for
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, RoundState, Seat
from tournaments.penalties.head_judge import head_judge_at

#: The most appeals that are drawn.
MOST = 60
#: The most that is given back at once.
MOST_MINUTES = 60


@dataclass(frozen=True)
class Waiting:
    """An open appeal, for a reader at a moment. `proposed`: the minutes that the table has lost, where its clock runs;
    `may_decide`: whether the reader is its head judge; `record` and `entry`: where a new ruling would be made."""

    appeal: Appeal
    minutes: int
    proposed: int
    may_decide: bool
    record: int | None
    entry: int | None


def open_appeal(match: Any) -> Appeal | None:
    """The appeal of a match that waits for the head judge."""
    return Appeal.objects.filter(match=match, decided_at=None).first()


def newest_appeal(match: Match) -> Appeal:
    """The last appeal of a match, open or not. Raises NotFound where nobody has appealed."""
    appeal = Appeal.objects.filter(match=match).order_by("pk").last()
    if appeal is None:
        raise NotFound(_("There is no such appeal."))
    return appeal


def holding_appeals(match: Any) -> QuerySet[Appeal]:
    """The open appeals that keep a report of a match from becoming final by time alone."""
    return Appeal.objects.filter(match=match, decided_at=None)


def appeals_of(event: Event, *, is_open: bool | None = None) -> QuerySet[Appeal]:
    """An event's appeals, oldest first."""
    seats = Prefetch("match__seats", Seat.objects.select_related("entrant").order_by("letter"))
    appeals = Appeal.objects.filter(match__round__event=event).order_by("pk")
    appeals = appeals.select_related("match__round__event", "dispute", "ruling", "answer", "result")
    appeals = appeals.prefetch_related(seats)
    return appeals if is_open is None else appeals.filter(decided_at__isnull=is_open)


def appeals_for(actor: Actor, event: Event, *, is_open: bool | None = None) -> QuerySet[Appeal]:
    """The same for a member of the staff, without those of a table at which the actor plays."""
    own = [entrant.pk for entrant in entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)]
    appeals = appeals_of(event, is_open=is_open)
    return appeals.exclude(match__seats__entrant__in=own) if own else appeals


def waiting_appeals(event: Event, actor: Actor, now: datetime) -> list[Waiting]:
    """The open appeals by age, as the judges' floor shows them."""
    appeals = list(appeals_for(actor, event, is_open=True)[:MOST])
    matches = [appeal.match for appeal in appeals]
    own, running = head_judge_at(actor, event, matches), clocks_running(matches)
    waiting = []
    for appeal in appeals:
        ruling, minutes = appeal.ruling, minutes_waited(appeal, now)
        proposed = min(minutes, MOST_MINUTES) if appeal.match_id in running else 0
        record = ruling.record_id if ruling is not None else record_of_result(appeal.result)
        entry = ruling.on if ruling is not None else None
        waiting.append(Waiting(appeal, minutes - 1, proposed, appeal.match_id in own, record, entry))
    return waiting


def clock_runs(match: Match) -> bool:
    """Whether time can be given back: the round is on, the match is not decided, and its clock was not stopped."""
    return match.pk in clocks_running([match])


def clocks_running(matches: Iterable[Match]) -> frozenset[int]:
    """At which of these matches it can."""
    on = [
        match.pk
        for match in matches
        if match.state != MatchState.DECIDED and match.round.state == RoundState.RUNNING
    ]
    due = (
        Deadline.objects.filter(match__in=on).exclude(state=ClockState.STOPPED)
        if on
        else Deadline.objects.none()
    )
    return frozenset(pk for pk in due.values_list("match_id", flat=True) if pk is not None)


def minutes_waited(appeal: Appeal, now: datetime) -> int:
    """The whole minutes that a table has lost by its appeal."""
    return max(1, ceil((now - appeal.at).total_seconds() / 60))


def open_in(event: Event) -> Iterable[tuple[int, int | None]]:
    """The round and the table of each open appeal of an event."""
    return appeals_of(event, is_open=True).values_list("match__round__number", "match__table")
