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

from referee.models.rejudging import Rejudged
from referee.rejudging import report
from referee.rejudging.adopting import adopt_rejudged, by_other_rules
from referee.rejudging.of_event import begin_rejudging
from referee.rejudging.of_series import (
    begin_rejudging_series,
    check_may_judge,
    jobs_of_series,
    part_of_job,
)
from referee.rejudging.of_site import events_that_differ, in_events
from referee.rejudging.of_site import upgrades as upgrades_of
from referee.rejudging.report import counted, differing, found_of, job_about, places_of, row_of
from rules.registry import known
from tournaments.access import actor_of
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.jobs.queries import followed as jobs_followed
from tournaments.jobs.queries import kind_of, progress_of
from tournaments.messages import message
from tournaments.models.events import Event
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
    rows = found_of(job, request.event) if job is not None else Rejudged.objects.none()
    page: Any = Paginator(rows, report.SHOWN).get_page(request.http.GET.get("page"))
    return request.show(
        "referee/rejudging/event.html",
        status,
        form=form,
        progress=progress_of(job, request.actor, now()) if job is not None else None,
        page=page,
        differ=differing(page, job) if job is not None else [],
        what_if=job is not None and by_other_rules(job),
        places=places_of(job, request.event) if job is not None else None,
        editions=game.editions if game is not None else (),
    )


#: So many events stand on a page, and so many jobs beside the one that is shown.
PAGE, OTHERS = 10, 20


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
    followed = jobs_of_series(series, actor)
    wanted = http.GET.get("job", "")
    shown = next((one for one in followed if not wanted or str(one.job.pk) == wanted), None)
    if wanted and shown is None:
        raise NotFound(message("There is no such job."))
    others = [one.job for one in followed if one is not shown]
    context: dict[str, Any] = {
        "series": series,
        "form": form,
        "own": judged_events(series, actor),
        "others": [{"job": job, "title": kind_of(job).title(job)} for job in others[:OTHERS]],
        "more_others": max(len(others) - OTHERS, 0),
        "still": True,
    }
    if shown is not None:
        page = Paginator(shown.events, PAGE).get_page(http.GET.get("page"))
        context |= {
            "progress": progress_of(shown.job, actor, now(), part_of_job(actor, *shown)),
            "followed": jobs_followed([shown.job]),
            "page": page,
            "counted": counted(shown.job, list(page)),
            "what_if": by_other_rules(shown.job),
        }
    return render(http, "referee/rejudging/series.html", context, status=status)


def _number(text: str) -> int:
    """The number of a row; 0, which no row has, for anything else."""
    return int(text) if text.isdecimal() and len(text) < 19 else 0


@require_safe
@never_cache
@login_required
def upgrades(http: HttpRequest) -> HttpResponse:
    """For who runs the site: what would be judged differently since the site was upgraded."""
    actor = actor_of(http)
    jobs = upgrades_of(actor)
    wanted, about = http.GET.get("job", ""), http.GET.get("event", "")
    if wanted:
        jobs = jobs.filter(pk=_number(wanted))
    shown = [progress_of(job, actor, now()) for job in jobs[:OTHERS]]
    if wanted and not shown:
        raise NotFound(message("There is no such job."))
    context: dict[str, Any] = {
        "jobs": shown,
        "more_jobs": max(jobs.count() - OTHERS, 0),
        "wanted": wanted,
        "still": True,
    }
    if wanted and about:
        job, event = shown[0].job, Event.objects.filter(pk=_number(about)).first()
        if event is None:
            raise NotFound(message("There is no such event."))
        context["page"] = Paginator(found_of(job, event), report.SHOWN).get_page(http.GET.get("page"))
        context |= {
            "event": event,
            "differ": differing(context["page"], job),
            "places": places_of(job, event),
        }
    else:
        context["page"] = Paginator(events_that_differ(jobs), PAGE).get_page(http.GET.get("page"))
        context["in_events"] = in_events(context["page"])
    return render(http, "referee/rejudging/upgrades.html", context)


@require_POST
@event_view("rule")
def rejudge_adopt(request: EventRequest, number: int) -> HttpResponse:
    """Takes what one log comes to now as the result."""
    row = row_of(request.event, number)
    adopt_rejudged(row, reason=request.http.POST.get("reason", ""), by=request.actor, now=now())
    address = reverse("referee:rejudge", args=[request.event.slug])
    return request.then(address, _("The outcome of this log became the result."))
