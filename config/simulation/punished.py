"""The simulator's own book of penalties: who was given what, where each of them counts, and what it costs there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from config.simulation.expected import Said, Table
from config.simulation.facts import rows
from config.simulation.stages import kind_of_round

if TYPE_CHECKING:
    from config.simulation.day import Day

LOSSES = ("game_loss", "match_loss")


@dataclass
class Punished:
    """A penalty that stands, by its newest row."""

    row: int
    code: str
    infraction: str
    penalty: str
    time: int
    by: str
    note: str
    match: int | None
    counts_here: bool
    from_round: int
    game: int
    #: Late at that table, by the minutes.
    late: bool = False
    #: The match and the round of which points were taken for it.
    taken: tuple[int, int] | None = None
    #: It came to be a loss when its match was over: what follows is read, not foretold.
    too_late: bool = False


@dataclass(frozen=True)
class Costs:
    """What penalties cost at a table, by seat: who has lost the match, how many games, and for which of them points are
    taken."""

    match: frozenset[str]
    games: dict[str, int]
    points: list[Punished]

    @property
    def of_result(self) -> bool:
        """Whether the result has to heed them."""
        return bool(self.match or self.games)


def rule(day: Day, infraction: str) -> list[str]:
    """The penalties of an infraction, for the first time and every further one."""
    steps = {each["id"]: each["steps"] for each in day.expected.policy["infractions"]}
    return list(steps[infraction])


def says(day: Day, code: str, infraction: str) -> tuple[str, int]:
    """What the policy says the next time, and which time that is."""
    mine = [each for each in day.expected.penalties.values() if each.code == code]
    before = sum(each.infraction == infraction for each in mine)
    steps = rule(day, infraction)
    return steps[min(before, len(steps) - 1)], before + 1


def seat_now(day: Day, code: str) -> Table | None:
    """Where somebody sits in the round that everybody sees; None for a bye."""
    if day.expected.round_state not in ("published", "running"):
        return None
    tables = [t for t in day.expected.tables.values() if not t.bye and code in t.seats.values()]
    return tables[0] if tables else None


def _shown(day: Day) -> list[Table]:
    """The tables of rounds that everybody sees, in their order."""
    tables = [t for n in sorted(day.expected.finished) for t in day.expected.finished[n].values()]
    if day.expected.round_state in ("published", "running"):
        tables += day.expected.tables.values()
    return [table for table in tables if not table.bye]


def landing(day: Day, each: Punished) -> Table | None:
    """The table where a loss counts: where it was given while that played, else the first from a round on."""
    own = [table for table in _shown(day) if each.code in table.seats.values()]
    if each.counts_here:
        here = next((table for table in own if table.pk == each.match), None)
        if here is not None:
            return here
    return next((table for table in own if table.round >= each.from_round), None)


def instead(day: Day, table: Table) -> str:
    """What a game loss costs at this table."""
    if len(table.seats) == 2 and day.choices["games_per_match"] > 1:
        return "game"
    policy = str(day.expected.policy["in_one_game"])
    bracket = kind_of_round(day, table.round).endswith("elimination")
    return "match_loss" if policy == "match_points" and bracket and len(table.seats) == 2 else policy


def costs_at(day: Day, table: Table) -> Costs:
    """All that penalties cost at a table."""
    here = [
        each
        for each in day.expected.penalties.values()
        if each.penalty in LOSSES and each.code in table.seats.values() and landing(day, each) is table
    ]
    if not here:
        return Costs(frozenset(), {}, [])
    way = instead(day, table)
    of_game = [each for each in here if each.penalty == "game_loss"]
    lost = {table.letter_of(each.code) for each in here if each.penalty == "match_loss"}
    games = _games(day, table, of_game, one_game=way != "game") if way in ("game", "match_loss") else {}
    if way == "match_loss":
        lost, games = lost | set(games), {}
    return Costs(frozenset(lost), games, of_game if way == "match_points" else [])


def _games(day: Day, table: Table, given: list[Punished], *, one_game: bool) -> dict[str, int]:
    """How many games each seat has lost: several for one game are one or as many, those of both cancel or count."""
    policy, lost = day.expected.policy, Counter[str]()
    for game in {1 if one_game else each.game for each in given}:
        of_game = Counter(table.letter_of(each.code) for each in given if one_game or each.game == game)
        if policy["several_at_once"] == "heaviest":
            of_game = Counter(set(of_game))
        both = min(of_game.values()) if len(of_game) > 1 and policy["both_at_once"] == "cancel" else 0
        lost.update({letter: count - both for letter, count in of_game.items()})
    return {letter: count for letter, count in lost.items() if count}


def of_result(day: Day, code: str, kinds: list[str]) -> Table | None:
    """The table whose result one of these penalties of somebody may touch now."""
    table = seat_now(day, code)
    if table is None or not set(kinds).intersection(LOSSES):
        return None
    only_points = "match_loss" not in kinds and instead(day, table) in ("match_points", "warning")
    return None if only_points else table


def with_last(outcome: Said, lost: Collection[str]) -> Said:
    """At a table of three or more: whoever has lost the match by a penalty is behind everybody else."""
    kind, winner, groups = outcome
    kept = [tuple(letter for letter in group if letter not in lost) for group in groups]
    return kind, winner, tuple(group for group in (*kept, tuple(sorted(lost))) if group)


def follow_tables(day: Day) -> None:
    """After a step: a result that has to heed a penalty is read from the site instead of foretold, and points are taken
    once the round is played."""
    for each in day.expected.penalties.values():
        if each.taken is not None and all(t.pk != each.taken[0] for t in day.expected.every_table()):
            each.taken = None  # its round was taken back
    if day.expected.round_state != "running" or not day.expected.penalties:
        return
    worth = int(day.expected.policy["points_taken"])
    for table in day.expected.tables.values():
        if table.bye:
            continue
        costs = costs_at(day, table)
        table.logged = table.logged or costs.of_result
        for each in costs.points:
            if each.taken is None and worth and not each.too_late:
                each.taken = (table.pk, table.round)


def taken_from(day: Day) -> dict[str, list[tuple[int, float]]]:
    """The points that were given or taken, by whom and in which round."""
    by: dict[str, list[tuple[int, float]]] = {}
    for each in day.expected.penalties.values():
        if each.too_late:
            each.taken = _taken_anyway(each)
        if each.taken is not None:
            by.setdefault(each.code, []).append((each.taken[1], -float(day.expected.policy["points_taken"])))
    for code, number, points in day.expected.adjusted.values():
        by.setdefault(code, []).append((number, points))
    return {code: sorted(lines) for code, lines in by.items()}


def _taken_anyway(each: Punished) -> tuple[int, int] | None:
    here: dict[str, Any] = {"penalty": each.row, "taken_back_at": None}
    lines = rows("tournaments.PointAdjustment", "match", "round_number", "match__round__state", **here)
    return next(((match, number) for match, number, state in lines if state != "withdrawn"), None)


def heeding(day: Day, table: Table) -> dict[str, Any] | None:
    """An outcome that heeds what penalties cost here; None where they cost nothing of a result."""
    costs = costs_at(day, table)
    letters = sorted(table.seats)
    if not costs.of_result or len(letters) > 2:
        return None
    if costs.match:
        if len(costs.match) == 2:
            return {"kind": "double_loss"}
        (lost,) = costs.match
        return {"kind": "match_loss", "winner": next(letter for letter in letters if letter != lost)}
    loser = max(letters, key=lambda letter: costs.games.get(letter, 0))
    won = min(1, costs.games.get(next(letter for letter in letters if letter != loser), 0))
    games = [won, 2, 0] if loser == letters[0] else [2, won, 0]
    return {"kind": "played", "winner": next(letter for letter in letters if letter != loser), "games": games}
