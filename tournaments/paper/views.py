"""PDFs to print: pairings, slips, standings, players, badges, and a stage as it stands."""

from __future__ import annotations

from types import MappingProxyType

from django.http import HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.errors import NotFound
from tournaments.made_files.answers import page_of_file
from tournaments.made_files.makers import Asked, Maker
from tournaments.messages import message as _
from tournaments.models.entrants import STANDING
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.paper.makers import BADGES, PAIRINGS, PLAYERS, SLIPS_OF_ROUND, STANDINGS
from tournaments.paper.of_stage import stage_pdf
from tournaments.rounds.views import round_in
from tournaments.stage_pages.views import stage_in

#: What the desk prints of an event.
OF_EVENT: dict[str, Maker] = {"players": PLAYERS, "badges": BADGES}


@require_GET
@never_cache
@event_view()
def newest_standings_pdf(request: EventRequest) -> HttpResponse:
    """The standings after the newest finished round."""
    return _sheets(request, STANDINGS, _players(request), "standings")


@require_GET
@never_cache
@event_view("view_desk")
def event_pdf(request: EventRequest, what: str) -> HttpResponse:
    """The players or the badges. NotFound for anything else."""
    if what not in OF_EVENT:
        raise NotFound(_("There is no such file in this event."))
    return _sheets(request, OF_EVENT[what], _players(request), what)


@require_GET
@never_cache
@event_view()
def round_pairings_pdf(request: EventRequest, number: int) -> HttpResponse:
    """The pairings of a published round by name and by table."""
    round = round_in(request, number)
    asked = {"round": str(round.number)}
    return _sheets(request, PAIRINGS, round.seats.count(), f"round-{number}-pairings", asked)


@require_GET
@never_cache
@event_view("view_desk")
def round_slips_pdf(request: EventRequest, number: int) -> HttpResponse:
    """The match slips of a published round."""
    round = round_in(request, number)
    asked = {"round": str(round.number)}
    return _sheets(request, SLIPS_OF_ROUND, round.matches.count(), f"round-{number}-slips", asked)


@require_GET
@never_cache
@event_view()
def one_stage_pdf(request: EventRequest, code: str) -> HttpResponse:
    """A stage: its bracket, its cross tables, or the pods of its newest round."""
    stage = stage_in(request.event, code)
    return _answer(stage_pdf(request.event, stage, now()), f"{request.event.slug}-{code}")


def _players(request: EventRequest) -> int:
    return request.event.entrants.filter(status__in=STANDING).count()


def _sheets(
    request: EventRequest, maker: Maker, things: int, name: str, asked: Asked = MappingProxyType({})
) -> HttpResponse:
    """The sheets, or a page that waits for them where the event is large."""
    return page_of_file(
        request, maker, asked, things, lambda body: _answer(body, f"{request.event.slug}-{name}")
    )


def _answer(body: bytes, name: str) -> HttpResponse:
    """Opened in the browser, from where it is printed; saved under that name."""
    answer = HttpResponse(body, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
