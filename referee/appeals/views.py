"""A player appeals; the head judge decides on the judges' floor."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from referee.appeals.changes import (
    appeal_numbered,
    decide_appeal,
    make_appeal,
    take_back_newest,
)
from referee.appeals.queries import MOST_MINUTES
from referee.citing.forms import cites_sent
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view, match_request, whole_number


@require_POST
def appeal(http: HttpRequest, match_id: int) -> HttpResponse:
    """A player of the table appeals, or takes the appeal back."""
    request, match = match_request(http, match_id)
    sent = http.POST
    if sent.get("take_back"):
        take_back_newest(match, by=request.actor, now=now())
        return request.then(request.url("my_table"), _("The appeal is taken back."))
    number = whole_number(sent["number"], _("The decision"), 1, 2**62) if sent.get("number") else None
    make_appeal(
        match,
        words=sent.get("words", ""),
        against=sent.get("against") or None,
        number=number,
        by=request.actor,
        now=now(),
    )
    return request.then(request.url("my_table"), _("You have appealed. The head judge is told."))


@require_POST
@event_view("decide_appeal")
def decide(request: EventRequest, number: int) -> HttpResponse:
    """The head judge decides an appeal."""
    sent = request.http.POST
    one = appeal_numbered(request.event, number)
    given = sent.get("minutes") if sent.get("give") else "0"
    decide_appeal(
        one,
        upheld=sent.get("decision") != "change",
        reason=sent.get("reason", ""),
        answer=sent.get("answer", ""),
        minutes=whole_number(given or "0", _("The minutes"), 0, MOST_MINUTES),
        cites=cites_sent(request.http),
        by=request.actor,
        now=now(),
    )
    return request.then(reverse("referee:floor", args=[request.event.slug]), _("The appeal is decided."))
