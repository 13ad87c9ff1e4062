"""The field of a round as plain numbers: who is to be paired, and what is to be kept in mind of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import blake2b
from typing import Literal

from tournaments.facts import Entrant, EventFile
from tournaments.standings import standings_of
from tournaments.standings.book import Book
from tournaments.standings.folding import open_book

Mode = Literal["draw", "halves", "adjacent"]
"""How equals are put together: by a seeded draw, upper half with lower half of a list, or neighbours in it."""


@dataclass
class Field:
    """Lists by player, a player being somebody to be paired. `points` are whole numbers over `scale`.

    `order[i]` is the player's place in the draw (or list) that decides between equals.
    """

    ids: list[str]
    points: list[int]
    scale: int
    mode: Mode
    order: list[int] = field(default_factory=list)
    met: list[list[int]] = field(default_factory=list)
    absolute: dict[int, set[int]] = field(default_factory=dict)
    weak: dict[int, set[int]] = field(default_factory=dict)
    avoid: list[set[int]] = field(default_factory=list)
    floated: list[bool] = field(default_factory=list)
    had_bye: list[bool] = field(default_factory=list)
    sat_first: list[int] = field(default_factory=list)
    fixed_tables: dict[int, int] = field(default_factory=dict)
    awarded: list[str] = field(default_factory=list)

    def forbidden(self, i: int, j: int) -> bool:
        """Must these two never meet?"""
        return j in self.absolute.get(i, ())


def field_of(event: EventFile, number: int, last: bool) -> Field:
    """The field of round `number`; `last` says that it is the last of its stage."""
    book = open_book(event)
    active, awarded = _present(event.entrants, number)
    total = _points(book)
    mode, ranking = _mode(event, number, last)
    made = Field(
        ids=[book.ids[i] for i in active],
        points=[total[i] for i in active],
        scale=book.choices.scale,
        mode=mode,
        awarded=[book.ids[i] for i in awarded],
    )
    made.order = _order(event.seed, number, made.ids, ranking)
    new = {old: i for i, old in enumerate(active)}
    _remember_matches(made, event, book, new)
    _forbid(made, event, book, new)
    made.had_bye = [any(line.bye for line in book.lines[old]) for old in active]
    made.floated = [False] * len(active)
    if event.rounds and mode != "adjacent":
        _remember_floats(made, event, book, new, total)
    made.fixed_tables = {
        i: table for i, old in enumerate(active) if (table := event.entrants[old].fixed_table) is not None
    }
    return made


def _present(entrants: tuple[Entrant, ...], number: int) -> tuple[list[int], list[int]]:
    """Who plays in round `number`, and who has an awarded bye in it."""
    active: list[int] = []
    awarded: list[int] = []
    for i, entrant in enumerate(entrants):
        if entrant.entered_before > number:
            continue
        if entrant.dropped_after is not None and entrant.dropped_after < number:
            continue
        if entrant.disqualified_after is not None and entrant.disqualified_after < number:
            continue
        if entrant.absences and any(first <= number <= last for first, last in entrant.absences):
            continue
        (awarded if number in entrant.awarded_byes else active).append(i)
    return active, awarded


def _points(book: Book) -> list[int]:
    points = [sum([line.points for line in lines]) for lines in book.lines]
    for i, adjusted in book.adjusted.items():
        points[i] += sum(gained for _, gained, _ in adjusted)
    return points


def _mode(
    event: EventFile, number: int, last: bool
) -> tuple[Mode, Callable[[list[str]], dict[str, Fraction]] | None]:
    """How equals are put together in this round, and by what list."""
    if number == 1 and event.rules.first_round != "random":
        by_seed = event.rules.first_round == "seed"

        def listed(ids: list[str]) -> dict[str, Fraction]:
            values = ((e.id, e.seed if by_seed else e.rating) for e in event.entrants)
            sign = 1 if by_seed else -1
            return {entrant: Fraction(value) * sign for entrant, value in values if value is not None}

        return "halves", listed
    if last and number > 1 and event.rules.last_round_by_standing:
        return "adjacent", lambda ids: {
            row.entrant: Fraction(at) for at, row in enumerate(standings_of(event).rows)
        }
    return "draw", None


def _order(
    seed: str, number: int, ids: list[str], ranking: Callable[[list[str]], dict[str, Fraction]] | None
) -> list[int]:
    """Each player's place: by the list if there is one, and then by the draw for this round."""
    keys = [drawn(seed, number, entrant) for entrant in ids]
    indices = sorted(range(len(ids)), key=lambda i: (keys[i], ids[i]))
    if ranking is not None:
        ranks = ranking(ids)
        indices.sort(key=lambda i: (ids[i] not in ranks, ranks.get(ids[i], Fraction(0))))
    order = [0] * len(ids)
    for at, i in enumerate(indices):
        order[i] = at
    return order


def drawn(seed: str, number: int, entrant: str) -> bytes:
    """What decides an entrant's place in the draw of a round: a hash of seed, round and id."""
    text = f"{seed}\nround {number}\n{entrant}".encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=12).digest()


def _remember_matches(made: Field, event: EventFile, book: Book, new: dict[int, int]) -> None:
    """Who met whom in any stage, and how often each sat first rather than second."""
    size = len(made.ids)
    made.met = [[] for _ in range(size)]
    made.sat_first = [0] * size
    index = {entrant: i for i, entrant in enumerate(made.ids)}
    met, sat_first = made.met, made.sat_first
    for played in event.rounds:
        for match in played.matches:
            seats = match.seats
            if len(seats) == 2:
                first, second = index.get(seats[0]), index.get(seats[1])
                if first is not None:
                    sat_first[first] += 1
                if second is not None:
                    sat_first[second] -= 1
                if first is not None and second is not None:
                    met[first].append(second)
                    met[second].append(first)
            elif len(seats) > 2:
                present = [index[seat] for seat in seats if seat in index]
                for i in present:
                    met[i].extend(j for j in present if j != i)


def _forbid(made: Field, event: EventFile, book: Book, new: dict[int, int]) -> None:
    """Forbidden pairs count both ways, whoever named them. `avoid` joins all that is not wanted."""
    made.avoid = [set(met) for met in made.met]
    for old, i in new.items():
        forbidden = event.entrants[old].forbidden
        for into, names in ((made.absolute, forbidden.absolute), (made.weak, forbidden.weak)):
            for name in names:
                j = new.get(book.index[name])
                if j is not None:
                    into.setdefault(i, set()).add(j)
                    into.setdefault(j, set()).add(i)
    for into in (made.absolute, made.weak):
        for i, others in into.items():
            made.avoid[i] |= others


def _remember_floats(
    made: Field, event: EventFile, book: Book, new: dict[int, int], total: list[int]
) -> None:
    """Who met somebody of other points in the round before."""
    before = event.rounds[-1].number
    points = list(total)
    for i, lines in enumerate(book.lines):
        if lines and lines[-1].round == before:
            points[i] -= lines[-1].points
    for i, adjusted in book.adjusted.items():
        points[i] -= sum(gained for number, gained, _ in adjusted if number == before)
    for match in event.rounds[-1].matches:
        if len(match.seats) == 2:
            first, second = (book.index[seat] for seat in match.seats)
            if points[first] != points[second]:
                for old in (first, second):
                    if old in new:
                        made.floated[new[old]] = True
