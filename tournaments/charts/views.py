"""The page of charts."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_GET

from tournaments.charts.decks import breakdown_of
from tournaments.charts.drawing import bar_chart, line_chart
from tournaments.charts.lengths import game_lengths_of, lengths_of
from tournaments.charts.places import SHOWN, courses_of
from tournaments.models.events import Event
from tournaments.pages.event_request import EventRequest, event_view

#: Kinds of decks on the page: the most played.
DECKS = 40


@require_GET
@event_view()
def charts(request: EventRequest) -> HttpResponse:
    """Places over the rounds, of the first or of who is looked for; how long matches and games took; the decks."""
    event = request.event
    words = request.http.GET.get("q", "").strip()[:100]
    own = request.mine.code if request.mine is not None else ""
    fit = _looked_for(event, words)
    rounds, courses = courses_of(event, fit, own)
    lengths, games = lengths_of(event), game_lengths_of(event)
    breakdown = breakdown_of(event, by=request.actor)
    return request.show(
        "tournaments/charts/page.html",
        words=words,
        nobody=bool(words) and not fit,
        rounds=rounds,
        courses=courses,
        own=own,
        lines=line_chart(rounds, courses, own) if rounds else None,
        lengths=lengths,
        bars=bar_chart(lengths.bars) if lengths.matches else None,
        games=games,
        game_bars=bar_chart(games.bars, centred=True) if games is not None else None,
        breakdown=breakdown,
        decks=breakdown.decks[:DECKS] if breakdown is not None else (),
        more_decks=max(0, len(breakdown.decks) - DECKS) if breakdown is not None else 0,
    )


def _looked_for(event: Event, words: str) -> list[str]:
    """The codes of the players whose names fit, a few of them."""
    if not words:
        return []
    names = event.entrants.order_by("name", "pk").values_list("code", "name")
    return [code for code, name in names if words.casefold() in name.casefold()][:SHOWN]
