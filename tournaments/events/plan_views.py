"""The page on which an organiser plans the times of an event's rounds."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournaments.errors import DomainError
from tournaments.events.changes import edit_event
from tournaments.events.plan_forms import PlanForm
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.plans.queries import timetable


@never_cache
@event_view("edit_event")
def plan(request: EventRequest) -> HttpResponse:
    """What the times follow from, and the times."""
    sent = request.http.POST if request.http.method == "POST" else None
    form, status = PlanForm(request.event.plan, sent), 200
    if sent is not None:
        status = 400
        if form.is_valid():
            try:
                edit_event(request.event, {"plan": form.plan()}, by=request.actor, now=now())
                return request.then(request.url("plan"), _("Saved."))
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    return request.show(
        "tournaments/events/plan.html", status, form=form, plan=timetable(request.event, now()), still=True
    )
