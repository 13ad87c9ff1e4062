"""Files that the site saved by itself, for staff to download."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.exports.saved import download, saved_file
from tournaments.pages.event_request import EventRequest, event_view


@require_safe
@never_cache
@event_view("export_staff")
def saved(request: EventRequest, file: str) -> HttpResponse:
    """One saved file."""
    return download(saved_file(request.event, file), request.event)
