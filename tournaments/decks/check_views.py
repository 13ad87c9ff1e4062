"""Pages of deck checks, made for a judge's phone: the tables, one drawn at random, and the list beside tick boxes."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import actor_of, require
from tournaments.clocks.changes import MAX_MINUTES
from tournaments.decks.check_queries import (
    checks_of,
    differences_of,
    lines_of_list,
    matches_to_check,
    proposed_minutes,
    tables_to_check,
    with_findings,
)
from tournaments.decks.table_checks import begin_deck_check, draw_table, end_deck_check, record_finding
from tournaments.errors import DomainError, NotFound
from tournaments.matches.queries import match_seen
from tournaments.models.deck_checks import DeckCheck
from tournaments.models.decks import DeckList
from tournaments.models.rounds import Match
from tournaments.pages.event_request import EventRequest, event_view, now, whole_number
from tournaments.pages.translation import in_words
from tournaments.tables.lines import matches_fitting

PAGE = 40


@never_cache
@require_GET
@event_view("view_deck_checks")
def deck_checks(request: EventRequest) -> HttpResponse:
    """The tables of the round that is on, who was checked before, and every check of the event."""
    words = request.http.GET.get("q", "").replace("\0", "").strip()[:100]
    matches = matches_to_check(request.event)
    first = matches.first() if words else None
    if first is not None:
        matches = matches.filter(pk__in=matches_fitting(first.round, words).values("pk"))
    page = Paginator(matches, PAGE).get_page(request.http.GET.get("page"))
    tables = tables_to_check(request.event, list(page.object_list))
    checks = list(checks_of(request.event, by=request.actor)[:PAGE])
    return request.show("tournaments/decks/checks.html", page=page, tables=tables, words=words, checks=checks)


@require_POST
@event_view("view_deck_checks")
def draw(request: EventRequest) -> HttpResponse:
    """Draws a table and shows it; the check begins there."""
    match = draw_table(request.event, by=request.actor)
    return request.then(
        reverse("tournaments:deck_check", args=[match.pk]), _("Drawn: table %s.") % match.table
    )


@never_cache
def deck_check(http: HttpRequest, match_id: int) -> HttpResponse:
    """The check of one table: begun, each deck beside its list, ended."""
    match = match_seen(match_id)
    request = EventRequest(http, match.round.event, actor_of(http))
    if "view_event" not in request.can:
        raise NotFound(_("There is no match at this address."))
    require(request.actor, "view_deck_checks", request.event)
    check = with_findings(match.deck_checks.all()).first()
    if http.method != "POST":
        return _page(request, match, check)
    try:
        said = _act(request, match, check)
    except DomainError as error:
        if error.status == 403:
            raise
        return _page(request, match, check, in_words(error), error.status)
    return request.then(reverse("tournaments:deck_check", args=[match.pk]), said)


def _act(request: EventRequest, match: Match, check: DeckCheck | None) -> str:
    sent, act = request.http.POST, request.http.POST.get("do", "")
    if act == "begin":
        begin_deck_check(match, by=request.actor, now=now())
        return _("The deck check has begun. The table gets the time back when it ends.")
    if check is None or act not in ("found", "end"):
        raise NotFound(_("There is no such step."))
    if act == "end":
        minutes = (
            whole_number(sent.get("minutes"), _("Minutes"), 0, MAX_MINUTES) if sent.get("minutes") else None
        )
        ended = end_deck_check(check, minutes=minutes, by=request.actor, now=now())
        return _("The deck check has ended. Minutes given to the table: %s.") % ended.minutes
    number = whole_number(sent.get("entrant"), _("Player"), high=2**62)
    seat = match.seats.filter(entrant=number).select_related("entrant").first()
    if seat is None:
        raise NotFound(_("There is no such player in this event."))
    standing = seat.entrant.deck_lists.filter(replaced_at=None).first()
    record_finding(
        check,
        seat.entrant,
        _counted(sent, standing),
        extra=sent.get("extra", ""),
        note=sent.get("note", ""),
        deck=whole_number(sent.get("deck"), _("The list"), high=2**62) if sent.get("deck") else None,
        by=request.actor,
        now=now(),
    )
    return _("Kept: %s.") % seat.entrant.name


def _counted(sent: QueryDict, standing: DeckList | None) -> list[int | None]:
    """A typed number, else all of a ticked line, else nothing."""
    counted: list[int | None] = []
    for place, line in enumerate(lines_of_list(standing) if standing else []):
        typed = sent.get(f"count-{place}", "").strip()
        if typed:
            counted.append(whole_number(typed, line.card, 0, 1000))
        else:
            counted.append(line.count if sent.get(f"there-{place}") else None)
    return counted


def _page(
    request: EventRequest, match: Match, check: DeckCheck | None, wrong: str = "", status: int = 200
) -> HttpResponse:
    going = check is not None and check.ended_at is None
    findings = {} if check is None else {one.entrant_id: one for one in check.standing}  # type: ignore[attr-defined]
    decks = []
    if check is not None and "check_decks" in request.can_about(match):
        entrants = [seat.entrant for seat in match.seats.all()]
        standing = DeckList.objects.filter(entrant__in=entrants, replaced_at=None)
        by_entrant = {deck.entrant_id: deck for deck in standing}
        decks = [_deck(entrant, by_entrant.get(entrant.pk), findings.get(entrant.pk)) for entrant in entrants]
    return request.show(
        "tournaments/decks/check.html",
        status,
        match=match,
        round=match.round,
        check=check,
        going=going,
        decks=decks,
        wrong=wrong,
        proposed=proposed_minutes(check, now()) if check is not None and going else 0,
        may_check="check_decks" in request.can_about(match),
        most=MAX_MINUTES,
    )


def _deck(entrant: Any, deck: DeckList | None, finding: Any) -> dict[str, Any]:
    """One player's deck for the page: its lines with what was counted last, as long as the list is the same."""
    lines = lines_of_list(deck) if deck else []
    same = finding is not None and deck is not None and finding.deck_id == deck.pk
    counted = finding.counted if same else [None] * len(lines)
    return {
        "entrant": entrant,
        "deck": deck,
        "finding": finding,
        "differences": differences_of(finding) if finding else [],
        "total": sum(line.count for line in lines),
        "lines": [
            {
                "line": line,
                "ticked": number == line.count,
                "typed": "" if number in (None, line.count) else number,
            }
            for line, number in zip(lines, counted, strict=True)
        ],
    }
