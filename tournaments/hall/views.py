"""The plan of the hall, and the form that sets its rows."""

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
from tournaments.hall.queries import hall_of
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal

LINE = re.compile(r"(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s+(\S.*)")


class HallForm(forms.Form):
    """The rows, one a line."""

    hall_rows = forms.CharField(
        label=gettext_lazy("Rows of tables"),
        help_text=gettext_lazy("One a line, as they stand: 1-10 Window, 11-20 Middle."),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=2000,
        required=False,
    )

    def clean_hall_rows(self) -> list[dict[str, Any]]:
        """The rows of the lines. Raises ValidationError for one that is none."""
        rows = []
        for line in str(self.cleaned_data["hall_rows"]).splitlines():
            if not line.strip():
                continue
            parts = LINE.fullmatch(line.strip())
            if parts is None:
                raise forms.ValidationError(
                    _("Write a row as 1-10 Window: “%(line)s”.") % {"line": line[:40]}
                )
            first, last, name = parts.groups()
            rows.append({"name": name, "first": int(first), "last": int(last or first)})
        return rows


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("view_desk")
def hall(request: EventRequest) -> HttpResponse:
    """Every table as it stands, with what happens there; who may change the event sets the rows."""
    said = "\n".join(f"{row['first']}-{row['last']} {row['name']}" for row in request.event.hall_rows)
    form, status = HallForm(initial={"hall_rows": said}), 200
    if request.http.method == "POST":
        form, status = HallForm(request.http.POST), 400
        if form.is_valid():
            try:
                edit_event(request.event, form.cleaned_data, by=request.actor, now=now())
                return request.then(request.url("hall"), _("The rows are set."))
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    return request.show(
        "tournaments/hall/page.html",
        status,
        rows=hall_of(request.event, now()),
        form=form,
        may_set="edit_event" in request.can,
    )
