"""Double elimination, sentence by sentence of the format's section on stages, and for every field from 2 to 130."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing import (
    add_round,
    at,
    drop,
    favourite,
    field,
    number,
    paired,
    pairs,
    play,
    standing,
    table,
)  # fmt: skip
from tournaments.structures.elimination import crossed

DE = {"kind": "double_elimination"}


def test_the_crossing_as_published() -> None:
    assert crossed(1, [1, 2, 3, 4, 5, 6, 7, 8]) == [8, 7, 6, 5, 4, 3, 2, 1]
    assert crossed(2, [1, 2, 3, 4]) == [3, 4, 1, 2]
    assert crossed(3, [1, 2]) == [2, 1]
    assert crossed(4, [1]) == [1]


def test_a_bracket_of_eight_where_the_better_seed_wins() -> None:
    """Winners: 1-8 4-5 2-7 3-6; 1-4 2-3; 1-2. Who loses in round one, from the top 8 5 7 6, enters reversed:
    6-7 5-8; of round two, 4 3, the halves exchanged: 3 4 against 6 5; of the last one 2.
    """
    made = field(8, DE)
    answers = [at(answer) for answer in play(made)]
    assert answers == [
        {("winners", 1, 1): [1, 8], ("winners", 1, 2): [4, 5], ("winners", 1, 3): [2, 7], ("winners", 1, 4): [3, 6]},
        {("winners", 2, 1): [1, 4], ("winners", 2, 2): [2, 3], ("losers", 1, 1): [6, 7], ("losers", 1, 2): [5, 8]},
        {("winners", 3, 1): [1, 2], ("losers", 2, 1): [3, 6], ("losers", 2, 2): [4, 5]},
        {("losers", 3, 1): [3, 4]},
        {("losers", 4, 1): [2, 3]},
        {("final", 1, 1): [1, 2]},
    ]  # fmt: skip
    assert standing(made) == [(n, n) for n in range(1, 9)]
    assert paired(made)["over"]


def test_round_three_of_sixteen_enters_reversed() -> None:
    """From the top the winners of round two are 1 4 2 3 after 8 5 7 6 lost; 4 and 3 lose in round three."""
    made = field(16, DE)
    answers = [at(answer) for answer in play(made)]
    third = {
        place: seats for answer in answers for place, seats in answer.items() if place[:2] == ("losers", 4)
    }
    assert 3 in third["losers", 4, 1]
    assert 4 in third["losers", 4, 2]
    second = {
        place: seats for answer in answers for place, seats in answer.items() if place[:2] == ("losers", 2)
    }
    # Round two from the top: 1-8 4-5 2-7 3-6, losers 8 5 7 6, halves exchanged 7 6 8 5.
    assert [max(s for s in seats if s in (5, 6, 7, 8)) for _, seats in sorted(second.items())] == [7, 6, 8, 5]


@pytest.mark.parametrize("reset", [True, False])
def test_reset(reset: bool) -> None:
    """Of four: 1-4 2-3, then 1-2 and 3-4, then 2-3 on the losers' side, then the final 1-2, won by 2."""
    made = field(4, DE | {"reset": reset})
    play(made, 3)
    final = paired(made)
    assert at(final) == {("final", 1, 1): [1, 2]}
    add_round(made, final, lambda match: {"winner": "P002"})
    if not reset:
        assert paired(made)["over"]
        assert standing(made)[:2] == [(1, 2), (2, 1)]
        return
    second = paired(made)
    assert at(second) == {("final", 2, 1): [1, 2]}
    assert standing(made)[:2] == [(1, 1), (2, 2)], "both are still in, by seed"
    add_round(made, second)
    assert paired(made)["over"]
    assert standing(made)[:2] == [(1, 1), (2, 2)]


def test_two_play_until_one_has_lost_twice() -> None:
    made = field(2, DE)
    winners = iter(["P001", "P002", "P002"])
    answers = play(made, decide=lambda match: {"winner": next(winners)})
    assert [list(at(answer)) for answer in answers] == [
        [("winners", 1, 1)], [("final", 1, 1)], [("final", 2, 1)],
    ]  # fmt: skip
    assert standing(made) == [(1, 2), (2, 1)]


def test_byes_of_the_winners_side_send_nobody_down_and_empty_places_are_byes() -> None:
    """Five: only 4-5 is played above, so below two of the four places of round one are empty.

    Losers of round one from the top: none, 5, none, none; reversed: none none, 5 none. So 5 has a bye.
    """
    made = field(5, DE)
    first, second = play(made, 2)
    assert first["byes"] == ["P001", "P002", "P003"]
    assert at(second) == {("winners", 2, 1): [1, 4], ("winners", 2, 2): [2, 3], ("losers", 1, 2): [5]}
    assert second["byes"] == ["P005"]
    # 3 and 4 come down, halves exchanged: 3 finds nobody, 4 meets 5 again.
    assert at(paired(made)) == {("winners", 3, 1): [1, 2], ("losers", 2, 1): [3], ("losers", 2, 2): [4, 5]}


def test_a_double_loss_ends_both_on_either_side() -> None:
    made = field(4, DE)
    play(made, 1, lambda match: "double_loss" if "P001" in match["seats"] else {"winner": "P002"})
    # 1 and 4 are out at once; 3 finds nobody below, 2 nobody above.
    answer = paired(made)
    assert at(answer) == {("winners", 2, 1): [2], ("losers", 1, 1): [3]}
    assert standing(made) == [(1, 2), (2, 3), (3, 1), (4, 4)]
    below = field(4, DE)
    play(below, 1)
    add_round(below, paired(below), lambda m: "double_loss" if "P003" in m["seats"] else {"winner": "P001"})
    assert at(paired(below)) == {("losers", 2, 1): [2]}


def test_a_double_loss_that_is_corrected_once_the_bracket_went_on_without_the_two_brings_nobody_back() -> (
    None
):
    """Three: 1 has a bye, 2 and 3 both lose, so 1 is alone in the winners' second round and in the final."""
    made = field(3, DE)
    play(made, 1, lambda match: "double_loss")
    for round, there in ((2, ("winners", 2, 1)), (3, ("final", 1, 1))):
        answer = paired(made)
        assert at(answer) == {there: [1]}
        add_round(made, answer)
        (match,) = [match for match in made["rounds"][0]["matches"] if len(match["seats"]) == 2]
        match["result"] = {"winner": "P002"}
        # the final comes next, and after it nothing: 3 is not sent to the losers' side of a bracket that is over
        assert (at(paired(made)) == {("final", 1, 1): [1]}) if round == 2 else paired(made)["over"]
        if round == 2:
            match["result"] = "double_loss"
    assert standing(made)[0] == (1, 1)


def test_who_comes_by_a_correction_to_a_place_that_the_bracket_has_passed_plays_no_more() -> None:
    """Six: 4 and 5 both lose and 1 leaves, so 2, who beats 3, is alone above. Below, 3 and 6 both lose: the final has 2
    alone, and the places between had nobody. That 3 has won below is said too late."""
    made = field(6, DE)
    play(made, 1, lambda match: "double_loss" if "P004" in match["seats"] else favourite(match))
    drop(made, "P001")
    for there in (
        {("winners", 2, 2): [2, 3], ("losers", 1, 1): [6]},
        {("winners", 3, 1): [2], ("losers", 2, 1): [3, 6]},
    ):
        answer = paired(made)
        assert at(answer) == there
        add_round(made, answer, lambda match: "double_loss" if "P006" in match["seats"] else favourite(match))
    assert at(paired(made)) == {("final", 1, 1): [2]}
    (below,) = [match for match in made["rounds"][2]["matches"] if len(match["seats"]) == 2]
    below["result"] = {"winner": "P003"}
    assert at(paired(made)) == {("losers", 3, 1): [3]}
    below["result"] = "double_loss"
    add_round(made, paired(made))
    below["result"] = {"winner": "P003"}
    assert paired(made)["over"]
    assert standing(made)[:2] == [(1, 2), (2, 3)]


def test_who_was_away_in_the_next_round_sends_the_loser_down_all_the_same() -> None:
    """Sixteen: 1 beats 4 in round 3 and has left, or missed round 4 and is back: 2 was alone in the fourth round of the
    winners' side, and no double loss was the reason. 4 comes down in the fourth round of the losers' side, round 5."""
    for left in ({"dropped_after": 3}, {"absences": [[4, 4]]}):
        made = field(16, DE)
        play(made, 3)
        (first,) = [one for one in made["entrants"] if one["id"] == "P001"]
        first["dropped_after"] = 3
        answer = paired(made)
        assert at(answer)["winners", 4, 1] == [2]
        add_round(made, answer)
        del first["dropped_after"]
        first.update(left)
        below = [
            seats for (side, round, _), seats in at(paired(made)).items() if (side, round) == ("losers", 4)
        ]
        assert {3, 4} <= {seat for seats in below for seat in seats}


def test_a_double_loss_in_a_final() -> None:
    made = field(4, DE)
    play(made, 3)
    add_round(made, paired(made), lambda match: "double_loss")
    assert paired(made)["over"]
    assert standing(made) == [(2, 1), (2, 2), (3, 3), (4, 4)]
    again = field(4, DE)
    play(again, 3)
    add_round(again, paired(again), lambda match: {"winner": "P002"})
    add_round(again, paired(again), lambda match: "double_loss")
    assert paired(again)["over"]
    assert standing(again)[:2] == [(2, 1), (2, 2)]


def test_who_drops_forfeits_the_place_on_the_losers_side_too() -> None:
    made = field(4, DE)
    play(made, 1)
    drop(made, "P001")
    drop(made, "P004")
    # 1 won and leaves: 2 has the winners' side alone. 4 lost and leaves: 3 has a bye below.
    assert at(paired(made)) == {("winners", 2, 1): [2], ("losers", 1, 1): [3]}
    play(made)
    # 1 would have come down in round two of the losers' side, 4 went out in round one.
    assert standing(made) == [(1, 2), (2, 3), (3, 1), (4, 4)]


def test_an_open_match_of_who_leaves_does_not_send_him_down() -> None:
    made = field(4, DE)
    add_round(made, paired(made), lambda match: None if "P001" in match["seats"] else {"winner": "P002"})
    drop(made, "P001")
    assert at(paired(made)) == {("winners", 2, 1): [2, 4], ("losers", 1, 1): [3]}


def test_a_finalist_who_leaves_before_the_second_final() -> None:
    made = field(4, DE)
    play(made, 3)
    add_round(made, paired(made), lambda match: {"winner": "P002"})
    drop(made, "P001")
    assert at(paired(made)) == {("final", 2, 1): [2]}
    play(made)
    assert standing(made)[:2] == [(1, 2), (2, 1)]


def test_shared_places_by_the_round_of_the_losers_side() -> None:
    made = field(8, DE | {"places": "shared"})
    play(made)
    assert standing(made) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (5, 6), (7, 7), (7, 8)]


def lost_by(made: dict[str, Any]) -> dict[str, int]:
    """How often everybody lost; a double loss counts twice for who had none."""
    lost: dict[str, int] = {row["id"]: 0 for row in made["entrants"]}
    for played in made["rounds"]:
        for match in played["matches"]:
            if match["result"] == "double_loss":
                for seat in match["seats"]:
                    lost[seat] = 2
            elif match["result"] != "bye":
                for seat in match["seats"]:
                    lost[seat] += seat != match["result"]["winner"]
    return lost


@settings(max_examples=24, deadline=None)
@given(size=st.integers(2, 130), data=st.data())
def test_every_field_with_drops_and_double_losses(size: int, data: st.DataObject) -> None:
    """Nobody twice in a round, nobody after two losses or a drop, nobody lost; without either 2n - 2 matches, one more
    where the final is played again, for everybody but the first loses twice and he once at most."""
    made = field(size, DE)
    calm = data.draw(st.booleans())
    left: set[str] = set()
    while not (answer := paired(made)).get("over"):
        here = [seat for match in answer["matches"] for seat in match["seats"]]
        assert len(here) == len(set(here))
        lost = lost_by(made)
        assert not left & set(here)
        for match in answer["matches"]:
            side = match["bracket"]["side"]
            for seat in match["seats"]:
                assert lost[seat] == {"winners": 0, "losers": 1}.get(side, min(lost[seat], 1))

        def decide(match: Any) -> Any:
            outcomes = [0, 1] if calm else [0, 0, 1, 1, None]
            outcome = data.draw(st.sampled_from(outcomes))
            return "double_loss" if outcome is None else {"winner": match["seats"][outcome]}

        add_round(made, answer, decide)
        if not calm and data.draw(st.integers(0, 2)) == 0:
            gone = data.draw(st.sampled_from([row["id"] for row in made["entrants"]]))
            if gone not in left:
                drop(made, gone)
                left.add(gone)
    lost = lost_by(made)
    rows = table(made)
    assert len({row["entrant"] for row in rows}) == len(rows) == size
    inside = [entrant for entrant, times in lost.items() if times < 2 and entrant not in left]
    assert len(inside) <= 1
    assert not inside or rows[0]["entrant"] == inside[0]
    if calm:
        matches = sum(len(m["seats"]) == 2 for r in made["rounds"] for m in r["matches"])
        assert matches == 2 * size - 2 + lost[rows[0]["entrant"]]


@pytest.mark.parametrize("size", range(2, 131))
def test_by_seed_the_first_two_meet_last(size: int) -> None:
    made = field(size, DE)
    answers = play(made)
    assert pairs(answers[-1]) == {frozenset({1, 2})}
    assert [number(row["entrant"]) for row in table(made)[:2]] == [1, 2]
    assert sum(map(len, map(pairs, answers))) == 2 * size - 2


@settings(max_examples=12, deadline=None)
@given(
    size=st.integers(2, 40),
    kind=st.sampled_from([DE, {"kind": "single_elimination", "third_place": True}]),
    data=st.data(),
)
def test_a_result_corrected_later_seats_nobody_twice_and_ends(
    size: int, kind: Any, data: st.DataObject
) -> None:
    """Rounds that were played keep who sat in them: whoever lost by now stays where he went on, the other too."""
    made = field(size, kind)
    rounds = 0
    while not (answer := paired(made)).get("over"):
        rounds += 1
        assert rounds <= 4 * size
        here = [seat for match in answer["matches"] for seat in match["seats"]]
        assert len(here) == len(set(here))

        def decide(match: Any) -> Any:
            outcome = data.draw(st.sampled_from([0, 1, 0, 1, None]))
            return "double_loss" if outcome is None else {"winner": match["seats"][outcome]}

        add_round(made, answer, decide)
        matches = [m for r in made["rounds"] for m in r["matches"] if len(m["seats"]) == 2]
        for match in data.draw(st.lists(st.sampled_from(matches), max_size=2)) if matches else []:
            match["result"] = decide(match)
    rows = table(made)
    assert len({row["entrant"] for row in rows}) == len(rows) == size
