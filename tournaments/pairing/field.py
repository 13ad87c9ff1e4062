"""The field of a round as plain numbers: who is to be paired, and what is to be kept in mind of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from tournaments.facts import ClubsApart, EventFile, Round, club_key
from tournaments.standings import standings_of
from tournaments.standings.book import Book
from tournaments.standings.chain import Chain, drawn

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
    awarded: list[str] = field(default_factory=list)

    def forbidden(self, i: int, j: int) -> bool:
        """Must these two never meet?"""
        return j in self.absolute.get(i, ())


def field_of(event: EventFile, number: int, last: bool) -> Field:
    """The field of round `number` of the stage that is on; `last` says that it is the last of its stage."""
    chain = Chain(event)
    return field_of_stage(chain, chain.current, number, last)


def field_of_stage(chain: Chain, k: int, number: int, last: bool) -> Field:
    """The field of round `number`, played in stage k: its entrants, with all that is carried on."""
    event, book = chain.event, chain.book(k)
    active, awarded = _present(chain, k, number)
    total = _points(book)
    mode, ranking = _mode(chain, number, last)
    made = Field(
        ids=[book.ids[i] for i in active],
        points=[total[i] for i in active],
        scale=book.choices.scale,
        mode=mode,
        awarded=[book.ids[i] for i in awarded],
    )
    made.order = _order(event.seed, number, made.ids, ranking)
    new = {old: i for i, old in enumerate(active)}
    rounds = [played for j in chain.carried(k) for played in chain.rounds(j)]
    _remember_matches(made, rounds)
    _forbid(made, event, book, new, number)
    made.had_bye = [any(line.bye for line in book.lines[old]) for old in active]
    made.floated = [False] * len(active)
    before = chain.rounds(k)
    if before and mode != "adjacent":
        _remember_floats(made, before[-1], book, new, total)
    return made


def _present(chain: Chain, k: int, number: int) -> tuple[list[int], list[int]]:
    """Who plays in round `number`, and who has an awarded bye in it."""
    active: list[int] = []
    awarded: list[int] = []
    members = chain.members(k)
    for i, entrant in enumerate(chain.event.entrants):
        if entrant.entered_before > number or (members is not None and entrant.id not in members):
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
    chain: Chain, number: int, last: bool
) -> tuple[Mode, Callable[[list[str]], dict[str, Fraction]] | None]:
    """How equals are put together in this round, and by what list."""
    event = chain.event
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


def _remember_matches(made: Field, rounds: Iterable[Round]) -> None:
    """Who met whom in these rounds, and how often each sat first rather than second."""
    size = len(made.ids)
    made.met = [[] for _ in range(size)]
    made.sat_first = [0] * size
    index = {entrant: i for i, entrant in enumerate(made.ids)}
    met, sat_first = made.met, made.sat_first
    for played in rounds:
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


def _forbid(made: Field, event: EventFile, book: Book, new: dict[int, int], number: int) -> None:
    """Forbidden pairs count both ways, whoever named them, as long as they last. `avoid` joins all that is not
    wanted."""
    made.avoid = [set(met) for met in made.met]
    for old, i in new.items():
        forbidden = event.entrants[old].forbidden
        if isinstance(forbidden.until_round, int) and forbidden.until_round < number:
            continue
        for into, names in ((made.absolute, forbidden.absolute), (made.weak, forbidden.weak)):
            for name in names:
                j = new.get(book.index[name])
                if j is not None:
                    into.setdefault(i, set()).add(j)
                    into.setdefault(j, set()).add(i)
    _forbid_clubs(made, event, new, number)
    for into in (made.absolute, made.weak):
        for i, others in into.items():
            made.avoid[i] |= others


def _forbid_clubs(made: Field, event: EventFile, new: dict[int, int], number: int) -> None:
    """Members of one club are forbidden pairs, as long as the event's choice lasts."""
    apart = event.rules.clubs_apart
    if not isinstance(apart, ClubsApart) or (apart.until_round is not None and apart.until_round < number):
        return
    clubs: dict[str, set[int]] = defaultdict(set)
    for old, i in new.items():
        if name := club_key(event.entrants[old].club):
            clubs[name].add(i)
    into = made.absolute if apart.strength == "absolute" else made.weak
    for members in clubs.values():
        for i in members if len(members) > 1 else ():
            into[i] = into.get(i, set()) | members - {i}


def _remember_floats(made: Field, last: Round, book: Book, new: dict[int, int], total: list[int]) -> None:
    """Who met somebody of other points in the round before."""
    before = last.number
    points = list(total)
    for i, lines in enumerate(book.lines):
        if lines and lines[-1].round == before:
            points[i] -= lines[-1].points
    for i, adjusted in book.adjusted.items():
        points[i] -= sum(gained for number, gained, _ in adjusted if number == before)
    for match in last.matches:
        if len(match.seats) == 2:
            first, second = (book.index[seat] for seat in match.seats)
            if points[first] != points[second]:
                for old in (first, second):
                    if old in new:
                        made.floated[new[old]] = True
