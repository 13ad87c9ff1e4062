"""The text between versions and addresses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.live.changes import TOPICS
from tournaments.live.versions import as_mark, changed_between, from_mark

versions = st.dictionaries(st.sampled_from(TOPICS), st.integers(0, 10**17))


@given(versions)
def test_a_mark_reads_back(found: dict[str, int]) -> None:
    assert from_mark(as_mark(found)) == found


def test_a_mark_is_short_text() -> None:
    assert as_mark({"rounds": 12, "clock": 3}) == "clock.3-rounds.12"
    assert as_mark({}) == "-"


@pytest.mark.parametrize(
    "text",
    ["clock", "clock.", "clock.x", "clock.-1", "Clock.1", "clock.1 ", "a.1-?", "a.9" * 300, "a.١", "?"],
)
def test_what_is_no_mark_is_none(text: str) -> None:
    assert from_mark(text) is None


def test_changes_are_the_topics_with_another_version() -> None:
    before = {"clock": 3, "rounds": 12}
    after = {"clock": 3, "rounds": 13, "results": 1}
    assert changed_between(before, after) == [("results", 1), ("rounds", 13)]
    assert changed_between(after, after) == []
