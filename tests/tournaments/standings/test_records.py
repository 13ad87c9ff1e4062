"""Matches won, lost and drawn beside the figures: by hand, and against the points that they are worth."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tournaments.building import event, facts, opponents_with
from tournaments.facts import EventFile
from tournaments.simulation import simulated_event
from tournaments.standings import standings_of

Counts = tuple[int, int, int]


def records(made: EventFile, after_round: int | None = None) -> dict[str, Counts | None]:
    return {row.entrant: row.record for row in standings_of(made, after_round).rows}


def chained(*rounds: str, stages: list[dict[str, Any]], of: list[str], **more: Any) -> EventFile:
    """An event of several stages: `of` names the stage of each round."""
    made = facts(*rounds, **more)
    made["stages"] = stages
    for played, stage in zip(made["rounds"], of, strict=True):
        played["stage"] = stage
    return msgspec.convert(made, EventFile)


@pytest.mark.parametrize("record", ["6-2-0", "4-2-2", "5-2-1", "1-3-0", "3-2-0"])
def test_the_record_somebody_has_comes_out(record: str) -> None:
    won, lost, drawn = map(int, record.split("-"))
    assert records(opponents_with([record]))["O1"] == (won, lost, drawn)


def test_byes_are_won_both_lose_and_open_matches_count_for_nobody() -> None:
    made = event("A>B C=D E", "A?C B!D E<F")
    assert records(made) == {
        "A": (1, 0, 0),
        "B": (0, 2, 0),
        "C": (0, 0, 1),
        "D": (0, 1, 1),
        "E": (1, 1, 0),
        "F": (1, 1, 0),  # not there in the first round, which counts as a loss
    }
    assert records(made, 1)["E"] == (1, 0, 0)


@pytest.mark.parametrize(
    ("missed", "record"), [("loss", (1, 1, 0)), ("bye", (2, 0, 0)), ("nothing", (1, 0, 0))]
)
def test_a_missed_round_counts_as_the_event_says(missed: str, record: Counts) -> None:
    late = {"entered_before": 2, "missed_rounds_as": missed}
    assert records(event("A>B", "A<C B", entrants={"C": late}))["C"] == record


def test_the_rounds_of_a_cut_count_and_a_bye_in_it_does_not() -> None:
    stages = [{"id": "swiss", "kind": "swiss"}, {"id": "cut", "kind": "single_elimination", "size": 3}]
    made = facts("A>B C>D", "A>C B>D", "B<C, A", "A<C")
    made["stages"] = stages
    for at, (side, number) in {2: ("winners", 1), 3: ("winners", 2)}.items():
        made["rounds"][at]["stage"] = "cut"
        for slot, match in enumerate(made["rounds"][at]["matches"], start=1):
            match["bracket"] = {"side": side, "round": number, "slot": 3 - slot if at == 2 else 1}
    after = records(msgspec.convert(made, EventFile))
    assert after == {"C": (3, 1, 0), "A": (2, 1, 0), "B": (1, 2, 0), "D": (0, 2, 0)}


def test_what_was_played_before_a_fresh_start_counts_once() -> None:
    stages = [{"id": "one", "kind": "swiss"}, {"id": "two", "kind": "swiss", "fresh": True}]
    made = chained("A>B C>D", "A>C B>D", stages=stages, of=["one", "two"])
    assert records(made) == {"A": (2, 0, 0), "B": (1, 1, 0), "C": (1, 1, 0), "D": (0, 2, 0)}
    carried = chained(
        "A>B C>D", "A>C B>D", stages=[stages[0], stages[1] | {"fresh": False}], of=["one", "two"]
    )
    assert records(carried) == records(made)


def test_pods_have_places_and_no_record() -> None:
    assert set(records(simulated_event(12, 2, pods=True)).values()) == {None}


def test_a_table_of_three_made_by_hand_leaves_no_records_either() -> None:
    three = {"seats": ["C", "D", "E"], "table": 2, "result": {"ranking": [["C"], ["D"], ["E"]]}}
    assert set(records(event("A>B", ["A>B", three])).values()) == {None}
    assert records(event("A>B", ["A>B", three]), 1)["A"] == (1, 0, 0)


@pytest.mark.parametrize("seed", range(12))
def test_a_record_is_worth_the_points_it_stands_for(seed: int) -> None:
    """3-1-0: three times the matches won and the drawn ones are the match points, without what was given or taken."""
    made = simulated_event(5 + 9 * seed, 3 + seed % 4, seed=f"records {seed}")
    given = {
        entrant.id: sum(each.match_points for each in entrant.adjustments or ()) for entrant in made.entrants
    }
    for row in standings_of(made).rows:
        assert row.record is not None
        points = row.values["match_points"]
        assert 3 * row.record.won + row.record.drawn + given[row.entrant] == points
