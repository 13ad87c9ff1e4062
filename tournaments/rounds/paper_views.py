"""What is printed and what hangs on the wall: names, slips, standings, the projector."""

import math
from collections.abc import Sequence
from typing import TypeVar

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from tournaments.clocks.queries import clock_view
from tournaments.entrants.queries import STANDING
from tournaments.events.models import State
from tournaments.pages.here import Here, event_view, now
from tournaments.results.counts import counts_of
from tournaments.rounds.lines import lines_of, newest_round
from tournaments.rounds.models import RoundState
from tournaments.rounds.seated import places_by_name, playing, tables_of
from tournaments.rounds.standings_views import kept_standings
from tournaments.rounds.views import round_in

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
def print_names(here: Here, number: int) -> HttpResponse:
    """Pairings by name, to hang up."""
    found = round_in(here, number)
    return here.show(
        "tournaments/rounds/print_names.html", round=found, rows=places_by_name(tables_of(found)), still=True
    )


@require_GET
@event_view("view_desk")
def print_slips(here: Here, number: int) -> HttpResponse:
    """Match slips, four a sheet, each with a code that opens the match; so many tables at once."""
    found = round_in(here, number)
    matches = found.matches.filter(is_bye=False).order_by("table", "pk").values_list("pk", flat=True)
    page = Paginator(matches, SLIPS_AT_ONCE).get_page(here.request.GET.get("page"))
    slips = [
        (line, here.request.build_absolute_uri(reverse("tournaments:match_page", args=[line.match.pk])))
        for line in lines_of(found, only=list(page.object_list))
    ]
    return here.show(
        "tournaments/rounds/print_slips.html",
        round=found,
        counts=counts_of(here.event.game),
        slips=for_the_guillotine(slips),
        addresses=[address for _line, address in slips[:1]],
        page=page,
        still=True,
    )


@require_GET
@event_view()
def print_standings(here: Here) -> HttpResponse:
    """The newest standings on paper."""
    found, kept, rows = kept_standings(here.event)
    chain = kept.rules.get("tiebreakers", []) if kept else []
    return here.show("tournaments/standings/print.html", round=found, rows=rows, chain=chain, still=True)


@require_GET
@event_view("view_desk")
def print_players(here: Here) -> HttpResponse:
    """The player list on paper, to tick off."""
    standing = here.event.entrants.filter(status__in=STANDING).order_by("name", "pk")
    players = standing.values_list("name", "status", named=True)
    return here.show("tournaments/entrants/print.html", players=players, still=True)


@never_cache
@require_GET
@event_view()
def projector(here: Here) -> HttpResponse:
    """For the wall: the clock, tables still playing, pairings by name in pages that turn; between rounds and at the
    end the standings."""
    found = newest_round(here.event)
    clock, tables = None, []
    if found is not None:
        found.event = here.event
        clock, tables = clock_view(found, now()), tables_of(found)
    size = WALL_ROWS * WALL_COLUMNS
    # Between two rounds the tables of the last would send people to the wrong place.
    over = here.event.state == State.FINISHED or (found is not None and found.state == RoundState.FINISHED)
    final = kept_standings(here.event)[2] if over else []
    rows = [] if over else places_by_name(tables)
    return here.show(
        "tournaments/rounds/projector.html",
        round=found,
        clock_view=clock,
        playing=list(playing(found, tables, clock.state)) if found is not None and clock is not None else [],
        tables=sum(1 for table in tables if not table.is_bye),
        pages=[rows[start : start + size] for start in range(0, len(rows), size)],
        final=[final[start : start + size] for start in range(0, len(final), size)],
        address=here.request.build_absolute_uri(here.url("event_page")),
    )
