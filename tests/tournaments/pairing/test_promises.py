"""The promises of Swiss pairing, each seen on a table small enough to think through."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.tournaments.building import event, facts, match
from tournaments.facts import EventFile
from tournaments.pairing import (
    PROMISES,
    Pairing,
    PairingRefused,
    Relaxed,
    pair_next_round,
    pairing_json,
    rounds_for,
)
from tournaments.simulation import simulated_event

APART = {"forbidden": {"absolute": ["B"]}}
WEAKLY = {"forbidden": {"weak": ["B"]}}


def met(pairing: Pairing) -> set[frozenset[str]]:
    return {frozenset(m.seats) for m in pairing.matches}


def pairs(*texts: str) -> set[frozenset[str]]:
    return {frozenset(text) for text in texts}


def test_promises_in_their_published_order() -> None:
    assert list(PROMISES) == [
        "no_absolute_forbidden",
        "no_rematch",
        "no_weak_forbidden",
        "one_bye",
        "least_difference",
        "fair_floats",
    ]


def test_winners_meet_winners() -> None:
    pairing = pair_next_round(event("A>B C>D"))
    assert (pairing.round, met(pairing), pairing.relaxed) == (2, pairs("AC", "BD"), ())
    assert pairing.matches[0].table == 1
    assert set(pairing.matches[0].seats) == {"A", "C"}


def test_no_rematch_goes_before_equal_points() -> None:
    """A and C, B and D met; A-B and C-D too: only A-D and B-C are left, 36 + 0.

    If nobody had met, 6-3 and 3-0 would have cost 18.
    """
    pairing = pair_next_round(event("A>B C>D", "A>C B>D"))
    assert met(pairing) == pairs("AD", "BC")
    assert pairing.cost.squared_difference == 36
    assert pairing.cost.lower_bound == 18


def test_a_rematch_where_nothing_else_is_left() -> None:
    pairing = pair_next_round(event("A>B"))
    assert met(pairing) == pairs("AB")
    assert pairing.relaxed[0] == Relaxed("no_rematch", ("A", "B"))
    assert pairing.matches[0].reasons == ("rematch", "float")


def test_forbidden_pairs_never_meet_and_both_are_left() -> None:
    pairing = pair_next_round(event(entrants={"A": APART, "B": {}}))
    assert (pairing.matches, set(pairing.byes), pairing.unpaired) == ((), {"A", "B"}, ())
    assert not pairing.over


def test_whoever_is_left_and_had_a_bye_sits_out() -> None:
    pairing = pair_next_round(event("A B", entrants={"A": APART}))
    assert (pairing.matches, pairing.byes, set(pairing.unpaired)) == ((), (), {"A", "B"})


def test_a_forbidden_pair_counts_for_both() -> None:
    """B names nobody; A names B. With C and D in the room, both have somebody else."""
    for seed in "abcdef":
        pairing = pair_next_round(event(entrants={"A": APART, "B": {}, "C": {}, "D": {}}, seed=seed))
        assert frozenset("AB") not in met(pairing)
        assert len(pairing.matches) == 2


def test_a_weakly_forbidden_pair_rather_than_a_rematch() -> None:
    """Everybody has met but A and B, and C and D."""
    made = event("A>C B>D", "A>D B>C", entrants={"A": WEAKLY})
    pairing = pair_next_round(made)
    assert met(pairing) == pairs("AB", "CD")
    assert pairing.relaxed == (Relaxed("no_weak_forbidden", ("A", "B")),)


def test_weakly_forbidden_goes_before_equal_points() -> None:
    pairing = pair_next_round(event("A>C B>D", entrants={"A": WEAKLY}))
    assert met(pairing) == pairs("AD", "BC")
    assert [r.promise for r in pairing.relaxed] == ["least_difference", "least_difference"]


def test_the_bye_goes_to_the_lowest_group_once() -> None:
    """After three rounds only A (9 points) and C (6) had none; B has 6, D and E 3 each."""
    assert pair_next_round(event("A>B C>D E")).byes[0] in {"B", "D"}
    fourth = pair_next_round(event("A>B C>D E", "A>C B>E D", "A>D C>E B"))
    assert (fourth.byes, met(fourth)) == (("C",), pairs("AE", "BD"))
    assert "one_bye" not in [r.promise for r in fourth.relaxed]


def test_a_second_bye_is_said() -> None:
    made = event("A>B C", "A>C B", "B>C A")
    pairing = pair_next_round(made)
    assert [r.promise for r in pairing.relaxed][:2] == ["no_rematch", "one_bye"]
    assert pairing.relaxed[1].entrants == pairing.byes == ("C",)


def test_missing_rounds_counted_as_byes_are_byes() -> None:
    """Leaving and coming back collects no second one."""
    late = {"entered_before": 2, "missed_rounds_as": "bye"}
    assert pair_next_round(event("A>B", "C<A B", entrants={"C": late})).byes == ("A",)


def test_two_small_steps_rather_than_a_large_one() -> None:
    """Points 6, 3, 3, 0 where the two with 3 could meet: 6-3 and 3-0 cost 18, 6-0 and 3-3 cost 36."""
    pairing = pair_next_round(event("A>E B>F", "A>F C>E", entrants={
        **{n: {"missed_rounds_as": "nothing"} for n in "ABCD"},
        "E": {"dropped_after": 2}, "F": {"dropped_after": 2}}))  # fmt: skip
    assert pairing.cost.squared_difference == 18
    assert frozenset("AD") not in met(pairing)


def test_whoever_floated_does_not_float_again() -> None:
    """A, C, E have 6 points, B, D, F none, none of three met another of them; E and B floated in round 2."""
    gone = {name: {"dropped_after": 2} for name in "PQRSTU"}
    for seed in "abcdefgh":
        made = event("A>P C>Q E>R S>B T>D U>F", "E>B A>S C>T P>D Q>F", entrants=gone, seed=seed)
        pairing = pair_next_round(made)
        floating = [m.seats for m in pairing.matches if "float" in m.reasons]
        assert len(floating) == 1
        assert not {"E", "B"} & set(floating[0])
        assert pairing.relaxed == ()


def test_the_draw_is_the_seed_s() -> None:
    one = pair_next_round(event(entrants={n: {} for n in "ABCDEFGHIJ"}))
    same = pair_next_round(event(entrants={n: {} for n in "JIHGFEDCBA"}))
    other = pair_next_round(event(entrants={n: {} for n in "ABCDEFGHIJ"}, seed="other"))
    assert one == same
    assert met(one) != met(other)


def listed(first_round: str, **values: dict[str, Any]) -> Pairing:
    return pair_next_round(event(entrants=values, rules={"first_round": first_round}))


def test_first_round_by_seed_and_by_rating() -> None:
    """The upper half meets the lower half in order; the last of the list has the bye."""
    seeds = {name: {"seed": at, "rating": 100 * at} for at, name in enumerate("ABCDEFG", start=1)}
    assert met(listed("seed", **seeds)) == pairs("AD", "BE", "CF")
    assert listed("seed", **seeds).byes == ("G",)
    assert met(listed("rating", **seeds)) == pairs("GD", "FC", "EB")
    seeds["A"]["forbidden"] = {"absolute": ["D"]}
    assert frozenset("AD") not in met(listed("seed", **seeds))
    assert len(listed("seed", **seeds).matches) == 3


def test_last_round_by_standing() -> None:
    """By match points and then by omw: first meets second, third meets fourth, unless they have met."""
    rules = {"swiss_rounds": 2, "last_round_by_standing": True, "tiebreakers": ["match_points", "seed"]}
    seeds = {name: {"seed": at} for at, name in enumerate("ABCDEFGH", start=1)}
    made = event("A>E B>F C>G D>H", entrants=seeds, rules=rules)
    assert met(pair_next_round(made)) == pairs("AB", "CD", "EF", "GH")


def test_awarded_byes_and_absences() -> None:
    entrants = {
        "A": {"awarded_byes": [1]}, "B": {"absences": [[1, 2]]}, "C": {"entered_before": 2},
        "D": {"dropped_after": 0}, "E": {"disqualified_after": 0}, "F": {}, "G": {},
    }  # fmt: skip
    pairing = pair_next_round(event(entrants=entrants))
    assert (met(pairing), pairing.byes) == (pairs("FG"), ("A",))


def test_fixed_tables() -> None:
    pairing = pair_next_round(
        event("A>B C>D E>F", entrants={"B": {"fixed_table": 1}, "D": {"fixed_table": 1}})
    )
    assert [m.table for m in pairing.matches] == [1, 2, 3]
    assert {"B", "D"} & set(pairing.matches[0].seats)
    assert pairing.matches[0].reasons[-1:] == ("fixed_table",)
    far = pair_next_round(event("A>B C>D", entrants={"B": {"fixed_table": 9}}))
    assert [m.table for m in far.matches] == [1, 9]


def test_whoever_sat_second_sits_first() -> None:
    pairing = pair_next_round(event("A>B C>D", "A>C B>D"))
    assert ("D", "A") in {m.seats for m in pairing.matches}


def test_nobody_one_and_the_end_of_the_stage_are_said() -> None:
    everybody = {n: {"dropped_after": 1} for n in "AB"}
    assert pair_next_round(event("A>B", entrants=everybody)).over_because == "nobody_left"
    one = pair_next_round(event("A>B", entrants={"A": {"dropped_after": 1}}))
    assert (one.over, one.over_because, one.matches, one.byes) == (True, "one_left", (), ("B",))
    done = pair_next_round(event("A>B", rules={"swiss_rounds": 1}))
    assert (done.over, done.over_because, done.matches) == (True, "all_rounds_played", ())
    assert pairing_json(done)["over"] is True
    assert "over" not in pairing_json(pair_next_round(event("A>B C>D")))


def test_more_rounds_than_opponents_go_on_with_rematches() -> None:
    made = event()
    lines: list[list[str]] = []
    for _ in range(9):
        made = event(*lines, entrants={n: {} for n in "ABCDE"})
        pairing = pair_next_round(made)
        assert (len(pairing.matches), len(pairing.byes), pairing.unpaired) == (2, 1, ())
        lines.append([*(">".join(m.seats) for m in pairing.matches), *pairing.byes])


def test_an_unfinished_round_is_refused_by_name() -> None:
    with pytest.raises(PairingRefused, match="Round 1 is unfinished: match 2 has no result") as refused:
        pair_next_round(event("A>B C?D"))
    assert refused.value.code == "unfinished_round"


def test_the_json_of_a_pairing() -> None:
    answer = pairing_json(pair_next_round(event("A>B")), seconds=0.25)
    assert answer == {
        "round": 2,
        "stage": "swiss",
        "matches": [{"table": 1, "seats": ("B", "A"), "reasons": ("rematch", "float")}],
        "byes": (),
        "unpaired": (),
        "relaxed": [{"promise": "no_rematch", "entrants": ("A", "B")}],
        "cost": {"squared_difference": 9, "lower_bound": 9, "proven": True},
        "seconds": 0.25,
    }


def test_points_in_fractions_cost_what_they_are() -> None:
    """1 and 1/2 apart by a half: a quarter."""
    made = event("A=B C=D", "A>C B=D", rules={"points": {"win": 1, "draw": 0.5, "loss": 0}},
                 entrants={"C": {"dropped_after": 2}, "D": {"dropped_after": 2}})  # fmt: skip
    assert pairing_json(pair_next_round(made))["cost"]["squared_difference"] == 0.25  # type: ignore[index]


@pytest.mark.parametrize(("entrants", "rounds"), [(1, 1), (2, 1), (3, 2), (16, 4), (64, 6), (65, 7)])
def test_rounds_until_one_is_unbeaten(entrants: int, rounds: int) -> None:
    assert rounds_for(entrants) == rounds


@pytest.mark.parametrize("entrants", [2, 9, 33, 300])
def test_whole_events_seat_everybody_once_a_round(entrants: int) -> None:
    made: EventFile = simulated_event(entrants, 7, "whole")
    for played in made.rounds:
        seats = [seat for m in played.matches for seat in m.seats]
        assert len(seats) == len(set(seats))
    pairs_met = [frozenset(m.seats) for r in made.rounds for m in r.matches if len(m.seats) == 2]
    if entrants > 30:
        assert len(pairs_met) == len(set(pairs_met))
    byes = [m.seats[0] for r in made.rounds for m in r.matches if m.result == "bye"]
    if entrants > 8:
        assert len(byes) == len(set(byes))


def test_pods_of_an_earlier_stage_count_as_meetings() -> None:
    pod = {"seats": list("ABC"), "result": {"ranking": [["A"], ["B"], ["C"]]}}
    made = facts([pod, match("D>E")])
    pairing = pair_next_round(msgspec.convert(made, EventFile))
    assert not met(pairing) & pairs("AB", "AC", "BC", "DE")
