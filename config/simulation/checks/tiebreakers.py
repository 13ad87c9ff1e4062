"""Places, tiebreakers, brackets and schedules, counted a second time from the exported event file alone."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from config.simulation.counting.brackets import Bracket
from config.simulation.counting.places import Row, table_of
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
        if stage["kind"].endswith("elimination"):
            _check_bracket(day, over, stage)
        elif stage["kind"] == "round_robin":
            check_schedule(day, stage, played, _ever_left(day))


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


def _ever_left(day: Day) -> frozenset[str]:
    told = rows("tournaments.EntrantChange", "entrant__code", "kind", entrant__event__slug=day.slug)
    left = {code for code, kind in told if any(word in kind for word in LEFT)}
    return frozenset(left | {code for code, status in day.expected.statuses.items() if status != "playing"})


def _check_bracket(day: Day, file: dict[str, Any], stage: dict[str, Any]) -> None:
    """Who meets whom follows from the results, and every match that could be played was."""
    corrected = _with_more_results(day)

    def was_corrected(match: dict[str, Any]) -> bool:
        where = match["bracket"]
        return (where["side"], where["round"], where["slot"]) in corrected

    left = _ever_left(day)
    numbers = [r["number"] for r in file["rounds"] if r["stage"] == stage["id"]]
    for number in numbers:
        before = {**file, "rounds": [r for r in file["rounds"] if r["number"] < number]}
        bracket = Bracket(before, stage, number - 1).fill(was_corrected, left)
        due = bracket.next_spots()
        played = next(r for r in file["rounds"] if r["number"] == number)["matches"]
        there = {tuple(match["bracket"].values()): match["seats"] for match in played}
        unsure = any(match for match in bracket.played.values() if was_corrected(match[1]))
        missing = [spot for spot, seats in due.items() if spot not in there and not left & set(seats)]
        strange = [spot for spot in there if spot not in due and not left]
        right = unsure or not (missing or strange)
        day.check(right, "bracket", f"round {number}: {missing} are missing, {strange} are too early")
    wrong = Bracket(file, stage, numbers[-1]).fill(was_corrected, left).wrong
    day.check(not wrong, "bracket", f"{stage['id']}: {wrong[:3]}")


def _with_more_results(day: Day) -> set[tuple[Any, ...]]:
    """The places of the bracket whose matches have had more than one result."""
    here: dict[str, Any] = {"match__round__event__slug": day.slug}
    spots = ("match__bracket_side", "match__bracket_round", "match__bracket_slot")
    told = Counter(tuple(row) for row in rows("tournaments.Result", *spots, **here))
    return {spot for spot, times in told.items() if times > 1}


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
