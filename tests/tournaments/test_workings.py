"""Every figure opens to its working, and the working adds up to the figure."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.building import event, match, table
from tournaments.facts import EventFileError
from tournaments.simulation import simulated_event
from tournaments.standings import Figure, standings_json, standings_of, working_json, working_of
from tournaments.standings.book import Book
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

ALL = list(TIEBREAKERS)
SUMS = {
    "match_points",
    "sonneborn_berger",
    "cumulative",
    "game_score",
    "game_score_difference",
    "game",
    "buchholz",
}
MEANS = {"omw", "ogw", "oomw", "sos", "xsos"}


def added_up(name: str, figure: Figure) -> Fraction | None:
    values = [part.value or Fraction(0) for part in figure.parts if "left out" not in part.note]
    if name in MEANS:
        return sum(values, Fraction(0)) / len(values) if values else None
    return sum(values, Fraction(0))


def with_rules(made: Any, **rules: Any) -> Any:
    return msgspec.structs.replace(made, rules=msgspec.structs.replace(made.rules, **rules))


@settings(max_examples=25, deadline=None)
@given(
    st.integers(2, 20),
    st.integers(1, 6),
    st.booleans(),
    st.sampled_from(["mtr", "pokemon", "netrunner", "fide"]),
    st.integers(0, 2**32),
)
def test_workings_add_up_to_the_table(
    entrants: int, rounds: int, pods: bool, profile: str, seed: int
) -> None:
    made = with_rules(
        simulated_event(entrants, rounds, str(seed), pods), profile=profile, tiebreakers=tuple(ALL)
    )
    figures = table(made)
    for name in random.Random(seed).sample(sorted(figures), min(4, len(figures))):
        working = working_of(made, name)
        assert {key: figure.value for key, figure in working.values.items()} == figures[name]
        for key, figure in working.values.items():
            assert figure.rule
            if key in SUMS | MEANS | {"buchholz_cut1", "median_buchholz"}:
                assert added_up(key, figure) == figure.value, key


def test_parts_name_round_opponent_and_what_was_floored() -> None:
    made = event("A>B C=D", "A>C B<D")
    assert working_json(working_of(made, "D"))["values"] == {
        "match_points": {
            "value": 4,
            "parts": [
                {"round": 1, "opponent": "C", "value": 1, "note": "drew"},
                {"round": 2, "opponent": "B", "value": 3, "note": "won"},
            ],
            "rule": "Match points of every round, and adjustments by staff.",
        },
        "omw": {
            "value": 0.33,
            "parts": [
                {"round": 1, "opponent": "C", "value": 0.33, "note": "floored from 0.1667"},
                {"round": 2, "opponent": "B", "value": 0.33, "note": "floored from 0"},
            ],
            "rule": "Mean of the opponents' match-win percentages, none below 0.33; a bye is not an opponent "
            "and counts in the percentage of whoever had it.",
        },
        "gw": {
            "value": round(4 / 6, 12),
            "parts": [
                {"round": 1, "opponent": "C", "value": 1, "note": "drew; of 3 game points"},
                {"round": 2, "opponent": "B", "value": 3, "note": "won; of 3 game points"},
            ],
            "rule": "Game points (3-1-0) over three times the games, none below 0.33; a bye is not an opponent "
            "and counts in the percentage of whoever had it.",
        },
        "ogw": {
            "value": 0.33,
            "parts": [
                {"round": 1, "opponent": "C", "value": 0.33, "note": "floored from 0.1667"},
                {"round": 2, "opponent": "B", "value": 0.33, "note": "floored from 0"},
            ],
            "rule": "Mean of the opponents' game-win percentages, none below 0.33; a bye is not an opponent "
            "and counts in the percentage of whoever had it.",
        },
    }  # fmt: skip


def test_a_bye_and_a_penalty_are_said() -> None:
    penalty = {"adjustments": [{"round": 2, "match_points": -1, "reason": "late"}]}
    made = event(["A", "B>C"], [match("A>B", kind="no_show"), "C"], entrants={"A": penalty})
    parts = working_of(made, "A").values["match_points"].parts
    assert [(part.round, part.opponent, part.value, part.note) for part in parts] == [
        (1, None, 3, "bye"),
        (2, "B", 3, "won (no-show)"),
        (2, None, -1, "adjusted by staff: late"),
    ]


def test_the_json_of_the_table() -> None:
    answer = standings_json(standings_of(event("A>B", "A<B")))
    values = {"match_points": 3, "omw": 0.5, "gw": 0.5, "ogw": 0.5}
    assert answer["standings"] == [
        {"place": 1, "entrant": entrant, "values": values, "stage": "swiss"} for entrant in "AB"
    ]


def test_who_left_the_table_still_has_a_working() -> None:
    made = event("A>B", entrants={"A": {"disqualified_after": 1}})
    assert working_of(made, "A").place is None
    with pytest.raises(EventFileError, match="not among the entrants"):
        working_of(made, "Z")


def test_an_earlier_book_is_opened_once_for_each_round_of_a_drop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frozen figures rest on frozen figures of whoever dropped before them, each from the same earlier book."""
    opened: list[int] = []
    until = Book.until
    monkeypatch.setattr(Book, "until", lambda book, number: opened.append(number) or until(book, number))
    entrants = {name: {"dropped_after": after} for after, name in enumerate("ABCDE", start=1)}
    rounds = ["A>B C>D E>F", "B>C D>E", "C>D E>F", "D>E F>G", "E>F", "F>G"]
    made = event(
        *rounds, entrants=entrants, rules={"profile": "pokemon", "tiebreakers": ["omw", "oomw", "ogw"]}
    )
    standings = standings_of(made)
    assert {row.entrant for row in standings.rows} >= set("ABCDE")
    assert sorted(opened) == [1, 2, 3, 4, 5]
