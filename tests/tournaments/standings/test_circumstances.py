"""Byes, drops, late entries, missed rounds, penalties, pods: what each does to the figures, by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.tournaments.building import event, facts, match, order, table
from tournaments.event_file import read_event
from tournaments.facts import EventFile, EventFileError
from tournaments.standings import standings_of

MTR = {"tiebreakers": ["match_points", "omw", "gw", "ogw", "oomw"]}
FLOOR = Fraction(33, 100)


def nothing(names: str) -> dict[str, dict[str, Any]]:
    """Rounds that these miss count for nothing."""
    return {name: {"missed_rounds_as": "nothing"} for name in names}


def test_entrants_equal_in_everything_share_a_place() -> None:
    assert order(event("A>B C>D E=F")) == [(1, "A"), (1, "C"), (3, "E"), (3, "F"), (5, "B"), (5, "D")]


def test_no_opponent_to_average_ranks_below_any() -> None:
    made = event("A B>C", rules={"tiebreakers": ["match_points", "omw"]})
    assert order(made) == [(1, "B"), (2, "A"), (3, "C")]


def test_a_double_loss_counts_a_round_and_a_game_for_both() -> None:
    """A: 3 of 6 points, 6 game points of 3 games (2-0, then the lost one)."""
    made = event(["A>B 2-0-0"], ["A!C"], rules=MTR | {"floor": 0})
    figures = table(made)
    assert (figures["A"]["match_points"], figures["A"]["gw"]) == (3, Fraction(6, 9))
    assert figures["C"]["omw"] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("missed", "points", "percentage"),
    [("loss", 3, Fraction(1, 2)), ("bye", 6, Fraction(1)), ("nothing", 3, Fraction(1))],
)
@pytest.mark.parametrize(
    ("rounds", "circumstance"),
    [
        (("B=C", "A>B"), {"entered_before": 2}),
        (("A>B", "B=C"), {"absences": [[2, 2]]}),
        (("A>B", "B=C"), {}),
    ],
)
def test_missed_rounds(
    rounds: tuple[str, ...], circumstance: dict[str, Any], missed: str, points: int, percentage: Fraction
) -> None:
    """Late, absent or just not there: the same, as the entrant's own choice says."""
    entrant = {"missed_rounds_as": missed, **circumstance}
    figures = table(event(*rounds, rules=MTR, entrants={"A": entrant}))
    assert figures["A"]["match_points"] == points
    # B met A and C; C missed a round and drew the other: 1 of 6, floored.
    assert figures["B"]["omw"] == (percentage + FLOOR) / 2


def test_rounds_after_a_drop_count_for_nothing() -> None:
    made = event("A>B C=D", "B>C", entrants={"A": {"dropped_after": 1}, "D": {"dropped_after": 1}}, rules=MTR)
    assert table(made)["B"]["omw"] == (Fraction(1) + FLOOR) / 2
    assert table(made)["A"]["match_points"] == 3


def test_a_disqualified_entrant_leaves_the_table_and_results_stay() -> None:
    made = event("A>B", "A>C", entrants={"A": {"disqualified_after": 2}}, rules=MTR)
    assert order(made) == [(1, "B"), (1, "C")]
    assert table(made)["B"]["omw"] == 1
    assert "A" in table(made, after_round=1)


def test_adjustments_change_match_points_and_no_percentage() -> None:
    penalty = {"adjustments": [{"round": 2, "match_points": -2, "reason": "late"}]}
    made = event(
        "A>B", "A>C", entrants={"A": penalty}, rules={"tiebreakers": ["match_points", "cumulative", "omw"]}
    )
    assert table(made)["A"]["match_points"] == 4
    assert table(made)["A"]["cumulative"] == 3 + 4
    assert table(made)["B"]["omw"] == 1
    assert table(made, after_round=1)["A"]["match_points"] == 3


def test_cumulative_adds_what_was_held_after_each_round() -> None:
    made = event("A>B", "A=B", "A<B", rules={"tiebreakers": ["cumulative"]})
    assert {n: row["cumulative"] for n, row in table(made).items()} == {"A": 3 + 4 + 4, "B": 0 + 1 + 4}


def test_points_of_the_event() -> None:
    made = event("A>B C=D E", rules={"points": {"win": 1, "draw": 0.4, "loss": 0.1, "bye": 0.5}})
    assert [table(made)[n]["match_points"] for n in "ABCDE"] == [
        1, Fraction(1, 10), Fraction(2, 5), Fraction(2, 5), Fraction(1, 2),
    ]  # fmt: skip


def test_a_draw_is_a_third_of_a_win_under_mtr_and_half_under_pokemon() -> None:
    assert table(event("A=B", rules=MTR))["A"]["omw"] == Fraction(1, 3)
    assert table(event("A=B", rules={"profile": "pokemon"}))["A"]["omw"] == Fraction(1, 2)


def test_an_intentional_draw_of_three_drawn_games() -> None:
    made = event([match("A=B 0-0-3", kind="intentional_draw")], rules=MTR)
    assert table(made)["A"] == {
        "match_points": 1, "omw": Fraction(1, 3), "gw": Fraction(1, 3), "ogw": Fraction(1, 3),
        "oomw": Fraction(1, 3),
    }  # fmt: skip


H2H = {"tiebreakers": ["match_points", "head_to_head", "lot"]}


def test_head_to_head_of_three_who_all_met() -> None:
    """Each beat one of the others: 3 points and 1 head to head for all."""
    made = event("A<B", "A>C", "C>B", entrants=nothing("ABC"), rules=H2H)
    assert {name: row["head_to_head"] for name, row in table(made).items()} == {"A": 1, "B": 1, "C": 1}


def test_head_to_head_needs_every_tied_pair_to_have_met() -> None:
    """A, B and C have 3 points each; A beat B, B and C never met."""
    made = event("A>B C>D", "D>A B>E", entrants=nothing("ABCDE"), rules=H2H)
    assert {name: row["head_to_head"] for name, row in table(made).items() if name in "ABC"} == dict.fromkeys(
        "ABC"
    )


def test_head_to_head_stays_as_it_was_when_the_bracket_has_begun() -> None:
    """B and C have three points each, and B has beaten C. An elimination changes no tiebreaker (event-files.md)."""
    stages = [
        {"id": "swiss", "kind": "swiss"},
        {"id": "cut", "kind": "single_elimination", "size": 2, "entrants": ["A", "B"]},
    ]
    swiss = facts("A>B C>D", "B>C A>D", rules=H2H, stages=stages)
    before = table(read_event(msgspec.json.encode(swiss)))
    assert (before["B"]["head_to_head"], before["C"]["head_to_head"]) == (1, 0)
    final = match("A>B") | {"bracket": {"side": "final", "round": 1, "slot": 1}}
    swiss["rounds"].append({"number": 3, "stage": "cut", "matches": [final]})
    after = table(read_event(msgspec.json.encode(swiss)))
    assert (after["B"]["head_to_head"], after["C"]["head_to_head"]) == (1, 0)


def test_who_comes_later_takes_no_lot_from_those_who_were_there() -> None:
    """A table that stands after round 1 says the same lots once somebody has come for round 3."""
    rules, late = {"tiebreakers": ["match_points", "lot"]}, {f"L{n}": {"entered_before": 3} for n in range(6)}
    before = table(event("A>B C>D", rules=rules))
    after = table(event("A>B C>D", "A>C B>D", rules=rules, entrants=late), 1)
    assert {name: row["lot"] for name, row in after.items()} == {n: r["lot"] for n, r in before.items()}
    assert sorted(row["lot"] or 0 for row in after.values()) == [1, 2, 3, 4]


def test_head_to_head_decides_between_two() -> None:
    """A and B have 4 points each and nobody else has; B beat A."""
    made = event(
        "A<B C=D",
        "A>C B=D",
        "A=D",
        entrants=nothing("ABCD"),
        rules=H2H,
    )
    figures = table(made)
    assert figures["A"]["match_points"] == figures["B"]["match_points"] == 4
    assert (figures["A"]["head_to_head"], figures["B"]["head_to_head"]) == (0, 1)
    assert order(made)[:2] == [(1, "B"), (2, "A")]


def test_scores_of_the_game() -> None:
    rules = {"tiebreakers": ["game_score", "game_score_difference", "game"]}
    two = match("A>B", scores={"A": 40, "B": 12.5}, tiebreakers={"A": 2})
    pod = {"seats": ["C", "D", "E", "F"],
           "result": {"ranking": [["C"], ["D", "E"], ["F"]], "scores": {"C": 41, "D": 10}}}  # fmt: skip
    figures = table(event([two, pod], rules=rules))
    assert tuple(figures["A"].values()) == (40, Fraction(55, 2), 2)
    assert tuple(figures["B"].values()) == (Fraction(25, 2), -Fraction(55, 2), 0)
    assert tuple(figures["C"].values()) == (41, 41 - Fraction(10, 3), 0)
    assert tuple(figures["F"].values()) == (0, -17, 0)


def test_percentages_of_pods() -> None:
    """Of four: first 1, the shared second and third 1/2 each, last 0. Everybody else is an opponent."""
    pod = {"seats": list("ABCD"), "result": {"ranking": [["A"], ["B", "C"], ["D"]]}}
    made = event([pod], rules={"tiebreakers": ["omw", "buchholz", "sonneborn_berger"], "floor": 0})
    half = Fraction(1, 2)
    assert tuple(table(made)["A"].values()) == ((half + half + 0) / 3, 1, 1)
    assert tuple(table(made)["D"].values()) == ((1 + half + half) / 3, 2, 0)
    assert tuple(table(made)["B"].values()) == ((1 + half + 0) / 3, Fraction(3, 2), half * half + 0)


def test_points_of_pods_of_the_event_and_of_other_sizes() -> None:
    three = {"seats": list("ABC"), "result": {"ranking": [["C"], ["A"], ["B"]]}}
    own = {"pod_points": {"3": [10, 5, 0]}, "tiebreakers": ["match_points"]}
    assert [table(event([three], rules=own))[n]["match_points"] for n in "ABC"] == [5, 0, 10]
    assert [table(event([three]))[n]["match_points"] for n in "ABC"] == [2, 1, 4]


def test_seed_and_lot() -> None:
    seeded = {"A": {"seed": 3}, "B": {"seed": 1}, "C": {}}
    assert order(event(entrants=seeded, rules={"tiebreakers": ["seed"]})) == [(1, "B"), (2, "A"), (3, "C")]
    drawn = event(entrants={n: {} for n in "ABCDEFGH"}, rules={"tiebreakers": ["lot"]})
    assert sorted(place for place, _ in order(drawn)) == list(range(1, 9))
    again = event(entrants={n: {} for n in "HGFEDCBA"}, rules={"tiebreakers": ["lot"]})
    assert order(drawn) == order(again)
    other = event(entrants={n: {} for n in "ABCDEFGH"}, rules={"tiebreakers": ["lot"]}, seed="other")
    assert order(drawn) != order(other)


def test_frozen_when_dropped() -> None:
    """A beat B in round 1 and dropped; what B wins afterwards is not A's any more."""
    rules = {"profile": "pokemon"}
    rounds = ("A>B C=D", "B>C", "B>D")
    nobody_missed = nothing("ABCD")
    stayed = table(event(*rounds, entrants=nobody_missed, rules=rules))
    left = table(event(*rounds, entrants=nobody_missed | {"A": {"dropped_after": 1}}, rules=rules))
    assert stayed["A"]["omw"] == Fraction(2, 3)
    assert left["A"]["omw"] == Fraction(1, 4)
    assert left["B"]["omw"] == (Fraction(3, 4) + 2 * Fraction(1, 4)) / 3


def test_fide_unplayed_rounds_are_dummies() -> None:
    """A: a bye, then a win over B. Buchholz: B's 1 and the dummy's 2; the bye is worth 1 × 2."""
    made = event("A B>C", "A>B C", rules={"profile": "fide"})
    assert table(made)["A"] == {
        "match_points": 2, "buchholz_cut1": 2, "buchholz": 3, "sonneborn_berger": 3,
    }  # fmt: skip


def test_fide_counts_rounds_stayed_away_from_at_the_end_as_draws_for_opponents() -> None:
    """B lost to A and left: for A he has 0 + 1/2. A beat C as well, who has 1."""
    made = event("A>B C D", "A>C D", entrants={"B": {"dropped_after": 1}},
                 rules={"profile": "fide", "tiebreakers": ["buchholz"]})  # fmt: skip
    assert table(made)["A"]["buchholz"] == Fraction(1, 2) + 1


def test_fide_cuts_a_round_stayed_away_from_first() -> None:
    """A has 1 point, missed round 2 (a dummy of 1) and met B, who has 0: the dummy is cut, not B."""
    made = event("A>B", "B<C", rules={"profile": "fide", "tiebreakers": ["buchholz", "buchholz_cut1"]})
    assert tuple(table(made)["A"].values()) == (1, 0)


def test_fide_walkovers_are_unplayed() -> None:
    made = event(
        [match("A>B", kind="no_show")], rules={"profile": "fide", "tiebreakers": ["match_points", "buchholz"]}
    )
    assert tuple(table(made)["A"].values()) == (1, 1)
    other = event([match("A>B", kind="no_show")], rules={"tiebreakers": ["match_points", "omw"]})
    assert tuple(table(other)["A"].values()) == (3, FLOOR)


def test_a_match_without_a_result_counts_for_nobody_yet() -> None:
    figures = table(event("A>B C=D", "A?C B?D", rules=MTR))
    assert figures["A"] == {"match_points": 3, "omw": FLOOR, "gw": 1, "ogw": FLOOR, "oomw": 1}


def test_standings_of_an_earlier_round_are_those_of_then() -> None:
    rounds = ["A>B C>D", "A>C B>D", "A<D B<C"]
    late = {"E": {"entered_before": 3}}
    whole = event(*rounds, entrants=late)
    assert standings_of(whole, 1).rows == standings_of(event(*rounds[:1])).rows
    assert "E" in table(whole, 2)
    with pytest.raises(EventFileError, match="no round of this event"):
        standings_of(whole, 4)


def test_elimination_rounds_are_not_in_the_table() -> None:
    made = facts("A>B C>D", "A>C")
    made["stages"].append({"id": "cut", "kind": "single_elimination", "size": 2})
    made["rounds"][1]["stage"] = "cut"
    made["rounds"][1]["matches"][0]["bracket"] = {"side": "final", "round": 1, "slot": 1}
    assert table(msgspec.convert(made, EventFile)) == table(event("A>B C>D"))


def test_what_the_table_relies_on_is_named() -> None:
    for profile in ("mtr", "pokemon", "netrunner", "fide"):
        said = standings_of(event("A>B", rules={"profile": profile})).relied_on
        assert said["profile"] == profile
        assert said["edition"]


def test_nobody_at_all() -> None:
    assert standings_of(event()).rows == ()
