"""The figures that the requirements say must come out, each worked by hand there."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.tournaments.building import event, opponents_with, order, table

OMW = {"tiebreakers": ["match_points", "omw", "gw", "ogw"]}


def rounded(value: Fraction | None) -> float:
    assert value is not None
    return round(float(value), 4)


@pytest.mark.parametrize(("record", "points"), [("6-2-0", 18), ("4-2-2", 14)])
def test_match_points(record: str, points: int) -> None:
    assert table(opponents_with([record]))["O1"]["match_points"] == points


@pytest.mark.parametrize(
    ("games", "first", "second"),
    [
        ("2-0-0", Fraction(6, 6), Fraction(0)),
        ("2-1-0", Fraction(6, 9), Fraction(3, 9)),
        ("2-0-1", Fraction(7, 9), Fraction(1, 9)),
    ],
)
def test_game_points_of_a_match(games: str, first: Fraction, second: Fraction) -> None:
    figures = table(event([f"A>B {games}"], rules=OMW | {"floor": 0}))
    assert (figures["A"]["gw"], figures["B"]["gw"]) == (first, second)


def test_game_win_percentages_and_their_floor() -> None:
    """21 game points in 10 games are 0.70; 9 in 11 are 0.27, floored."""
    rules = {"tiebreakers": ["gw"], "games_per_match": 3}
    good = event(["A>B 2-0-0"], ["A>B 2-0-0"], ["A>B 2-1-0"], ["A<B 1-2-0"], rules=rules)
    assert table(good)["A"]["gw"] == Fraction(7, 10)
    bad = event(["A<B 0-2-0"], ["A<B 1-2-0"], ["A<B 1-2-0"], ["A<B 1-2-0"], rules=rules)
    assert table(bad)["A"]["gw"] == Fraction(33, 100)


@pytest.mark.parametrize(
    ("record", "percentage"),
    [("5-2-1", Fraction(16, 24)), ("1-3-0", Fraction(33, 100)), ("3-2-0", Fraction(9, 15))],
)
def test_match_win_percentage_as_an_opponent_counts_it(record: str, percentage: Fraction) -> None:
    assert table(opponents_with([record]))["H"]["omw"] == percentage


def test_a_bye_counts_in_the_percentage_of_whoever_had_it() -> None:
    """3-2-0 with a bye in the first round, then dropped: 0.60."""
    made = event("O", "O>A", "O>B", "O<C", "O<H", "A=B", entrants={"O": {"dropped_after": 5}}, rules=OMW)
    assert table(made)["H"]["omw"] == Fraction(3, 5)


EIGHT = ["4-4-0", "7-1-0", "1-3-1", "3-3-1", "6-2-0", "5-2-1", "4-3-1", "6-1-1"]


def test_opponents_match_win_percentage() -> None:
    assert rounded(table(opponents_with(EIGHT))["H"]["omw"]) == 0.6164


def test_opponents_match_win_percentage_with_a_bye() -> None:
    assert rounded(table(opponents_with(EIGHT[1:], bye_first=True))["H"]["omw"]) == 0.6330


def test_a_bye_is_a_match_won_two_to_nothing_and_no_opponent() -> None:
    rules = {"tiebreakers": ["match_points", "omw", "gw", "ogw"], "profile": "mtr"}
    figures = table(event("A B>C", rules=rules))["A"]
    assert figures == {"match_points": 3, "omw": None, "gw": 1, "ogw": None}
    mixed = table(event(["A"], ["A<B 0-2-0"], rules=rules))["A"]
    assert mixed["gw"] == Fraction(6, 12)


def test_a_bye_is_one_game_where_matches_are_one_game() -> None:
    made = event(["A"], ["A<B 0-1-0"], rules={"tiebreakers": ["gw"], "games_per_match": 1})
    assert table(made)["A"]["gw"] == Fraction(3, 6)


BUCHHOLZ = {"tiebreakers": ["buchholz", "buchholz_cut1", "median_buchholz"]}


@pytest.mark.parametrize(
    ("scores", "figures"), [((4, 2, 3, 4, 5, 6), (24, 22, 16)), ((5, 4, 2, 6, 4, 5), (26, 24, 18))]
)
@pytest.mark.parametrize("points", [{}, {"win": 2, "draw": 1, "loss": 0, "bye": 2}])
def test_buchholz(scores: tuple[int, ...], figures: tuple[int, ...], points: dict[str, int]) -> None:
    made = opponents_with([f"{score}-1-0" for score in scores], rules=BUCHHOLZ | {"points": points})
    assert tuple(table(made)["H"].values()) == figures


def test_sonneborn_berger() -> None:
    made = event(
        "A>B C>D", "B>A C>D", "A>C B>D", "A>C B>D", "A>D B>C", "D>A C>B",
        rules={"tiebreakers": ["sonneborn_berger"]},
    )  # fmt: skip
    assert {name: row["sonneborn_berger"] for name, row in table(made).items()} == {
        "A": 11, "B": 9, "C": 6, "D": 4,
    }  # fmt: skip
    assert order(made) == [(1, "A"), (2, "B"), (3, "C"), (4, "D")]


@pytest.mark.parametrize("points", [{}, {"win": 6, "draw": 3, "loss": 0, "bye": 6}])
def test_strength_of_schedule(points: dict[str, int]) -> None:
    made = event("Dan=Johno Laurie", "Laurie>Johno Dan", rules={"profile": "netrunner", "points": points})
    assert {name: tuple(row.values()) for name, row in table(made).items()} == {
        "Laurie": (12, Fraction(3, 2), Fraction(21, 4)),
        "Dan": (9, Fraction(3, 2), Fraction(21, 4)),
        "Johno": (3, Fraction(21, 4), Fraction(3, 2)),
    }


POKEMON = {"profile": "pokemon"}


@pytest.mark.parametrize(
    ("record", "dropped", "percentage"),
    [
        ("1-4-0", False, Fraction(1, 4)),
        ("3-2-0", False, Fraction(3, 5)),
        ("5-0-0", False, Fraction(1)),
        ("1-4-0", True, Fraction(1, 4)),
        ("3-2-0", True, Fraction(3, 5)),
        ("5-0-0", True, Fraction(3, 4)),
    ],
)
def test_floor_and_cap(record: str, dropped: bool, percentage: Fraction) -> None:
    made = opponents_with([record], drop=dropped, rules=POKEMON)
    assert table(made)["H"]["omw"] == percentage


def test_a_bye_is_in_no_percentage_there() -> None:
    """1-2 whose win was a bye is 0 of 2."""
    made = event(
        "O", "O<A", "O<H", rules=POKEMON, entrants={n: {"missed_rounds_as": "nothing"} for n in "OAH"}
    )
    assert table(made)["H"]["omw"] == Fraction(1, 4)
    free = event("O", "O<A", "O<H", rules=POKEMON | {"floor": 0})
    assert table(free)["H"]["omw"] == 0


def test_points_of_shared_places_in_a_pod() -> None:
    pod = {"seats": list("ABCD"), "result": {"ranking": [["A"], ["B", "C"], ["D"]]}}
    figures = table(event([pod], rules={"tiebreakers": ["match_points"]}))
    assert [figures[name]["match_points"] for name in "ABCD"] == [5, Fraction(5, 2), Fraction(5, 2), 1]
