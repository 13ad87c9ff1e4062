"""The page on which an organiser puts the stages of an event together."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.events.changes import edit_event
from tournaments.events.stage_forms import ChainForm
from tournaments.models.events import State
from tournaments.pages.event_request import EventRequest, event_view, now


@event_view("edit_event")
def stages(request: EventRequest) -> HttpResponse:
    """Every stage with its choices; saving with a kind chosen for the empty one adds it."""
    sent = request.http.POST if request.http.method == "POST" else None
    form, status = ChainForm(request.event, sent), 200
    if sent is not None:
        status = 400
        if form.is_valid():
            try:
                edit_event(
                    request.event,
                    {"stages": form.chain()},
                    by=request.actor,
                    now=now(),
                    reason=sent.get("reason", ""),
                )
                return request.then(request.url("stages"), _("Saved."))
            except DomainError as error:
                form.show(error)
                status = error.status
    return request.show(
        "tournaments/events/stages.html", status, chain=form, running=request.event.state == State.RUNNING
    )
