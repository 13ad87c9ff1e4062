"""Lists in requests: refused by their length alone, whatever is in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from rest_framework import serializers

from tests.ground.places import ROOT
from tests.tournaments.factories import player, running_event, running_round, tables
from tournaments.api_base import BoundedListField

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


class Counting(serializers.CharField):
    """Counts how often a value is read."""

    read = 0

    def run_validation(self, data: Any = serializers.empty) -> Any:
        Counting.read += 1
        return super().run_validation(data)


@pytest.fixture(autouse=True)
def from_nothing() -> Iterator[None]:
    Counting.read = 0
    yield


def test_of_a_list_that_is_too_long_nothing_is_read() -> None:
    field = BoundedListField(child=Counting(max_length=1), max_length=3)
    assert field.run_validation(["a", "b", "c"]) == ["a", "b", "c"] and Counting.read == 3
    with pytest.raises(serializers.ValidationError, match="no more than 3"):
        field.run_validation(["too long"] * 4)
    assert Counting.read == 3
    with pytest.raises(serializers.ValidationError, match="list"):
        field.run_validation("abcd")


def test_a_ranking_names_no_more_groups_than_a_table_has_seats() -> None:
    match = tables(running_round(running_event(4)))[0]
    client = Client()
    client.force_login(player(match, "A").user)  # type: ignore[arg-type]
    for sent in ({"ranking": [["A"]] * 27}, {"ranking": [["A"] * 27]}, {"games": [0] * 4}):
        answer = client.post(
            f"/api/v1/matches/{match.pk}/reports/", json.dumps(sent), content_type="application/json"
        )
        assert answer.status_code == 400 and "no more than" in answer.content.decode()


def test_no_list_of_a_request_is_read_before_it_is_counted() -> None:
    plain = [
        str(path.relative_to(ROOT))
        for part in ("tournaments", "referee")
        for path in (ROOT / part).rglob("*.py")
        for call in path.read_text(encoding="utf-8").split("serializers.ListField(")[1:]
        if {"max_length=", "required=", "default="} & set(re.findall(r"\w+=", _own(call)))
        and path.name != "api_base.py"
    ]
    assert plain == []


def _own(text: str) -> str:
    """What stands in the call itself, not in one within it."""
    depth, found = 1, ""
    for sign in text:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if not depth:
            break
        found += sign if depth == 1 else ""
    return found
