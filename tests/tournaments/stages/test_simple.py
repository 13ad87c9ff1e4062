"""The few answers of the event's form, and the chain that they make."""

import itertools
from typing import Any

import pytest

from tests.tournaments.factories import make_event
from tournaments.stages.chosen import as_chosen
from tournaments.stages.queries import stages_of
from tournaments.stages.simple import USUAL, answers_of, chain_of

pytestmark = pytest.mark.django_db


def test_nothing_answered_is_swiss_to_the_end() -> None:
    assert chain_of({}) == [{"kind": "swiss"}]


@pytest.mark.parametrize(
    ("answers", "chain"),
    [
        ({"cut": 8}, [{"kind": "swiss"}, {"kind": "single_elimination", "size": 8}]),
        ({"table_size": 4}, [{"kind": "pods", "pod_size": 4}]),
        (
            {"structure": "round_robin", "group_count": 4, "cut": 8, "cut_kind": "double_elimination"},
            [{"kind": "round_robin", "groups": 4}, {"kind": "double_elimination", "size": 8}],
        ),
        (
            {"structure": "single_elimination", "third_place": True, "last_tiebreak": "lot", "group_count": 4},
            [{"kind": "single_elimination", "third_place": True, "last_tiebreak": "lot"}],
        ),
        ({"third_place": True, "last_tiebreak": "lot"}, [{"kind": "swiss"}]),
    ],
)  # fmt: skip
def test_answers_make_their_chain(answers: dict[str, Any], chain: list[dict[str, Any]]) -> None:
    assert chain_of(answers) == chain


def test_what_is_kept_of_a_simple_chain_gives_its_answers_back() -> None:
    every = itertools.product(
        [
            {},
            {"table_size": 3},
            {"structure": "round_robin", "group_count": 2},
            {"structure": "double_elimination"},
        ],
        [{}, {"cut": 4}, {"cut": 8, "cut_kind": "double_elimination", "cut_games": 3}],
        [{"last_tiebreak": "lot"}],
    )
    for parts in every:
        answers = {name: value for part in parts for name, value in part.items()}
        chain = [as_chosen(stage) for stage in stages_of(make_event(stages=chain_of(answers)))]
        again = answers_of(chain)
        assert again is not None and chain_of(again) == chain_of(answers)


def test_a_longer_chain_has_no_answers() -> None:
    assert answers_of([{"kind": "swiss", "code": "a"}] * 3) is None
    assert answers_of([{"kind": "round_robin", "legs": 2, "code": "a"}]) is None
    assert answers_of([{"kind": "swiss", "code": "swiss"}]) == USUAL
