"""What a published round must be by the structure of its stage, counted apart from the site."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

from config.simulation.expected import Table
from config.simulation.facts import rows
from tournaments.models.rounds import Match, Round

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Losses after which somebody is out.
OUT_AFTER = {"single_elimination": 1, "double_elimination": 2}
#: Seats of a simulated pod, from its least to its most.
POD = (3, 4)


def check_structure(day: Day) -> None:
    """The round that was published a moment ago. Of a Swiss one no more is to be said than of every round."""
    here = Round.objects.filter(event__slug=day.slug).exclude(state__in=("withdrawn", "offered"))
    stages = dict(here.values_list("number", "stage"))
    if not day.expected.tables or day.expected.number not in stages:
        return  # somebody took it back in the same moment
    stage = stages[day.expected.number]
    kind = here.values_list("stage__kind", flat=True).get(number=day.expected.number)
    before = {
        pk: table
        for number, tables in day.expected.finished.items()
        if stages.get(number) == stage
        for pk, table in tables.items()
    }
    if kind == "round_robin":
        _check_met(day, [*before.values(), *day.expected.tables.values()])
    elif kind == "pods":
        _check_pods(day)
    elif kind in OUT_AFTER:
        _check_bracket(day, stage, kind, before)


def _check_met(day: Day, tables: list[Table]) -> None:
    """Nobody meets anybody twice."""
    met = Counter(pair for table in tables for pair in combinations(sorted(table.seats.values()), 2))
    twice = [pair for pair, n in met.items() if n > 1]
    day.check(not twice, "structures", f"in a round robin {twice} meet twice")


def _check_pods(day: Day) -> None:
    """As many tables of four as can be, the others of three, as it was computed."""
    here: dict[str, Any] = {"round__event__slug": day.slug, "round__number": day.expected.number}
    (computed,) = rows("tournaments.Offer", "computed", round__state="published", replaced_at=None, **here)[0]
    sizes = sorted(len(table["seats"]) for table in computed["tables"])
    wanted = pods_of(sum(sizes))
    day.check(sizes == wanted, "structures", f"pods of {sizes}, not of {wanted}")


def pods_of(players: int) -> list[int] | None:
    """The sizes of tables at which so many sit, with as many of four as can be; None where they cannot all sit."""
    least, most = POD
    for of_most in range(players // most, -1, -1):
        if (players - of_most * most) % least == 0:
            return [least] * ((players - of_most * most) // least) + [most] * of_most
    return None


def _check_bracket(day: Day, stage: int, kind: str, before: dict[int, Table]) -> None:
    """Nobody sits who has lost as often as ends it; in a single elimination everybody else who plays does. A result
    that was corrected after a later round was paired by it is not gone by."""
    relied = day.expected.relied
    last = max((table.round for table in before.values()), default=0)
    for pk, table in before.items():
        if table.round == last:
            relied[pk] = table.outcome  # by what this round was paired before it was taken back, nobody goes
        else:
            relied.setdefault(pk, table.outcome)
    if any(relied[pk] != table.outcome for pk, table in before.items()):
        return
    lost: Counter[str] = Counter()
    for table in before.values():
        if not table.bye:
            lost.update(_losers(table))
    places = dict(Match.objects.filter(pk__in=day.expected.tables).values_list("pk", "bracket_side"))
    limit = OUT_AFTER[kind]
    seated = set()
    for pk, table in day.expected.tables.items():
        third = places[pk] == "third_place"
        for code in table.seats.values():
            right = lost[code] == 1 if third else lost[code] < limit
            day.check(right, "structures", f"{code} lost {lost[code]} times and sits at {table}")
            seated |= set() if third else {code}
    if kind == "single_elimination":
        field = rows("tournaments.Stage", "entrants", pk=stage)[0][0] or []
        rounds = {table.round for table in before.values()}
        sat = [{code for t in before.values() if t.round == n for code in t.seats.values()} for n in rounds]
        # whoever was away from one of them is out, too, and comes back into none
        alive = {code for code in field if not lost[code] and all(code in there for there in sat)}
        alive &= set(day.playing())
        day.check(alive <= seated, "structures", f"{sorted(alive - seated)} are in it and sit nowhere")


def _losers(table: Table) -> list[str]:
    """Who lost at a table: all but the winner."""
    assert table.outcome is not None
    _, winner, _ = table.outcome
    return [code for letter, code in table.seats.items() if letter != winner]
