"""Shared by all views of the API: who asks, what was sent, which event."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from django.db import transaction
from drf_spectacular.authentication import TokenScheme as TokenScheme_
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import ParseError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Actor, actor_of
from tournaments.access.api_tokens import MortalTokenAuthentication
from tournaments.access.claim_tokens import entrant_of_token
from tournaments.access.doors import API, ask_first, ask_token
from tournaments.access.lookups import event_by_slug
from tournaments.api_json import QuickJSON
from tournaments.errors import NotFound
from tournaments.idempotency.changes import Answer, Asked, answer_once
from tournaments.matches.queries import match_seen
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round, RoundState
from tournaments.now import now
from tournaments.text import clean_json, clean_text


class SafeJSONParser(JSONParser):
    """JSON that a database can hold and an answer can repeat; the rest is refused here."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            body = super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The body is nested too deep.") from None
        clean_json(body, "the body")
        return body


class ClaimAuthentication(BaseAuthentication):
    """`Authorization: Claim <token>`: the entrant of a claim link. A bad link is refused, not passed over."""

    def authenticate(self, request: Request) -> None:
        offered = request.headers.get("Authorization", "")
        if offered.startswith("Claim "):
            entrant_of_token(offered.removeprefix("Claim ").strip(), now())

    def authenticate_header(self, request: Request) -> str:
        return "Token"


class TokenScheme(TokenScheme_):  # type: ignore[no-untyped-call]
    """Its description is that of the framework's."""

    target_class = "tournaments.access.api_tokens.MortalTokenAuthentication"


class ClaimScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The authentication by claim link, as the OpenAPI description names it."""

    target_class = "tournaments.api_base.ClaimAuthentication"
    name = "claim"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "The word “Claim”, a space, and the token of a claim link.",
        }


class BoundedListField(serializers.ListField):
    """A list that is refused by its length before anything in it is read: each wrong value costs a sentence."""

    def to_internal_value(self, data: Any) -> list[Any]:
        most = self.max_length
        if isinstance(data, list) and most is not None and len(data) > most:
            self.fail("max_length", max_length=most)
        return super().to_internal_value(data)


class Pages(LimitOffsetPagination):
    """Parts of a long list."""

    max_limit = 500

    def get_offset(self, request: Request) -> int:
        return min(super().get_offset(request), 1_000_000)


#: Of a long answer that is one list a part is asked for by these; without them all of it is given.
PART = [
    OpenApiParameter("limit", OpenApiTypes.INT, description="So many at most; all if left out."),
    OpenApiParameter("offset", OpenApiTypes.INT, description="After so many of the first."),
]


def part_of(request: Request) -> slice | None:
    """The part that is asked for; None for all. Raises ValidationError."""
    limit, offset = (
        whole_number(request, "limit", 1, 1_000_000),
        whole_number(request, "offset", 0, 1_000_000),
    )
    if limit is None and offset is None:
        return None
    return slice(offset or 0, None if limit is None else (offset or 0) + limit)


def whole_number(request: Request, name: str, least: int, most: int) -> int | None:
    """The whole number that the query holds by this name; None without it. Raises ValidationError."""
    raw = request.query_params.get(name)
    if raw is None:
        return None
    try:
        return int(serializers.IntegerField(min_value=least, max_value=most).run_validation(raw))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({name: error.detail}) from None


UNSAFE = ("post", "put", "patch", "delete")

REFUSAL = {
    "type": "object",
    "description": "A refusal: a code for programs, a message that says how to mend it, the fields at fault.",
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "fields": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["code", "message"],
}
KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The same request with the same key again gets the same answer and counts once, for a week; another "
    "request with it is refused.",
)
REFUSALS = {
    status: OpenApiResponse(REFUSAL, description=text)
    for status, text in (
        (400, "What was sent makes no sense."),
        (401, "Sign in first."),
        (403, "You may not do this."),
        (404, "There is no such thing."),
        (409, "It does not fit what is true by now."),
        (429, "Too many requests."),
    )
}


def plain(data: Any) -> Any:
    """The output of a serializer, as plain JSON that can be stored."""
    return msgspec.json.decode(QuickJSON().render(data))


def documented(answer: Any, *, takes: Any = None, status: int = 200, summary: str = "", tag: str = "") -> Any:
    """The description of an operation: what it takes, what it answers, how it refuses."""
    return extend_schema(
        request=takes,
        responses={status: answer, **REFUSALS},
        summary=summary or None,
        tags=[tag] if tag else None,
    )


def _sender(actor: Actor) -> str:
    if actor.user is not None:
        return f"user {actor.user.pk}" + (f" token {actor.grant.token}" if actor.grant else "")
    return f"entrants {sorted(actor.claimed)}" if actor.claimed else ""


def _kept(answer: Response, whole: bool) -> Answer | None:
    """The answer that is sent again; None for a refusal, which changes nothing."""
    if answer.status_code >= 400:
        if whole:
            transaction.set_rollback(True)
        return None
    return Answer(answer.status_code, said=None if answer.data is None else plain(answer.data))


class DoorSchema(AutoSchema):
    """The description of an operation; every change takes an idempotency key."""

    def get_override_parameters(self) -> list[Any]:
        counted = self.method.lower() in UNSAFE and getattr(self.view, "counts_once", False)
        return [KEY] if counted else []


class Door(APIView):
    """A view of the API. The table of access decides who may, so the framework lets everybody in."""

    schema = DoorSchema()  # type: ignore[assignment,no-untyped-call]
    permission_classes = (AllowAny,)
    parser_classes = (SafeJSONParser,)
    authentication_classes = (MortalTokenAuthentication, SessionAuthentication, ClaimAuthentication)
    #: Whether a change with an Idempotency-Key is written together with the key; see `answer_once`.
    whole = True
    #: Whether the header is looked at at all.
    counts_once = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Asks the table of access before anything that was sent is read."""
        super().initial(request, *args, **kwargs)
        match = request.resolver_match
        if match is not None:
            door = f"{request.method} {match.url_name}"
            ask_token(self.actor, door)
            if actions := API.get(door):
                ask_first(self.actor, actions, kwargs)
        method = str(request.method).lower()
        if self.counts_once and method in UNSAFE and hasattr(self, method):
            setattr(self, method, self._once(getattr(self, method)))

    def _once(self, handler: Callable[..., Response]) -> Callable[..., Response]:
        """The handler, which with the header Idempotency-Key does its work once however often it is asked."""

        def asked_once(request: Request, *args: Any, **kwargs: Any) -> Response:
            key = clean_text(request.headers.get("Idempotency-Key", ""), "Idempotency-Key", limit=100)
            sender = _sender(self.actor)
            if not key or not sender:
                return handler(request, *args, **kwargs)
            sent = (request.method, request.META.get("QUERY_STRING", ""), request.data)
            return answer_once(
                Asked.of(sender, request.path, key, *sent),
                lambda: handler(request, *args, **kwargs),
                keep=lambda answer: _kept(answer, self.whole),
                again=lambda kept: Response(kept.said, status=kept.status),
                now=self.now,
                whole=self.whole,
            )

        return asked_once

    def setup(self, request: Any, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.now: datetime = now()

    @property
    def actor(self) -> Actor:
        """The actor behind the request: by token, session or claim link in the header; never by a claim kept in a
        session, which no cross-site check would guard here."""
        return actor_of(self.request, by_session=False)

    def sent(self, serializer: type[serializers.Serializer[Any]], *, partial: bool = False) -> dict[str, Any]:
        """The validated body of the request."""
        form = serializer(data=self.request.data, partial=partial)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def event(self, slug: str) -> Event:
        """The event, if the actor may know of it."""
        return event_by_slug(slug, self.actor)

    def entrant(self, slug: str, code: str) -> Entrant:
        """An entrant of the event by code."""
        event = self.event(slug)
        entrant = event.entrants.filter(code=code).first()
        if entrant is None:
            raise NotFound(_("There is no such entrant in this event."))
        entrant.event = event
        return entrant

    def standing_round(self, slug: str, number: int) -> Round:
        """The standing round of that number, also one that is only offered: for changes, which guard it."""
        event = self.event(slug)
        round = event.rounds.exclude(state=RoundState.WITHDRAWN).filter(number=number).first()
        if round is None:
            raise NotFound(_("There is no such round."))
        round.event = event
        return round

    def match(self, match_id: int) -> Match:
        """A match of a published round of an event that the actor may see."""
        match = match_seen(match_id)
        event_by_slug(match.round.event.slug, self.actor)
        return match


class ReasonSerializer(serializers.Serializer[Any]):
    """A reason for the record."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class NeededReasonSerializer(serializers.Serializer[Any]):
    """A reason that must be given."""

    reason = serializers.CharField(max_length=500)
