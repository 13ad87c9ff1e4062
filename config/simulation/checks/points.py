"""Points and standings, worked out again from the exported event file alone."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.checks.penalties import check_adjustments
from config.simulation.expected import CONTESTED
from tournaments import projection
from tournaments.event_file import read_event
from tournaments.facts import EventFile
from tournaments.kept_standings.plain import plain
from tournaments.memory import Memory
from tournaments.models.events import Event
from tournaments.models.rounds import StandingsSnapshot
from tournaments.projection import facts_of
from tournaments.standings import standings_of

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Places at a table of three and more, where the event's file says nothing of it: docs/event-files.md.
POD_POINTS = {3: (4, 2, 1), 4: (5, 3, 2, 1), 5: (6, 4, 3, 2, 1), 6: (7, 5, 4, 3, 2, 1)}


def check_points(day: Day) -> None:
    """The file as the desk exports it, against what the site shows of every finished round; while a round is open, of
    those before it, and the results of the open one that are known."""
    olga = day.people.staff["olga"]
    exported = day.reading(olga, f"events/{day.slug}/export/event.json")
    _check_results(day, exported)
    _check_memory(day)
    check_adjustments(day, exported)
    if not day.expected.finished:
        return
    # The lot and the first pairing are drawn from the seed, which the file holds only when the event is over.
    exported["seed"] = day.event_seed
    event = read_event(msgspec.json.encode(exported))
    for number in _to_be_looked_at(day, exported):
        _check_standings(day, exported, event, number)


def _check_memory(day: Day) -> None:
    """What a process remembers of finished rounds is what their rows say."""
    event = Event.objects.get(slug=day.slug)
    remembered = facts_of(event).rounds
    held, projection._settled = projection._settled, Memory(0)
    try:
        read = facts_of(event).rounds
    finally:
        projection._settled = held
    day.check(remembered == read, "standings", f"remembered {remembered}, read {read}")


def _to_be_looked_at(day: Day, exported: dict[str, Any]) -> list[int]:
    """Every finished round when the file says anything else of them than it did; otherwise one of them."""
    finished = sorted(day.expected.finished)
    over = [played for played in exported["rounds"] if played["number"] in day.expected.finished]
    said = sha256(msgspec.json.encode([exported | {"rounds": over}])).digest()
    if said == day.expected.file_said:
        return [day.chance.choice(finished)]
    day.expected.file_said = said
    return finished


def _check_standings(day: Day, exported: dict[str, Any], event: EventFile, number: int) -> None:
    """Checks that the standings shown after a round follow from the file, by the pure functions and by counting."""
    shown = day.reading(day.people.staff["olga"], f"events/{day.slug}/standings/?after={number}")
    computed: Any = plain(standings_of(event, after_round=number).rows)
    there = [row["entrant"] for row in shown], [row["entrant"] for row in computed]
    day.check(
        there[0] == there[1], "standings", f"after round {number}: shown {there[0]}, by the file {there[1]}"
    )
    played = {
        code
        for n, tables in day.expected.finished.items()
        if n <= number
        for t in tables.values()
        for code in t.seats.values()
    }
    in_it = {code for code in played if day.expected.statuses[code] != "disqualified"}
    missing = in_it - set(there[0])
    day.check(not missing, "who is in", f"after round {number} {sorted(missing)} are in no place")
    for row, wanted in zip(shown, computed, strict=True):
        near = all(_near(row["values"][name], wanted["values"][name]) for name in row["values"])
        same = row["place"] == wanted["place"] and near
        day.check(same, "standings", f"after round {number}: shown {row}, by the file {wanted}")
    if _is_expunged(exported):
        return  # whoever leaves a round robin takes results along: the pure functions have their own tests
    counted = count_points(exported, number)
    for row in shown:
        points = row["values"].get("match_points")
        wanted = counted[row["entrant"]]
        right = points is None or _near(points, wanted)
        day.check(right, "points", f"after round {number}: {row['entrant']} has {points}, counted {wanted}")
    kept = StandingsSnapshot.objects.filter(
        round__event__slug=day.slug, round__number=number, round__state="finished", replaced_at=None
    )
    day.check(kept.count() == 1, "standings", f"{kept.count()} tables are kept of round {number}")


def _near(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    return abs(float(one) - float(other)) < 1e-6


def _check_results(day: Day, exported: dict[str, Any]) -> None:
    """Every result of the file is the one that was acknowledged."""
    for played in exported["rounds"]:
        number = played["number"]
        standing = day.expected.finished.get(number, day.expected.tables)
        tables = {tuple(table.seats.values()): table for table in standing.values()}
        played_tables = {tuple(match["seats"]) for match in played["matches"]}
        day.check(played_tables == set(tables), "published never changes", f"round {number}: {played_tables}")
        for match in played["matches"]:
            table = tables[tuple(match["seats"])]
            if table.bye or table.logged:
                continue
            if table.outcome is None or table.state == CONTESTED:
                missing = match["result"] is None
                day.check(missing, "results", f"round {number}, {table}: the file says {match['result']}")
                continue
            kind, winner, games = table.outcome
            result = match["result"]
            if result == "double_loss":
                same = kind == "double_loss"
            elif result is None or result.get("ranking"):
                same = result is not None and winner is None
            else:
                won = None if winner is None else table.seats[winner]
                same = (
                    result.get("kind", "played"),
                    result.get("winner"),
                    tuple(result.get("games") or ()),
                ) == (
                    kind,
                    won,
                    games,
                )
            day.check(same, "results", f"round {number}, {table}: the file says {result}")


def _is_expunged(exported: dict[str, Any]) -> bool:
    left = any(
        entrant.get("dropped_after") is not None or entrant.get("disqualified_after") is not None
        for entrant in exported["entrants"]
    )
    return left and any(stage["kind"] == "round_robin" for stage in exported["stages"])


def count_points(exported: dict[str, Any], until: int) -> dict[str, Fraction]:
    """Match points after a round, by counting: no more than the rules of an event file say."""
    worth = exported["rules"]["points"]
    kinds = {stage["id"]: stage["kind"] for stage in exported["stages"]}
    points: dict[str, Fraction] = defaultdict(Fraction)
    for played in exported["rounds"]:
        if played["number"] > until or kinds[played["stage"]].endswith("elimination"):
            continue  # a bracket gives no points
        here: dict[str, Any] = {}
        for match in played["matches"]:
            here |= _of_match(match, worth)
        for entrant in exported["entrants"]:
            code = entrant["id"]
            if code in here:
                points[code] += Fraction(here[code])
            elif kinds[played["stage"]] != "round_robin":  # whose schedule gives nothing to who sits nowhere
                points[code] += Fraction(_missed(entrant, played["number"], worth))
            for line in entrant.get("adjustments") or ():
                if line["round"] == played["number"]:
                    points[code] += Fraction(line["match_points"])
    return points


def _of_match(match: dict[str, Any], worth: dict[str, Any]) -> dict[str, Any]:
    seats, result = match["seats"], match["result"]
    if result == "bye":
        return {seats[0]: worth["bye"]}
    if result == "double_loss":
        return dict.fromkeys(seats, worth["loss"])
    if result is None:
        return dict.fromkeys(seats, 0)
    ranking = result.get("ranking")
    if ranking and len(seats) > 2:
        points: dict[str, Any] = {}
        at = 0
        for group in ranking:
            share = Fraction(sum(POD_POINTS[len(seats)][at : at + len(group)]), len(group))
            points |= dict.fromkeys(group, share)
            at += len(group)
        return points
    winner = result.get("winner")
    if winner is None:
        return dict.fromkeys(seats, worth["draw"])
    return {seat: worth["win" if seat == winner else "loss"] for seat in seats}


def _missed(entrant: dict[str, Any], number: int, worth: dict[str, Any]) -> Any:
    """Who sits nowhere in a round has missed it, unless he had left before."""
    for left in ("dropped_after", "disqualified_after"):
        if entrant.get(left) is not None and entrant[left] < number:
            return 0
    as_what = entrant.get("missed_rounds_as", "loss")
    return 0 if as_what == "nothing" else worth[as_what]
