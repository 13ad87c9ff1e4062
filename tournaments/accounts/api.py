"""Accounts over the API: a token, and who one is."""

from __future__ import annotations

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import authenticate
from rest_framework import serializers
from rest_framework.authtoken.models import Token
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle

from tournaments.access import Actor
from tournaments.access.api_tokens import expires_at, new_token, standing_token
from tournaments.accounts.tokens import own_account
from tournaments.api_base import Door, documented
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.throttles import Rate

TAG = "accounts"


class SignInSerializer(serializers.Serializer[Any]):
    """A username and its password."""

    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=128, trim_whitespace=False)


class TokenSerializer(serializers.Serializer[Any]):
    """A token for the header `Authorization: Token …`. It ends at that time, and with a change of the password."""

    token = serializers.CharField()
    expires_at = serializers.DateTimeField()


class SignInThrottle(ScopedRateThrottle, Rate):
    """Few tries a minute, on top of the lock after wrong passwords."""

    scope = "sign_in"
    THROTTLE_RATES = {"sign_in": "20/min"}

    def allow_request(self, request: Request, view: Any) -> bool:
        view.throttle_scope = self.scope
        return super().allow_request(request, view)


class Tokens(Door):
    """The account's token."""

    # The answer is a secret that is shown once: no copy of it is kept.
    counts_once = False

    throttle_classes = (SignInThrottle,)

    @documented(TokenSerializer, takes=SignInSerializer, summary="Get a token", tag=TAG)
    def post(self, request: Request) -> Response:
        sent = self.sent(SignInSerializer)
        user = authenticate(request._request, username=sent["username"], password=sent["password"])
        if not isinstance(user, User) or not user.is_active:
            raise NotAllowed(_("Wrong username or password, or too many attempts."))
        if is_mfa_enabled(user):
            raise NotAllowed(_("This account signs in with a second step. Create the token on its page."))
        return Response(_shown(standing_token(user, self.now)))

    @documented(None, status=204, summary="Make one's token useless", tag=TAG)
    def delete(self, request: Request) -> Response:
        Token.objects.filter(user=own_account(self.actor)).delete()
        return Response(status=204)


class MyToken(Door):
    """A new token for who is signed in, in place of the old one."""

    # The answer is a secret that is shown once: no copy of it is kept.
    counts_once = False

    @documented(TokenSerializer, summary="Make a new token for the account signed in", tag=TAG)
    def post(self, request: Request) -> Response:
        return Response(_shown(new_token(own_account(self.actor))))


def _shown(token: Token) -> dict[str, Any]:
    return TokenSerializer({"token": token.key, "expires_at": expires_at(token)}).data


class EntryOfMineSerializer(serializers.ModelSerializer[Entrant]):
    """An entrant of one's own."""

    event = serializers.CharField(source="event.slug")

    class Meta:
        model = Entrant
        fields = ["event", "code", "name", "status"]


class MeSerializer(serializers.Serializer[Any]):
    """The account or claim links behind the request."""

    username = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    entrants = EntryOfMineSerializer(many=True)


class Me(Door):
    """The reader."""

    @documented(MeSerializer, summary="Who one is: account and entrants", tag=TAG)
    def get(self, request: Request) -> Response:
        who: Actor = self.actor
        entrants = Entrant.objects.filter(pk__in=who.claimed)
        if who.user is not None:
            own = Entrant.objects.filter(user=who.user)
            if who.grant is not None and who.grant.events is not None:
                own = own.filter(event__in=who.grant.events)
            entrants = entrants | own
        mine = {
            "username": who.user.username if who.user else None,
            "name": who.user.shown_name if who.user else None,
            "entrants": entrants.select_related("event").order_by("-id")[:200],
        }
        return Response(MeSerializer(mine).data)
