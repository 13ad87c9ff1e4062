"""Pages of jobs: those of an event, those of who asks, and one with its progress."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.access import actor_of
from tournaments.errors import NotFound
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.queries import job_of, jobs_of_event, jobs_of_site, progress_of
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
    return render(http, "tournaments/jobs/site.html", {"jobs": shown, "still": True})


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
        return render(http, "tournaments/jobs/job.html", context | {"still": True})
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
