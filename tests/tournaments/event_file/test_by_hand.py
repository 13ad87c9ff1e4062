"""A round with every kind of result in it, each figure worked out by hand from the words of the format."""

import json
from fractions import Fraction

import pytest

from tournaments.event_file import read_event
from tournaments.pairing import PairingRefused, pair_next_round
from tournaments.standings import standings_of

FLOOR = Fraction(33, 100)
ROUND = [
    {"table": 1, "seats": ["P01", "P02"], "result": {"winner": "P01", "games": [2, 1, 0]}},
    {
        "table": 2,
        "seats": ["P03", "P04"],
        "result": {"winner": None, "games": [1, 1, 1], "kind": "intentional_draw"},
    },
    {"table": 3, "seats": ["P13", "P14"], "result": {"winner": "P13", "scores": {"P13": 40, "P14": 12}}},
    {"table": None, "seats": ["P05"], "result": "bye"},
    {
        "table": 4,
        "seats": ["P06", "P08", "P09", "P10"],
        "result": {"ranking": [["P06"], ["P08", "P09"], ["P10"]], "scores": {"P06": 41}},
    },
    {"table": 5, "seats": ["P11", "P12"], "result": None},
]
#: place, points, omw, gw, ogw
BY_HAND = {
    # First of four: everybody else is an opponent. Two shared the second and third place: half of 2/3 and 1/3
    # of a win each, 0.5; the last has 0 of a win, floored.
    "P06": (1, 5, (Fraction(1, 2) * 2 + FLOOR) / 3, 1, (Fraction(1, 2) * 2 + FLOOR) / 3),
    # No games were given: the match counts as one, won.
    "P13": (2, 3, FLOOR, 1, FLOOR),
    # 2-1: six of nine game points, the opponent three.
    "P01": (3, 3, FLOOR, Fraction(6, 9), Fraction(3, 9)),
    # A bye is 2-0, and no opponent: nothing ranks below every figure.
    "P05": (4, 3, None, 1, None),
    # They share 3 and 2 points: 2.5 each. Opponents: a winner, each other, the last.
    "P08": (
        5,
        Fraction(5, 2),
        (1 + Fraction(1, 2) + FLOOR) / 3,
        Fraction(1, 2),
        (1 + Fraction(1, 2) + FLOOR) / 3,
    ),
    "P09": (
        5,
        Fraction(5, 2),
        (1 + Fraction(1, 2) + FLOOR) / 3,
        Fraction(1, 2),
        (1 + Fraction(1, 2) + FLOOR) / 3,
    ),
    "P10": (7, 1, Fraction(2, 3), FLOOR, Fraction(2, 3)),
    # 1-1-1: a win and a draw are four of nine game points; a drawn match is a third of three points.
    "P03": (8, 1, Fraction(1, 3), Fraction(4, 9), Fraction(4, 9)),
    "P04": (8, 1, Fraction(1, 3), Fraction(4, 9), Fraction(4, 9)),
    "P02": (10, 0, 1, Fraction(3, 9), Fraction(6, 9)),
    "P14": (11, 0, 1, FLOOR, 1),
    # In no match and not dropped: the round was missed and counts as a loss.
    "P07": (12, 0, None, FLOOR, None),
    # A missing result counts for nobody.
    "P11": (13, 0, None, None, None),
    "P12": (13, 0, None, None, None),
}


def file(**changes: object) -> bytes:
    made = {
        "event": 1,
        "rules": {"games_per_match": 3, "tiebreakers": ["match_points", "omw", "gw", "ogw"], "floor": 0.33},
        "entrants": [{"id": f"P{n:02d}", "name": f"Name {n}"} for n in range(1, 15)],
        "rounds": [{"number": 1, "stage": "swiss", "matches": ROUND}],
        "stages": [{"id": "swiss", "kind": "swiss"}, {"id": "cut", "kind": "single_elimination", "size": 8}],
    }
    return json.dumps(made | changes).encode()


def test_every_figure_of_the_round_is_the_one_worked_out_by_hand() -> None:
    rows = standings_of(read_event(file())).rows
    assert {row.entrant: (row.place, *row.values.values()) for row in rows} == BY_HAND
    assert [row.place for row in rows] == sorted(row.place for row in rows)


def test_points_taken_in_a_later_round_do_not_count_before_it() -> None:
    entrants: list[dict[str, object]] = [{"id": f"P{n:02d}", "name": "x"} for n in range(1, 15)]
    entrants[0]["adjustments"] = [{"round": 2, "match_points": -3, "reason": "x"}]
    rows = {
        row.entrant: row.values["match_points"]
        for row in standings_of(read_event(file(entrants=entrants))).rows
    }
    assert rows["P01"] == 3


def test_a_round_with_a_result_missing_is_not_paired_on_and_the_table_is_named() -> None:
    with pytest.raises(PairingRefused, match="Round 1 is unfinished: table 5 has no result"):
        pair_next_round(read_event(file()))
