"""The fast path for what a hall of phones asks all day: a tap or a look, by seat token.

The token is signed and says whose phone it is, so neither session nor sign-in nor forms are needed, and the middleware
that cares for them is passed by. Whatever is out of the ordinary takes the usual way, and the answers are the same.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from rest_framework.exceptions import Throttled
from rest_framework.utils.json import strict_constant

from referee.live.api_base import LookThrottle, TapThrottle, by_token
from referee.live.exchange import look, quick, tap
from tournaments.api_errors import exception_handler
from tournaments.now import now

Handler = Callable[[HttpRequest], HttpResponse]

KIND = "Seat "
ADDRESS = re.compile(r"/api/v1/live/([0-9]{1,18})/(entries/)?", re.ASCII)
#: Bytes of a tap that is read here.
MAX_BYTES = 64_000
NOTHING = object()


def fast_path(get_response: Handler) -> Handler:
    """Middleware: answers a tap or a look by seat token at once."""

    def respond(request: HttpRequest) -> HttpResponse:
        if request.META.get("HTTP_AUTHORIZATION", "").startswith(KIND):
            answer = fast_answer(request)
            if answer is not None:
                return answer
        return get_response(request)

    return respond


def fast_answer(request: HttpRequest) -> HttpResponse | None:
    """The answer to a tap or a look as phones send them; None for anything else."""
    address = ADDRESS.fullmatch(request.path_info)
    if address is None or not _wants_json(request):
        return None
    tapping = address[2] is not None
    if request.method != ("POST" if tapping else "GET"):
        return None
    said = _said(request) if tapping else None
    if said is NOTHING:
        return None
    request.get_host()  # a host that is not ours is refused
    translation.activate(translation.get_language_from_request(request))
    answer = _answer(request, int(address[1]), tapping, said)
    answer["Content-Length"] = str(len(answer.content))
    answer["Content-Language"] = translation.get_language()
    answer["Vary"] = "Accept-Language"
    answer["X-Frame-Options"] = "DENY"
    return answer


def _wants_json(request: HttpRequest) -> bool:
    accepts = request.META.get("HTTP_ACCEPT", "*/*")
    return ("*/*" in accepts or "application/json" in accepts) and "format=" not in request.META[
        "QUERY_STRING"
    ]


def _said(request: HttpRequest) -> Any:
    """The body as JSON; NOTHING where it is none that is read here."""
    length = request.META.get("CONTENT_LENGTH") or ""
    charset = (request.content_params or {}).get("charset", "utf-8").lower()
    if request.content_type != "application/json" or charset != "utf-8":
        return NOTHING
    if not (length.isascii() and length.isdecimal() and 0 < int(length) <= MAX_BYTES):
        return NOTHING
    try:
        return json.loads(request.body.decode(), parse_constant=strict_constant)
    except (ValueError, RecursionError):
        return NOTHING  # the usual way says what is wrong with it


def _answer(request: HttpRequest, table_id: int, tapping: bool, said: Any) -> HttpResponse:
    at, token = now(), request.META["HTTP_AUTHORIZATION"].removeprefix(KIND).strip()
    try:
        _count(request, table_id, tapping)
        live_request = by_token(request, table_id, token)
        if not tapping:
            return quick(look(live_request, request, at, token))
        return quick(tap(live_request, said, at), status=201)
    except Exception as error:
        refusal = exception_handler(error, {})
        if refusal is None:
            raise
        answer = quick(refusal.data, status=refusal.status_code)
        for name, value in refusal.headers.items():
            if name == "Retry-After":
                answer[name] = value
        return answer


def _count(request: HttpRequest, table_id: int, tapping: bool) -> None:
    """Counts the request among those of its phone. Raises Throttled."""
    throttle = TapThrottle() if tapping else LookThrottle()
    view = SimpleNamespace(kwargs={"table_id": table_id})
    if not throttle.allow_request(request, view):  # type: ignore[arg-type]
        raise Throttled(throttle.wait())
