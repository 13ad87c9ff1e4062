"""Checks that each acknowledged penalty is there once, and costs what the policy says until it is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED, Table, said
from config.simulation.facts import rows
from config.simulation.punished import costs_at, taken_from

if TYPE_CHECKING:
    from config.simulation.day import Day


def check_penalties(day: Day) -> None:
    """The rows that stand, the results and points that follow from them, and who reads of them."""
    here: dict[str, Any] = {"event__slug": day.slug, "replaced_at": None, "taken_back": False}
    stand = rows("tournaments.Penalty", "pk", "entrant__code", "infraction", "penalty", "time", **here)
    book = day.expected.penalties
    wanted = [(e.row, e.code, e.infraction, e.penalty, e.time) for _, e in sorted(book.items())]
    day.check(stand == wanted, "penalties", f"there stand {stand}, acknowledged are {wanted}")
    _check_results(day)
    _check_reading(day)


def check_moved(day: Day) -> None:
    """The results, after a step by which a penalty came, went or began to count."""
    if day.expected.penalties_moved:
        day.expected.penalties_moved = False
        _check_results(day)


def _check_results(day: Day) -> None:
    """While a round is played: no result by a penalty but what the policy makes of those that stand."""
    if day.expected.round_state != "running":
        return
    by_penalty: dict[str, Any] = {"replaced_at": None, "source": "penalty", "match__in": day.expected.tables}
    made = dict(rows("tournaments.Result", "match", "outcome", **by_penalty))
    for pk, table in day.expected.tables.items():
        if table.bye:
            continue
        costs = costs_at(day, table)
        if costs.match and len(table.seats) == 2:
            decided = table.state == DECIDED
            day.check(
                decided, "losses count", f"{table} is not over, {sorted(costs.match)} lost by a penalty"
            )
        if pk in made:
            _check_made(day, table, made[pk], costs.match, costs.games)


def _check_made(
    day: Day, table: Table, outcome: dict[str, Any], lost: frozenset[str], games: dict[str, int]
) -> None:
    kind, winner, played = said(outcome)
    told = f"{table}: by penalties {outcome}, lost are {sorted(lost)} and games {games}"
    if len(table.seats) > 2:
        last = [set(group) for group in played if set(group) & lost]
        day.check(
            bool(lost) and set(played[-1]) <= lost and all(g <= lost for g in last), "losses count", told
        )
    elif lost:
        other = next((letter for letter in table.seats if letter not in lost), None)
        wanted = ("double_loss", None) if other is None else ("match_loss", other)
        day.check((kind, winner) == wanted, "losses count", told)
    else:
        day.check(kind == "game_loss" and bool(games), "losses count", told)
        _check_games(day, table, winner, played, games, told)


def _check_games(
    day: Day, table: Table, winner: str | None, played: tuple[Any, ...], lost: dict[str, int], told: str
) -> None:
    """The games that somebody has lost by penalties are the other's, as far as he needs them; who has more has won."""
    letters, needed = sorted(table.seats), int(day.choices["games_per_match"]) // 2 + 1
    won = dict(zip(letters, played, strict=False))
    other = dict(zip(letters, reversed(letters), strict=True))
    both = set(won.values()) == {needed - 1}  # more than the match has, by penalties of both
    enough = all(won.get(other[letter], 0) >= min(needed, count) for letter, count in lost.items())
    more = {letter for letter in letters if won.get(letter, 0) > won.get(other[letter], 0)}
    day.check((enough or both) and (not more or more == {winner}), "losses count", told)


def check_adjustments(day: Day, exported: dict[str, Any]) -> None:
    """The points that the event file says were given or taken are those of the book."""
    shown = {
        entrant["id"]: sorted((a["round"], float(a["match_points"])) for a in entrant["adjustments"])
        for entrant in exported["entrants"]
        if entrant.get("adjustments")
    }
    wanted = taken_from(day)
    day.check(shown == wanted, "points taken", f"the file says {shown}, acknowledged are {wanted}")


def _check_reading(day: Day) -> None:
    """One player reads his own, and nobody else's."""
    codes = sorted({each.code for each in day.expected.penalties.values()})
    if not codes:
        return
    code = day.chance.choice(codes)
    who = day.people.players[code]
    if not who.authorization:
        return
    read = day.reading(who, f"events/{day.slug}/me/penalties/")
    wanted = sorted(each.row for each in day.expected.penalties.values() if each.code == code)
    day.check([line["id"] for line in read] == wanted, "penalties", f"{who} reads {read}, his are {wanted}")
