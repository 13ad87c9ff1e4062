"""What the organiser's desk shows: where the event is, and which tables need somebody."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from tournaments.clocks.queries import ClockView
from tournaments.entrants.models import Status
from tournaments.events.models import Event
from tournaments.rounds.lines import Line, lines_and_clock
from tournaments.rounds.models import MatchState, Round, RoundState


@dataclass(frozen=True)
class Desk:
    """The state of an event in the words of the desk."""

    round: Round | None
    clock: ClockView | None
    outstanding: list[Line]
    reported: list[Line]
    done: list[Line]
    counts: dict[str, int]
    planned: int

    @property
    def tables(self) -> int:
        """How many matches the round has, byes left out."""
        return (
            len(self.outstanding) + len(self.reported) + sum(1 for line in self.done if not line.match.is_bye)
        )

    @property
    def tables_done(self) -> int:
        """How many of them have a result that stands."""
        return sum(1 for line in self.done if not line.match.is_bye)

    @property
    def next_number(self) -> int:
        """The number of the round to pair next; 0 when the planned ones are played or one is open."""
        if self.round is None:
            return 1
        if self.round.state != RoundState.FINISHED or self.round.number >= self.planned:
            return 0
        return self.round.number + 1

    @property
    def contested(self) -> int:
        """Tables whose reports differ."""
        return sum(1 for line in self.outstanding if line.match.state == MatchState.CONTESTED)

    @property
    def plays(self) -> bool:
        """Whether a table still has time that runs or is paused: else there is none to give or to call."""
        return any(line.match.state == MatchState.OPEN and not line.called for line in self.outstanding)

    @property
    def called(self) -> int:
        """Tables past their time that still play."""
        return sum(1 for line in self.outstanding if line.called)


def newest_standing_round(event: Event) -> Round | None:
    """The newest round that was not withdrawn, an offer included."""
    found = event.rounds.exclude(state=RoundState.WITHDRAWN).order_by("-number").first()
    if found is not None:
        found.event = event
    return found


def desk_of(event: Event, words: str = "") -> Desk:
    """The desk of an event. With `words` only the tables where a name or the number fits."""
    counted = event.entrants.values_list("status").annotate(n=Count("pk"))
    counts = dict.fromkeys(Status.values, 0) | dict(counted)
    planned = event.planned_rounds or 0
    found = newest_standing_round(event)
    if found is None or found.state == RoundState.OFFERED:
        return Desk(found, None, [], [], [], counts, planned)
    lines, clock = lines_and_clock(found, words)
    outstanding = [line for line in lines if line.match.state in (MatchState.OPEN, MatchState.CONTESTED)]
    return Desk(
        found,
        clock,
        sorted(outstanding, key=_urgency),
        [line for line in lines if line.match.state == MatchState.REPORTED],
        [line for line in lines if line.match.state == MatchState.DECIDED],
        counts,
        planned,
    )


def _urgency(line: Line) -> tuple[int, int]:
    """Contested first, then hard stops and tables past their time, then extended ones, then by number."""
    if line.match.state == MatchState.CONTESTED:
        rank = 0
    elif line.hard_stop:
        rank = 1
    elif line.called:
        rank = 2
    else:
        rank = 3 if line.extension_minutes else 4
    return rank, line.match.table or 0
