"""Single elimination, sentence by sentence of the format's section on stages, and for every field from 2 to 130."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.playing import (
    add_round,
    at,
    drop,
    field,
    name,
    paired,
    pairs,
    play,
    standing,
    table,
    underdog,
)  # fmt: skip
from tournaments.facts import EventFileError
from tournaments.structures.elimination import places_of

SE = {"kind": "single_elimination"}


def test_the_bracket_of_eight() -> None:
    """1-8, 4-5 above, 2-7, 3-6 below: 1 and 2 in the final, 1 to 4 in the semi-finals."""
    made = field(8, SE)
    first, second, third = play(made)
    assert at(first) == {
        ("winners", 1, 1): [1, 8],
        ("winners", 1, 2): [4, 5],
        ("winners", 1, 3): [2, 7],
        ("winners", 1, 4): [3, 6],
    }
    assert at(second) == {("winners", 2, 1): [1, 4], ("winners", 2, 2): [2, 3]}
    assert at(third) == {("final", 1, 1): [1, 2]}
    assert [match["table"] for match in first["matches"]] == [1, 2, 3, 4]
    assert (first["stage"], first["byes"]) == ("single_elimination", [])
    last = paired(made)
    assert (last["matches"], last["over"], last["over_because"]) == ([], True, "bracket_decided")


@pytest.mark.parametrize("rounds", range(1, 9))
def test_seeds_meet_as_late_as_they_can(rounds: int) -> None:
    """1 to 2^k are in different parts of 2^k of the bracket: they can meet only when k rounds are left."""
    order = places_of(rounds)
    assert sorted(order) == list(range(1, 2**rounds + 1))
    for k in range(1, rounds + 1):
        part = len(order) // 2**k
        assert all(min(order[at : at + part]) <= 2**k for at in range(0, len(order), part))


def test_byes_go_to_the_best_seeds_and_are_matches_of_one_seat() -> None:
    made = field(5, SE)
    first = paired(made)
    assert first["byes"] == ["P001", "P002", "P003"]
    assert at(first) == {
        ("winners", 1, 1): [1], ("winners", 1, 2): [4, 5], ("winners", 1, 3): [2], ("winners", 1, 4): [3],
    }  # fmt: skip
    assert [m["table"] for m in first["matches"]] == [1, None, None, None]
    add_round(made, first)
    assert at(paired(made)) == {("winners", 2, 1): [1, 4], ("winners", 2, 2): [2, 3]}


def test_a_round_pairs_all_whose_entrants_are_known() -> None:
    made = field(6, SE)
    answers = play(made)
    assert [len(answer["matches"]) for answer in answers] == [4, 2, 1]
    assert standing(made) == [(n, n) for n in range(1, 7)]


def test_the_match_for_the_third_place_comes_with_the_final() -> None:
    made = field(4, SE | {"third_place": True})
    answers = play(made, 2)
    assert at(answers[1]) == {("final", 1, 1): [1, 2], ("third_place", 1, 1): [3, 4]}
    made["rounds"][1]["matches"][1]["result"] = {"winner": "P004"}
    assert standing(made) == [(1, 1), (2, 2), (3, 4), (4, 3)]
    assert paired(made)["over"]


def test_with_one_of_the_two_he_is_third_unplayed() -> None:
    made = field(4, SE | {"third_place": True})
    play(made, 1, underdog)
    drop(made, "P001")
    assert at(paired(made)) == {("final", 1, 1): [3, 4]}
    assert standing(made) == [(1, 3), (2, 4), (3, 2), (4, 1)], "3 and 4 are still in; 2 is third, 1 fourth"


def test_with_none_of_them_there_is_no_match() -> None:
    made = field(4, SE | {"third_place": True})
    play(made, 1)
    drop(made, "P003")
    drop(made, "P004")
    assert at(paired(made)) == {("final", 1, 1): [1, 2]}
    play(made)
    assert standing(made) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_after_a_double_loss_nobody_goes_on_and_the_opponent_has_a_bye() -> None:
    made = field(8, SE)
    play(
        made, 1, lambda match: "double_loss" if "P001" in match["seats"] else {"winner": min(match["seats"])}
    )
    second = paired(made)
    assert at(second) == {("winners", 2, 1): [4], ("winners", 2, 2): [2, 3]}
    assert second["byes"] == ["P004"]
    add_round(made, second)
    assert at(paired(made)) == {("final", 1, 1): [2, 4]}


def test_a_double_loss_in_the_final_both_second_and_nobody_first() -> None:
    made = field(8, SE)
    play(made, 2)
    add_round(made, paired(made), lambda match: "double_loss")
    assert paired(made)["over"]
    assert standing(made)[:4] == [(2, 1), (2, 2), (3, 3), (4, 4)]


def test_both_semi_finals_lost_by_all() -> None:
    made = field(4, SE | {"third_place": True})
    play(made, 1, lambda match: "double_loss")
    assert paired(made)["over"]


def test_a_drop_gives_the_open_match_and_all_later_ones() -> None:
    made = field(8, SE)
    add_round(
        made,
        paired(made),
        lambda match: None if "P001" in match["seats"] else {"winner": min(match["seats"])},
    )
    drop(made, "P001")
    # 8 has the open match; nobody beaten earlier comes back.
    assert at(paired(made)) == {("winners", 2, 1): [4, 8], ("winners", 2, 2): [2, 3]}
    play(made, 1)
    drop(made, "P004")
    assert at(paired(made)) == {("final", 1, 1): [2]}
    assert paired(made)["byes"] == ["P002"]
    play(made)
    # 4 reached the final and gave it away; 3 and 8 went out in round two, the others in round one.
    assert standing(made) == [(1, 2), (2, 4), (3, 3), (4, 8), (5, 1), (6, 5), (7, 6), (8, 7)]


def test_those_still_in_stand_by_seed_and_the_others_by_how_far_they_got() -> None:
    made = field(8, SE)
    play(made, 1, underdog)
    assert standing(made) == [(n, s) for n, s in enumerate([5, 6, 7, 8, 1, 2, 3, 4], 1)]
    made["stages"][0]["places"] = "shared"
    assert standing(made) == [(1, 5), (2, 6), (3, 7), (4, 8), (5, 1), (5, 2), (5, 3), (5, 4)]


def test_places_are_shared_after_drawn_seeds() -> None:
    made = field(8, SE, rules={"first_round": "random"})
    play(made)
    assert sorted(place for place, _ in standing(made)) == [1, 2, 3, 3, 5, 5, 5, 5]
    made["stages"][0]["places"] = "by_seed"
    assert [place for place, _ in standing(made)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_seeds_by_rating_or_drawn() -> None:
    made = field(4, SE, rules={"first_round": "rating"})
    for row, rating in zip(made["entrants"], (1500, 1900, 1700, 1600), strict=True):
        row["rating"] = rating
    assert at(paired(made)) == {("winners", 1, 1): [1, 2], ("winners", 1, 2): [3, 4]}, "2 3 4 1: 2-1 and 3-4"
    drawn = field(16, SE, rules={"first_round": "random"})
    assert pairs(paired(drawn)) == pairs(paired(drawn | {"entrants": drawn["entrants"][::-1]}))
    assert pairs(paired(drawn)) != pairs(paired(drawn | {"seed": "another"}))
    assert pairs(paired(drawn)) != pairs(paired(field(16, SE)))


def test_a_decided_match_has_a_winner_and_says_by_what() -> None:
    made = field(4, SE | {"last_tiebreak": "higher_seed"})
    add_round(made, paired(made), lambda match: {
        "winner": min(match["seats"]), "games": [1, 1, 1], "decided_by": "higher_seed"})  # fmt: skip
    assert pairs(paired(made)) == {frozenset({1, 2})}


@pytest.mark.parametrize("result", [
    {"winner": None}, {"winner": None, "kind": "intentional_draw"}, {"ranking": [["P001", "P004"]]},
])  # fmt: skip
def test_a_draw_is_refused(result: Any) -> None:
    made = field(4, SE)
    answer = paired(made)
    add_round(made, answer, lambda match: result if "P001" in match["seats"] else {"winner": "P002"})
    with pytest.raises(EventFileError, match=r"rounds\[0\].matches\[0\].result: a match of an elimination"):
        paired(made)


@pytest.mark.parametrize(("bracket", "reason"), [
    (None, "bracket: is missing"),
    ({"side": "winners", "round": 1, "slot": 3}, "bracket: is no place of a single_elimination of 4"),
    ({"side": "losers", "round": 1, "slot": 1}, "bracket: is no place"),
    ({"side": "winners", "round": 1, "slot": 2}, "bracket: this place is there twice"),
])  # fmt: skip
def test_a_place_that_is_none(bracket: Any, reason: str) -> None:
    made = field(4, SE)
    play(made, 1)
    made["rounds"][0]["matches"][0]["bracket"] = bracket
    with pytest.raises(EventFileError, match=reason):
        paired(made)


def test_somebody_who_is_not_in_the_stage() -> None:
    made = field(5, SE | {"entrants": [name(n) for n in range(1, 5)]})
    play(made, 1)
    made["rounds"][0]["matches"][0]["seats"] = ["P001", "P005"]
    with pytest.raises(EventFileError, match=r"rounds\[0\].matches\[0\].seats: 'P005' is not in the stage"):
        paired(made)


def test_a_correction_keeps_what_was_played() -> None:
    """4 beat 5 and played on; later the result is turned round: the semi-final of 4 stands."""
    made = field(8, SE)
    play(made, 2)
    made["rounds"][0]["matches"][1]["result"] = {"winner": "P005"}
    assert pairs(paired(made)) == {frozenset({1, 2})}


def test_alone_and_nobody() -> None:
    assert paired(field(1, SE))["over_because"] == "one_left"
    assert paired(field(0, SE))["over_because"] == "nobody_left"
    assert standing(field(1, SE)) == [(1, 1)]


def test_tables_that_are_fixed() -> None:
    made = field(4, SE)
    made["entrants"][2]["fixed_table"] = 9
    assert {m["table"]: m["reasons"] for m in paired(made)["matches"]} == {1: [], 9: ["fixed_table"]}


OUTCOMES = ["first", "first", "second", "second", "double_loss"]


@settings(max_examples=50, deadline=None)
@given(size=st.integers(2, 130), third=st.booleans(), data=st.data())
def test_every_field_with_drops_and_double_losses(size: int, third: bool, data: st.DataObject) -> None:
    """Nobody twice in a round, nobody after a loss, nobody lost; as many matches as the structure demands.

    A match of two puts one out, a double loss two, and whoever left is out: with one winner left, or none.
    """
    made = field(size, SE | {"third_place": third})
    calm = data.draw(st.booleans())
    out: set[str] = set()
    put_out, rounds, champion = 0, 0, None
    while not (answer := paired(made)).get("over"):
        here = [seat for match in answer["matches"] for seat in match["seats"]]
        assert len(here) == len(set(here))
        third_match = [m for m in answer["matches"] if m["bracket"]["side"] == "third_place"]
        assert not third_match or any(m["bracket"]["side"] == "final" for m in answer["matches"])
        assert not out & {s for m in answer["matches"] if m not in third_match for s in m["seats"]}
        results = {
            tuple(m["seats"]): "first" if calm else data.draw(st.sampled_from(OUTCOMES))
            for m in answer["matches"]
        }

        def decide(match: Any, results: Any = results) -> Any:
            outcome = results[tuple(match["seats"])]
            return outcome if outcome == "double_loss" else {"winner": match["seats"][outcome == "second"]}

        add_round(made, answer, decide)
        for match in answer["matches"]:
            if len(match["seats"]) == 2 and match not in third_match:
                result = decide(match)
                lost = [s for s in match["seats"] if result == "double_loss" or result["winner"] != s]
                out.update(lost)
                put_out += len(lost)
        rounds += 1
        if not calm and data.draw(st.integers(0, 2)) == 0:
            gone = data.draw(st.sampled_from([row["id"] for row in made["entrants"]]))
            row = made["entrants"][int(gone[1:]) - 1]
            if "dropped_after" not in row:
                drop(made, gone)
                out.add(gone)
    assert rounds <= (size - 1).bit_length()
    if calm:
        assert rounds == (size - 1).bit_length()
        assert put_out == size - 1
    places = table(made)
    assert len(places) == size == len({row["entrant"] for row in places})
    champion = places[0]["entrant"] if places[0]["place"] == 1 else None
    assert len(out - ({champion} if champion else set())) >= size - 1
    if calm:
        assert [row["entrant"] for row in places[:2]] == ["P001", "P002"]
        assert sorted(int(row["entrant"][1:]) for row in places[:4]) == list(range(1, min(size, 4) + 1))
