"""Pages of jobs: those of an event, those of who asks, and one with its progress."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import actor_of
from tournaments.errors import NotFound
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.queries import SHOWN, followed, job_of, jobs_of_event, jobs_of_site, progress_of
from tournaments.live.address import jobs_stream_url
from tournaments.live.versions import JOBS
from tournaments.messages import message
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view

STEPS = {"cancel": cancel_job, "resume": resume_job}
SAID = {
    "cancel": gettext_lazy("It is cancelled. What was done stays."),
    "resume": gettext_lazy("It goes on."),
}


@require_safe
@never_cache
@login_required
def jobs(http: HttpRequest) -> HttpResponse:
    """Work over several events: what the reader began, and for who runs the site all of it."""
    actor = actor_of(http)
    shown = [progress_of(job, actor, now()) for job in jobs_of_site(actor)]
    context = {"jobs": shown, "followed": followed(one.job for one in shown), "still": True}
    return render(http, "tournaments/jobs/site.html", context)


@require_safe
@never_cache
def jobs_live(http: HttpRequest) -> JsonResponse:
    """The versions of the jobs `?job=1&job=2`, added up, and a fresh address of their stream: of those among them that
    the reader may follow. Raises NotFound where that is none."""
    actor, seen = actor_of(http), {}
    for number in http.GET.getlist("job")[:SHOWN]:
        with suppress(NotFound):
            wanted = job_of(int(number) if number.isdecimal() and len(number) < 19 else 0, actor)
            seen[wanted.pk] = wanted.version
    if not seen:
        raise NotFound(message("There is no such job."))
    return JsonResponse({"versions": {JOBS: sum(seen.values())}, "stream": jobs_stream_url(seen, http)})


@require_safe
@never_cache
@event_view("view_desk")
def event_jobs(request: EventRequest) -> HttpResponse:
    """The jobs about an event that the reader may follow."""
    shown = [progress_of(job, request.actor, now()) for job in jobs_of_event(request.event, request.actor)]
    return request.show("tournaments/jobs/event.html", jobs=shown)


@require_safe
@never_cache
@login_required
def job(http: HttpRequest, job_id: int) -> HttpResponse:
    """One job: how far it is, and what could not be done."""
    actor = actor_of(http)
    wanted = job_of(job_id, actor)
    context: dict[str, Any] = {"progress": progress_of(wanted, actor, now()), "base": "base.html"}
    if wanted.event is None:
        context |= {"followed": followed([wanted]), "still": True}
        return render(http, "tournaments/jobs/job.html", context)
    context["base"] = "tournaments/event_base.html"
    return EventRequest(http, wanted.event, actor).show("tournaments/jobs/job.html", **context)


@require_POST
@login_required
def job_step(http: HttpRequest, job_id: int, step: str) -> HttpResponse:
    """Cancels a job, or goes on with it."""
    actor = actor_of(http)
    wanted = job_of(job_id, actor)
    if step not in STEPS:
        raise NotFound(message("There is no such step."))
    STEPS[step](wanted, by=actor, now=now())
    messages.success(http, str(SAID[step]))
    answer = HttpResponseRedirect(reverse("tournaments:job", args=[wanted.pk]))
    answer.status_code = 303
    return answer
