"""What a seat may see of entries that cannot be read: nothing that only their owner may know."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.log import read_log
from rules.kernel.report import judge_log
from tests.rules.kernel.helpers import data, draw, lay
from tests.rules.kernel.toy import TOY


def seen(seat: str, **changes: Any) -> dict[str, Any]:
    """What ``seat`` sees of a log whose first entry is a secret draw of two cards by A, changed so."""
    first = {**draw("A", "Number 1", "Number 2", count=2, seen_by=["A"]), **changes}
    return judge_log(TOY, read_log(data(first, lay("A")), TOY.all_verbs), None, seat)


@pytest.mark.parametrize("cards", [5, "Number 1", [5, {}], ["Number 1", {"title": 3}], {"a": 1}])
@pytest.mark.parametrize("seat", ["B", "public"])
def test_that_a_secret_argument_cannot_be_read_is_a_secret(cards: Any, seat: str) -> None:
    assert seen("A", cards=cards)["verdicts"][0]["violations"][0]["rule"] == "log.argument"
    assert seen(seat, cards=cards) == seen(seat)


@pytest.mark.parametrize("more", [{"bogus": 1}, {"note": {"a": 1}, "cards": 5}, {"salt": 5}])
def test_other_details_of_a_secret_entry_are_secret_too(more: dict[str, Any]) -> None:
    assert seen("B", **more) == seen("B")


@pytest.mark.parametrize("fault", [{"count": "x"}, {"seen_by": "A"}, {"seen_by": ["A", 5]}, {"do": "fly"}])
def test_a_fault_that_everybody_sees_is_illegal_for_everybody_and_says_no_more(fault: dict[str, Any]) -> None:
    for seat in ("B", "public"):
        report = seen(seat, **fault, cards=["Number 1", "Number 1"])
        assert report["verdicts"][0]["verdict"] == "illegal"
        assert report == seen(seat, **fault, cards=5)
