"""Calling a judge from a table, and the floor view on a judge's phone."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from referee.calls import changes
from referee.calls.procedure import tick_step
from referee.calls.queries import (
    floor_calls,
    judges_of,
    other_questions,
    overruns,
    past_time,
    steps_of,
)
from referee.citing.forms import cites_sent, citing_sent
from referee.models.calls import Call, Reason
from tournaments.errors import NotFound
from tournaments.messages import message
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view, match_request, whole_number

WHOSE = ("mine", "nobody")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@event_view("view_calls")
def floor(request: EventRequest) -> HttpResponse:
    """Calls by age, tables past their time, overruns; of one reason, or one's own, where asked. What is sent here is a
    form half filled in, with words for what it is to cite: it comes back with what was found, and nothing changes."""
    reason, whose = request.http.GET.get("reason", ""), request.http.GET.get("whose", "")
    reason = reason if reason in Reason.values else ""
    whose = whose if whose in WHOSE else ""
    row = request.http.GET.get("row", "")
    row = row if any(one["name"] == row for one in request.event.hall_rows) else ""
    waiting = floor_calls(request.event, request.actor, now(), reason=reason, whose=whose, row=row)
    return request.show(
        "referee/calls/floor.html",
        waiting=waiting,
        steps=steps_of([one.call for one in waiting]),
        past=past_time(request.event, now()),
        overruns=overruns(request.event, request.actor),
        others=other_questions(request.event, request.actor),
        judges=judges_of(request.event),
        reasons=Reason.choices,
        reason=reason,
        whose=whose,
        row=row,
        sent=request.http.POST,
        citing=citing_sent(request.http, request.event, request.actor) if request.http.POST else None,
    )


@require_POST
def call(http: HttpRequest, match_id: int) -> HttpResponse:
    """A player calls a judge, or takes the call back."""
    request, match = match_request(http, match_id)
    if http.POST.get("take_back"):
        standing = changes.open_call(match)
        if standing is not None:
            changes.take_back_call(standing, by=request.actor, now=now())
        return request.then(request.url("my_table"), _("The call is taken back."))
    changes.call_judge(
        match, http.POST.get("reason"), http.POST.get("words", ""), by=request.actor, now=now()
    )
    return request.then(request.url("my_table"), _("A judge is called."))


def _take(request: EventRequest, call: Call) -> str:
    changes.take_call(call, by=request.actor, now=now())
    return _("The call is yours.")


def _hand_over(request: EventRequest, call: Call) -> str:
    to = request.http.POST.get("to")
    whom = whole_number(to, _("The judge"), 1, 2**31 - 1) if to else None
    changes.hand_over(call, whom, by=request.actor, now=now())
    return _("Handed over.") if to else _("Put back into the list.")


def _coming(request: EventRequest, call: Call) -> str:
    changes.on_the_way(call, by=request.actor, now=now())
    return _("The table sees that you are coming.")


def _here(request: EventRequest, call: Call) -> str:
    changes.at_the_table(call, by=request.actor, now=now())
    return ""


def _done(request: EventRequest, call: Call) -> str:
    sent = request.http.POST
    minutes = (
        whole_number(sent.get("minutes"), _("The minutes"), 0, changes.MOST_MINUTES)
        if sent.get("give")
        else None
    )
    cites = cites_sent(request.http)
    changes.finish_call(call, sent.get("answer", ""), minutes, by=request.actor, now=now(), cites=cites)
    return _("Answered.")


STEPS: dict[str, Callable[[EventRequest, Call], str]] = {
    "take": _take,
    "hand-over": _hand_over,
    "coming": _coming,
    "here": _here,
    "done": _done,
}


@require_POST
@event_view()
def call_step(request: EventRequest, number: int, step: str) -> HttpResponse:
    """A judge takes the call, hands it over, comes, answers it."""
    if step not in STEPS:
        raise NotFound(message("There is no such step."))
    said = STEPS[step](request, changes.call_numbered(request.event, number))
    return request.then(reverse("referee:floor", args=[request.event.slug]), said)


@require_POST
def tick(http: HttpRequest, match_id: int) -> HttpResponse:
    """The table, or a judge, ticks a step of the procedure at time, or takes the tick back."""
    request, match = match_request(http, match_id)
    tick_step(
        match,
        http.POST.get("step"),
        done=not http.POST.get("undo"),
        by=request.actor,
        now=now(),
    )
    return request.then(request.url("my_table") if request.mine else request.url("desk"))
