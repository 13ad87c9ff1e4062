"""API tokens: good for some days, and only as long as the password they were made under.

A token with scopes (`ApiToken`) begins with `fbt_` and may do a part of what its account may; the token that a program
gets for a password (`Token`) may all of it.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver
from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed

from tournaments.access.scopes import Grant
from tournaments.models.accounts import User
from tournaments.models.api_tokens import ApiToken
from tournaments.now import now

#: What a token with scopes begins with, so that one that leaked is found by its look.
PREFIX = "fbt_"
#: How old the note of the last use may be.
USED_EVERY = timedelta(minutes=1)


def expires_at(token: Token) -> datetime:
    """When a token ends by itself."""
    return token.created + timedelta(days=settings.API_TOKEN_DAYS)


def standing_token(user: User, at: datetime) -> Token:
    """The account's token, a new one where there is none that still works."""
    with transaction.atomic():
        # The account, as there may be no token yet: of two at once the second finds what the first has made.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        token = Token.objects.filter(user=user).first()
        if token is not None and expires_at(token) > at:
            return token
        return new_token(user)


def new_token(user: User) -> Token:
    """A token in place of the one there is."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        Token.objects.filter(user=user).delete()
        return Token.objects.create(user=user)


class MortalTokenAuthentication(TokenAuthentication):
    """`Authorization: Token …`, as long as the token is good."""

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        if key.startswith(PREFIX):
            return _with_scopes(key, now())
        user, token = super().authenticate_credentials(key)
        if expires_at(token) <= now():
            raise AuthenticationFailed("This token has expired. Make a new one.")
        return user, token


def name_of(auth: object) -> str:
    """By what a request's token is known again, without what it opens; empty where it came by none."""
    if isinstance(auth, Grant):
        return f"{PREFIX}{auth.token}"
    return digest_of(auth.key)[:24] if isinstance(auth, Token) else ""


def is_good(name: str, user_id: int, at: datetime) -> bool:
    """Whether this account's token of that name (`name_of`) still works."""
    if name.startswith(PREFIX):
        number = int(name.removeprefix(PREFIX))
        return ApiToken.objects.filter(
            pk=number, user=user_id, ended_at=None, expires_at__gt=at, user__is_active=True
        ).exists()
    token = Token.objects.filter(user=user_id).first()
    return token is not None and digest_of(token.key)[:24] == name and expires_at(token) > at


def digest_of(text: str) -> str:
    """The hash that is stored of a token with scopes. It is random and long: a plain hash is enough."""
    return sha256(text.encode()).hexdigest()


def _with_scopes(text: str, at: datetime) -> tuple[User, Grant]:
    """The account, and what the token may do at most. Raises AuthenticationFailed, in the same words whatever the
    reason."""
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(text)).first()
    if token is None or token.ended_at is not None or token.expires_at <= at or not token.user.is_active:
        raise AuthenticationFailed("This token does not work. It was ended or has expired.")
    if token.last_used_at is None or at - token.last_used_at >= USED_EVERY:
        with suppress(DatabaseError):  # reading goes on where nothing can be written
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=at)
    events = None if token.all_events else frozenset(token.events.values_list("pk", flat=True))
    return token.user, Grant(token.pk, frozenset(token.scopes), events)


@receiver(pre_save, sender=User)
def _end_with_password(sender: type[User], instance: User, raw: bool = False, **more: Any) -> None:
    """A new password ends the account's tokens, by whatever door it was set. Only hashing it anew changes nothing."""
    fields = more.get("update_fields")
    only_hashed = (
        fields is not None and set(fields) == {"password"} and getattr(instance, "_password", None) is None
    )
    if instance.pk is None or raw or only_hashed or (fields is not None and "password" not in fields):
        return
    if not User.objects.filter(pk=instance.pk, password=instance.password).exists():
        Token.objects.filter(user=instance.pk).delete()
        ApiToken.objects.filter(user=instance.pk, ended_at=None).update(ended_at=now())
