"""Shared by all views of the live table: who asks, by seat token or by the usual ways, and how often."""

from __future__ import annotations

from hashlib import sha256
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import Throttled
from rest_framework.request import Request

from referee.live.exchange import number_in
from referee.live.seat_tokens import TokenOld, payer_of_token
from referee.live.table_request import LiveTableRequest
from tournaments.api_base import Door
from tournaments.errors import DomainError
from tournaments.messages import message as _
from tournaments.throttles import Rate

#: Seat tokens that were not good, from one address in a minute.
MAX_BAD_TOKENS = 600


class SeatAuthentication(BaseAuthentication):
    """`Authorization: Seat <token>`: the phone of a seat at one table, as the state gave it."""

    def authenticate(self, request: Request) -> tuple[Any, str] | None:
        token = token_in(request)
        return (AnonymousUser(), token) if token else None

    def authenticate_header(self, request: Request) -> str:
        return "Seat"


class SeatScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The authentication by seat token, as the OpenAPI description names it."""

    target_class = "referee.live.api_base.SeatAuthentication"
    name = "seat"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "The word “Seat”, a space, and the seat token from the table's state.",
        }


def token_in(request: Any) -> str:
    """The seat token that a request carries; empty for none."""
    kind, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
    return token.strip() if kind == "Seat" else ""


class _PhoneThrottle(Rate):
    """Counts by phone, not by address: a hall of phones has one."""

    THROTTLE_RATES: dict[str, str | None] = {}

    def get_cache_key(self, request: Any, view: Any) -> str:
        table_id = view.kwargs.get("table_id")
        # A token may be as long as anybody likes and hold any letter.
        who = sha256(str(self.who(request, table_id)).encode("utf-8", "surrogatepass")).hexdigest()
        return f"live:{self.scope}:{table_id}:{who}"

    def who(self, request: Any, table_id: int) -> object:
        """The phone that is counted."""
        return token_in(request) or getattr(request.user, "pk", None) or self.get_ident(request)


class BadTokens(Rate):
    """Seat tokens that were not good, counted by address: who tries tokens has no phone to be counted by. Ones that are
    only old are few, a phone four times an hour."""

    scope = "bad_tokens"
    rate = f"{MAX_BAD_TOKENS}/min"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return f"live:bad-tokens:{self.get_ident(request)}"


def by_token(request: Any, table_id: int, token: str) -> LiveTableRequest:
    """The phone that a token stands for. Raises TokenOld, Throttled where too many were tried from this address."""
    try:
        return LiveTableRequest.by_token(table_id, token)
    except TokenOld:
        tried = BadTokens()
        if not tried.allow_request(request, None):
            raise Throttled(tried.wait()) from None
        raise


class TapThrottle(_PhoneThrottle):
    """By who answers for the taps: a phone that gets itself new tokens has no more than with one. ``payer`` where that
    is known."""

    scope = "tap"
    rate = "240/min"

    def __init__(self, payer: str = "") -> None:
        super().__init__()
        self._payer = payer

    def who(self, request: Any, table_id: int) -> object:
        token = token_in(request)
        return (
            self._payer
            or (payer_of_token(token, table_id) if token else "")
            or super().who(request, table_id)
        )


class TooManyTaps(DomainError):
    """More taps of one seat in a minute than anybody makes."""

    code = "throttled"
    status = 429
    retry_after = 60


def count_tap(request: Any, live_request: LiveTableRequest) -> None:
    """Counts what came by a form of the page among the taps of its phone. Raises TooManyTaps."""
    view: Any = SimpleNamespace(kwargs={"table_id": live_request.table.pk})
    if not TapThrottle(live_request.phone.payer).allow_request(request, view):
        raise TooManyTaps(_("Too much was tapped here in a short time. Wait a minute and tap again."))


class LookThrottle(_PhoneThrottle):
    scope = "look"
    rate = "900/min"


class LiveDoor(Door):
    """A view of one live table. What it is told has keys of its own."""

    counts_once = False

    authentication_classes = (SeatAuthentication, *Door.authentication_classes)  # type: ignore[assignment]

    def get_throttles(self) -> list[Any]:
        return [LookThrottle() if self.request.method in ("GET", "HEAD", "OPTIONS") else TapThrottle()]

    def live_request(self, table_id: int) -> LiveTableRequest:
        """The phone that asks, at its table."""
        token = token_in(self.request)
        return (
            by_token(self.request, table_id, token)
            if token
            else LiveTableRequest.by_actor(table_id, self.actor)
        )

    def since(self) -> int:
        """The number of the last entry the reader knows."""
        return self.number("since", 0)

    def number(self, name: str, default: int) -> int:
        """A number in the address."""
        return number_in(self.request._request, name, default)
