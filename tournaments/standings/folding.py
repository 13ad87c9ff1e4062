"""From the facts of an event to its book: every kind of result, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from msgspec import UNSET

from tournaments.facts import EventFile, Match, Result, Round, Stage
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.standings.book import Book, Line, Meetings
from tournaments.standings.profiles import Choices, choices_of, exact
from tournaments.structures.leaving import WALKOVERS

SMALLEST = 3
"""The fewest at a table of pods, unless the stage says otherwise."""


@dataclass(frozen=True)
class Part:
    """The rounds of one stage as they count, and what the stage says of them.

    `members` are those who can miss one of the rounds: None for everybody, nobody in a round robin.
    """

    stage: Stage
    rounds: Sequence[Round]
    members: frozenset[str] | None


def fold_book(event: EventFile, after_round: int, parts: Sequence[Part], since: int = 0) -> Book:
    """Fold these rounds, with the adjustments from round `since` on up to `after_round`.

    Source: event-files.md, Scoring.
    """
    rounds = [r for part in parts for r in part.rounds]
    sizes = {len(m.seats) for r in rounds for m in r.matches if len(m.seats) > 2}
    places = {_smallest(part.stage) for part in parts if part.stage.kind == "pods"}
    book = _empty_book(event, after_round, rounds, sizes, places, since)
    for part in parts:
        choices = _of_stage(book.choices, part.stage, event)
        for played in part.rounds:
            _RoundFold(book, played, choices, part.members).fold()
    return book


def _smallest(stage: Stage) -> int:
    return stage.smallest or SMALLEST


def _of_stage(choices: Choices, stage: Stage, event: EventFile) -> Choices:
    """The event's choices with those of the stage: what a bye is worth."""
    games = stage.games_per_match or event.rules.games_per_match
    made = replace(choices, games_of_bye=games // 2 + 1)
    if stage.kind == "pods":
        worth = choices.pod_points[_smallest(stage)][0]
        given = event.rules.points.bye is not UNSET
        made = replace(made, games_of_bye=1, bye=choices.bye if given else choices.scaled(worth))
    return made


def _empty_book(
    event: EventFile, until: int, rounds: list[Round], sizes: set[int], places: set[int], since: int
) -> Book:
    entrants = event.entrants
    taken = [a.match_points for e in entrants for a in e.adjustments]
    choices = choices_of(event.rules, sizes | places, taken)
    ids = [entrant.id for entrant in entrants]
    book = Book(
        event=event,
        choices=choices,
        after_round=until,
        rounds=tuple(r.number for r in rounds),
        played=tuple(rounds),
        unit=lcm(2, *(2 * (size - 1) for size in sizes)),
        ids=ids,
        index={entrant: i for i, entrant in enumerate(ids)},
    )
    for i, entrant in enumerate(entrants):
        if entrant.adjustments:
            book.adjusted[i] = [
                (a.round, choices.scaled(exact(a.match_points)), a.reason)
                for a in entrant.adjustments
                if since <= a.round <= until
            ]
    return book


_Kind = tuple[tuple[int, int], tuple[int, int, int] | None, str]
"""Halves of a win for each seat, games, and the kind of result: matches alike in these have the same lines."""


class _RoundFold:
    """One round's results written into the book. Lines that are alike are made once and shared.

    A round is written into columns of its own: they are small enough to stay close at hand, which a list for each of
    ten thousand entrants is not.
    """

    def __init__(self, book: Book, played: Round, choices: Choices, members: frozenset[str] | None) -> None:
        self.book, self.number, self.choices, self.members = book, played.number, choices, members
        self.matches = played.matches
        self.made: dict[_Kind, tuple[Line, Line]] = {}
        self.lines: list[Line | None] = [None] * len(book.ids)
        book.columns.append(self.lines)
        book.members.append(members)
        size = max((len(match.seats) for match in played.matches), default=0)
        self.meetings = [self._nobody() for _ in range(1, size)]
        book.meetings += self.meetings
        self.walkovers_unplayed = book.choices.profile.unplayed_as_dummy

    def _nobody(self) -> Meetings:
        size = len(self.book.ids)
        return Meetings(self.number, [None] * size, [0] * size)

    def fold(self) -> None:
        """Write every match of the round, then who missed it."""
        index = self.book.index
        unfinished: set[int] = set()
        for match in self.matches:
            result, names = match.result, match.seats
            if result is None:
                unfinished.update([index[name] for name in names])
            elif len(names) == 2:
                self._two(names, result, index[names[0]], index[names[1]])
            elif isinstance(result, Result):
                self._pod(match, result, [index[name] for name in names])
            elif result == "bye":
                self.lines[index[names[0]]] = self._bye(_("bye"), False)
        self._missed(unfinished)

    def _two(self, names: tuple[str, ...], result: Result | str, first: int, second: int) -> None:
        if isinstance(result, Result):
            halves = _halves(names, result)
            key: _Kind = (halves, result.games, result.kind)
        else:
            halves = 0, 0
            key = (halves, None, "double_loss")
        pair = self.made.get(key)
        if pair is None:
            pair = self.made[key] = self._pair_of_lines(*key)
        lines = self.lines
        lines[first], lines[second] = pair
        if pair[0].played:
            _round, opponents, beaten = self.meetings[0]
            opponents[first], opponents[second] = second, first
            beaten[first], beaten[second] = halves

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
        level = [0] * size
        for at, (first, group) in enumerate(_places(match, result)):
            line = self._pod_line(size, first, len(group))
            for seat in group:
                self.lines[book.index[seat]] = line
                level[match.seats.index(seat)] = at
        for a in range(size):
            others = [b for b in range(size) if b != a]
            for (_round, opponents, beaten), b in zip(self.meetings, others, strict=False):
                opponents[seats[a]] = seats[b]
                beaten[seats[a]] = 1 + (level[a] < level[b]) - (level[a] > level[b])

    def _pod_line(self, size: int, first: int, sharing: int) -> Line:
        """Places first … first + sharing - 1 are shared: their points and their parts of a win as well."""
        unit, choices = self.book.unit, self.choices
        shared = choices.pod_points[size][first - 1 : first - 1 + sharing]
        points = choices.scaled(sum(shared, Fraction(0)) / sharing)
        twice_place = 2 * first + sharing - 1
        share = (2 * size - twice_place) * (unit // (2 * (size - 1)))
        what = _("place %(n)s of %(size)s", n=first, size=size)
        if sharing > 1:
            what = _("place %(n)s of %(size)s, shared by %(many)s", n=first, size=size, many=sharing)
        return Line(self.number, what, points, share, share * choices.win, 1, 3 * share, 1)

    def _bye(self, what: str, voluntary: bool) -> Line:
        choices, unit = self.choices, self.book.unit
        counted = 1 if choices.profile.byes_in_percentages else 0
        games = choices.games_of_bye * counted
        # Worth a place in a pod, a bye is still no more than a win.
        rate = min(self._rate(choices.bye, unit), choices.win * unit) * counted
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
        """The numerator over rounds × win × unit: match points, or parts of a win where the profile says so."""
        if self.choices.profile.percentage_of_wins:
            return share * self.choices.win
        return points * self.book.unit

    def _missed(self, unfinished: set[int]) -> None:
        choices, number = self.choices, self.number
        lines = {
            "loss": Line(
                number,
                _("missed, counted as a loss"),
                choices.loss,
                0,
                self._rate(choices.loss, 0),
                1,
                0,
                1,
                played=False,
                voluntary=True,
            ),
            "bye": self._bye(_("missed, counted as a bye"), True),
        }
        entrants, members = self.book.event.entrants, self.members
        for i in [i for i, line in enumerate(self.lines) if line is None]:
            entrant = entrants[i]
            if i in unfinished or entrant.missed_rounds_as == "nothing":
                continue
            if members is not None and entrant.id not in members:
                continue
            if entrant.dropped_after is not None and entrant.dropped_after < number:
                continue
            if entrant.disqualified_after is not None and entrant.disqualified_after < number:
                continue
            self.lines[i] = lines[entrant.missed_rounds_as]


def _halves(names: tuple[str, ...], result: Result) -> tuple[int, int]:
    """Halves of a win for the two seats."""
    if result.ranking is None:
        winner = result.winner
    else:
        winner = result.ranking[0][0] if len(result.ranking) > 1 else None
    if winner is None:
        return 1, 1
    return (2, 0) if winner == names[0] else (0, 2)


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


#: By halves of a win.
OUTCOMES = (_("lost"), _("drew"), _("won"))
#: The kinds of results that are not simply played, as their working calls them.
HOW = {
    "no_show": _("no-show"),
    "forfeit": _("forfeit"),
    "conceded": _("conceded"),
    "match_loss": _("match loss"),
    "game_loss": _("game loss"),
    "adjudicated": _("adjudicated"),
    "intentional_draw": _("intentional draw"),
}


def _named(halves: int, kind: str) -> Message:
    if kind == "double_loss":
        return _("lost (both lose)")
    if kind == "played":
        return OUTCOMES[halves]
    how = HOW.get(kind, kind)
    if halves == 2:
        return _("won (%(how)s)", how=how)
    return _("drew (%(how)s)", how=how) if halves else _("lost (%(how)s)", how=how)
