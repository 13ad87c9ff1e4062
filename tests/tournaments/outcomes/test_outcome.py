"""Outcomes: whatever comes in, a clean outcome or a clear refusal."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.outcomes.outcome import (
    BY_STAFF,
    BadOutcome,
    clean_outcome,
    outcome_of_games,
    result_of_outcome,
    same_outcome,
    words_of,
)

NAMES = {"A": "Ann", "B": "Bob"}

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from("ABC")
)
anything = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
near = st.fixed_dictionaries(
    {},
    optional={
        "winner": st.sampled_from(["A", "B", None]) | scalars,
        "games": st.lists(st.integers(-1, 4), min_size=3, max_size=3) | anything,
        "scores": st.dictionaries(st.sampled_from("AB"), st.integers() | st.floats()) | anything,
        "kind": st.sampled_from(BY_STAFF) | scalars,
        "ranking": anything,
    },
)


@given(raw=near | anything, games=st.sampled_from([1, 3]), staff=st.booleans())
def test_anything_is_cleaned_or_refused(raw: Any, games: int, staff: bool) -> None:
    try:
        clean = clean_outcome(raw, ["A", "B"], games, by_staff=staff)
    except BadOutcome as refused:
        assert refused.message
        return
    assert clean_outcome(clean, ["A", "B"], games, by_staff=True) == clean
    assert same_outcome(clean, clean)
    assert words_of(clean, NAMES)
    assert result_of_outcome(clean, {"A": "P01", "B": "P02"})


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        ({"kind": "played", "winner": "A"}, "Ann won"),
        ({"kind": "played", "winner": "A", "games": [2, 1, 0]}, "Ann won 2–1"),
        ({"kind": "played", "winner": "B", "games": [1, 2, 0]}, "Bob won 2–1"),
        ({"kind": "played", "winner": "B", "games": [0, 1, 1]}, "Bob won 1–0–1"),
        ({"kind": "played", "winner": None, "games": [1, 1, 1]}, "Draw 1–1–1"),
        ({"kind": "played", "winner": None}, "Draw"),
        ({"kind": "intentional_draw", "winner": None}, "Intentional draw"),
        ({"kind": "conceded", "winner": "B"}, "Bob won by concession"),
        ({"kind": "double_loss"}, "Both lose"),
    ],
)
def test_an_outcome_in_words(outcome: dict[str, Any], words: str) -> None:
    assert words_of(outcome, NAMES) == words


def test_a_pod_is_ranked_whole() -> None:
    letters = ["A", "B", "C"]
    clean = clean_outcome({"ranking": [["C"], ["B", "A"]]}, letters, 1)
    assert clean == {"kind": "played", "ranking": [["C"], ["A", "B"]]}
    for bad in ([["A"], ["B"]], [["A", "A"], ["B", "C"]], [["A"], [], ["B", "C"]], "ABC", [1, 2, 3]):
        with pytest.raises(BadOutcome):
            clean_outcome({"ranking": bad}, letters, 1)


@pytest.mark.parametrize(
    ("winners", "games", "expected"),
    [
        (["A"], 1, {"winner": "A"}),
        (["B"], 3, None),
        (["B", "B"], 3, {"winner": "B", "games": [0, 2, 0]}),
        (["B", "A"], 3, None),
        (["B", "A", "A"], 3, {"winner": "A", "games": [2, 1, 0]}),
        (["B", None, None], 3, {"winner": "B", "games": [0, 1, 2]}),
        ([None], 1, {"winner": None}),
    ],
)
def test_games_decide_their_match(
    winners: list[str | None], games: int, expected: dict[str, Any] | None
) -> None:
    logs = [
        {"ranking": [["A", "B"]] if who is None else [[who], ["B" if who == "A" else "A"]]} for who in winners
    ]
    found = outcome_of_games(logs, ["A", "B"], games)
    assert found == (None if expected is None else {"kind": "played", **expected})
