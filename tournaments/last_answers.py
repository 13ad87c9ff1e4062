"""Answers when no view was found or a view failed: a page for a reader, JSON like every refusal for a program."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults

from tournaments.unavailable import answer_to


def nowhere(request: HttpRequest, exception: Exception) -> HttpResponse:
    """There is nothing at this address."""
    return _of_the_api(
        request, "not_found", _("There is no such thing here."), 404
    ) or defaults.page_not_found(request, exception)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that Django itself refuses: another host's, or one with too many parts."""
    said = _("What was sent could not be read. Nothing was changed. Go back, reload the page and try again.")
    return _of_the_api(request, "invalid", said, 400) or defaults.bad_request(request, exception)


def broken(request: HttpRequest) -> HttpResponse:
    """Answers an error that no view caught: the database could not be used, or the program has a fault."""
    answer = answer_to(sys.exc_info()[1], request)
    if answer is not None:
        return answer
    said = _(
        "This is the site's fault, not yours, and it has been logged. Everything saved before "
        "is safe. Reload the page; if it happens again, tell the organiser."
    )
    return _of_the_api(request, "broken", said, 500) or defaults.server_error(request)


def _of_the_api(request: HttpRequest, code: str, said: str, status: int) -> HttpResponse | None:
    if not request.path.startswith("/api/"):
        return None
    return JsonResponse({"code": code, "message": said}, status=status)
