"""The page that lists what can be downloaded of an event."""

from __future__ import annotations

from django.http import HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.exports.listing import listed_for
from tournaments.exports.saved import saved_of
from tournaments.kept_standings.kept import finished_round
from tournaments.matches.queries import current_round
from tournaments.models.events import State
from tournaments.models.rounds import PUBLISHED_STATES
from tournaments.models.stages import ELIMINATION_KINDS, StageKind
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.translation import translated
from tournaments.stages.queries import stages_of, title_of


@require_safe
@never_cache
@event_view()
def exports(request: EventRequest) -> HttpResponse:
    """Every file that the reader may have, with what it holds."""
    listed = [
        {
            "title": one.title,
            "holds": one.holds,
            "more": more,
            "links": [
                (form, reverse(door, args=[request.event.slug]) + one.query) for form, door in one.doors
            ],
        }
        for one, more in listed_for(request.event, request.can)
    ]
    may_save = "export_staff" in request.can
    return request.show(
        "tournaments/events/all_exports.html",
        listed=listed,
        embeds=_embeds(request),
        papers=_papers(request),
        may_save=may_save,
        saved=saved_of(request.event) if may_save else [],
    )


def _papers(request: EventRequest) -> list[tuple[str, str]]:
    """What there is to print by now, as PDF, with its address."""
    if request.event.state == State.DRAFT:
        return []
    papers = []
    round = current_round(request.event)
    desk = "view_desk" in request.can
    if round is not None:
        name = _("Round %(n)s") % {"n": round.number}
        papers.append((f"{name}: {_('Pairings')}", request.url("round_pairings_pdf", round.number)))
        if desk:
            papers.append((f"{name}: {_('Match slips')}", request.url("round_slips_pdf", round.number)))
    if finished_round(request.event) is not None:
        papers.append((_("Standings"), request.url("standings_pdf")))
    if round is not None:
        papers += [
            (translated(title_of(stage)), request.url("stage_pdf", stage.code))
            for stage in stages_of(request.event)
            if stage.kind != StageKind.SWISS and stage.all_rounds.filter(state__in=PUBLISHED_STATES).exists()
        ]
    if desk:
        papers.append((_("Players"), request.url("event_pdf", "players")))
        papers.append((_("Name badges"), request.url("event_pdf", "badges")))
    return papers


def _embeds(request: EventRequest) -> list[tuple[str, str]]:
    """What other sites may show of the event, with the line to copy; nothing of a draft."""
    if request.event.state == State.DRAFT:
        return []
    parts = {"standings": _("Standings"), "pairings": _("Pairings"), "bracket": _("Bracket")}
    if not request.event.stages.filter(removed_at=None, kind__in=ELIMINATION_KINDS).exists():
        parts.pop("bracket")
    lines = []
    for part, title in parts.items():
        path = reverse("tournaments:embed", args=[request.event.slug, part])
        line = format_html(
            '<iframe src="{}" title="{} · {}" width="100%" height="600"></iframe>',
            request.http.build_absolute_uri(path),
            title,
            request.event.name,
        )
        # shown to be copied, so that the page escapes it once more
        lines.append((title, "".join(line)))
    return lines
