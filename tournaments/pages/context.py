"""The context that base.html needs on every page."""

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import salted_hmac

from tournaments.access.identity import SESSION_KEY

THEME_COOKIE = f"{settings.COOKIES}theme"
THEMES = ("light", "dark")
# The ground of both themes, as css/variables.css has it: a phone colours the bar above the page with it.
GROUNDS = {"light": "#f0f2ef", "dark": "#0e1210"}

# In the order in which later ones may build on earlier ones; a page's own sheets come after these.
STYLESHEETS = tuple(
    f"css/{name}.css"
    for name in (
        "face",
        "variables",
        "base",
        "layout",
        "nav",
        "button",
        "field",
        "table",
        "status",
        "message",
        "clock",
        "dialog",
        "event",
        "desk",
        "slip",
        "pod",
    )
)


@cache
def address_of(view: str) -> str:
    """Where a page without arguments lies: the same for as long as a process runs."""
    return reverse(view)


def look(request: HttpRequest) -> dict[str, Any]:
    """The reader's theme, and which of the addresses that base.html marks as present this is."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "theme": theme if theme in THEMES else "",
        "grounds": GROUNDS,
        "notifies": bool(settings.WEB_PUSH_KEY or settings.EMAIL_HOST),
        "reader": lambda: reader_of(request),
        "at_events": request.path == address_of("tournaments:event_list"),
        "at_rules": request.path == address_of("referee:rulebooks"),
        "at_profile": request.path == address_of("tournaments:profile"),
    }


def reader_of(request: HttpRequest) -> str:
    """By what a phone tells one reader from another, whose pages it must not show him; it says nothing of who it is."""
    number = getattr(getattr(request, "user", None), "pk", None)
    claims = getattr(request, "session", {}).get(SESSION_KEY, [])
    if number is None and not claims:
        return "-"
    return salted_hmac("tournaments.reader", repr((number, claims)), algorithm="sha256").hexdigest()[:20]
