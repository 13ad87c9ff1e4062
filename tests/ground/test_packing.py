"""Long texts go out compressed to who takes that, with a length that tells nothing, and say the same."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory

from config.packing import Packing
from tests.tournaments.factories import running_event

pytestmark = [pytest.mark.anywhere, pytest.mark.django_db]


def answered(
    body: bytes, kind: str = "text/html; charset=utf-8", takes: str = "gzip, br", **fields: str
) -> Any:
    asked = RequestFactory().get("/", headers={"accept-encoding": takes} if takes else {})
    return Packing(lambda request: HttpResponse(body, content_type=kind, headers=fields))(asked)


@pytest.mark.parametrize(
    ("answer", "packed"),
    [
        (answered(b"x" * 1024), True),
        (answered(b"x" * 1023), False),
        (answered(b'{"a": 1}' * 500, "application/json"), True),
        (answered(b"x" * 5000, "image/png"), False),
        (answered(b"x" * 5000, "application/pdf"), False),
        (answered(b"x" * 5000, takes=""), False),
        (answered(b"x" * 5000, takes="br"), False),
        (answered(b"x" * 5000, **{"Content-Encoding": "br"}), False),
    ],
)
def test_what_is_compressed(answer: Any, packed: bool) -> None:
    assert (answer.get("Content-Encoding") == "gzip") is packed
    if packed:
        assert "Accept-Encoding" in answer["Vary"]
        assert answer["Content-Length"] == str(len(answer.content))


def test_the_length_of_the_same_page_is_another_each_time() -> None:
    assert len({len(answered(b"<p>the same</p>" * 200).content) for _ in range(40)}) > 1


def same(page: bytes) -> bytes:
    """The page without the word of its forms, which is another each time."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", page)


def test_a_page_and_the_api_say_the_same_and_are_shorter(client: Client) -> None:
    event = running_event(40)
    for path in (f"/events/{event.slug}/entrants/", f"/api/v1/events/{event.slug}/entrants/"):
        plain = client.get(path)
        packed = client.get(path, headers={"accept-encoding": "gzip"})
        assert plain.status_code == packed.status_code == 200
        assert "Content-Encoding" not in plain and packed["Content-Encoding"] == "gzip"
        assert same(gzip.decompress(packed.content)) == same(plain.content)
        assert len(packed.content) * 2 < len(plain.content)
        assert packed["Content-Security-Policy"] == plain["Content-Security-Policy"]
