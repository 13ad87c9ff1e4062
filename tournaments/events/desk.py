"""The organiser's desk: where the event is, and which tables need somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Count

from tournaments.clocks.queries import ClockView, clock_view, is_held
from tournaments.messages import Message
from tournaments.models.entrants import Status
from tournaments.models.events import Event, State
from tournaments.models.rounds import MatchState, Round, RoundState
from tournaments.now import now
from tournaments.rounds.coming import Coming, coming_round
from tournaments.stages.queries import title_of
from tournaments.stages.titles import chain_words, round_title
from tournaments.tables.lines import Line, lines_of, matches_fitting

WAITING = (MatchState.OPEN, MatchState.CONTESTED)


@dataclass(frozen=True)
class Table:
    """The facts about a table that the desk needs; names are read only for the tables that are shown."""

    match: int
    number: int | None
    state: str
    clock: str
    extended: bool

    @property
    def open(self) -> bool:
        """Whether it still plays."""
        return self.state == MatchState.OPEN

    @property
    def called(self) -> bool:
        """Whether it is past its time and still plays."""
        return self.open and self.clock in ("called", "over")

    @property
    def urgency(self) -> tuple[int, int]:
        """Contested first, then hard stops and tables past their time, then extended ones, then by number."""
        if self.state == MatchState.CONTESTED:
            rank = 0
        elif self.called:
            rank = 1 if self.clock == "over" else 2
        else:
            rank = 3 if self.extended else 4
        return rank, self.number or 0


@dataclass(frozen=True)
class Desk:
    """The state of an event in the words of the desk."""

    round: Round | None
    clock: ClockView | None
    waiting: list[Table]
    reported_tables: list[Table]
    done_tables: list[Table]
    counts: dict[str, int]
    #: The round that can be paired next; None while one is open.
    coming: Coming | None
    #: The round with its stage; before the first one the event's structure. Empty where the event is not running.
    title: str = ""
    #: The clock is paused although time was called: a table that is given time now would have it stand.
    held: bool = False

    @property
    def outstanding(self) -> int:
        """The number of tables that are still playing or contested."""
        return len(self.waiting)

    @property
    def reported(self) -> int:
        """The number of tables that have reported and wait for the opponent."""
        return len(self.reported_tables)

    @property
    def tables_done(self) -> int:
        """The number of tables whose result stands."""
        return len(self.done_tables)

    @property
    def tables(self) -> int:
        """The number of matches of the round, without byes."""
        return self.outstanding + self.reported + self.tables_done

    @property
    def next_number(self) -> int:
        """The number of the round to pair next; 0 when all are played or one is open."""
        return 0 if self.coming is None or self.coming.over else self.coming.number

    @property
    def next_stage(self) -> str:
        """The title of the stage that the round to pair next begins; empty within a stage."""
        begins = self.coming is not None and self.coming.begins_stage
        return title_of(self.coming.stage) if begins and self.coming is not None else ""

    @property
    def finished_number(self) -> int:
        """The number of the round that may be opened again: the newest, or the one before an offer; 0 for none."""
        if self.round is None or self.round.state not in (RoundState.FINISHED, RoundState.OFFERED):
            return 0
        return self.round.number - (self.round.state == RoundState.OFFERED)

    @property
    def contested(self) -> int:
        """Tables whose reports differ."""
        return sum(1 for table in self.waiting if table.state == MatchState.CONTESTED)

    @property
    def plays(self) -> bool:
        """Whether a table still has time that runs or is paused: else there is none to give or to call."""
        return any(table.open and not table.called for table in self.waiting)

    @property
    def called(self) -> int:
        """Tables past their time that still play."""
        return sum(1 for table in self.waiting if table.called)

    def fitting(self, words: str) -> Desk:
        """The same with the tables alone where a name or the number fits."""
        if self.round is None or not words:
            return self
        fits = set(matches_fitting(self.round, words).values_list("pk", flat=True))
        parts = (self.waiting, self.reported_tables, self.done_tables)
        waiting, reported, done = ([each for each in part if each.match in fits] for part in parts)
        return replace(self, waiting=waiting, reported_tables=reported, done_tables=done)

    def lines(self, tables: Sequence[Table]) -> list[Line]:
        """These tables as a page lists them, in this order."""
        if self.round is None or not tables:
            return []
        by_match = {
            line.match.pk: line for line in lines_of(self.round, only=[table.match for table in tables])
        }
        return [by_match[table.match] for table in tables if table.match in by_match]


def newest_standing_round(event: Event) -> Round | None:
    """The newest round that was not withdrawn, an offer included."""
    round = event.rounds.exclude(state=RoundState.WITHDRAWN).order_by("-number").first()
    if round is not None:
        round.event = event
    return round


def desk_of(event: Event) -> Desk:
    """The desk of an event."""
    counted = event.entrants.values_list("status").annotate(n=Count("pk"))
    counts = dict.fromkeys(Status.values, 0) | dict(counted)
    round = newest_standing_round(event)
    going = round is not None and round.state != RoundState.FINISHED
    coming = coming_round(event) if event.state == State.RUNNING and not going else None
    title = _title(event, round)
    if round is None or round.state == RoundState.OFFERED:
        return Desk(round, None, [], [], [], counts, coming, title)
    clock = clock_view(round, now())
    tables = _tables(round, clock)
    return Desk(
        round,
        clock,
        sorted((each for each in tables if each.state in WAITING), key=lambda table: table.urgency),
        [table for table in tables if table.state == MatchState.REPORTED],
        [table for table in tables if table.state == MatchState.DECIDED],
        counts,
        coming,
        title,
        clock.state in ("called", "over") and is_held(round),
    )


def _title(event: Event, round: Round | None) -> Message | str:
    if event.state != State.RUNNING:
        return ""
    return chain_words(event) if round is None else round_title(round)


def _tables(round: Round, whole: ClockView) -> list[Table]:
    """Every table, by number. Those without a deadline of their own go by the round's clock."""
    clocks = {
        match: (state, extended)
        for match, state, extended in round.deadlines.values_list("match_id", "state", "extended_seconds")
    }
    matches = round.matches.filter(is_bye=False).order_by("table", "pk")
    tables = []
    for match, number, state in matches.values_list("pk", "table", "state"):
        clock, extended = clocks.get(match, (whole.state, 0))
        tables.append(Table(match, number, state, clock, extended >= 60))
    return tables
