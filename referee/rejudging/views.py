"""The page on which a judge has an event's logs judged anew, and sees what would come out differently."""

from __future__ import annotations

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from referee.rejudging.of_event import adopt_rejudged, begin_rejudging, differing, newest_job, row_of
from referee.rejudging.of_site import differing_in
from referee.rejudging.of_site import upgrades as upgrades_of
from rules.registry import known
from tournaments.access import actor_of
from tournaments.errors import DomainError, NotAllowed
from tournaments.jobs.queries import progress_of
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal


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
    job = newest_job(request.event)
    game = known(request.event.game)
    return request.show(
        "referee/rejudging/event.html",
        status,
        form=form,
        progress=progress_of(job, request.actor, now()) if job is not None else None,
        differ=differing(job) if job is not None else [],
        editions=game.editions if game is not None else (),
    )


@require_safe
@never_cache
@login_required
def upgrades(http: HttpRequest) -> HttpResponse:
    """For who runs the site: what would be judged differently since the site was upgraded."""
    actor = actor_of(http)
    found_by = [
        {"progress": progress_of(job, actor, now()), "differ": differing_in(job)}
        for job in upgrades_of(actor)
    ]
    return render(http, "referee/rejudging/upgrades.html", {"jobs": found_by, "still": True})


@require_POST
@event_view("rule")
def rejudge_adopt(request: EventRequest, number: int) -> HttpResponse:
    """Takes what one log comes to now as the result."""
    row = row_of(request.event, number)
    adopt_rejudged(row, reason=request.http.POST.get("reason", ""), by=request.actor, now=now())
    address = reverse("referee:rejudge", args=[request.event.slug])
    return request.then(address, _("The outcome of this log became the result."))
