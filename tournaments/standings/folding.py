"""From the facts of an event to its book: every kind of result, once."""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from tournaments.event_file import EventFile, EventFileError, Match, Result, Round
from tournaments.event_file.facts import Number
from tournaments.standings.book import Book, Line, Score
from tournaments.standings.profiles import choices_of, exact

TABLE_KINDS = frozenset({"swiss", "round_robin", "pods"})
"""Stages whose rounds make a table. Elimination rounds decide by themselves and are left out."""

WALKOVERS = frozenset({"forfeit", "no_show"})


def open_book(event: EventFile, after_round: int | None = None, with_scores: bool = True) -> Book:
    """Fold the facts up to and with `after_round` (None: all rounds), what the games counted included or not.

    Raises EventFileError where `after_round` is no round of the event. Source: event-files.md, Scoring.
    """
    last = len(event.rounds)
    until = last if after_round is None else after_round
    if not 0 <= until <= last:
        raise EventFileError("after_round", f"{until} is no round of this event, the last is {last}")
    kinds = {stage.id: stage.kind for stage in event.stages}
    rounds = [r for r in event.rounds if r.number <= until and kinds[r.stage] in TABLE_KINDS]
    sizes = {len(m.seats) for r in rounds for m in r.matches if len(m.seats) > 2}
    book = _empty_book(event, until, rounds, sizes)
    for played in rounds:
        _RoundFold(book, played.number, with_scores).fold(played)
    return book


def _empty_book(event: EventFile, until: int, rounds: list[Round], sizes: set[int]) -> Book:
    entrants = event.entrants
    taken = [a.match_points for e in entrants for a in e.adjustments]
    choices = choices_of(event.rules, sizes, taken)
    ids = [entrant.id for entrant in entrants]
    book = Book(
        event=event,
        choices=choices,
        after_round=until,
        rounds=tuple(r.number for r in rounds),
        unit=lcm(2, *(2 * (size - 1) for size in sizes)),
        ids=ids,
        index={entrant: i for i, entrant in enumerate(ids)},
    )
    book.lines = [[] for _ in ids]
    book.opponents = [[] for _ in ids]
    book.met = [[] for _ in ids]
    book.beaten = [[] for _ in ids]
    for i, entrant in enumerate(entrants):
        if entrant.adjustments:
            book.adjusted[i] = [
                (a.round, choices.scaled(exact(a.match_points)), a.reason)
                for a in entrant.adjustments
                if a.round <= until
            ]
    return book


class _RoundFold:
    """One round's results written into the book. Lines that are alike are made once and shared."""

    def __init__(self, book: Book, number: int, with_scores: bool) -> None:
        self.with_scores = with_scores
        self.book, self.number, self.choices = book, number, book.choices
        self.made: dict[object, tuple[Line, Line]] = {}
        self.seated: set[int] = set()
        self.walkovers_unplayed = book.choices.profile.unplayed_as_dummy

    def fold(self, played: Round) -> None:
        """Write every match of the round, then who missed it."""
        index, seated = self.book.index, self.seated
        for match in played.matches:
            seats = [index[seat] for seat in match.seats]
            seated.update(seats)
            result = match.result
            if result is None:
                continue
            if result == "bye":
                self.book.lines[seats[0]].append(self._bye("bye", False))
            elif isinstance(result, Result) and len(seats) > 2:
                self._pod(match, result, seats)
            else:
                self._two(match, result, seats)
        self._missed()

    def _two(self, match: Match, result: object, seats: list[int]) -> None:
        first, second = seats
        halves: tuple[int, int] = (0, 0)
        games: tuple[int, int, int] | None = None
        kind = "double_loss"
        if isinstance(result, Result):
            halves, games, kind = _halves(match, result), result.games, str(result.kind)
            if self.with_scores:
                self._scores_of(result, match.seats)
        key = (halves, games, kind)
        pair = self.made.get(key)
        if pair is None:
            pair = self.made[key] = self._pair_of_lines(halves, games, kind)
        book = self.book
        book.lines[first].append(pair[0])
        book.lines[second].append(pair[1])
        if pair[0].played:
            book.opponents[first].append(second)
            book.opponents[second].append(first)
            book.met[first].append(self.number)
            book.met[second].append(self.number)
            book.beaten[first].append(halves[0])
            book.beaten[second].append(halves[1])

    def _pair_of_lines(
        self, halves: tuple[int, int], games: tuple[int, int, int] | None, kind: str
    ) -> tuple[Line, Line]:
        unit = self.book.unit
        played = not (self.walkovers_unplayed and kind in WALKOVERS)
        lines = []
        for seat in (0, 1):
            mine = halves[seat]
            points = (self.choices.loss, self.choices.draw, self.choices.win)[mine]
            if games is None:
                game_points, count = (0, 1, 3)[mine], 1
            else:
                game_points, count = 3 * games[seat] + games[2], sum(games)
            share = mine * unit // 2
            lines.append(
                Line(
                    self.number,
                    _named(mine, kind),
                    points,
                    share,
                    self._rate(points, share),
                    1,
                    game_points * unit,
                    count,
                    played=played,
                    voluntary=not played and mine == 0,
                )
            )
        return lines[0], lines[1]

    def _pod(self, match: Match, result: Result, seats: list[int]) -> None:
        book, size = self.book, len(seats)
        if self.with_scores:
            self._scores_of(result, match.seats)
        level = [0] * size
        for at, (first, group) in enumerate(_places(match, result)):
            line = self._pod_line(size, first, len(group))
            for seat in group:
                book.lines[book.index[seat]].append(line)
                level[match.seats.index(seat)] = at
        for a in range(size):
            for b in range(size):
                if a != b:
                    book.opponents[seats[a]].append(seats[b])
                    book.met[seats[a]].append(self.number)
                    book.beaten[seats[a]].append(1 + (level[a] < level[b]) - (level[a] > level[b]))

    def _pod_line(self, size: int, first: int, sharing: int) -> Line:
        """Places first … first + sharing - 1 are shared: their points and their parts of a win as well."""
        unit, choices = self.book.unit, self.choices
        shared = choices.pod_points[size][first - 1 : first - 1 + sharing]
        points = choices.scaled(sum(shared, Fraction(0)) / sharing)
        twice_place = 2 * first + sharing - 1
        share = (2 * size - twice_place) * (unit // (2 * (size - 1)))
        what = f"place {first} of {size}" + (f", shared by {sharing}" if sharing > 1 else "")
        return Line(self.number, what, points, share, share * choices.win, 1, 3 * share, 1)

    def _bye(self, what: str, voluntary: bool) -> Line:
        choices, unit = self.choices, self.book.unit
        counted = 1 if choices.profile.byes_in_percentages else 0
        games = choices.games_of_bye * counted
        rate = self._rate(choices.bye, unit) * counted
        return Line(
            self.number,
            what,
            choices.bye,
            unit,
            rate,
            counted,
            3 * games * unit,
            games,
            bye=True,
            played=False,
            voluntary=voluntary,
        )

    def _rate(self, points: int, share: int) -> int:
        """What goes over rounds × win × unit: match points, or parts of a win where the profile says so."""
        if self.choices.profile.percentage_of_wins:
            return share * self.choices.win
        return points * self.book.unit

    def _missed(self) -> None:
        choices, number = self.choices, self.number
        lines = {
            "loss": Line(
                number,
                "missed, counted as a loss",
                choices.loss,
                0,
                self._rate(choices.loss, 0),
                1,
                0,
                1,
                played=False,
                voluntary=True,
            ),
            "bye": self._bye("missed, counted as a bye", True),
        }
        for i, entrant in enumerate(self.book.event.entrants):
            if i in self.seated or entrant.missed_rounds_as == "nothing":
                continue
            if entrant.dropped_after is not None and entrant.dropped_after < number:
                continue
            if entrant.disqualified_after is not None and entrant.disqualified_after < number:
                continue
            self.book.lines[i].append(lines[entrant.missed_rounds_as])

    def _scores_of(self, result: Result, seats: tuple[str, ...]) -> None:
        if result.scores is not None:
            self._scores(self.book.scores, result.scores, seats)
        if result.tiebreakers is not None:
            self._scores(self.book.games, result.tiebreakers, seats)

    def _scores(
        self, into: dict[int, list[Score]], scores: dict[str, Number], seats: tuple[str, ...]
    ) -> None:
        """A seat without a score at a table that counted scores has 0."""
        book, others = self.book, len(seats) - 1
        own = [scores.get(seat, 0) for seat in seats]
        if others > 1:
            book.score_denominators.add(others)
        whole = [score if type(score) is int else exact(score) for score in own]
        total = sum(whole)
        for seat, mine in zip(seats, whole, strict=True):
            if type(mine) is not int:
                book.score_denominators.add(mine.denominator)
            i = book.index[seat]
            if i not in into:
                into[i] = []
            into[i].append((self.number, mine, total - mine, others))


def _halves(match: Match, result: Result) -> tuple[int, int]:
    """Halves of a win for the two seats."""
    if result.ranking is not None:
        if len(result.ranking) == 1:
            return 1, 1
        return (2, 0) if result.ranking[0][0] == match.seats[0] else (0, 2)
    if result.winner is None:
        return 1, 1
    return (2, 0) if result.winner == match.seats[0] else (0, 2)


def _places(match: Match, result: Result) -> list[tuple[int, tuple[str, ...]]]:
    """The places of a pod with who shares them. A winner alone leaves the rest to the others together."""
    ranking = result.ranking
    if ranking is None:
        rest = tuple(seat for seat in match.seats if seat != result.winner)
        ranking = (rest,) if len(rest) == len(match.seats) else ((str(result.winner),), rest)
    places, first = [], 1
    for group in ranking:
        places.append((first, group))
        first += len(group)
    return places


def _named(halves: int, kind: str) -> str:
    if kind == "double_loss":
        return "lost (both lose)"
    outcome = ("lost", "drew", "won")[halves]
    return outcome if kind == "played" else f"{outcome} ({kind.replace('_', ' ')})"
