"""The addresses of calendars. Everybody may subscribe: they hold what everybody may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.calendars.ical import calendar_of
from tournaments.errors import NotFound
from tournaments.models.events import Event, State
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.plans.plan import Planned
from tournaments.plans.queries import timetable
from tournaments.series.queries import events_of, series_by_slug

#: Seconds for which somebody between us and the reader may keep an answer.
KEPT = 600


@require_GET
@event_view()
def event_calendar(request: EventRequest) -> HttpResponse:
    """One event. A draft has no calendar, nor has an event of which nobody knows when it starts."""
    event = request.event
    if event.state == State.DRAFT or event.starts_at is None:
        raise NotFound(_("This event is in no calendar: it is a draft, or has no time yet."))
    plans = {event.pk: timetable(event, now())}
    return _answer(request.http, [event], event.name, event.slug, plans)


@require_GET
def series_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The published events of a series."""
    series = series_by_slug(slug)
    return _answer(request, events_of(series), series.name, series.slug)


def _answer(
    http: HttpRequest,
    events: list[Event],
    name: str,
    file: str,
    plans: Mapping[int, Sequence[Planned]] | None = None,
) -> HttpResponse:
    def address_of(event: Event) -> str:
        return http.build_absolute_uri(reverse("tournaments:event_page", args=[event.slug]))

    body = calendar_of(events, name, http.get_host().partition(":")[0], address_of, plans)
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{file}.ics"'
    answer["Cache-Control"] = f"public, max-age={KEPT}"
    return answer
