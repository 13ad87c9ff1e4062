"""What an event file may say, and how a bad one is refused: always with the place and the reason."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tests.tournaments.building import facts, match
from tournaments.event_file import read_event, write_event
from tournaments.facts import EventFile, EventFileError
from tournaments.simulation import simulated_event

EXAMPLE: dict[str, Any] = {
    "event": 1, "name": "Autumn Open", "game": "highlander", "seed": "f3a9",
    "rules": {"points": {"win": 3, "draw": 1, "loss": 0, "bye": 3}, "games_per_match": 3, "profile": "mtr",
              "tiebreakers": ["match_points", "omw", "gw", "ogw"], "floor": 0.33,
              "pod_points": {"3": [4, 2, 1], "4": [5, 3, 2, 1], "5": [6, 4, 3, 2, 1], "6": [7, 5, 4, 3, 2, 1]},
              "swiss_rounds": 6, "first_round": "random", "last_round_by_standing": False},
    "entrants": [
        {"id": "P01", "name": "Ann", "seed": 1, "rating": None, "dropped_after": None, "disqualified_after": None,
         "entered_before": 1, "absences": [], "missed_rounds_as": "loss", "awarded_byes": [1],
         "forbidden": {"absolute": ["P07"], "weak": []}, "fixed_table": None,
         "adjustments": [{"round": 2, "match_points": -3, "reason": "late"}]},
        *({"id": f"P{n:02}"} for n in range(2, 15))],
    "stages": [{"id": "swiss", "kind": "swiss"}, {"id": "cut", "kind": "single_elimination", "size": 8}],
    "rounds": [{"number": 1, "stage": "swiss", "matches": [
        {"table": 1, "seats": ["P01", "P02"], "result": {"winner": "P01", "games": [2, 1, 0]}},
        {"table": 2, "seats": ["P03", "P04"],
         "result": {"winner": None, "games": [1, 1, 1], "kind": "intentional_draw"}},
        {"table": 3, "seats": ["P13", "P14"], "result": {"winner": "P13", "scores": {"P13": 40, "P14": 12}}},
        {"table": None, "seats": ["P05"], "result": "bye"},
        {"table": 4, "seats": ["P06", "P08", "P09", "P10"],
         "result": {"ranking": [["P06"], ["P08", "P09"], ["P10"]], "scores": {"P06": 41}}},
        {"table": 5, "seats": ["P11", "P12"], "result": None}]}],
}  # fmt: skip


def read(made: Any) -> EventFile:
    return read_event(json.dumps(made).encode())


def test_the_example_of_the_format() -> None:
    event = read(EXAMPLE)
    assert len(event.entrants) == 14
    assert [m.result for m in event.rounds[0].matches][3:][0] == "bye"
    assert read_event(write_event(event)) == event


def test_unknown_fields_do_no_harm() -> None:
    made = json.loads(json.dumps(EXAMPLE))
    made["venue"] = {"hall": [1, {"x": None}]}
    made["entrants"][0]["shirt"] = "XL"
    made["rounds"][0]["matches"][0]["result"]["by"] = "staff"
    assert read(made) == read(EXAMPLE)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read_event(b"\xef\xbb\xbf" + json.dumps(EXAMPLE).encode()) == read(EXAMPLE)


@pytest.mark.parametrize(
    ("entrants", "rounds", "pods"), [(0, 0, False), (1, 2, False), (40, 5, False), (41, 4, True)]
)
def test_made_up_events_are_sound_and_survive_writing(entrants: int, rounds: int, pods: bool) -> None:
    event = simulated_event(entrants, rounds, "s", pods)
    assert read_event(write_event(event)) == event
    assert event == simulated_event(entrants, rounds, "s", pods)


def changed(*path: Any, to: Any) -> Any:
    made = json.loads(json.dumps(EXAMPLE))
    at = made
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = to
    return made


def in_match(at: int, **more: Any) -> Any:
    made = json.loads(json.dumps(EXAMPLE))
    made["rounds"][0]["matches"][at].update(more)
    return made


REFUSED: list[tuple[Any, str, str]] = [
    (changed("event", to=2), "event", "invalid enum value 2"),
    ({}, "the file", "missing required field `event`"),
    (changed("rules", "profile", to="fifa"), "rules.profile", "invalid enum value 'fifa'"),
    (
        changed("rules", "tiebreakers", to=["omw", "luck"]),
        "rules.tiebreakers[1]",
        "invalid enum value 'luck'",
    ),
    (changed("rules", "tiebreakers", to=["omw", "omw"]), "rules.tiebreakers", "'omw' stands there twice"),
    (changed("rules", "floor", to=2), "rules.floor", "must be between 0 and 1"),
    (changed("rules", "points", "win", to=0), "rules.points.win", "must be more than nothing"),
    (changed("rules", "points", "draw", to=10**400), "rules.points.draw", "must be a number between"),
    (changed("rules", "points", "draw", to="1"), "rules.points.draw", "expected"),
    (changed("rules", "games_per_match", to=0), "rules.games_per_match", "must be between 1 and 99"),
    (changed("rules", "pod_points", to={"4": [1, 2]}), "rules.pod_points['4']", "must name a pod's size"),
    (changed("rules", "swiss_rounds", to=-1), "rules.swiss_rounds", "must be between"),
    (changed("entrants", 1, "id", to="P01"), "entrants[1].id", "'P01' is there twice"),
    (changed("entrants", 1, "id", to=""), "entrants[1].id", "must have between 1 and"),
    (changed("entrants", 1, "id", to=7), "entrants[1].id", "expected `str`, got `int`"),
    (changed("entrants", 0, "dropped_after", to=-1), "entrants[0].dropped_after", "must be a round"),
    (changed("entrants", 0, "entered_before", to=0), "entrants[0].entered_before", "must be a round"),
    (changed("entrants", 0, "absences", to=[[3, 2]]), "entrants[0].absences", "[3, 2] is no span of rounds"),
    (changed("entrants", 0, "awarded_byes", to=[0]), "entrants[0].awarded_byes", "0 is no round"),
    (changed("entrants", 0, "fixed_table", to=0), "entrants[0].fixed_table", "must be a table number"),
    (
        changed("entrants", 0, "missed_rounds_as", to="win"),
        "entrants[0].missed_rounds_as",
        "invalid enum value",
    ),
    (
        changed("entrants", 0, "forbidden", "absolute", to=["P99"]),
        "entrants[0].forbidden.absolute",
        "'P99' is not",
    ),
    (
        changed("entrants", 0, "forbidden", "weak", to=["P01"]),
        "entrants[0].forbidden.weak",
        "entrant himself",
    ),
    (
        changed("entrants", 0, "adjustments", 0, "round", to=-1),
        "entrants[0].adjustments[0].round",
        "-1 is no round",
    ),
    (changed("stages", to=[]), "stages", "at least one stage"),
    (changed("stages", 1, "id", to="swiss"), "stages[1].id", "'swiss' is there twice"),
    (changed("stages", 0, "kind", to="ladder"), "stages[0].kind", "invalid enum value 'ladder'"),
    (changed("rounds", 0, "number", to=2), "rounds[0].number", "round 2 is out of order, 1 was expected"),
    (changed("rounds", 0, "stage", to="final"), "rounds[0].stage", "'final' is not among the stages"),
    (
        changed("rounds", to=[{"number": 1, "stage": "cut"}, {"number": 2, "stage": "swiss"}]),
        "rounds[1].stage",
        "'swiss' comes before a stage that had begun",
    ),
    (in_match(0, seats=["P01", "P77"]), "rounds[0].matches[0].seats", "'P77' is not among the entrants"),
    (in_match(1, seats=["P03", "P01"]), "rounds[0].matches[1].seats", "'P01' is seated twice in this round"),
    (in_match(0, seats=["P01", "P01"]), "rounds[0].matches[0].seats", "'P01' is seated twice in this round"),
    (in_match(0, seats=[]), "rounds[0].matches[0].seats", "nobody sits there"),
    (in_match(0, table=0), "rounds[0].matches[0].table", "must be a table number"),
    (in_match(0, result="bye"), "rounds[0].matches[0].result", "a bye has one seat"),
    (in_match(4, result="double_loss"), "rounds[0].matches[4].result", "a double loss has two seats"),
    (in_match(3, result={"winner": "P05"}), "rounds[0].matches[3].result", "one seat alone"),
    (in_match(0, result={"winner": "P03"}), "rounds[0].matches[0].result.winner", "'P03' does not sit"),
    (in_match(0, result={}), "rounds[0].matches[0].result", "says neither winner nor ranking"),
    (
        in_match(0, result={"winner": None, "games": [-1, 0, 0]}),
        "rounds[0].matches[0].result.games",
        "three numbers",
    ),
    (in_match(0, result={"winner": None, "games": [1, 0]}), "rounds[0].matches[0].result.games", "expected"),
    (
        in_match(0, result={"winner": None, "kind": "luck"}),
        "rounds[0].matches[0].result.kind",
        "invalid enum",
    ),
    (in_match(0, result="walkover"), "rounds[0].matches[0].result", "invalid enum value 'walkover'"),
    (in_match(4, result={"ranking": [["P06"], ["P08"]]}), "rounds[0].matches[4].result.ranking", "everybody"),
    (
        in_match(2, result={"winner": None, "scores": {"P01": 3}}),
        "rounds[0].matches[2].result.scores",
        "'P01' does",
    ),
]


@pytest.mark.parametrize(("made", "place", "reason"), REFUSED, ids=[place for _, place, _ in REFUSED])
def test_refused_with_place_and_reason(made: Any, place: str, reason: str) -> None:
    with pytest.raises(EventFileError) as refused:
        read(made)
    assert refused.value.place == place
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON"),
        (b"not json", "is not JSON: JSON is malformed"),
        (b'{"event": 1', "is not JSON"),
        (b"\xff\xfe", "is not JSON"),
        (b"null", "expected `object`, got `null`"),
        (b"[1]", "expected `object`, got `array`"),
        (b'{"event": 1, "x": ' + b"[" * 1_000_000, "is nested too deeply"),
        (b'{"event": 1, "x": ' + b'{"a":' * 1_000_000, "is nested too deeply"),
        (b'{"a":' * 1_000_000, "is nested too deeply"),
    ],
    ids=["empty", "words", "cut", "bytes", "null", "array", "arrays", "objects", "top"],
)
def test_what_is_no_event_file_at_all(data: bytes, reason: str) -> None:
    with pytest.raises(EventFileError) as refused:
        read_event(data)
    assert refused.value.place == "the file"
    assert reason in refused.value.reason


def test_a_file_too_large_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.event_file.reading.MAX_BYTES", 10)
    with pytest.raises(EventFileError, match="larger than"):
        read(EXAMPLE)


def test_the_site_cannot_write_what_it_could_not_read() -> None:
    event = msgspec.convert(facts([match("A>B"), match("A>C")]), EventFile)
    with pytest.raises(EventFileError, match="'A' is seated twice"):
        write_event(event)
