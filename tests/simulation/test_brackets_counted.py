"""The simulator's own brackets and schedules agree with what the site pairs, and hear what is wrong in a file."""

from __future__ import annotations

import random
from copy import deepcopy
from functools import partial
from typing import Any

import pytest

from config.simulation.checks.tiebreakers import check_bracket, check_schedule, differences
from config.simulation.counting.brackets import Bracket
from config.simulation.counting.places import table_of
from config.simulation.day import Broken, Day
from config.simulation.expected import DECIDED, Table
from config.simulation.plan import Plan
from tests.tournaments.factories import make_event
from tests.tournaments.playing import add_round, drop, field, paired, play, read
from tournaments.kept_standings.plain import plain
from tournaments.models.results import Result
from tournaments.models.rounds import Match, Round
from tournaments.models.stages import Stage
from tournaments.standings import standings_of

pytestmark = pytest.mark.anywhere
CUT: list[dict[str, Any]] = [{"kind": "swiss", "rounds": 2}, {"kind": "single_elimination", "size": 4}]
CHAINS: dict[str, list[dict[str, Any]]] = {
    "single": [{"kind": "single_elimination", "third_place": True}],
    "double": [{"kind": "double_elimination"}],
    "cut": CUT,
    "round robin": [{"kind": "round_robin"}],
}
RULES = {"tiebreakers": ["match_points", "buchholz", "head_to_head"], "games_per_match": 1}


def kept(made: dict[str, Any], answer: dict[str, Any]) -> None:
    """A stage that begins keeps who is in it, as the site does."""
    stage = next(one for one in made["stages"] if one["id"] == answer["stage"])
    if stage["kind"] != "swiss" and "entrants" not in stage:
        standing = [row.entrant for row in standings_of(read(made)).rows]
        gone = {row["id"] for row in made["entrants"] if {"dropped_after", "disqualified_after"} & set(row)}
        here = [code for code in standing if code not in gone]
        stage["entrants"] = sorted(here) if not made["rounds"] else here[: stage.get("size")]


@pytest.mark.parametrize("chain", list(CHAINS))
def test_both_say_the_same_of_a_chain(chain: str) -> None:
    for seed in range(25):
        chance = random.Random(f"{chain} {seed}")
        made = field(chance.randint(3, 9), *deepcopy(CHAINS[chain]), rules=dict(RULES))
        while not (answer := paired(made)).get("over"):
            kept(made, answer)
            _compare_next(made, answer)
            elimination = made["stages"][-1]["id"] == answer["stage"] != "round_robin"
            add_round(made, answer, partial(_decided, chance, elimination))
            if chance.random() < 0.2:
                gone = chance.choice([row["id"] for row in made["entrants"] if "dropped_after" not in row])
                drop(made, gone)
            rows: Any = plain(standings_of(read(made)).rows)
            for shown, wanted in zip(rows, table_of(made, len(made["rounds"])), strict=True):
                assert differences(shown, wanted) == "", (seed, made)


def _decided(chance: random.Random, must_win: bool, match: dict[str, Any]) -> Any:
    first, second = match["seats"]
    draw: list[Any] = [] if must_win else [{"winner": None}]
    return chance.choice([{"winner": first}, {"winner": second}, {"winner": first}, "double_loss", *draw])


def _compare_next(made: dict[str, Any], answer: dict[str, Any]) -> None:
    stage = next(one for one in made["stages"] if one["id"] == answer["stage"])
    if not stage["kind"].endswith("elimination"):
        return
    bracket = Bracket(made, stage, len(made["rounds"])).fill(lambda match: False)
    due = {spot: set(seats) for spot, seats in bracket.next_spots().items()}
    there = {tuple(match["bracket"].values()): set(match["seats"]) for match in answer["matches"]}
    assert due == there and bracket.wrong == []


def wrong(made: dict[str, Any]) -> list[str]:
    stage = made["stages"][0]
    stage["entrants"] = [row["id"] for row in made["entrants"]]
    return Bracket(made, stage, len(made["rounds"])).fill(lambda match: False).wrong


def test_who_has_lost_and_goes_on_is_found() -> None:
    made = field(4, {"kind": "single_elimination"}, rules=dict(RULES))
    play(made)
    assert wrong(made) == []
    final = made["rounds"][1]["matches"][0]
    assert final["seats"] == ["P001", "P002"]
    final["seats"] = ["P001", "P003"]
    assert wrong(made) == ["('final', 1, 1): ['P001', 'P003'] sit there, ['P001', 'P002'] have come there"]


@pytest.mark.django_db
@pytest.mark.parametrize("corrected", [False, True], ids=["as it was reported", "corrected since"])
def test_a_bracket_is_held_against_the_winners_by_whom_it_was_paired(corrected: bool) -> None:
    """That a result was written twice, reported and then confirmed, excuses nothing; another winner does."""
    made = field(4, {"kind": "single_elimination"}, rules=dict(RULES))
    play(made)
    stage = made["stages"][0] | {"entrants": [row["id"] for row in made["entrants"]]}
    day = Day(Plan("1", 4, 1))
    event = make_event()
    day.slug = event.slug
    kept = Stage.objects.create(event=event, number=9, code="cut", kind="single_elimination")
    now = day.clock.now()
    round = Round.objects.create(event=event, stage=kept, number=1, state="finished", offered_at=now)
    for slot, match in enumerate(made["rounds"][0]["matches"], 1):
        row = Match.objects.create(
            round=round, table=slot, bracket_side="winners", bracket_round=1, bracket_slot=slot
        )
        table = Table(
            row.pk, 1, slot, dict(zip("AB", match["seats"], strict=True)), False, DECIDED, ("played", "A", ())
        )
        day.expected.finished.setdefault(1, {})[row.pk] = table
        day.expected.relied[row.pk] = ("conceded", "A", ())
        for number in (1, 2):
            Result.objects.create(
                match=row,
                outcome={"kind": "played", "winner": "A"},
                at=now,
                by="olga",
                provenance="agreed",
                replaced_at=now if number == 1 else None,
            )
    check_bracket(day, made, stage, frozenset())
    made["rounds"][1]["matches"][0]["seats"] = ["P001", "P003"]
    second = next(t for t in day.expected.finished[1].values() if "P003" in t.seats.values())
    if corrected:
        day.expected.relied[second.pk] = ("played", "B", ())
        check_bracket(day, made, stage, frozenset())
    else:
        with pytest.raises(Broken):
            check_bracket(day, made, stage, frozenset())
        assert day.failures[0]["invariant"] == "bracket"


def test_who_has_lost_twice_and_goes_on_is_found() -> None:
    made = field(4, {"kind": "double_elimination"}, rules=dict(RULES))
    play(made)
    assert wrong(made) == []
    # P004 has lost to P001 and to P003
    later = [m for m in made["rounds"][2]["matches"] if m["bracket"]["side"] == "losers"]
    assert later[0]["seats"] == ["P002", "P003"]
    later[0]["seats"] = ["P002", "P004"]
    later[0]["result"] = {"winner": "P002"}
    assert len(wrong(made)) == 1


def test_a_pair_that_meets_twice_in_a_round_robin_is_found() -> None:
    made = field(4, {"kind": "round_robin"}, rules=dict(RULES))
    play(made)
    stage = {"kind": "round_robin", "entrants": [row["id"] for row in made["entrants"]]}
    day = Day(Plan("1", 4, 1))
    check_schedule(day, stage, made["rounds"], frozenset())
    made["rounds"][1]["matches"] = made["rounds"][0]["matches"]
    with pytest.raises(Broken):
        check_schedule(day, stage, made["rounds"], frozenset())
    assert day.failures[0]["invariant"] == "round robin"
