"""A tap is read in one place: what is right comes out typed, whatever is wrong is refused with its name."""

from __future__ import annotations

from typing import Any

import pytest

from referee.live.tap import BadTap, read_tap
from tournaments.errors import Invalid

GOOD: dict[str, Any] = {"key": "k1", "after": 3, "entry": {"by": "A", "do": "draw", "count": 2}}


def test_a_tap_has_the_verb_and_its_arguments_and_nothing_that_is_the_servers() -> None:
    sent = {
        **GOOD["entry"],
        "at": "2020-01-01",
        "seen_by": ["A"],
        "salt": "s",
        "hash": "h",
        "expect": "legal",
    }
    tap = read_tap({**GOOD, "entry": sent, "more": 1})
    assert (tap.key, tap.after, tap.by, tap.do, tap.anyway) == ("k1", 3, "A", "draw", False)
    assert tap.entry == GOOD["entry"]
    assert read_tap({**GOOD, "anyway": True}).anyway


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("key", ""), ("key", None), ("key", 5), ("key", "k" * 65),
        ("after", -1), ("after", True), ("after", "3"), ("after", None), ("after", 1.0),
        ("entry", None), ("entry", []), ("entry", "draw"),
        ("anyway", 1), ("anyway", "yes"),
    ],
)  # fmt: skip
def test_a_value_of_a_wrong_type_is_refused_by_its_name(name: str, value: object) -> None:
    with pytest.raises(Invalid) as refusal:
        read_tap({**GOOD, name: value})
    assert list(refusal.value.details["fields"]) == [name]  # type: ignore[call-overload]


@pytest.mark.parametrize("said", [None, [], "tap", 5, {}])
def test_what_is_no_tap_at_all_is_refused(said: object) -> None:
    with pytest.raises(Invalid):
        read_tap(said)


@pytest.mark.parametrize(
    "wrong",
    [{"entry": {"do": "draw"}}, {"entry": {"by": "A"}}, {"entry": {"by": 1, "do": "draw"}}, {"key": "a\nb"},
     {"key": "schlüssel"}],
)  # fmt: skip
def test_an_entry_needs_who_and_what_and_a_key_is_printable(wrong: dict[str, object]) -> None:
    with pytest.raises(BadTap):
        read_tap({**GOOD, **wrong})


def test_what_no_text_may_hold_is_refused() -> None:
    with pytest.raises(Invalid):
        read_tap({**GOOD, "entry": {**GOOD["entry"], "note": "\0"}})
