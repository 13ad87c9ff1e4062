"""API tokens with scopes over the API, for who signed in: no such token makes, shows or ends tokens."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import MAX_DAYS, MAX_EVENTS, end_token, make_token, own_account, tokens_of
from tournaments.api_base import BoundedListField, Door, documented
from tournaments.models.api_tokens import ApiToken

TAG = "accounts"


class ApiTokenSerializer(serializers.ModelSerializer[ApiToken]):
    """A token as its owner knows it again. `events` is null for all."""

    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    events = serializers.SerializerMethodField()

    class Meta:
        model = ApiToken
        fields = ["id", "name", "ending", "scopes", "events", "created_at", "expires_at", "last_used_at"]

    def get_events(self, token: ApiToken) -> list[str] | None:
        return None if token.all_events else sorted(event.slug for event in token.events.all())


class MadeApiTokenSerializer(ApiTokenSerializer):
    """The same with its text, which is shown this once."""

    token = serializers.CharField()

    class Meta(ApiTokenSerializer.Meta):
        fields = [*ApiTokenSerializer.Meta.fields, "token"]


class MakeApiTokenSerializer(serializers.Serializer[Any]):
    """What a token is for. `events`: the addresses of the events; null or left out for all."""

    name = serializers.CharField(max_length=100)
    scopes = BoundedListField(child=serializers.ChoiceField(Scope.choices), min_length=1, max_length=10)
    days = serializers.IntegerField(min_value=1, max_value=MAX_DAYS, default=90)
    events = BoundedListField(
        child=serializers.CharField(max_length=100), max_length=MAX_EVENTS, allow_null=True, default=None
    )


class MyTokens(Door):
    """The account's tokens."""

    # The answer is a secret that is shown once: no copy of it is kept.
    counts_once = False

    @documented(ApiTokenSerializer(many=True), summary="One's API tokens that still work", tag=TAG)
    def get(self, request: Request) -> Response:
        tokens = tokens_of(own_account(self.actor), self.now)
        return Response(ApiTokenSerializer(tokens, many=True).data)

    @documented(
        MadeApiTokenSerializer,
        takes=MakeApiTokenSerializer,
        status=201,
        summary="Make an API token with scopes",
        tag=TAG,
    )
    def post(self, request: Request) -> Response:
        own_account(self.actor)
        sent = self.sent(MakeApiTokenSerializer)
        token, text = make_token(**sent, by=self.actor, now=self.now)
        return Response(ApiTokenSerializer(token).data | {"token": text}, status=201)


class OneOfMyTokens(Door):
    """One token of the account."""

    @documented(None, status=204, summary="End an API token", tag=TAG)
    def delete(self, request: Request, token_id: int) -> Response:
        end_token(token_id, by=self.actor, now=self.now)
        return Response(status=204)
