"""The API's JSON is what DRF's own renderer writes, also of what is not plain."""

from __future__ import annotations

import datetime
import json
from collections import OrderedDict
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st
from rest_framework.exceptions import ErrorDetail
from rest_framework.renderers import JSONRenderer
from rest_framework.utils.serializer_helpers import ReturnDict, ReturnList

from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.api_json import QuickJSON
from tournaments.models.rounds import RoundState


class Points(int):
    """A number of a class of its own, which says of itself something else."""

    def __str__(self) -> str:
        return "seven"


class Share(float):
    """The same of a share."""


EAST = datetime.timezone(datetime.timedelta(hours=2))
UNPLAIN: list[Any] = [
    OrderedDict(one=1),
    ReturnDict({"a": [1, 2.5, None, True]}, serializer=None),
    ReturnList([1, 2], serializer=None),
    SafeString("<b>"),
    {SafeString("key"): SafeString("value")},
    gettext_lazy("Round"),
    {"error": ErrorDetail("wrong", code="wrong")},
    RoundState.FINISHED,
    datetime.datetime(2026, 11, 28, 20, 15, 41, tzinfo=datetime.UTC),
    datetime.datetime(2026, 11, 28, 20, 15, 41, 500, tzinfo=EAST),
    datetime.datetime(2026, 11, 28, 20, 15),  # noqa: DTZ001 as a field without a zone would give it
    datetime.date(2026, 11, 28),
    Decimal("1.50"),
    UUID(int=7),
    (1, 2),
    {1: "a number as a key"},
    2**70,
    'Ä „…“ \u2028 \u2029 \x7f \\ " / </script>',
    (n for n in range(3)),
    {None: 1, True: 2, False: 3, 2.5: 4},
    {Points(7): Points(3)},
    Share(0.25),
]


@pytest.mark.parametrize("value", UNPLAIN, ids=lambda value: type(value).__name__)
def test_what_is_not_plain_is_written_as_drf_writes_it(value: Any) -> None:
    value = list(value) if type(value).__name__ == "generator" else value
    assert json.loads(QuickJSON().render(value)) == json.loads(JSONRenderer().render(value))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(PLAIN)
def test_what_is_plain_comes_back_as_it_was(value: Any) -> None:
    written = QuickJSON().render([value])
    assert json.loads(written) == json.loads(JSONRenderer().render([value]))
    assert b"\xe2\x80\xa8" not in written and b"\xe2\x80\xa9" not in written


def test_nothing_is_no_body_and_an_indent_is_kept_to() -> None:
    assert QuickJSON().render(None) == b""
    assert QuickJSON().render({"a": 1}, "application/json; indent=2") == b'{\n  "a": 1\n}'


def test_what_is_no_json_is_an_error() -> None:
    with pytest.raises(TypeError):
        QuickJSON().render({"a": object()})


@pytest.mark.django_db
def test_the_api_answers_by_it(who: Who) -> None:  # noqa: F811
    answer = who("olga").get("/api/v1/events/")
    assert isinstance(answer.accepted_renderer, QuickJSON)
    assert answer["Content-Type"] == "application/json"
