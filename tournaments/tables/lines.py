"""Matches as pages list them: seats, names, the standing result, the table's clock, in few queries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from tournaments.clocks.queries import ClockView, clock_view, clock_views
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, MatchState, Round, Seat
from tournaments.now import now
from tournaments.outcomes.outcome import Outcome
from tournaments.prepared import Prepared
from tournaments.reading import with_related
from tournaments.stages.queries import MatchRules, match_rules
from tournaments.tables.marks import Mark, mark_of


@dataclass(frozen=True)
class Line:
    """One match on a page."""

    match: Match
    seats: list[Seat]
    result: Result | None
    clock: ClockView
    #: the id of the newest result the match ever had; 0 for none, None where only the standing one was read
    newest_result: int | None = None

    @property
    def outcome(self) -> Outcome | None:
        """The outcome that counts at present; None while the reports of the table differ."""
        if self.result is None or self.match.state == MatchState.CONTESTED:
            return None
        return self.result.outcome

    @property
    def called(self) -> bool:
        """Whether the table is past its time and still plays."""
        return self.match.state == MatchState.OPEN and self.clock.state in ("called", "over")

    @property
    def hard_stop(self) -> bool:
        """Whether a judge has to decide this table."""
        return self.match.state == MatchState.OPEN and self.clock.state == "over"

    @property
    def no_new_game(self) -> bool:
        """Whether the match may have no further game: time was called."""
        return self.called and self.rules.games > 1

    @property
    def extension_minutes(self) -> int:
        """The minutes of extra time that the table was given."""
        return self.clock.extended_seconds // 60

    @property
    def rules(self) -> MatchRules:
        """The stage's rules for the match."""
        return match_rules(self.match, len(self.seats))

    @property
    def missing(self) -> Entrant | None:
        """Whom the table misses while it plays."""
        if self.match.missing_id is None or self.match.state != MatchState.OPEN:
            return None
        return next((seat.entrant for seat in self.seats if seat.entrant_id == self.match.missing_id), None)

    @property
    def starts(self) -> str:
        """The seat that starts, by lot; empty where the higher seed chooses, and for a bye."""
        return self.match.starts

    @property
    def chooses(self) -> Entrant | None:
        """The player who chooses who starts: the higher seed of a bracket's match."""
        seeds = self.match.round.stage.entrants or []
        if self.match.starts or not self.match.bracket_side or len(self.seats) != 2:
            return None
        known = [seat.entrant for seat in self.seats if seat.entrant.code in seeds]
        return min(known, key=lambda entrant: seeds.index(entrant.code), default=None)

    @property
    def mark(self) -> Mark:
        """What is to be known of the table's number."""
        fixed = [seat.entrant.fixed_table for seat in self.seats]
        return mark_of(self.match.round.event, self.match.table, fixed)

    @property
    def names(self) -> str:
        """The players, for labels."""
        return " – ".join(seat.entrant.name for seat in self.seats)

    @property
    def several(self) -> bool:
        """Whether more than two sit here."""
        return len(self.seats) > 2

    def has(self, entrant: Entrant | None) -> bool:
        """Whether this entrant sits here."""
        return entrant is not None and any(seat.entrant_id == entrant.pk for seat in self.seats)


def lines_of(round: Round, words: str = "", only: Iterable[int] | None = None) -> list[Line]:
    """Every match of a round by table, byes last; with `words` only those where a name or the table fits."""
    return lines_and_clock(round, words, only)[0]


def matches_fitting(round: Round, words: str = "") -> QuerySet[Match]:
    """The matches of a round, with `words` those where a name or the table fits."""
    matches = Match.objects.filter(round=round)
    for word in words.split()[:5]:
        fits = Q(seats__entrant__name__icontains=word)
        if word.isdecimal() and len(word) < 7:
            fits |= Q(table=int(word))
        matches = matches.filter(fits)
    return matches.distinct()


def lines_and_clock(
    round: Round, words: str = "", only: Iterable[int] | None = None, most: int | None = None
) -> tuple[list[Line], ClockView]:
    """The lines, or the first so many of them, and the clock of the whole round."""
    matches = matches_fitting(round, words)
    if only is not None:
        matches = matches.filter(pk__in=only)
    shown = list(matches.order_by("is_bye", "table", "pk")[:most])
    with_related(
        shown,
        Prefetch("seats", Seat.objects.select_related("entrant").order_by("letter")),
        Prefetch("results", Result.objects.filter(replaced_at=None), to_attr="standing"),
    )
    for match in shown:
        match.round = round
    whole, clocks = clock_views(round, shown, now())
    return [_line(match, clocks[match.pk]) for match in shown], whole


def _line(match: Match, clock: ClockView) -> Line:
    standing: list[Result] = match.standing  # type: ignore[attr-defined]
    return Line(match, list(match.seats.all()), standing[0] if standing else None, clock)


seats_beside = Prepared(
    lambda round, entrant: (
        Seat.objects.filter(match__seats__round=round, match__seats__entrant=entrant)
        .select_related("entrant", "match")
        .order_by("letter")
    ),
    int,
    int,
)
seats_at = Prepared(
    lambda match: Seat.objects.filter(match=match).select_related("entrant", "match").order_by("letter"), int
)
results_at = Prepared(lambda match: Result.objects.filter(match=match).order_by("-pk"), int)
newest_shown = Prepared(
    lambda event: (
        Round.objects.filter(event=event, state__in=PUBLISHED_STATES)
        .select_related("stage")
        .order_by("-number")[:1]
    ),
    int,
)


def line_for(round: Round, entrant: Entrant) -> Line | None:
    """The match of one entrant in a round; None where there is none."""
    seats = seats_beside(round.pk, entrant.pk)
    return _line_with(round, seats) if seats else None


def line_at(match: Match) -> Line:
    """One match of a round."""
    return _line_with(match.round, seats_at(match.pk))


def _line_with(round: Round, seats: list[Seat]) -> Line:
    match = seats[0].match
    match.round = round
    seat_at(match, seats)
    results = results_at(match.pk)
    standing = next((result for result in results if result.replaced_at is None), None)
    return Line(match, seats, standing, clock_view(match, now()), results[0].pk if results else 0)


def seat_at(match: Match, seats: list[Seat]) -> None:
    """Has the match know its seats, as a prefetch of them leaves it."""
    for seat in seats:
        seat.match = match
    known = match.seats.all()
    known._result_cache = seats
    match._prefetched_objects_cache = {"seats": known}  # type: ignore[attr-defined]


def newest_round(event: Event) -> Round | None:
    """The newest round that everybody may see."""
    return newest_shown.first(event.pk)


def shown_rounds(event: Event) -> list[Round]:
    """Every round that everybody may see, in order."""
    return list(event.rounds.filter(state__in=PUBLISHED_STATES).order_by("number"))


def lines_by_name(lines: Iterable[Line]) -> list[tuple[Entrant, Line, list[Entrant]]]:
    """Everybody seated, by name, with the match and the opponents."""
    named = []
    for line in lines:
        for seat in line.seats:
            others = [other.entrant for other in line.seats if other.pk != seat.pk]
            named.append((seat.entrant, line, others))
    return sorted(named, key=lambda row: (row[0].name.casefold(), row[0].pk))
