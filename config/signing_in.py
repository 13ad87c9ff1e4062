"""Who signed in, failed to, signed out or changed a password, in the log: an account's number and where from, never
what was typed."""

from typing import Any

import structlog
from allauth.account.signals import password_changed, password_reset
from allauth.mfa.signals import authenticator_added, authenticator_removed
from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from config.addresses import address_of

log = structlog.get_logger(__name__)


def _where(request: HttpRequest | None) -> str:
    return address_of(request) if request is not None else ""


@receiver(user_logged_in)
def _signed_in(sender: object, request: HttpRequest | None, user: Any, **more: object) -> None:
    log.info("signed in", account=user.pk, address=_where(request), second_step=_second_step(request))


def _second_step(request: HttpRequest | None) -> bool:
    """Whether a code was asked for and given on the way."""
    methods = request.session.get("account_authentication_methods", []) if request is not None else []
    return any(method.get("method") == "mfa" for method in methods)


@receiver(user_login_failed)
def _failed(sender: object, request: HttpRequest | None = None, **more: object) -> None:
    # Not the name: people type their password there.
    log.warning("sign-in failed", address=_where(request))


@receiver(user_logged_out)
def _signed_out(sender: object, request: HttpRequest | None, user: Any, **more: object) -> None:
    if user is not None:
        log.info("signed out", account=user.pk, address=_where(request))


@receiver([password_changed, password_reset])
def _new_password(sender: object, request: HttpRequest | None, user: Any, **more: object) -> None:
    log.warning("new password", account=user.pk, address=_where(request))


@receiver([authenticator_added, authenticator_removed])
def _second_step_changed(sender: object, request: HttpRequest | None, user: Any, **more: object) -> None:
    """Who came in before, without the new step or with the lost one, has to sign in again."""
    log.warning("second step changed", account=user.pk, address=_where(request))
    own = request.session.session_key if request is not None else None
    for one in UserSession.objects.filter(user=user).exclude(session_key=own or ""):
        one.end()
