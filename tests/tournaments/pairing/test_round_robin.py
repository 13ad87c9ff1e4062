"""Round robin, sentence by sentence of the format's section on stages, and for every field from 2 to 130."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing import (
    add_round,
    drop,
    field,
    number,
    paired,
    pairs,
    play,
    points,
    seats,
    table,
)
from tournaments.facts import EventFileError, Stage
from tournaments.pairing import PairingRefused
from tournaments.structures.round_robin import berger, groups_of, schedule_of

RR = {"kind": "round_robin"}


def test_bergers_tables() -> None:
    """As FIDE prints them (Handbook C.05, annex 1) for four and six players."""
    assert berger(4) == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    assert berger(6) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_the_rounds_of_an_event_follow_the_tables() -> None:
    made = field(4, RR)
    answers = play(made)
    assert [seats(answer) for answer in answers] == [
        [["P001", "P004"], ["P002", "P003"]],
        [["P004", "P003"], ["P001", "P002"]],
        [["P002", "P004"], ["P003", "P001"]],
    ]
    last = paired(made)
    assert (last["matches"], last["over"], last["round"]) == ([], True, 4)
    assert points(made) == {1: 9, 2: 6, 3: 3, 4: 0}


def test_two_legs_with_seats_exchanged() -> None:
    made = field(3, RR | {"legs": 2})
    answers = play(made)
    first, second = answers[:3], answers[3:]
    assert len(answers) == 6
    assert [seats(answer) for answer in second] == [
        [pair[::-1] for pair in seats(answer)] for answer in first
    ]


def test_with_an_odd_field_one_sits_out_without_a_bye_or_points_or_a_missed_round() -> None:
    made = field(3, RR)
    answer = paired(made)
    assert (len(answer["matches"]), answer["byes"], len(answer["unpaired"])) == (1, [], 1)
    add_round(made, answer)
    out = number(answer["unpaired"][0])
    row = next(row for row in table(made) if number(row["entrant"]) == out)
    # Nothing played: no percentage at all, where a missed round would be a loss in one round (floored 0.33).
    assert row["values"] == {"match_points": 0, "omw": None, "gw": None, "ogw": None}
    play(made)
    sat_out = [len({e for r in made["rounds"] for m in r["matches"] for e in m["seats"]})]
    assert sat_out == [3]
    assert points(made) == {1: 6, 2: 3, 3: 0}


def test_groups_by_seeds_in_serpentine_order() -> None:
    assert groups_of("12345678", 2) == [list("1458"), list("2367")]
    assert groups_of("1234567", 3) == [list("167"), list("25"), list("34")]
    answers = play(field(8, RR | {"groups": 2}))
    met = set().union(*map(pairs, answers))
    assert len(answers) == 3
    assert met == {
        frozenset({a, b}) for group in ((1, 4, 5, 8), (2, 3, 6, 7)) for a in group for b in group if a != b
    }


def test_the_next_stage_takes_the_same_number_from_each_group() -> None:
    """Everybody of 1 4 5 8 beats nobody of 2 3 6 7, but the groups give two each: 1 and 4, 2 and 3.

    In the first group everything is a draw but for 1-8 and 4-8, so 1 and 4 have 5 points, 5 has 3 and 8 has 1;
    in the second the better seed wins: 9, 6, 3, 0. By the standings: 2, 3, then 1 and 4 (both 5 points).
    """
    cut = {"id": "cut", "kind": "single_elimination", "size": 4}
    made = field(8, RR | {"groups": 2}, cut)

    def decide(match: dict[str, Any]) -> Any:
        here = {number(seat) for seat in match["seats"]}
        if here <= {1, 4, 5, 8} and here not in ({1, 8}, {4, 8}):
            return {"winner": None}
        return {"winner": min(match["seats"])}

    play(made, 3, decide)
    answer = paired(made)
    assert answer["stage"] == "cut"
    assert {e for pair in seats(answer) for e in pair} == {"P001", "P002", "P003", "P004"}
    assert frozenset({2, 3}) not in pairs(answer), "seeds 1 and 2 of the cut are apart until the final"
    with pytest.raises(EventFileError, match=r"stages\[1\].size: the 2 groups"):
        paired(field(8, RR | {"groups": 2}, cut | {"size": 3}))


def test_who_left_is_not_seated_and_who_should_have_met_him_is_unpaired() -> None:
    made = field(4, RR)
    play(made, 2)
    drop(made, "P004")
    answer = paired(made)
    assert (seats(answer), answer["unpaired"], answer["byes"]) == ([["P003", "P001"]], ["P002"], [])


def test_with_half_of_all_matches_played_the_rest_are_forfeits() -> None:
    """4 played 1-4 and 4-3, two of three: 2 gets the third as a forfeit, at once."""
    made = field(4, RR)
    play(made, 2)
    drop(made, "P004")
    # 1 beat 4 and 2; 2 beat 3, lost to 1, and has the forfeit; 3 beat 4 and lost to 2.
    assert points(made) == {1: 6, 2: 6, 3: 3, 4: 0}
    play(made)
    assert len(made["rounds"]) == 3
    assert points(made) == {1: 9, 2: 6, 3: 3, 4: 0}


def test_with_fewer_every_result_is_taken_out() -> None:
    """4 played 1-4 only, one of three: 1 loses the three points, and nobody has met 4."""
    made = field(4, RR)
    play(made, 1)
    drop(made, "P004")
    assert points(made) == {1: 0, 2: 3, 3: 0, 4: 0}
    play(made)
    assert points(made) == {1: 6, 2: 3, 3: 0, 4: 0}
    assert table(made)[0]["values"]["omw"] == pytest.approx((0.5 + 0.33) / 2), "2 (1-1) and 3 (0-2, floored)"


def test_a_disqualification_counts_as_a_drop_and_leaves_the_table() -> None:
    made = field(4, RR)
    play(made, 1)
    drop(made, "P004", disqualified_after=1)
    assert points(made) == {1: 0, 2: 3, 3: 0}


@pytest.mark.parametrize(("withdrawn", "rounds", "expected"), [
    ("forfeit", 1, {1: 3, 2: 6, 3: 3, 4: 0}),  # one of three played: without the override taken out
    ("expunge", 2, {1: 3, 2: 3, 3: 0, 4: 0}),  # two of three played: without the override forfeits
])  # fmt: skip
def test_the_stage_says_otherwise(withdrawn: str, rounds: int, expected: dict[int, int]) -> None:
    made = field(4, RR | {"withdrawn": withdrawn})
    play(made, rounds)
    drop(made, "P004")
    assert points(made) == expected


def test_forfeits_are_not_counted_as_played() -> None:
    """4 lost 1-4 by forfeit and 4-3 at the table: one of three played, so all is taken out."""
    made = field(4, RR)
    play(made, 1, lambda match: {"winner": min(match["seats"]), "kind": "forfeit"})
    play(made, 1)
    drop(made, "P004")
    assert points(made) == {1: 3, 2: 3, 3: 0, 4: 0}


def test_all_legs_are_counted() -> None:
    """Two legs of three opponents: six matches. Three played are half, two are not."""
    for rounds, left in ((3, 9), (2, 3)):
        made = field(4, RR | {"legs": 2})
        play(made, rounds)
        drop(made, "P004")
        # After three rounds 1 has beaten 4, 2 and 3, and gets the second match with 4 as a forfeit: 12.
        assert points(made)[1] == (12 if rounds == 3 else left)


def test_an_open_match_goes_to_the_opponent() -> None:
    made = field(4, RR)
    play(made, 2)
    add_round(made, paired(made), lambda match: None if "P004" in match["seats"] else {"winner": "P001"})
    with pytest.raises(PairingRefused, match="Round 3 is unfinished"):
        paired(made)
    drop(made, "P004")
    assert paired(made)["over"]
    assert points(made) == {1: 9, 2: 6, 3: 3, 4: 0}


def test_rounds_in_which_nobody_can_play_are_passed_over() -> None:
    """Of four, 3 and 4 leave after round one: 1 has to meet 2, which is in round two; round three has no match."""
    made = field(4, RR)
    play(made, 1)
    drop(made, "P003")
    drop(made, "P004")
    assert [seats(answer) for answer in play(made)] == [[["P001", "P002"]]]


def test_forbidden_pairs_do_not_bind_a_round_robin() -> None:
    made = field(4, RR)
    made["entrants"][0]["forbidden"] = {"absolute": ["P004"]}
    assert frozenset({1, 4}) in pairs(paired(made))


def test_one_that_takes_more_rounds_than_an_event_has() -> None:
    """1,002 meet in 1,001 rounds."""
    with pytest.raises(EventFileError, match="a round robin of 1002 takes more than 1000 rounds"):
        paired(field(1002, RR))


def test_somebody_who_is_not_in_the_stage() -> None:
    """A cut to the first two of three: the third sits in none of its matches."""
    made = field(3, {"kind": "swiss", "rounds": 1}, RR | {"size": 2})
    play(made)
    third = next(row["entrant"] for row in table(made) if row["stage"] == "swiss")
    made["rounds"][1]["matches"][0]["seats"][1] = third
    made["rounds"][1]["matches"][0]["result"] = "double_loss"
    with pytest.raises(
        EventFileError, match=r"rounds\[1\].matches\[0\].seats: '.*' is not in the stage 'round_robin'"
    ):
        paired(made)


def test_late_entries_and_awarded_byes_are_refused() -> None:
    made = field(4, RR)
    made["entrants"][3]["awarded_byes"] = [1]
    with pytest.raises(
        EventFileError, match=r"entrants\[3\].awarded_byes: an awarded bye in round 1, and 'round"
    ):
        paired(made)
    made = field(4, RR)
    made["entrants"][3]["entered_before"] = 2
    with pytest.raises(EventFileError, match=r"entrants\[3\].entered_before: a late entry in round 2"):
        paired(made)


def test_a_bye_is_no_match_of_a_round_robin() -> None:
    made = field(3, RR)
    match = {"seats": ["P001"], "table": None, "result": "bye"}
    made["rounds"] = [{"number": 1, "stage": "round_robin", "matches": [match]}]
    with pytest.raises(EventFileError, match=r"rounds\[0\].matches\[0\].seats: a match of a round robin"):
        paired(made)


@pytest.mark.parametrize("size", range(2, 131))
def test_the_tables_of_every_field(size: int) -> None:
    """Everybody meets everybody once; n - 1 rounds of n/2 matches, or n where one sits out each round."""
    rounds = schedule_of(Stage("rr", "round_robin"), [str(n) for n in range(size)])
    met = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert len(rounds) == size - 1 + size % 2
    assert all(len({e for pair in pairs for e in pair}) == 2 * (size // 2) for pairs in rounds)
    assert len(met) == len(set(met)) == size * (size - 1) // 2


@settings(max_examples=20, deadline=None)
@given(size=st.integers(2, 130), legs=st.integers(1, 2), groups=st.integers(1, 6))
def test_everybody_meets_everybody_of_the_group_once_a_leg(size: int, legs: int, groups: int) -> None:
    answers = play(field(size, RR | {"legs": legs, "groups": groups}), 12)
    met: dict[frozenset[int], int] = {}
    for answer in answers:
        here = [e for pair in seats(answer) for e in pair] + answer["unpaired"]
        assert len(here) == len(set(here)) == size, "nobody twice, nobody lost"
        for pair in pairs(answer):
            met[pair] = met.get(pair, 0) + 1
    of_group = groups_of([str(n) for n in range(1, size + 1)], groups)
    largest = max(map(len, of_group))
    demanded = legs * (largest - 1 + largest % 2) if largest > 1 else 0
    together = {int(e): at for at, group in enumerate(of_group) for e in group}
    assert all(len({together[e] for e in pair}) == 1 for pair in met)
    if demanded <= 12:
        assert len(answers) == demanded
        assert sum(met.values()) == legs * sum(len(group) * (len(group) - 1) // 2 for group in of_group)
    assert max(met.values(), default=0) <= legs


@settings(max_examples=15, deadline=None)
@given(size=st.integers(2, 24), data=st.data())
def test_with_people_leaving_those_who_stay_still_meet_everybody(size: int, data: st.DataObject) -> None:
    made = field(size, RR)
    left: set[str] = set()
    for _ in range(200):
        answer = paired(made)
        if answer.get("over"):
            break
        assert not left & {e for pair in seats(answer) for e in pair}
        add_round(made, answer, lambda match: data.draw(st.sampled_from(
            [{"winner": match["seats"][0]}, {"winner": None}, "double_loss"])))  # fmt: skip
        if data.draw(st.booleans()):
            gone = data.draw(st.sampled_from([row["id"] for row in made["entrants"]]))
            if gone not in left:
                kind = data.draw(st.sampled_from(["dropped_after", "disqualified_after"]))
                drop(made, gone, **{kind: len(made["rounds"])})
                left.add(gone)
    stay = [row["id"] for row in made["entrants"] if row["id"] not in left]
    met = [frozenset(m["seats"]) for r in made["rounds"] for m in r["matches"]]
    assert len(met) == len(set(met))
    assert {frozenset({a, b}) for a in stay for b in stay if a != b} <= set(met)
    assert len(table(made)) == size - sum("disqualified_after" in row for row in made["entrants"])
