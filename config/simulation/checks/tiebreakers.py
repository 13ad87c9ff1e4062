"""Places, tiebreakers, brackets and schedules, counted a second time from the exported event file alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from config.simulation.counting.brackets import Bracket
from config.simulation.counting.places import Row, table_of
from config.simulation.expected import Said
from config.simulation.facts import rows

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Steps of an entrant's that take him out of a round for which he was due.
LEFT = ("dropped", "disqualified", "no_show", "absent")


def check_counted(day: Day) -> None:
    """Once a round: the table of the last finished round, and of one before it that is drawn."""
    finished = sorted(day.expected.finished)
    if not finished:
        return
    exported = day.reading(day.people.staff["olga"], f"events/{day.slug}/export/event.json")
    exported["seed"] = day.event_seed
    over = {**exported, "rounds": [r for r in exported["rounds"] if r["number"] in day.expected.finished]}
    for number in {finished[-1], day.chance.choice(finished)}:
        _check_table(day, over, number)
    for stage in exported["stages"]:
        played = [r for r in over["rounds"] if r["stage"] == stage["id"]]
        if not played:
            continue
        first = played[0]["number"]
        if stage["kind"].endswith("elimination"):
            check_bracket(day, over, stage, left_in(day, stage, first))
        elif stage["kind"] == "round_robin":
            check_schedule(day, stage, played, left_in(day, stage, first))


def _check_table(day: Day, file: dict[str, Any], number: int) -> None:
    shown = day.reading(day.people.staff["olga"], f"events/{day.slug}/standings/?after={number}")
    for row, wanted in zip(shown, table_of(file, number), strict=True):
        wrong = differences(row, wanted)
        day.check(not wrong, "counted", f"after round {number} {row['entrant']} has {wrong}")


def differences(shown: dict[str, Any], wanted: Row) -> str:
    """In what a row that the site shows differs from what was counted; empty where it does not."""
    if (shown["place"], shown["entrant"]) != (wanted.place, wanted.code):
        return f"place {shown['place']}; counted was {wanted.code} on {wanted.place}"
    for name, value in shown["values"].items():
        counted = wanted.values[name]
        same = value is None if counted is None else value is not None and abs(float(counted) - value) < 1e-6
        if not same:
            return f"{name} {value}; counted was {counted}"
    return ""


def left_in(day: Day, stage: dict[str, Any], first: int) -> frozenset[str]:
    """Who of a stage has left it, for a round or for good, since the end of the round before its first one."""
    steps = rows(
        "tournaments.EntrantChange", "entrant__code", "kind", "round_number", entrant__event__slug=day.slug
    )
    left = {
        code
        for code, kind, number in steps
        if any(word in kind for word in LEFT) and (number is None or number >= first - 1)
    }
    left |= {code for code, status in day.expected.statuses.items() if status != "playing"}
    return frozenset(left & set(stage["entrants"]))


def check_bracket(day: Day, file: dict[str, Any], stage: dict[str, Any], left: frozenset[str]) -> None:
    """Who meets whom follows from the results, and every match that could be played was."""
    others = _gone_by_otherwise(day)

    def was_corrected(match: dict[str, Any]) -> bool:
        where = match["bracket"]
        return (where["side"], where["round"], where["slot"]) in others

    numbers = [r["number"] for r in file["rounds"] if r["stage"] == stage["id"]]
    for number in numbers:
        before = {**file, "rounds": [r for r in file["rounds"] if r["number"] < number]}
        bracket = Bracket(before, stage, number - 1).fill(was_corrected, left)
        due = bracket.next_spots()
        played = next(r for r in file["rounds"] if r["number"] == number)["matches"]
        there = {tuple(match["bracket"].values()): match["seats"] for match in played}
        if any(was_corrected(match) for _, match in bracket.played.values()):
            continue
        missing = [spot for spot, seats in due.items() if spot not in there and not left & set(seats)]
        strange = [spot for spot in there if spot not in due and not left]
        right = not (missing or strange)
        day.check(right, "bracket", f"round {number}: {missing} are missing, {strange} are too early")
    wrong = Bracket(file, stage, numbers[-1]).fill(was_corrected, left).wrong
    day.check(not wrong, "bracket", f"{stage['id']}: {wrong[:3]}")


def _gone_by_otherwise(day: Day) -> set[tuple[Any, ...]]:
    """The places of the bracket whose winner is another than the one by whom a later round was paired."""
    here: dict[str, Any] = {"round__event__slug": day.slug}
    spots = ("pk", "bracket_side", "bracket_round", "bracket_slot")
    places = {row[0]: row[1:] for row in rows("tournaments.Match", *spots, **here)}
    now = {table.pk: table.outcome for table in day.expected.every_table()}
    relied = day.expected.relied
    return {
        places[pk] for pk in relied.keys() & now.keys() if who_goes_on(relied[pk]) != who_goes_on(now[pk])
    }


def who_goes_on(outcome: Said | None) -> str | None:
    """The seat that has won; None where both have lost."""
    return None if outcome is None else outcome[1]


def check_schedule(
    day: Day, stage: dict[str, Any], played: list[dict[str, Any]], left: frozenset[str]
) -> None:
    """A round robin: nobody meets anybody more often than there are legs, and whoever stays sits in every round of an
    even field, in all but one of an odd one."""
    legs, everybody = stage.get("legs") or 1, list(stage["entrants"])
    met = Counter(frozenset(match["seats"]) for one in played for match in one["matches"])
    often = {pair for pair, times in met.items() if times > legs}
    day.check(not often, "round robin", f"{[sorted(pair) for pair in often]} met more than {legs} times")
    strangers = {seat for pair in met for seat in pair} - set(everybody)
    day.check(not strangers, "round robin", f"{strangers} are not in it")
    if left & set(everybody):
        return
    out = len(everybody) % 2
    for one in played:
        sitting = {seat for match in one["matches"] for seat in match["seats"]}
        right = len(everybody) - len(sitting) == out
        day.check(right, "round robin", f"round {one['number']}: {sorted(sitting)} of {everybody}")
    for code in everybody if len(played) >= len(everybody) - 1 + out else []:
        others = {seat for pair in met if code in pair for seat in pair} - {code}
        whole = others == set(everybody) - {code}
        day.check(whole, "round robin", f"{code} has met {sorted(others)} in {len(played)} rounds")
