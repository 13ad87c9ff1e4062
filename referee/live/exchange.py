"""Storing a tap and reading the state: what both the API and the fast path call."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

from referee.live.address import table_stream_url
from referee.live.entries import CameFirst, add_entry
from referee.live.table_request import LiveTableRequest
from referee.live.tap import read_tap
from rules.kernel.messages import plainly
from tournaments.errors import Invalid
from tournaments.messages import message as _


def look(live_request: LiveTableRequest, request: HttpRequest, now: datetime, token: str) -> dict[str, Any]:
    """The state as the phone may see it; with its token and the stream's address where it names no ``since``."""
    first = "since" not in request.GET
    whole = first or request.GET.get("clock") == "1"
    state = live_request.state(now, number_in(request, "since", 0), whole=whole)
    if first:
        state["phone"]["word"] = token or live_request.token()
        state["phone"]["stream"] = table_stream_url(live_request.table, request)
    return state


def tap(live_request: LiveTableRequest, body: object, now: datetime) -> dict[str, Any]:
    """Stores the entry that the body holds; gives its number and what is new. Raises as those below do,
    with the state where another came first."""
    sent = read_tap(body)
    try:
        stored = add_entry(live_request.table, live_request.phone, sent, now=now)
    except CameFirst as refusal:
        refusal.details["state"] = live_request.fresh().state(now, sent.after, whole=False)
        refusal.details["last"] = refusal.details["state"]["last"]  # type: ignore[index]
        raise
    if stored.again:
        state = live_request.fresh().state(now, sent.after, whole=False)
    else:
        state = live_request.state(now, sent.after, whole=False, entered=stored.n)
    return {"n": stored.n, "again": stored.again, "state": state}


def number_in(request: HttpRequest, name: str, default: int) -> int:
    """A number in the address. Raises Invalid."""
    text = request.GET.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Invalid(_("“%(name)s” is the number of an entry.", name=name), fields={name: _("A number.")})
    return int(text)


def quick(content: Any, status: int = 200) -> HttpResponse:
    """An answer as JSON, written without REST framework's rendering, for the addresses that phones ask most often."""
    answer = HttpResponse(
        msgspec.json.encode(content, enc_hook=plainly), content_type="application/json", status=status
    )
    answer["Cache-Control"] = "no-store"
    return answer
