"""The parts of a clock that may be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournaments.clocks.rounds import ADDED
from tournaments.models.clocks import ClockEvent, ClockState, Deadline, RandomEnd
from tournaments.models.events import ClockKind
from tournaments.models.rounds import Match, MatchState, Round, RoundState
from tournaments.prepared import Prepared
from tournaments.reading import AT_ONCE

WARNINGS = (1, 5, 10)


@dataclass(frozen=True)
class ClockView:
    """A clock as anybody may see it. With a random end that has not fired there is no time in it.

    state: none, not_started, running, paused, called, over (the hard stop has passed), stopped, done.
    """

    state: str
    random_end: bool = False
    started_at: datetime | None = None
    remaining_seconds: int | None = None
    ends_at: datetime | None = None
    called_at: datetime | None = None
    hard_stop_at: datetime | None = None
    warning: int | None = None
    revealed_minutes: int | None = None
    extended_seconds: int = 0

    @property
    def text(self) -> str:
        """The state in words, where no figure can be shown."""
        words = {
            "none": "No clock",
            "not_started": "Not started",
            "called": "Time called",
            "over": "Hard stop: a judge decides",
            "stopped": "Clock stopped",
            "done": "Finished",
        }
        if self.state in words:
            return words[self.state]
        return ("Random end" if self.random_end else "Running") + (
            ", paused" if self.state == "paused" else ""
        )


def clock_view(of: Match | Round, now: datetime) -> ClockView:
    """The clock of a round, or of one match with its own extensions."""
    if isinstance(of, Round):
        return clock_views(of, [], now)[0]
    return _of_going(of, now) or clock_views(of.round, [of], now)[1][of.pk]


def _of_going(match: Match, now: datetime) -> ClockView | None:
    """The clock of a match whose deadline says all of it, in one query: phones at live tables ask after each entry.
    None where the round's own clock has a say."""
    round = match.round
    if round.clock_kind == ClockKind.NONE or round.started_at is None:
        return None
    row = deadline_of.first(match.pk)
    if row is None or row.state == ClockState.STOPPED:
        return None
    drawn = getattr(row.round, "random_end", None)
    whole = ClockView(
        "running",
        random_end=drawn is not None,
        started_at=round.started_at,
        revealed_minutes=_revealed(drawn),
    )
    return _of_match(match, row, whole, now)


deadline_of = Prepared(
    lambda match: Deadline.objects.filter(match=match).select_related("round__random_end"), int
)


def _revealed(drawn: RandomEnd | None) -> int | None:
    return None if drawn is None or drawn.revealed_at is None else ADDED + drawn.roll


def clock_views(
    round: Round, matches: Sequence[Match], now: datetime
) -> tuple[ClockView, dict[int, ClockView]]:
    """The round's clock and those of these matches, in a fixed number of queries."""
    whole = _of_round(round, now)
    wanted = Deadline.objects.filter(round=round)
    if len(matches) < AT_ONCE:
        wanted = wanted.filter(match__in=matches)
    rows = {row.match_id: row for row in wanted} if matches else {}
    return whole, {match.pk: _of_match(match, rows.get(match.pk), whole, now) for match in matches}


def _of_round(round: Round, now: datetime) -> ClockView:
    kind = round.clock_kind
    if kind == ClockKind.NONE:
        return ClockView("none")
    if round.started_at is None:
        return ClockView("not_started", random_end=kind == ClockKind.RANDOM)
    # What was drawn at the start decides, not what the event says by now.
    drawn = RandomEnd.objects.filter(round=round).first()
    revealed = _revealed(drawn)
    secret = drawn is not None and revealed is None
    state, elapsed, added = _elapsed(round, now)
    if round.state in (RoundState.FINISHED, RoundState.WITHDRAWN):
        state = "done"
    elif round.time_called_at is not None:
        state = "called"
    shown = ClockView(
        state,
        random_end=drawn is not None,
        started_at=round.started_at,
        called_at=round.time_called_at,
        revealed_minutes=revealed,
        extended_seconds=added,
    )
    if secret or state not in ("running", "paused"):
        return shown
    minutes = revealed if revealed is not None else round.minutes
    return _with_time(shown, timedelta(minutes=minutes, seconds=added) - elapsed, now)


def _of_match(match: Match, row: Deadline | None, whole: ClockView, now: datetime) -> ClockView:
    if row is None:
        done = match.is_bye or match.state == MatchState.DECIDED
        return ClockView("done") if done and whole.state not in ("none", "not_started") else whole
    state = "done" if row.state == ClockState.STOPPED and whole.state != "stopped" else str(row.state)
    shown = ClockView(
        state,
        random_end=whole.random_end,
        started_at=whole.started_at,
        called_at=row.called_at if state in ("called", "over") else None,
        hard_stop_at=row.due_at if state == "called" else None,
        revealed_minutes=whole.revealed_minutes,
        extended_seconds=row.extended_seconds,
    )
    # A table given time after its call has a deadline that hides nothing.
    secret = whole.random_end and whole.revealed_minutes is None and row.occasion == 0
    if secret or state not in ("running", "paused"):
        return shown
    if row.due_at is not None:
        return _with_time(shown, row.due_at - now, now)
    return _with_time(shown, timedelta(milliseconds=row.left_ms or 0), now)


def _with_time(view: ClockView, left: timedelta, now: datetime) -> ClockView:
    seconds = max(0, int(left.total_seconds()))
    ends = now + left if view.state == "running" else None
    warning = next((minutes for minutes in WARNINGS if seconds <= minutes * 60), None)
    fixed = not view.random_end
    return ClockView(
        **{
            **view.__dict__,
            "remaining_seconds": seconds,
            "ends_at": ends,
            "warning": warning if fixed else None,
        }
    )


def _elapsed(round: Round, now: datetime, *, since_then: bool = True) -> tuple[str, timedelta, int]:
    """Whether the round's clock runs now, how long it has run, and the seconds that all tables were given; without
    `since_then`, as it was at that moment."""
    elapsed, since, state, added = timedelta(), None, "not_started", 0
    events = ClockEvent.objects.filter(round=round, match=None).order_by("id")
    if not since_then:
        events = events.filter(at__lte=now)
    for kind, at, seconds in events.values_list("kind", "at", "seconds"):
        if kind in ("started", "resumed"):
            since, state = at, "running"
        elif kind in ("paused", "stopped"):
            if since is not None:
                elapsed += at - since
            since, state = None, kind
        elif kind == "jumped" and since is not None:
            since += timedelta(seconds=seconds or 0)
        elif kind == "extended":
            added += seconds or 0
    if since is not None:
        elapsed += now - since
    return state, elapsed, added


def is_held(round: Round) -> bool:
    """Whether the round's clock was paused last, also where time was called at every table before."""
    kinds = ("started", "paused", "resumed", "stopped")
    whole = ClockEvent.objects.filter(round=round, match=None, kind__in=kinds).order_by("-id")
    return whole.values_list("kind", flat=True).first() == "paused"


def time_run(round: Round, since: datetime, until: datetime) -> timedelta:
    """How long the round's clock ran between two moments; none before its start and while it was paused."""
    return max(
        timedelta(), _elapsed(round, until, since_then=False)[1] - _elapsed(round, since, since_then=False)[1]
    )
