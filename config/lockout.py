"""Whose password was tried, for slowing down who guesses."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest


def tried_name(request: HttpRequest | None, credentials: Mapping[str, Any] | None = None) -> str | None:
    """The name or address somebody tried to sign in with, as one spelling; None where there was none."""
    found = None
    if credentials:
        found = credentials.get("username") or credentials.get("email") or credentials.get("login")
    if not found and request is not None:
        found = request.POST.get("login") or request.POST.get("username")
    return str(found).strip().casefold()[:150] if found else None
