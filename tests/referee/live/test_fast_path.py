"""The fast path for taps and looks by seat token answers as the usual way does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from referee.live import fast_path, seat_tokens
from referee.live.api_base import BadTokens, TapThrottle
from referee.live.seat_tokens import token_of
from referee.live.table_request import LiveTableRequest
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, phone
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import player
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
#: What every answer must carry, and what says the same by both ways.
HEADERS = (
    "Content-Type",
    "Content-Length",
    "Content-Language",
    "Cache-Control",
    "Content-Security-Policy",
    "Permissions-Policy",
    "Referrer-Policy",
    "X-Content-Type-Options",
    "X-Frame-Options",
    "Cross-Origin-Opener-Policy",
)


@pytest.fixture(autouse=True)
def unthrottled() -> None:
    cache.clear()


@pytest.fixture
def table(match: Match) -> LiveTable:
    return opened(match)


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """For each request by seat token, whether it was answered by the fast path."""
    found: list[bool] = []
    plain = fast_path.fast_answer

    def told(request: Any) -> HttpResponse | None:
        answer = plain(request)
        found.append(answer is not None)
        return answer

    monkeypatch.setattr(fast_path, "fast_answer", told)
    yield found


def token(table: LiveTable, seat: str = "A") -> str:
    return token_of(table, phone(table, seat))


def asked(
    table: LiveTable, said: Any = None, seat: str = "A", query: str = "since=0", **headers: str
) -> HttpResponse:
    """A look, or a tap where something is said; ``said`` as text is sent as it is."""
    given = {"authorization": f"Seat {token(table, seat)}", **headers}
    if said is None:
        return Client().get(f"/api/v1/live/{table.pk}/?{query}", headers=given)
    text = said if isinstance(said, str) else json.dumps(said)
    address = f"/api/v1/live/{table.pk}/entries/?{query}"
    return Client().post(address, text, content_type="application/json", headers=given)


def tapped(entry: dict[str, Any], after: int = 0, key: str = "k") -> dict[str, Any]:
    return {"key": key, "after": after, "entry": entry}


REFUSED = {
    "another's seat": (tapped(draw("B")), {}, 403),
    "after nothing there": (tapped(draw("A"), 9), {}, 400),
    "no entry": ({"key": "k", "after": 0}, {}, 400),
    "no object": ([1, 2], {}, 400),
    "a null character": (tapped({"by": "A", "do": "draw", "note": "\0"}), {}, 400),
    "nested": (tapped({"by": "A", "do": "draw", "note": json.loads("[" * 200 + "]" * 200)}), {}, 400),
    "a bad token": (tapped(draw("A")), {"authorization": "Seat x"}, 401),
    "a bad number": (None, {"query": "since=-1"}, 400),
    "a bad token that looks": (None, {"authorization": "Seat x"}, 401),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_refusal_is_the_same_by_both_ways(
    table: LiveTable, answered: list[bool], name: str, language: str
) -> None:
    said, more, status = REFUSED[name]
    given: dict[str, Any] = {"accept-language": language, **more}
    query = given.pop("query", "since=0")
    quick = asked(table, said, query=query, **given)
    usual = asked(table, said, query=f"{query}&format=json", **given)
    assert answered == [True, False]
    assert (quick.status_code, usual.status_code) == (status, status)
    assert quick.json() == usual.json()
    for header in HEADERS[2:]:
        if header != "Cache-Control":
            assert quick.get(header) == usual.get(header), header


def test_a_look_is_the_same_by_both_ways(table: LiveTable, answered: list[bool]) -> None:
    assert asked(table, tapped(draw("A", "Number 9", "Blank"))).status_code == 201
    for seat in "AB":
        for query in ("since=0", "since=1", "x=1"):
            quick = asked(table, seat=seat, query=query)
            usual = asked(table, seat=seat, query=f"{query}&format=json")
            mine, theirs = quick.json(), usual.json()
            for found in (mine, theirs):  # the token of each request is its own, and the time goes on
                found["phone"].pop("word", None)
                found["phone"].pop("stream", None)
                found.pop("clock", None)
            assert mine == theirs
            assert ("Number 9" in quick.content.decode()) is (seat == "A")
            assert [quick.get(header) for header in HEADERS[2:]] == [
                usual.get(header) for header in HEADERS[2:]
            ]
            assert quick.get("Content-Length") == str(len(quick.content))
    assert answered == [True] + [True, False] * 6


def test_the_same_key_is_one_entry_by_both_ways(table: LiveTable, answered: list[bool]) -> None:
    first = asked(table, tapped(draw("A")))
    again = asked(table, tapped(draw("A")), query="format=json")
    once_more = asked(table, tapped(draw("A")))
    assert [one.status_code for one in (first, again, once_more)] == [201, 201, 201]
    assert [one.json()["again"] for one in (first, again, once_more)] == [False, True, True]
    late = [asked(table, tapped(draw("B"), key="late"), "B", query) for query in ("", "format=json")]
    assert [one.status_code for one in late] == [409, 409]
    assert late[0].json() == late[1].json()
    assert late[0].json()["state"]["last"] == 1
    assert answered == [True, False, True, True, False]


@pytest.mark.parametrize("text", ["", "{", '{"a": NaN}', "[" * 2000, '"\\ud800', "x" * 70_000])
def test_what_is_no_json_is_refused_by_the_usual_way(
    table: LiveTable, answered: list[bool], text: str
) -> None:
    assert asked(table, text).status_code == 400
    assert answered == [False]


def test_other_requests_with_a_word_take_the_usual_way(table: LiveTable, answered: list[bool]) -> None:
    given = {"authorization": f"Seat {token(table)}"}
    client, address = Client(), f"/api/v1/live/{table.pk}/"
    assert client.get(address + "verbs/", headers=given).status_code == 200
    assert client.put(address, headers=given).status_code == 405
    assert client.post(address + "entries/", {"key": "k"}, headers=given).status_code == 415
    assert client.get(address, headers={**given, "accept": "text/html"}).status_code == 406
    assert client.get(f"/api/v1/live/{10**18}/", headers=given).status_code == 404
    assert answered == [False] * 5


def test_a_word_too_old_is_refused_though_it_was_good(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = {"authorization": f"Seat {token(table)}"}
    client, address = Client(), f"/api/v1/live/{table.pk}/"
    assert client.get(address, headers=held).status_code == 200
    monkeypatch.setattr(seat_tokens, "LIFETIME", -1)
    assert client.get(address, headers=held).status_code == 401


def test_taps_are_counted_by_phone(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TapThrottle, "rate", "2/min")
    bad, held = tapped(draw("A"), 9), f"Seat {token(table)}"
    assert [asked(table, bad, authorization=held).status_code for _ in range(3)] == [400, 400, 429]
    refused = asked(table, bad, authorization=held)
    assert refused.json()["code"] == "throttled"
    assert 0 < int(refused["Retry-After"]) <= 60


def test_a_host_that_is_not_ours_is_refused(table: LiveTable, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["ours.example"]
    assert asked(table).status_code == 400


def test_who_tries_words_is_counted_by_address(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the fast path and the usual one; a phone with a good token goes on."""
    monkeypatch.setattr(BadTokens, "rate", "3/min")
    table = opened(match)
    good = LiveTableRequest.by_actor(table.pk, player(match, "A")).token()
    address = f"/api/v1/live/{table.pk}/"

    def ask(token: str, path: str = "") -> int:
        headers = {"authorization": f"Seat {token}"}
        return Client(REMOTE_ADDR="10.1.1.1").get(address + path, headers=headers).status_code

    assert [ask(f"guess{n}", path) for n, path in enumerate(("", "verbs/", "", "verbs/", ""))] == [
        401,
        401,
        401,
        429,
        429,
    ]
    assert ask(good) == 200
    other = Client(REMOTE_ADDR="10.1.1.2").get(address, headers={"authorization": "Seat guess"})
    assert other.status_code == 401
