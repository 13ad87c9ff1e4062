"""The live table's pages: opening it, the logger, the spectators' page. What is tapped goes through ``taps``."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_safe

from referee.entering.names import names_in, pickable
from referee.entering.read import Reading
from referee.entering.spec import Spec, struct_spec
from referee.live.live_replay import live_replay
from referee.live.opening import open_live_table
from referee.live.queries import live_table_seen, live_tables_of
from referee.logger.holding import live_request_of
from referee.logger.page import page_context, parts_context, watch_context
from referee.models.live import Mode
from referee.positions.inputs import Layout
from referee.records.queries import match_of
from rules.kernel.cards import Catalogue
from rules.registry import load
from tournaments.access import Actor, actor_of, may
from tournaments.clocks.queries import clock_view
from tournaments.decks.own_cards import catalogue_of
from tournaments.errors import NotFound
from tournaments.events.game_clock import OF_THE_CLOCK
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, whole_number
from tournaments.results.queries import games_of, no_new_game

FRAGMENT = "X-Fragment"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def match_live(request: HttpRequest, match_id: int) -> HttpResponse:
    """The live tables of a match, and opening one."""
    actor = actor_of(request)
    match = match_of(match_id, actor)
    reading = Reading(
        {name: text for name, text in request.POST.items() if isinstance(text, str)}, _cards(match)
    )
    if request.method == "POST":
        options = reading.of(_options(match), "o") or {}
        if not reading.errors:
            number = whole_number(request.POST.get("game_number", "1"), _("The game"), 1, games_of(match))
            mode = request.POST.get("mode", Mode.PHONES)
            return _to(open_live_table(match, number, mode, options=options, by=actor, now=now()).pk)
    return _show_opening(request, actor, match, reading)


def _show_opening(request: HttpRequest, actor: Actor, match: Match, reading: Reading) -> HttpResponse:
    event = match.round.event
    tables = list(live_tables_of(match))
    may_open = may(actor, "open_live_table", event, match)
    if not tables and not may_open:
        raise NotFound(_("This game is not logged live."))
    taken = {table.record.game_number for table in tables}
    ended = no_new_game(match, clock_view(match, now()))
    numbers = [
        n for n in range(1, games_of(match) + 1) if may_open and n not in taken and (n == 1 or ended is None)
    ]
    if len(tables) == 1 and not numbers:
        return _to(tables[0].pk)
    staff = may(actor, "enter_result", event, match)
    layout = Layout(reading.texts, reading.errors, [seat.letter for seat in match.seats.all()])
    return EventRequest(request, event, actor).show(
        "referee/logger/open.html",
        400 if reading.errors else 200,
        match=match,
        tables=tables,
        numbers=numbers,
        no_new_game=ended,
        modes=[value for value in Mode.values if staff or value != Mode.SCOREKEEPER],
        options=layout.group(_options(match).fields, "o", _("The game's choices"), 2),
        errors=reading.errors,
    )


def _options(match: Match) -> Spec:
    """The game's options but those that the event's clock says."""
    whole = struct_spec(load(match.round.event.game).options_type)
    fields = tuple(field for field in whole.fields if field.name not in OF_THE_CLOCK)
    return msgspec.structs.replace(whole, fields=fields)


def _cards(match: Match) -> Catalogue:
    event = match.round.event
    return catalogue_of(event) or load(event.game).catalogue


@require_safe
@never_cache
def live_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """The logger. For the page's script only the parts that change."""
    live_request = live_request_of(request, table_id)
    if request.headers.get(FRAGMENT):
        return render(request, "referee/logger/parts.html", parts_context(request, live_request, now()))
    if not live_request.phone.seat:
        return HttpResponseRedirect(reverse("referee:live_watch", args=[table_id]))
    return render(request, "referee/logger/page.html", page_context(request, live_request, now()))


@require_safe
@cache_control(private=True, max_age=600)
def live_cards(request: HttpRequest, table_id: int) -> HttpResponse:
    """The cards of a log that declares some of its own, for choosing by a few letters: its header never changes."""
    run = live_replay(live_request_of(request, table_id).table.record)
    with run.lock:
        names = names_in(run.whole.catalogue, pickable(run.game, run.whole.catalogue))
    return HttpResponse(msgspec.json.encode(names), content_type="application/json")


@require_safe
@never_cache
def live_watch(request: HttpRequest, table_id: int) -> HttpResponse:
    """A featured table for spectators."""
    table = live_table_seen(table_id, actor_of(request))
    context = watch_context(request, table, now())
    name = "watch_parts" if request.headers.get(FRAGMENT) else "watch"
    return render(request, f"referee/logger/{name}.html", context)


def _to(table_id: int) -> HttpResponse:
    answer = HttpResponseRedirect(reverse("referee:live_page", args=[table_id]))
    answer.status_code = 303
    return answer
