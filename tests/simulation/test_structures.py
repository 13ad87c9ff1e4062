"""The simulator's own counting of what a published round must be, and of what is left of reports taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from config.simulation import structures
from config.simulation.day import Broken, Day
from config.simulation.expected import CONTESTED, DECIDED, OPEN, REPORTED, Said, Table
from config.simulation.moves import table_ranges
from config.simulation.plan import Plan
from tests.tournaments.factories import make_event
from tournaments.models.rounds import Match, Offer, Round
from tournaments.models.stages import Stage

pytestmark = pytest.mark.anywhere
WON_BY_A: Said = ("played", "A", ())
WON_BY_B: Said = ("played", "B", ())


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [3]),
        (5, None),
        (6, [3, 3]),
        (7, [3, 4]),
        (9, [3, 3, 3]),
        (12, [4, 4, 4]),
        (17, [3, 3, 3, 4, 4]),  # the example of the event format
    ],
)
def test_sizes_of_pods(players: int, sizes: list[int] | None) -> None:
    assert structures.pods_of(players) == sizes


@pytest.mark.parametrize(
    ("reports", "gone", "state", "outcome"),
    [
        ({"P01": WON_BY_A}, "P01", OPEN, None),
        ({"P01": WON_BY_A, "P02": WON_BY_B}, "P01", REPORTED, WON_BY_B),
        ({"P01": WON_BY_A, "P02": WON_BY_B, "P03": WON_BY_B}, "P01", DECIDED, WON_BY_B),
        ({"P01": WON_BY_A, "P02": WON_BY_B, "P03": WON_BY_B}, "P02", CONTESTED, WON_BY_A),
    ],
    ids=["the only one", "one of two", "two agree", "still different"],
)
def test_what_is_left_of_reports(
    reports: dict[str, Said], gone: str, state: str, outcome: Said | None
) -> None:
    now = Day(Plan("1", 4, 1)).clock.now()
    table = Table(7, 1, 1, {"A": "P01", "B": "P02", "C": "P03"}, bye=False)
    for code, said in list(reports.items())[:2]:
        table.report(code, said, now)
    table.reports = dict(reports)
    table.take_back(gone, now + timedelta(minutes=1))
    assert (table.state, table.outcome) == (state, outcome)


def test_in_a_round_robin_nobody_meets_twice() -> None:
    day = Day(Plan("1", 4, 1))
    tables = [Table(n, n, 1, {"A": "P01", "B": f"P0{n + 1}"}, bye=False) for n in (1, 2)]
    structures._check_met(day, tables)
    with pytest.raises(Broken):
        structures._check_met(day, [*tables, Table(3, 3, 1, {"A": "P03", "B": "P01"}, bye=False)])


def _day(**more: object) -> tuple[Day, Round]:
    """A day whose event has one published round."""
    day = Day(Plan("1", 4, 1))
    event = make_event(**more)
    stage = Stage.objects.create(
        event=event, number=9, code="cut", kind="single_elimination", entrants=["P01", "P02", "P03", "P04"]
    )
    now = day.clock.now()
    round = Round.objects.create(event=event, stage=stage, number=2, state="published", offered_at=now)
    day.slug, day.expected.number, day.expected.round_state = event.slug, 2, "published"
    day.expected.statuses = dict.fromkeys(stage.entrants, "playing")
    return day, round


def _first_round(day: Day) -> dict[int, Table]:
    return {
        901: Table(901, 1, 1, {"A": "P01", "B": "P04"}, False, DECIDED, WON_BY_A),
        902: Table(902, 1, 2, {"A": "P02", "B": "P03"}, False, DECIDED, WON_BY_B),
    }


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("seats", "right"), [(("P01", "P03"), True), (("P01", "P02"), False), (("P01",), False)]
)
def test_who_has_lost_is_out_and_who_has_not_sits(seats: tuple[str, ...], right: bool) -> None:
    day, round = _day()
    match = Match.objects.create(round=round, table=1, bracket_side="final", bracket_round=1, bracket_slot=1)
    final = Table(match.pk, 2, 1, dict(zip("AB", seats, strict=False)), bye=False)
    day.expected.tables = {match.pk: final}
    if right:
        structures._check_bracket(day, round.stage_id, "single_elimination", _first_round(day))
    else:
        with pytest.raises(Broken):
            structures._check_bracket(day, round.stage_id, "single_elimination", _first_round(day))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("inside", "tables", "right"),
    [
        ({"P03": "Stream"}, {1: ["P03", "P04"], 2: ["P01", "P02"]}, True),
        ({"P03": "Stream"}, {1: ["P01", "P02"], 2: ["P03", "P04"]}, False),
        ({}, {2: ["P01", "P02"], 3: ["P03", "P04"]}, True),
        ({}, {1: ["P01", "P02"], 2: ["P03", "P04"]}, False),
        # the range has one table: the other of the two sits elsewhere
        ({"P01": "Stream", "P03": "Stream"}, {1: ["P01", "P02"], 2: ["P03", "P04"]}, True),
    ],
    ids=["in it", "not in it", "nobody's", "a stranger in it", "full"],
)
def test_who_sits_in_a_range(inside: dict[str, str], tables: dict[int, list[str]], right: bool) -> None:
    day, round = _day()
    computed = {"tables": [{"table": number, "seats": seats} for number, seats in tables.items()]}
    Offer.objects.create(round=round, computed=computed, pairing=computed, at=day.clock.now(), by="olga")
    day.expected.ranges, day.expected.inside = table_ranges.HALLS[1], inside
    if right:
        table_ranges.check_numbers(day)
    else:
        with pytest.raises(Broken):
            table_ranges.check_numbers(day)
