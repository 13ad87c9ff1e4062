"""Pages for printing and for the wall: names, slips, standings, the projector."""

import math
from collections.abc import Sequence
from typing import TypeVar

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.clocks.queries import clock_view
from tournaments.models.entrants import STANDING
from tournaments.models.events import Event, State
from tournaments.models.rounds import Round, RoundState
from tournaments.outcomes.scoring import scoring_of
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.plans.queries import ahead, timetable
from tournaments.rounds.standings_views import kept_standings
from tournaments.rounds.views import round_in
from tournaments.stage_pages.brackets import bracket_stands, filled_bracket, wall_parts
from tournaments.stage_pages.crosstable import CrossTable
from tournaments.stage_pages.views import small_tables
from tournaments.stages.queries import games_in
from tournaments.stages.titles import round_title
from tournaments.tables.lines import lines_of, newest_round
from tournaments.tables.seated import places_by_name, playing, tables_of
from tournaments.typed_codes import code_of

SLIPS_A_SHEET = 4
#: Tables whose slips are printed at once: a code takes more than a millisecond to draw.
SLIPS_AT_ONCE = 100
WALL_ROWS, WALL_COLUMNS = 9, 2
T = TypeVar("T")


def for_the_guillotine(slips: Sequence[T], a_sheet: int = SLIPS_A_SHEET) -> list[T | None]:
    """The slips in printing order: once the stack is cut, each pile follows on the one before.

    With n sheets, sheet 1 carries slips 1, n+1, 2n+1, …; a place without a slip stays empty (None).
    """
    sheets = math.ceil(len(slips) / a_sheet)
    padded: list[T | None] = [*slips, *[None] * (sheets * a_sheet - len(slips))]
    return [padded[pile * sheets + sheet] for sheet in range(sheets) for pile in range(a_sheet)]


@require_GET
@event_view()
def print_names(request: EventRequest, number: int) -> HttpResponse:
    """Pairings by name, to hang up."""
    round = round_in(request, number)
    return request.show(
        "tournaments/rounds/print_names.html", round=round, rows=places_by_name(tables_of(round)), still=True
    )


@require_GET
@event_view()
def print_tables(request: EventRequest, number: int) -> HttpResponse:
    """Pairings by table, to hang up."""
    round = round_in(request, number)
    return request.show(
        "tournaments/rounds/print_tables.html", round=round, tables=tables_of(round), still=True
    )


@require_GET
@event_view("view_desk")
def print_slips(request: EventRequest, number: int) -> HttpResponse:
    """Match slips, four a sheet, each with a code that opens the match; so many tables at once."""
    round = round_in(request, number)
    matches = round.matches.filter(is_bye=False).order_by("table", "pk").values_list("pk", flat=True)
    page = Paginator(matches, SLIPS_AT_ONCE).get_page(request.http.GET.get("page"))
    slips = [
        (
            line,
            request.http.build_absolute_uri(reverse("tournaments:match_page", args=[line.match.pk])),
            code_of(line.match.pk),
        )
        for line in lines_of(round, only=list(page.object_list))
    ]
    return request.show(
        "tournaments/rounds/print_slips.html",
        round=round,
        scoring=scoring_of(request.event.game),
        slips=for_the_guillotine(slips),
        addresses=[address for _line, address, _code in slips[:1]],
        code_page=request.http.build_absolute_uri(reverse("tournaments:slip_code")).partition("://")[2],
        page=page,
        still=True,
    )


@require_GET
@event_view()
def print_standings(request: EventRequest) -> HttpResponse:
    """The newest standings on paper."""
    round, _kept, rows = kept_standings(request.event)
    chain = [name for name, _value in rows[0]["values"]] if rows else []
    return request.show("tournaments/standings/print.html", round=round, rows=rows, chain=chain, still=True)


@require_GET
@event_view("view_desk")
def print_players(request: EventRequest) -> HttpResponse:
    """The player list on paper, to tick off; with `badges` a badge for each to cut out."""
    standing = request.event.entrants.filter(status__in=STANDING).order_by("name", "pk")
    if request.http.GET.get("badges"):
        people = standing.values_list("name", "code", "club", named=True)
        return request.show("tournaments/entrants/badges.html", players=people, still=True)
    players = standing.values_list("name", "status", named=True)
    return request.show("tournaments/entrants/print.html", players=players, still=True)


def _of_the_stage(event: Event, round: Round | None, over: bool) -> tuple[list[SafeString], list[CrossTable]]:
    """The bracket of the stage that is on; of a round robin its cross tables, between the rounds."""
    if round is None:
        return [], []
    stage = round.stage
    if bracket_stands(stage):
        return wall_parts(filled_bracket(stage)), []
    return [], small_tables(event, stage) if over and event.state != State.FINISHED else []


@never_cache
@require_GET
@event_view()
def projector(request: EventRequest) -> HttpResponse:
    """For the wall: the clock, tables still playing, pairings by name in pages that turn; between rounds and at the
    end the standings."""
    round = newest_round(request.event)
    clock, tables = None, []
    if round is not None:
        round.event = request.event
        clock, tables = clock_view(round, now()), tables_of(round)
    size = WALL_ROWS * WALL_COLUMNS
    # Between two rounds the tables of the last would send people to the wrong place.
    over = request.event.state == State.FINISHED or (round is not None and round.state == RoundState.FINISHED)
    final = kept_standings(request.event)[2] if over else []
    rows = [] if over else places_by_name(tables)
    drawn, cross = _of_the_stage(request.event, round, over)
    if (drawn or cross) and request.event.state != State.FINISHED:
        final = []
    return request.show(
        "tournaments/rounds/projector.html",
        round=round,
        round_title=round_title(round) if round is not None else "",
        clock_view=clock,
        playing=list(playing(round, tables, clock.state)) if round is not None and clock is not None else [],
        no_new_game=round is not None
        and clock is not None
        and clock.state == "called"
        and games_in(round.stage, request.event) > 1,
        tables=sum(1 for table in tables if not table.is_bye),
        pages=[rows[start : start + size] for start in range(0, len(rows), size)],
        final=[final[start : start + size] for start in range(0, len(final), size)],
        brackets=drawn,
        cross=cross,
        ahead=ahead(timetable(request.event, now())) if request.event.state != State.FINISHED else [],
        address=request.http.build_absolute_uri(request.url("event_page")),
    )
