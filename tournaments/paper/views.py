"""PDFs to print: pairings, slips, standings, players, badges, and a stage as it stands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.paper.of_event import badges_pdf, players_pdf, standings_pdf
from tournaments.paper.of_round import pairings_pdf, slips_pdf
from tournaments.paper.of_stage import stage_pdf
from tournaments.rounds.views import round_in
from tournaments.stage_pages.views import stage_in

#: What the desk prints of an event.
OF_EVENT: dict[str, Callable[[Event, datetime], bytes]] = {"players": players_pdf, "badges": badges_pdf}


@require_GET
@never_cache
@event_view()
def newest_standings_pdf(request: EventRequest) -> HttpResponse:
    """The standings after the newest finished round."""
    return _answer(standings_pdf(request.event, now()), f"{request.event.slug}-standings")


@require_GET
@never_cache
@event_view("view_desk")
def event_pdf(request: EventRequest, what: str) -> HttpResponse:
    """The players or the badges. NotFound for anything else."""
    if what not in OF_EVENT:
        raise NotFound(_("There is no such file in this event."))
    return _answer(OF_EVENT[what](request.event, now()), f"{request.event.slug}-{what}")


@require_GET
@never_cache
@event_view()
def round_pairings_pdf(request: EventRequest, number: int) -> HttpResponse:
    """The pairings of a published round by name and by table."""
    round = round_in(request, number)
    return _answer(pairings_pdf(round, now()), f"{request.event.slug}-round-{number}-pairings")


@require_GET
@never_cache
@event_view("view_desk")
def round_slips_pdf(request: EventRequest, number: int) -> HttpResponse:
    """The match slips of a published round."""
    round = round_in(request, number)
    return _answer(slips_pdf(round, now()), f"{request.event.slug}-round-{number}-slips")


@require_GET
@never_cache
@event_view()
def one_stage_pdf(request: EventRequest, code: str) -> HttpResponse:
    """A stage: its bracket, its cross tables, or the pods of its newest round."""
    stage = stage_in(request.event, code)
    return _answer(stage_pdf(request.event, stage, now()), f"{request.event.slug}-{code}")


def _answer(body: bytes, name: str) -> HttpResponse:
    """Opened in the browser, from where it is printed; saved under that name."""
    answer = HttpResponse(body, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
