"""A tap and a look as the API takes and answers them, by whichever way they came."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from referee.live.address import table_stream_url
from referee.live.entries import MAX_KEY, CameFirst, add_entry
from referee.live.table_request import LiveTableRequest
from tournaments.errors import Invalid


def look(live_request: LiveTableRequest, request: HttpRequest, now: datetime, token: str) -> dict[str, Any]:
    """The state as the phone may see it; with its token and the stream's address where it names no ``since``."""
    first = "since" not in request.GET
    whole = first or request.GET.get("clock") == "1"
    found = live_request.state(now, number_in(request, "since", 0), whole=whole)
    if first:
        found["phone"]["word"] = token or live_request.token()
        found["phone"]["stream"] = table_stream_url(live_request.table, request)
    return found


def tap(live_request: LiveTableRequest, body: Any, now: datetime) -> dict[str, Any]:
    """Stores the entry that the body holds; gives its number and what is new. Raises what ``add_entry`` raises, with
    the state where another came first."""
    sent = tap_in(body)
    try:
        stored = add_entry(
            live_request.table,
            live_request.phone,
            sent["entry"],
            after=sent["after"],
            key=sent["key"],
            anyway=sent["anyway"],
            now=now,
        )
    except CameFirst as refusal:
        refusal.details["state"] = live_request.fresh().state(now, sent["after"], whole=False)
        refusal.details["last"] = refusal.details["state"]["last"]  # type: ignore[index]
        raise
    state = live_request.fresh() if stored.again else live_request
    answer = state.state(now, sent["after"], whole=False)
    return {"n": stored.n, "again": stored.again, "state": answer}


def number_in(request: HttpRequest, name: str, default: int) -> int:
    """A number in the address. Raises Invalid."""
    text = request.GET.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid(f"“{name}” is the number of an entry.", fields={name: "A number."})
    return int(text)


def tap_in(body: Any) -> dict[str, Any]:
    """What TapSerializer takes, checked by hand: there are many taps. Raises Invalid."""
    said = body if isinstance(body, dict) else {}
    after, anyway = said.get("after"), said.get("anyway", False)
    checks = {
        "key": isinstance(said.get("key"), str) and 1 <= len(said["key"]) <= MAX_KEY,
        "after": isinstance(after, int) and not isinstance(after, bool) and after >= 0,
        "entry": isinstance(said.get("entry"), dict),
        "anyway": isinstance(anyway, bool),
    }
    wrong = {name: "Missing, or of the wrong type." for name, good in checks.items() if not good}
    if wrong:
        raise Invalid(f"Some values cannot be used: {', '.join(wrong)}.", fields=wrong)
    return {"key": said["key"], "after": after, "entry": said["entry"], "anyway": anyway}


def quick(found: Any, status: int = 200) -> HttpResponse:
    """An answer as JSON without the framework's rendering, where answers are many."""
    answer = HttpResponse(
        msgspec.json.encode(found, enc_hook=str), content_type="application/json", status=status
    )
    answer["Cache-Control"] = "no-store"
    return answer
