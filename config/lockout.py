"""Whose password was tried, and from where, for slowing down who guesses.

Wrong passwords are counted by name and address. A whole hall comes from one address, so who guesses there would lock
the organiser out. Hence browsers that signed in to an account before carry a signed word, and are counted apart.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]
#: The cookie of a browser that signed in before, and for how many seconds.
KNOWN = f"{settings.COOKIES}known"
KNOWN_FOR = 180 * 24 * 3600
SALT = "first-blood-known-browser"
SIGNED_IN = "_signed_in_now"


def tried_name(request: HttpRequest | None, credentials: Mapping[str, Any] | None = None) -> str | None:
    """The name or address somebody tried to sign in with, as one spelling; None where there was none."""
    given = None
    if credentials:
        given = credentials.get("username") or credentials.get("email") or credentials.get("login")
    if not given and request is not None:
        given = request.POST.get("login") or request.POST.get("username")
    if not given:
        return None
    name = str(given).strip().casefold()[:150]
    browser = known_browser(request, name) if request is not None else ""
    return f"{name} {browser}" if browser else name


def known_browser(request: HttpRequest, name: str) -> str:
    """The key by which a browser that signed in to this account before is counted; empty for any other."""
    try:
        user_id, mark = signing.loads(request.COOKIES[KNOWN], salt=SALT, max_age=KNOWN_FOR)
    except (KeyError, ValueError, TypeError, signing.BadSignature):
        return ""
    named = Q(username__iexact=name) | Q(email__iexact=name)
    return str(mark) if get_user_model().objects.filter(named, pk=user_id).exists() else ""


@receiver(user_logged_in)
def _note(sender: object, request: HttpRequest | None, user: Any, **more: object) -> None:
    if request is not None:
        setattr(request, SIGNED_IN, user.pk)


def known_browsers(get_response: Handler) -> Handler:
    """Middleware: gives a browser that has just signed in its word."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user_id = getattr(request, SIGNED_IN, None)
        if user_id is not None:
            word = signing.dumps([user_id, secrets.token_urlsafe(9)], salt=SALT)
            response.set_cookie(
                KNOWN,
                word,
                max_age=KNOWN_FOR,
                httponly=True,
                samesite="Lax",
                secure=settings.SESSION_COOKIE_SECURE,
            )
        return response

    return respond


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-in and sign-up of the site."""

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """The limit of wrong passwords from one address is not for a browser that is known for this account."""
        name = str(credentials.get("email") or credentials.get("username") or "").strip().casefold()
        if not known_browser(request, name):
            super().pre_authenticate(request, **credentials)
