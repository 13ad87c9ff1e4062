"""The chain of stages: who is in, what is carried on, who stands where; sentence by sentence of the format."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.playing import (
    add_round,
    at,
    drop,
    favourite,
    field,
    name,
    number,
    paired,
    pairs,
    play,
    points,
    read,
    seats,
    standing,
    table,
)  # fmt: skip
from tournaments.event_file import read_event, write_event
from tournaments.facts import EventFileError
from tournaments.standings import standings_of, working_of

SWISS = {"kind": "swiss", "rounds": 2}
CUT = {"id": "cut", "kind": "single_elimination", "size": 4}


def by_name(match: dict[str, Any]) -> Any:
    return {"winner": min(match["seats"])}


def test_the_first_stage_takes_everybody_and_the_next_the_first_of_the_standings() -> None:
    """Eight, two rounds, the better seed wins: 1 and 2 have 6 points, 3, 4, 5 and 6 have 3 or 6 as they met."""
    made = field(8, SWISS, CUT)
    first, second = play(made, 2)
    assert len(pairs(first)) == len(pairs(second)) == 4
    order = [row["entrant"] for row in table(made)[:4]]
    answer = paired(made)
    assert (answer["stage"], answer["round"]) == ("cut", 3), "round numbers run on"
    assert at(answer) == {
        ("winners", 1, 1): sorted(number(order[k]) for k in (0, 3)),
        ("winners", 1, 2): sorted(number(order[k]) for k in (1, 2)),
    }


def test_without_the_dropped_and_the_disqualified_the_next_moves_up() -> None:
    made = field(8, SWISS, CUT)
    play(made, 2)
    order = [row["entrant"] for row in table(made)]
    drop(made, order[1])
    drop(made, order[2], disqualified_after=2)
    in_cut = {e for match in seats(paired(made)) for e in match}
    assert in_cut == {order[0], order[3], order[4], order[5]}


@pytest.mark.parametrize(("size", "inside"), [(16, 8), (None, 8), (2, 2)])
def test_fewer_than_size_are_all_and_no_size_is_all(size: int | None, inside: int) -> None:
    made = field(8, SWISS, CUT | {"size": size})
    play(made, 2)
    assert len({e for match in seats(paired(made)) for e in match}) == inside


def test_stored_entrants_stand_whatever_happens_later() -> None:
    made = field(8, SWISS, CUT | {"entrants": [name(n) for n in (5, 6, 7, 8)]})
    play(made, 2)
    assert at(paired(made)) == {("winners", 1, 1): [5, 8], ("winners", 1, 2): [6, 7]}
    play(made, 1)
    made["entrants"][4]["disqualified_after"] = 2
    # 5 has won the semi-final and is out: 6 has the final alone. The stage takes nobody else in.
    assert at(paired(made)) == {("final", 1, 1): [6]}


def test_a_drop_after_the_cut_has_begun_changes_nobodys_place_in_it() -> None:
    made = field(8, SWISS, CUT)
    play(made, 2)
    before = at(paired(made))
    play(made, 1)
    loser = max(made["rounds"][-1]["matches"][0]["seats"])
    drop(made, loser)
    assert at({"matches": made["rounds"][2]["matches"]}) == before
    assert len(paired(made)["matches"]) == 1


def test_swiss_of_a_chain_without_a_number_has_as_many_rounds_as_its_field_asks_for() -> None:
    """Eight: after three rounds one at most is unbeaten."""
    made = field(8, {"kind": "swiss"}, CUT)
    answers = play(made, 4)
    assert [answer["stage"] for answer in answers] == ["swiss", "swiss", "swiss", "cut"]
    shorter = field(8, {"kind": "swiss"}, CUT, rules={"swiss_rounds": 2})
    assert [answer["stage"] for answer in play(shorter, 3)] == ["swiss", "swiss", "cut"]
    longer = field(8, {"kind": "swiss", "rounds": 4}, CUT, rules={"swiss_rounds": 2})
    assert [answer["stage"] for answer in play(longer, 5)] == ["swiss"] * 4 + ["cut"]


def test_over_when_no_stage_is_left() -> None:
    made = field(8, SWISS, CUT)
    assert len(play(made)) == 4
    answer = paired(made)
    assert (answer["matches"], answer["over"], answer["stage"]) == ([], True, "cut")


def test_points_and_met_opponents_are_carried_on() -> None:
    made = field(
        6, {"id": "one", "kind": "swiss", "rounds": 2}, {"id": "two", "kind": "swiss", "rounds": 2, "size": 4}
    )
    play(made, 2)
    before = points(made)
    inside = {row["entrant"] for row in table(made)[:4]}
    answer = paired(made)
    assert answer["stage"] == "two"
    met = {frozenset(map(number, m["seats"])) for r in made["rounds"] for m in r["matches"]}
    assert answer["relaxed"] or not pairs(answer) & met
    add_round(made, answer)
    after = points(made)
    assert {e for match in seats(answer) for e in match} == inside
    assert sum(after.values()) == sum(before.values()) + 6
    # The two others stand behind, with what they had, and have missed nothing.
    last = table(made)[4:]
    assert {row["stage"] for row in last} == {"one"}
    assert [row["values"]["match_points"] for row in last] == [before[number(row["entrant"])] for row in last]
    assert working_of(read(made), last[0]["entrant"]).values["match_points"].parts[-1].round == 2


def test_only_entrants_of_a_stage_can_miss_its_rounds() -> None:
    """1>2 3>4, 1>3 2>4; the first two play again: 1>2. 3 stays at one of two, so 1 met 1/3, 1/2, 1/3."""
    second = {"id": "two", "kind": "swiss", "entrants": ["P001", "P002"]}
    made = field(4, {"id": "one", "kind": "swiss", "rounds": 2}, second)
    for stage, matches in (("one", [(1, 2), (3, 4)]), ("one", [(1, 3), (2, 4)]), ("two", [(1, 2)])):
        played = [{"seats": [name(a), name(b)], "result": {"winner": name(a)}} for a, b in matches]
        made["rounds"].append({"number": len(made["rounds"]) + 1, "stage": stage, "matches": played})
    first = table(made)[0]
    assert (first["entrant"], first["values"]["omw"]) == ("P001", pytest.approx((1 / 3 + 1 / 2 + 1 / 3) / 3))


def test_a_fresh_stage_begins_at_nothing() -> None:
    made = field(
        4,
        {"id": "one", "kind": "swiss", "rounds": 3},
        {"id": "two", "kind": "swiss", "fresh": True, "rounds": 1},
    )
    play(made, 3)
    answer = paired(made)
    assert (answer["stage"], answer["relaxed"]) == ("two", []), (
        "everybody has met everybody, which is forgotten"
    )
    add_round(made, answer)
    assert sorted(points(made).values()) == [0, 0, 3, 3]
    assert {row["stage"] for row in table(made)} == {"two"}


def test_round_robin_after_swiss_and_before_elimination() -> None:
    made = field(
        8,
        {"kind": "swiss", "rounds": 1},
        {"id": "groups", "kind": "round_robin", "groups": 2, "size": 8, "fresh": True},
        {"id": "final", "kind": "single_elimination", "size": 4},
    )
    answers = play(made)
    assert [answer["stage"] for answer in answers] == ["swiss"] + ["groups"] * 3 + ["final"] * 2
    assert standing(made)[0] == (1, 1)


def test_elimination_changes_no_tiebreaker_of_earlier_stages() -> None:
    made = field(8, SWISS, CUT, rules={"tiebreakers": ["match_points", "omw", "gw", "ogw", "cumulative"]})
    play(made, 2)
    before = {row["entrant"]: row["values"] for row in table(made)}
    made["entrants"][0]["adjustments"] = [{"round": 3, "match_points": -3, "reason": "late"}]
    play(made)
    assert len(made["rounds"]) == 4
    assert {row["entrant"]: row["values"] for row in table(made)} == before


def test_the_standings_say_the_last_stage_and_rank_its_entrants_first() -> None:
    made = field(8, SWISS, CUT)
    play(made, 2)
    order = [row["entrant"] for row in table(made)]
    assert {row["stage"] for row in table(made)} == {"swiss"}
    play(made, 1, lambda match: {"winner": next(e for e in reversed(order) if e in match["seats"])})
    # The seeds 4 and 3 beat 1 and 2: still in are 3 and 4, then 1 and 2, then the others as they stood.
    rows = table(made)
    assert [row["entrant"] for row in rows] == [order[k] for k in (2, 3, 0, 1, 4, 5, 6, 7)]
    assert [row["stage"] for row in rows] == ["cut"] * 4 + ["swiss"] * 4
    assert [row["place"] for row in rows[:5]] == [1, 2, 3, 4, 5]
    assert [row.entrant for row in standings_of(read(made), after_round=2).rows] == order


def test_a_disqualified_entrant_of_the_bracket_leaves_the_standings() -> None:
    made = field(4, {"kind": "single_elimination"})
    play(made)
    drop(made, "P002", disqualified_after=2)
    assert standing(made) == [(1, 1), (2, 3), (3, 4)]


def test_the_stages_own_games_per_match_make_its_byes() -> None:
    """A bye of best of three is two games won, six game points; of single games one."""
    made = field(
        3, {"kind": "swiss", "rounds": 1, "games_per_match": 1}, rules={"tiebreakers": ["match_points", "gw"]}
    )
    add_round(made, paired(made), favourite)
    bye = next(m["seats"][0] for m in made["rounds"][0]["matches"] if len(m["seats"]) == 1)
    parts = working_of(read(made), bye).values["gw"].parts
    made["stages"][0]["games_per_match"] = 3
    assert parts != working_of(read(made), bye).values["gw"].parts


def test_an_open_match_of_swiss_goes_to_the_opponent_of_who_left() -> None:
    made = field(4, {"kind": "swiss"})
    add_round(made, paired(made), lambda match: None if "P001" in match["seats"] else by_name(match))
    drop(made, "P001")
    opponent = next(
        e for m in made["rounds"][0]["matches"] for e in m["seats"] if "P001" in m["seats"] and e != "P001"
    )
    assert points(made)[number(opponent)] == 3
    assert not paired(made).get("over")


def test_the_whole_file_goes_there_and_back() -> None:
    made = field(
        8,
        SWISS | {"games_per_match": 1, "draws": False, "last_tiebreak": "lot"},
        CUT | {"entrants": [name(n) for n in range(1, 5)], "third_place": True, "places": "shared"},
        {"id": "de", "kind": "double_elimination", "size": 8, "reset": False, "fresh": True},
        {"id": "rr", "kind": "round_robin", "legs": 2, "groups": 2, "withdrawn": "forfeit"},
        {"id": "pods", "kind": "pods", "rounds": 3, "pod_size": 5, "smallest": 4, "size": 4},
    )
    made["entrants"][0]["forbidden"] = {"absolute": [], "weak": ["P002"], "until_round": 1}
    play(made, 2)
    add_round(made, paired(made), lambda m: by_name(m) | {"decided_by": "higher_seed"})
    event = read(made)
    assert read_event(write_event(event)) == event
    written = write_event(event)
    for text in (
        b'"decided_by":"higher_seed"',
        b'"until_round":1',
        b'"side":"winners"',
        b'"withdrawn":"forfeit"',
    ):
        assert text in written
    assert write_event(read_event(written)) == written


@pytest.mark.parametrize(("stage", "reason"), [
    ({"kind": "single_elimination", "draws": True}, r"stages\[1\].draws: there are no draws"),
    ({"kind": "swiss", "size": 1}, r"stages\[1\].size: must be between 2"),
    ({"kind": "swiss", "entrants": ["P099"]}, r"stages\[1\].entrants\[0\]: 'P099' is not among"),
    ({"kind": "swiss", "entrants": ["P001", "P001"]}, r"stages\[1\].entrants\[1\]: 'P001' is there twice"),
    ({"kind": "round_robin", "legs": 0}, r"stages\[1\].legs: must be between 1"),
    ({"kind": "round_robin", "groups": 0}, r"stages\[1\].groups: must be between 1"),
    ({"kind": "round_robin", "withdrawn": "maybe"}, r"stages\[1\].withdrawn: invalid enum value 'maybe'"),
    ({"kind": "pods", "pod_size": 2}, r"stages\[1\].pod_size: must be between 3"),
    ({"kind": "pods", "pod_size": 4, "smallest": 5}, r"stages\[1\].smallest: must be between 2 and 4"),
    ({"kind": "swiss", "rounds": -1}, r"stages\[1\].rounds: must be between 0"),
    ({"kind": "swiss", "games_per_match": 0}, r"stages\[1\].games_per_match: must be between 1"),
    ({"kind": "swiss", "last_tiebreak": "coin"}, r"stages\[1\].last_tiebreak: 'coin' is none of higher_seed, lot"),
    ({"kind": "swiss", "last_tiebreak": "further_day"}, r"stages\[1\].last_tiebreak: 'further_day' is none of"),
    ({"kind": "single_elimination", "places": "none"}, r"stages\[1\].places: invalid enum value"),
    ({"kind": "round_robin", "third_place": True}, r"stages\[1\].third_place: only a single elimination"),
])  # fmt: skip
def test_a_stage_that_cannot_be(stage: dict[str, Any], reason: str) -> None:
    with pytest.raises(EventFileError, match=reason):
        read(field(4, {"kind": "swiss", "id": "first"}, stage))


def test_only_tiebreaks_that_the_game_has_are_offered() -> None:
    for game, tiebreak in (
        ("looney_tunes", "further_scene"),
        ("nightmare_before_christmas", "further_day"),
        ("herocard_duel", "next_victory_point"),
    ):
        read(field(4, {"kind": "single_elimination", "last_tiebreak": tiebreak}, game=game))
    with pytest.raises(EventFileError, match="'further_scene' is none of"):
        read(field(4, {"kind": "single_elimination", "last_tiebreak": "further_scene"}, game="highlander"))


def test_the_higher_seed_decides_nothing_after_drawn_seeds() -> None:
    stage = {"kind": "single_elimination", "last_tiebreak": "higher_seed"}
    read(field(4, stage))
    with pytest.raises(EventFileError, match="higher_seed cannot decide where the seeds are drawn"):
        read(field(4, stage, rules={"first_round": "random"}))
    made = field(4, {"kind": "single_elimination"}, rules={"first_round": "random"})
    add_round(made, paired(made), lambda match: by_name(match) | {"decided_by": "higher_seed"})
    with pytest.raises(EventFileError, match=r"matches\[0\].result.decided_by: higher_seed cannot decide"):
        read(made)


def test_what_a_tiebreak_decided_has_a_winner() -> None:
    made = field(4, {"kind": "swiss"})
    add_round(made, paired(made), lambda match: {"winner": None, "decided_by": "lot"})
    with pytest.raises(EventFileError, match="a match that a tiebreak decided has a winner"):
        read(made)


def test_a_bracket_belongs_to_eliminations() -> None:
    made = field(4, {"kind": "swiss"})
    add_round(made, paired(made))
    made["rounds"][0]["matches"][0]["bracket"] = {"side": "winners", "round": 1, "slot": 1}
    with pytest.raises(EventFileError, match=r"rounds\[0\].matches\[0\].bracket: 'swiss' is a swiss stage"):
        read(made)


def test_an_awarded_bye_or_a_late_entry_into_the_cut_is_refused() -> None:
    for field_of_entrant, value in (("awarded_byes", [3]), ("entered_before", 3)):
        made = field(8, SWISS, CUT)
        play(made, 2)
        made["entrants"][7][field_of_entrant] = value
        with pytest.raises(Exception, match="round 3"):
            paired(made)
