"""That it is the account's own person who asks: a code of the second step where there is one, else the password."""

from __future__ import annotations

from allauth.core import ratelimit
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction
from django.http import HttpRequest

from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.models.accounts import User


def asks_for_code(user: User) -> bool:
    """Whether the account has a second step."""
    return bool(is_mfa_enabled(user))


def check_proof(request: HttpRequest, user: User, *, password: str, code: str) -> None:
    """Raises Invalid for what does not fit, and after too many tries for anything."""
    by_code = asks_for_code(user)
    field = "code" if by_code else "password"
    if not ratelimit.consume(request, action="reauthenticate", user=user):
        said = _("Too many attempts. Wait a minute.")
        raise Invalid(said, fields={field: said})
    fits = _code_fits(user, code.strip()) if by_code else user.check_password(password)
    if not fits:
        said = _("This code does not fit.") if by_code else _("This password is wrong.")
        raise Invalid(said, fields={field: said})


def _code_fits(user: User, code: str) -> bool:
    steps = Authenticator.objects.filter(user=user, type__in=["totp", "recovery_codes"]).order_by("-type")
    with transaction.atomic():  # a recovery code is used up, by one alone
        return bool(code) and any(step.wrap().validate_code(code) for step in steps)
