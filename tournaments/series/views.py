"""Pages of series: the list, one with its table, making and changing one, and an event's own."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.access import actor_of
from tournaments.errors import DomainError, NotAllowed
from tournaments.models.series import Series
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.forms import show_refusal
from tournaments.series.changes import USUAL, check_owner, edit_series, make_series, set_series
from tournaments.series.queries import (
    counted_events,
    events_of,
    judged_events,
    series_by_slug,
    table_of_series,
)

PAGE = 50


class SeriesForm(forms.Form):
    """A series: its points by place, and how many events count."""

    name = forms.CharField(label=_("Name"), max_length=120)
    description = forms.CharField(
        label=_("What players should know"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=5000,
        required=False,
    )
    points = forms.CharField(
        label=_("Points by place"),
        help_text=_("The first place first, with spaces between: 10 8 6 5 4 3 2 1."),
        max_length=2000,
    )
    beyond = forms.IntegerField(
        label=_("Points for every later place"), min_value=0, max_value=100_000, initial=0
    )
    best_of = forms.IntegerField(
        label=_("Best events that count"),
        help_text=_("Empty: all."),
        min_value=1,
        max_value=100,
        required=False,
    )

    def clean_points(self) -> list[int]:
        """The numbers."""
        words = re.split(r"[\s,;/-]+", self.cleaned_data["points"].strip(" ,;/-"))
        if not all(word.isascii() and word.isdecimal() and len(word) < 7 for word in words):
            raise forms.ValidationError(gettext("Write whole numbers with spaces between."))
        return [int(word) for word in words]


class EventSeriesForm(forms.Form):
    """The series of an event, among those of the reader."""

    series = forms.ModelChoiceField(
        label=_("Series"), queryset=Series.objects.none(), required=False, empty_label=_("None")
    )


@require_GET
def series_list(request: HttpRequest) -> HttpResponse:
    """All series."""
    page = Paginator(Series.objects.order_by("-created_at", "-pk"), PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/series/list.html", {"page": page})


@require_GET
def series_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A series: its events and who has how many points."""
    series, actor = series_by_slug(slug), actor_of(request)
    events = events_of(series)
    counted = counted_events(events)
    page = Paginator(table_of_series(series, counted), PAGE).get_page(request.GET.get("page"))
    context = {
        "series": series,
        "events": events,
        "counted": counted,
        "page": page,
        "mine": actor.user.pk if actor.user else 0,
        "owns": actor.user is not None and series.owner_id == actor.user.pk,
        "judges": bool(judged_events(series, actor)),
    }
    return render(request, "tournaments/series/page.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_new(request: HttpRequest) -> HttpResponse:
    """Making a series."""
    return _form_page(request, None, {"points": " ".join(map(str, USUAL)), "beyond": 0})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Changing one."""
    series = series_by_slug(slug)
    check_owner(series, actor_of(request))
    initial = {name: getattr(series, name) for name in ("name", "description", "beyond", "best_of")}
    return _form_page(request, series, initial | {"points": " ".join(map(str, series.points))})


def _form_page(request: HttpRequest, series: Series | None, initial: dict[str, Any]) -> HttpResponse:
    form, status = SeriesForm(initial=initial), 200
    if request.method == "POST":
        form, status = SeriesForm(request.POST), 400
        if form.is_valid():
            actor = actor_of(request)
            try:
                if series is None:
                    series = make_series(form.cleaned_data, by=actor, now=now())
                else:
                    series = edit_series(series, form.cleaned_data, by=actor, now=now())
                messages.success(request, gettext("Saved."))
                answer = HttpResponseRedirect(reverse("tournaments:series_page", args=[series.slug]))
                answer.status_code = 303
                return answer
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    return render(
        request,
        "tournaments/series/form.html",
        {"form": form, "series": series, "still": True},
        status=status,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@event_view("set_series")
def event_series(request: EventRequest) -> HttpResponse:
    """Which series the event is part of."""
    own = Series.objects.filter(owner=request.actor.user).order_by("name", "pk")
    form, status = EventSeriesForm(initial={"series": request.event.series_id}), 200
    if request.http.method == "POST":
        form, status = EventSeriesForm(request.http.POST), 400
    form.fields["series"].queryset = own  # type: ignore[attr-defined]
    if form.is_bound and form.is_valid():
        wanted = form.cleaned_data["series"]
        set_series(request.event, wanted, by=request.actor, now=now())
        return request.then(request.url("desk"), gettext("Saved."))
    return request.show("tournaments/series/event.html", status, form=form, has_own=own.exists(), still=True)
