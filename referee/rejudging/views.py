"""The pages on which a judge has the logs of an event, or of a series, judged anew, and sees what would come out
differently."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from referee.rejudging.of_event import adopt_rejudged, begin_rejudging
from referee.rejudging.of_series import (
    begin_rejudging_series,
    check_may_judge,
    events_seen,
    jobs_of_series,
)
from referee.rejudging.of_site import differing_in, places_in
from referee.rejudging.of_site import upgrades as upgrades_of
from referee.rejudging.report import counted, differing, found_of, job_about, places_of, row_of
from rules.registry import known
from tournaments.access import actor_of
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.jobs.queries import progress_of
from tournaments.messages import message
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.series.queries import judged_events, series_by_slug


class RejudgeForm(forms.Form):
    """By which rules."""

    rules = forms.CharField(
        label=gettext_lazy("Edition of the rules, or a day"),
        help_text=gettext_lazy("Empty: the rules that each log names, as the site carries them out now."),
        max_length=40,
        required=False,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view("view_log")
def rejudge(request: EventRequest) -> HttpResponse:
    """Begins a job, and shows what the newest one found."""
    form, status = RejudgeForm(), 200
    if request.http.method == "POST":
        form, status = RejudgeForm(request.http.POST), 400
        if form.is_valid():
            try:
                begin_rejudging(request.event, rules=form.cleaned_data["rules"], by=request.actor, now=now())
                address = reverse("referee:rejudge", args=[request.event.slug])
                return request.then(address, _("The logs are being judged anew."))
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    job = job_about(request.event, request.http.GET.get("job", ""))
    game = known(request.event.game)
    return request.show(
        "referee/rejudging/event.html",
        status,
        form=form,
        progress=progress_of(job, request.actor, now()) if job is not None else None,
        differ=differing(job, request.event) if job is not None else [],
        differ_in_all=found_of(job, request.event).count() if job is not None else 0,
        places=places_of(job, request.event) if job is not None else None,
        editions=game.editions if game is not None else (),
    )


PAGE = 10


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def series_rejudge(http: HttpRequest, slug: str) -> HttpResponse:
    """Begins a job over the events of a series, and shows what one of them found: of each event whose logs the reader
    may read how many logs and places; the logs stand on the event's own page."""
    series, actor = series_by_slug(slug), actor_of(http)
    check_may_judge(series, actor)
    form, status = RejudgeForm(), 200
    if http.method == "POST":
        form, status = RejudgeForm(http.POST), 400
        if form.is_valid():
            try:
                begin_rejudging_series(series, rules=form.cleaned_data["rules"], by=actor, now=now())
                messages.success(http, _("The logs are being judged anew."))
                answer = HttpResponseRedirect(reverse("referee:series_rejudge", args=[series.slug]))
                answer.status_code = 303
                return answer
            except NotAllowed:
                raise
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    jobs = jobs_of_series(series, actor)
    wanted = http.GET.get("job", "")
    job = next((one for one in jobs if not wanted or str(one.pk) == wanted), None)
    if wanted and job is None:
        raise NotFound(message("There is no such job."))
    page = Paginator(events_seen(job, actor) if job is not None else [], PAGE).get_page(http.GET.get("page"))
    context = {
        "series": series,
        "form": form,
        "own": judged_events(series, actor),
        "progress": progress_of(job, actor, now()) if job is not None else None,
        "others": [progress_of(one, actor, now()) for one in jobs if one != job],
        "page": page,
        "counted": counted(job, list(page)) if job is not None else [],
        "still": True,
    }
    return render(http, "referee/rejudging/series.html", context, status=status)


@require_safe
@never_cache
@login_required
def upgrades(http: HttpRequest) -> HttpResponse:
    """For who runs the site: what would be judged differently since the site was upgraded."""
    actor = actor_of(http)
    found_by: list[dict[str, Any]] = [
        {"progress": progress_of(job, actor, now()), "differ": differing_in(job), "places": []}
        for job in upgrades_of(actor)
    ]
    if found_by:  # of older ones it was told then
        found_by[0]["places"] = places_in(found_by[0]["progress"].job)
    return render(http, "referee/rejudging/upgrades.html", {"jobs": found_by, "still": True})


@require_POST
@event_view("rule")
def rejudge_adopt(request: EventRequest, number: int) -> HttpResponse:
    """Takes what one log comes to now as the result."""
    row = row_of(request.event, number)
    adopt_rejudged(row, reason=request.http.POST.get("reason", ""), by=request.actor, now=now())
    address = reverse("referee:rejudge", args=[request.event.slug])
    return request.then(address, _("The outcome of this log became the result."))
