"""API tokens: good for some days, and only as long as the password they were made under."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.signals import pre_save
from django.dispatch import receiver
from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.exceptions import AuthenticationFailed

from tournaments.models.accounts import User
from tournaments.now import now


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
        user, token = super().authenticate_credentials(key)
        if expires_at(token) <= now():
            raise AuthenticationFailed("This token has expired. Make a new one.")
        return user, token


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
