"""The organiser's pages of webhooks: the endpoints of an event, and what was sent to each."""

from __future__ import annotations

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.models.webhooks import TEST, Happening, Trouble
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.webhooks import changes
from tournaments.webhooks.queries import deliveries_of, delivery_of, endpoint_of, endpoints_of

SHOWN = 50
STEPS = {
    "test": changes.send_test,
    "pause": changes.pause,
    "resume": changes.resume,
    "delete": changes.delete_endpoint,
}
SAID = {
    "test": gettext_lazy("The test is on its way. Its line says whether it arrived."),
    "pause": gettext_lazy("The webhook is paused."),
    "resume": gettext_lazy("The webhook goes on."),
    "delete": gettext_lazy("The webhook is deleted."),
}


class EndpointForm(forms.Form):
    """The form for a new endpoint: where it is, and what it is told."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        help_text=gettext_lazy("Where the other program listens: https://…"),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("What it is told"),
        choices=Happening.choices,
        initial=Happening.values,
        widget=forms.CheckboxSelectMultiple,
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("manage_webhooks")
def webhooks(request: EventRequest) -> HttpResponse:
    """The event's endpoints; a POST adds one and shows its secret, this once."""
    form, status, made = EndpointForm(), 200, ""
    if request.http.method == "POST":
        form, status = EndpointForm(request.http.POST), 400
        if form.is_valid():
            try:
                _endpoint, made = changes.add_endpoint(
                    request.event, **form.cleaned_data, by=request.actor, now=now()
                )
                form, status = EndpointForm(), 200
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    endpoints = endpoints_of(request.event)
    return request.show(
        "tournaments/webhooks/list.html", status, endpoints=endpoints, form=form, made=made, still=True
    )


@never_cache
@require_GET
@event_view("manage_webhooks")
def webhook(request: EventRequest, endpoint_id: int) -> HttpResponse:
    """One endpoint: what it is told, and its newest deliveries."""
    endpoint = endpoint_of(request.event, endpoint_id)
    titles = {**dict(Happening.choices), TEST: _("Test")}
    troubles = dict(Trouble.choices)
    newest = deliveries_of(request.event).filter(endpoint=endpoint)[:SHOWN]
    rows = [
        {"row": row, "title": titles.get(row.kind, row.kind), "trouble": troubles.get(row.trouble, "")}
        for row in newest
    ]
    kinds = [titles[kind] for kind in endpoint.kinds if kind in titles]
    return request.show("tournaments/webhooks/one.html", endpoint=endpoint, rows=rows, kinds=kinds)


@require_POST
@event_view()
def webhook_step(request: EventRequest, endpoint_id: int, step: str) -> HttpResponse:
    """Tries, pauses, resumes or deletes an endpoint."""
    change = STEPS.get(step)
    if change is None:
        raise NotFound(_("There is no such step."))
    endpoint = endpoint_of(request.event, endpoint_id)
    change(endpoint, by=request.actor, now=now())
    there = request.url("webhooks") if step == "delete" else request.url("webhook", endpoint.pk)
    return request.then(there, str(SAID[step]))


@require_POST
@event_view()
def webhook_again(request: EventRequest, delivery_id: int) -> HttpResponse:
    """Sends a delivery once more."""
    row = delivery_of(request.event, delivery_id)
    changes.send_again(row, by=request.actor, now=now())
    said = _("It is sent again. Its line says whether it arrived.")
    return request.then(request.url("webhook", row.endpoint_id), said)
