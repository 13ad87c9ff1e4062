"""The page on which an event is copied, and marked as a template."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.errors import DomainError, NotAllowed
from tournaments.events.copying import copy_event, mark_template
from tournaments.models.entrants import Status
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.pages.times import MomentField


class CopyForm(forms.Form):
    """The form for a copy: its title, when it begins, and what is copied."""

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = MomentField(
        label=_("Begins"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M:%S"),
        required=False,
    )
    staff = forms.BooleanField(
        label=_("Staff"), help_text=_("Everybody keeps their role."), required=False, initial=True
    )
    cards = forms.BooleanField(label=_("Card list"), required=False, initial=True)
    entrants = forms.BooleanField(
        label=_("Players"),
        help_text=_("Entered again, in the same order, except those disqualified."),
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view("copy_event")
def event_copy(request: EventRequest) -> HttpResponse:
    """A new event out of this one."""
    form, status = CopyForm(initial={"name": request.event.name}), 200
    if request.http.method == "POST":
        form, status = CopyForm(request.http.POST), 400
        if form.is_valid():
            try:
                made = copy_event(request.event, by=request.actor, now=now(), **form.cleaned_data)
                said = gettext("The event is created. It is a draft until you open registration.")
                return EventRequest(request.http, made, request.actor).then(
                    EventRequest(request.http, made, request.actor).url("desk"), said
                )
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    return request.show(
        "tournaments/events/copy.html",
        status,
        form=form,
        players=request.event.entrants.exclude(status=Status.DISQUALIFIED).count(),
        still=True,
    )


@require_POST
@event_view()
def event_template(request: EventRequest) -> HttpResponse:
    """Marks the event as a template, or takes the mark away."""
    wanted = request.http.POST.get("wanted") == "1"
    mark_template(request.event, by=request.actor, now=now(), wanted=wanted)
    said = (
        gettext("The event is a template now.") if wanted else gettext("The event is no longer a template.")
    )
    return request.then(request.url("event_copy"), said)
