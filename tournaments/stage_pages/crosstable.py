"""Cross tables: who met whom in each group of a round robin, and what came of it. Pure but for the rows it is given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tournaments import facts as plain
from tournaments.models.rounds import MatchState
from tournaments.stage_pages.reading import Person, Played, StageRead
from tournaments.structures.leaving import WALKOVERS
from tournaments.structures.round_robin import RoundRobin, groups_of


@dataclass(frozen=True)
class Points:
    """The points that a win, a draw and a loss give."""

    win: Fraction
    draw: Fraction
    loss: Fraction


@dataclass(frozen=True)
class Met:
    """One match as the row of one player has it: "2–1", "1", "½", "0", "+", "–"; empty while it is played."""

    text: str = ""
    match: int | None = None
    table: int | None = None
    contested: bool = False
    taken_out: bool = False


@dataclass
class CrossRow:
    """One player. `cells` follow the rows of the group: None on the diagonal."""

    person: Person
    place: int = 0
    points: Fraction = Fraction(0)
    won: int = 0
    drawn: int = 0
    lost: int = 0
    gone: bool = False
    cells: list[list[Met] | None] = field(default_factory=list)


@dataclass(frozen=True)
class CrossTable:
    """A group: `out` has for each published round who sits out there."""

    number: int
    rows: list[CrossRow]
    out: list[tuple[int, list[str]]]


def cross_tables(read: StageRead, points: Points, order: Mapping[str, int]) -> list[CrossTable]:
    """The groups of a round robin whose first round is published. Rows by points; `order`, places in the standings as
    they are kept, decides between equals, then the seed."""
    round_robin = RoundRobin(read.facts, read.seeds, read.plain_rounds(), read.left)
    met = _met(read, round_robin)
    seed = {code: at for at, code in enumerate(read.seeds)}
    tables = []
    for number, members in enumerate(groups_of(read.seeds, read.facts.groups), start=1):
        rows = {code: CrossRow(_person(read, code), gone=code in read.left) for code in members}
        _count(rows, round_robin, points)
        ranked = sorted(rows, key=lambda code: (-rows[code].points, order.get(code, len(seed)), seed[code]))
        for at, code in enumerate(ranked):
            before = ranked[at - 1] if at else None
            same = before is not None and rows[before].points == rows[code].points and not order
            rows[code].place = rows[before].place if same and before is not None else at + 1
            rows[code].cells = [None if other == code else met[code, other] for other in ranked]
        tables.append(CrossTable(number, [rows[code] for code in ranked], _sitting_out(read, members)))
    return tables


def _person(read: StageRead, code: str) -> Person:
    return read.people.get(code) or Person(0, code, code, None)


def _met(read: StageRead, round_robin: RoundRobin) -> dict[tuple[str, str], list[Met]]:
    """By player and opponent every match, and what the one who left gave away."""
    met: dict[tuple[str, str], list[Met]] = defaultdict(list)
    for played in read.matches:
        codes = list(played.codes.values())
        if len(codes) != 2:
            continue
        out = bool(round_robin.expunged & set(codes))
        for own, other in (codes, codes[::-1]):
            said = "" if played.state == MatchState.CONTESTED else _said(played, own)
            met[own, other].append(
                Met(said, played.match, played.table, played.state == MatchState.CONTESTED, out)
            )
    for columns in round_robin.forfeits.values():
        for match in (each for column in columns for each in column):
            for own, other in (match.seats, match.seats[::-1]):
                won = isinstance(match.result, plain.Result) and match.result.winner == own
                met[own, other].append(Met("+" if won else "–"))
    return met


def _said(played: Played, own: str) -> str:
    """The result from this player's side."""
    result, outcome = played.result, played.outcome or {}
    if result is None:
        return ""
    if not isinstance(result, plain.Result):
        return "0"
    if outcome.get("kind") in WALKOVERS:
        return "+" if result.winner == own else "–"
    games: Sequence[int] = outcome.get("games") or ()
    if sum(games) > 1:
        mine = "AB".index(next(letter for letter, code in played.codes.items() if code == own))
        return f"{games[mine]}–{games[1 - mine]}"
    if result.winner is None:
        return "½"
    return "1" if result.winner == own else "0"


def _count(rows: dict[str, CrossRow], round_robin: RoundRobin, points: Points) -> None:
    """Points and record, as the matches count: who left early is taken out, or has lost the rest."""
    for played in round_robin.counted():
        for match in played.matches:
            if match.result is None or len(match.seats) != 2:
                continue
            winner = match.result.winner if isinstance(match.result, plain.Result) else ""
            for code in match.seats:
                row = rows.get(code)
                if row is None:
                    continue
                if winner is None:
                    row.drawn, row.points = row.drawn + 1, row.points + points.draw
                elif winner == code:
                    row.won, row.points = row.won + 1, row.points + points.win
                else:
                    row.lost, row.points = row.lost + 1, row.points + points.loss


def _sitting_out(read: StageRead, members: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Who of the group has no match in a published round, for each in which somebody has none."""
    seated: dict[int, set[str]] = defaultdict(set)
    for played in read.matches:
        seated[played.round].update(played.codes.values())
    out = []
    for each in read.rounds:
        missing = [
            _person(read, code).name
            for code in members
            if code not in seated[each.number] and not _had_left(read, code, each.number)
        ]
        if missing:
            out.append((each.number, missing))
    return out


def _had_left(read: StageRead, code: str, number: int) -> bool:
    return code in read.left and read.left[code] < number
