"""Opening a dispute by hand, and writing down what was settled at the table."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from referee.dispute_pages.forms import OpenForm
from referee.dispute_pages.story import listed_at
from referee.disputes.opening import open_by_hand, settle_at_table
from referee.judging.viewers import own_seat, viewer_of
from referee.models.disputes import Kind
from referee.records.queries import match_of, records_seen
from tournaments.access import actor_of, require
from tournaments.access.permissions import ever
from tournaments.errors import DomainError, NotAllowed
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.pages.event_request import EventRequest
from tournaments.pages.forms import show_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def match_disputes(http: HttpRequest, match_id: int) -> HttpResponse:
    """A match's disputes, and the form that opens one."""
    actor = actor_of(http)
    match = match_of(match_id, actor)
    request = EventRequest(http, match.round.event, actor)
    can = request.can_about(match)
    if "open_dispute" not in can and "rule" not in can:
        # a stand-in may rule, and nothing else here: he is told that it is not the time, not that he may never
        rules = ever(actor, ["rule"], request.event, match)
        require(actor, "rule" if rules else "open_dispute", request.event, match)
    if http.method != "POST":
        named = {name: http.GET.get(name) for name in ("record", "entry")}
        return _page(request, match, _form(request, match, initial=named))
    form = _form(request, match, http.POST)
    if not form.is_valid():
        return _page(request, match, form, 400)
    said = form.cleaned_data
    try:
        dispute = open_by_hand(
            match,
            said["kind"],
            said["words"],
            record=said.get("record"),
            entry=said.get("entry") if said.get("record") else None,
            by=actor,
            now=now(),
        )
    except NotAllowed:
        raise
    except DomainError as error:
        show_refusal(form, error)
        return _page(request, match, form, error.status)
    address = reverse("referee:dispute", args=[request.event.slug, dispute.pk])
    return request.then(address, _("The dispute is open. A judge is told."))


@require_POST
def settle(http: HttpRequest, match_id: int) -> HttpResponse:
    """A judge writes down what was settled at the table."""
    actor = actor_of(http)
    match = match_of(match_id, actor)
    request = EventRequest(http, match.round.event, actor)
    kind = http.POST.get("kind", Kind.OTHER)
    settle_at_table(match, kind, http.POST.get("words", ""), by=actor, now=now())
    return request.then(reverse("tournaments:match_page", args=[match.pk]), _("Written down as settled."))


def _form(request: EventRequest, match: Match, *data: object, **more: object) -> OpenForm:
    judge = "rule" in request.can_about(match) and own_seat(request.actor, match) is None
    logs = records_seen(match, viewer_of(request.actor, match))
    return OpenForm(*data, match=match, logs=logs, judge=judge, **more)


def _page(request: EventRequest, match: Match, form: OpenForm, status: int = 200) -> HttpResponse:
    return request.show(
        "referee/dispute_pages/open.html",
        status,
        match=match,
        round=match.round,
        form=form,
        disputes=listed_at(request.actor, match),
        is_player=own_seat(request.actor, match) is not None,
    )
