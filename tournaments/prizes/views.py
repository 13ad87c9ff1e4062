"""The page of prizes, and the form that sets them."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError, NotAllowed
from tournaments.events.changes import edit_event
from tournaments.models.events import State
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.prizes.queries import prizes_of

#: "3-4: 30 € and a booster": places, an amount if there is one, what it is.
LINE = re.compile(r"(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*:\s*(\d{1,9}(?:[.,]\d{1,2})?)?\s*(.*)", re.ASCII)


class PrizesForm(forms.Form):
    """The prizes, one a line."""

    prizes = forms.CharField(
        label=gettext_lazy("Prizes by place"),
        help_text=gettext_lazy("One a line: 1: 100 €, 2: 60 €, 3-4: 30 € and a booster."),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=4000,
        required=False,
    )

    def clean_prizes(self) -> list[dict[str, Any]]:
        """The prizes of the lines. Raises ValidationError for one that is none."""
        prizes = []
        for line in str(self.cleaned_data["prizes"]).splitlines():
            if not line.strip():
                continue
            parts = LINE.fullmatch(line.strip())
            if parts is None:
                raise forms.ValidationError(_("Write a prize as 1: 100 €: “%(line)s”.") % {"line": line[:40]})
            first, last, amount, what = parts.groups()
            prizes.append(
                {
                    "first": int(first),
                    "last": int(last or first),
                    "amount": amount.replace(",", ".") if amount else None,
                    "what": what.strip(),
                }
            )
        return prizes


def written(prize: dict[str, Any]) -> str:
    """A prize as a line of the form."""
    places = f"{prize['first']}-{prize['last']}" if prize["last"] > prize["first"] else str(prize["first"])
    return f"{places}: {' '.join(text for text in (prize['amount'], prize['what']) if text)}"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view()
def prizes(request: EventRequest) -> HttpResponse:
    """What each place wins, and by the newest standings who; the organiser sets the prizes."""
    form, status = PrizesForm(initial={"prizes": "\n".join(map(written, request.event.prizes))}), 200
    if request.http.method == "POST":
        form, status = PrizesForm(request.http.POST), 400
        if form.is_valid():
            try:
                edit_event(request.event, form.cleaned_data, by=request.actor, now=now())
                return request.then(request.url("prizes"), _("The prizes are set."))
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    return request.show(
        "tournaments/prizes/page.html",
        status,
        prizes=[
            (prize["first"], prize["last"], prize["amount"], prize["what"]) for prize in request.event.prizes
        ],
        won=prizes_of(request.event),
        final=request.event.state == State.FINISHED,
        form=form,
        may_set="edit_event" in request.can,
    )
