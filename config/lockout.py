"""Whose password was tried, and from where, for slowing down who guesses."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def tried_name(request: HttpRequest | None, credentials: Mapping[str, Any] | None = None) -> str | None:
    """The name or address somebody tried to sign in with, as one spelling; None where there was none."""
    found = None
    if credentials:
        found = credentials.get("username") or credentials.get("email") or credentials.get("login")
    if not found and request is not None:
        found = request.POST.get("login") or request.POST.get("username")
    return str(found).strip().casefold()[:150] if found else None


def address_of(request: HttpRequest) -> str:
    """Where a request comes from: behind proxies of ours what the outermost of them saw, else who is connected.

    Without it, everybody behind a proxy would be one, and eight wrong passwords would lock an account for its owner.
    """
    connected = str(request.META.get("REMOTE_ADDR", ""))
    told = str(request.META.get("HTTP_X_FORWARDED_FOR", "")).split(",")
    if not settings.PROXY_COUNT or not told[0]:
        return connected
    seen = told[-min(settings.PROXY_COUNT, len(told))].strip()
    try:
        return str(ip_address(seen))
    except ValueError:
        return connected
