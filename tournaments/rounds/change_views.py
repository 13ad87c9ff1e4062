"""The page on which the desk changes a pairing that is published: two taps and a reason, no script."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.errors import DomainError, NotFound
from tournaments.messages import message
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Round, Seat
from tournaments.pages.event_request import EventRequest, event_view, now, whole_number
from tournaments.pages.translation import in_words
from tournaments.rounds import changes
from tournaments.rounds.broken import broken_by
from tournaments.rounds.published import OPEN_STATES, changeable, seated_late, unseated
from tournaments.rounds.reasons import COMMON, reason_sent
from tournaments.rounds.views import round_in

PAGE = 100
MAX_ID = 2**31 - 1


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("change_published")
def change_pairing(request: EventRequest, number: int) -> HttpResponse:
    """First somebody is chosen (`who`), then with whom he changes places, or against whom he plays."""
    round = round_in(request, number, OPEN_STATES)
    sent = request.http.POST if request.http.method == "POST" else request.http.GET
    wrong, status, who = "", 200, None
    try:
        who = _entrant(request, sent.get("who", ""))
        if request.http.method == "POST" and who is not None and sent.get("unseat"):
            return _unseat(request, round, who)
        if request.http.method == "POST":
            return _change(request, round, who, _entrant(request, sent.get("other", "")))
    except DomainError as error:
        if error.status == 403:
            raise
        wrong, status = in_words(error), error.status
    return _page(request, round, who, wrong=wrong, status=status)


def _entrant(request: EventRequest, sent: str) -> Entrant | None:
    """The entrant of this event with that row number; None where nobody was chosen. Raises Invalid, NotFound."""
    if not sent:
        return None
    number = whole_number(sent, _("The player"), 1, MAX_ID)
    entrant = request.event.entrants.filter(pk=number).first()
    if entrant is None:
        raise NotFound(message("There is no such entrant in this event."))
    return entrant


def _change(request: EventRequest, round: Round, who: Entrant | None, other: Entrant | None) -> HttpResponse:
    if who is None or other is None:
        raise NotFound(message("Choose two players."))
    reason, by = reason_sent(request.http.POST), request.actor
    if unseated(round).filter(pk=who.pk).exists():
        match = changes.seat_late(round, who, other, reason=reason, by=by, now=now())
        said = _("%(one)s plays against %(other)s at table %(table)s.") % {
            "one": who.name,
            "other": other.name,
            "table": match.table,
        }
    else:
        changes.exchange_seats(round, who, other, reason=reason, by=by, now=now())
        said = _("%(one)s and %(other)s have changed places.") % {"one": who.name, "other": other.name}
    return request.then(request.url("change_pairing", round.number), said)


def _unseat(request: EventRequest, round: Round, who: Entrant) -> HttpResponse:
    changes.unseat_late(round, who, reason=reason_sent(request.http.POST), by=request.actor, now=now())
    said = _("The table of %s is taken back.") % who.name
    return request.then(request.url("change_pairing", round.number), said)


def _may_be_unseated(round: Round, who: Entrant) -> bool:
    """Whether that one sits at a table that was given late and has said nothing."""
    seat = Seat.objects.filter(round=round, entrant=who, match__in=changeable(round)).first()
    return seat is not None and not seat.match.is_bye and seated_late(round, seat.match) is not None


def _page(
    request: EventRequest, round: Round, who: Entrant | None, *, wrong: str = "", status: int = 200
) -> HttpResponse:
    words = request.http.GET.get("q", "").strip()[:100]
    waits = who is not None and unseated(round).filter(pk=who.pk).exists()
    waiting = unseated(round)
    if who is not None:
        waiting = waiting.exclude(pk=who.pk)
    seats = _seats(round, who, waits=waits)
    for word in words.split()[:5]:
        fits = Q(entrant__name__icontains=word)
        if word.isdecimal() and len(word) < 7:
            fits |= Q(match__table=int(word))
        seats, waiting = seats.filter(fits), waiting.filter(name__icontains=word)
    page: Any = Paginator(seats, PAGE).get_page(request.http.GET.get("page"))
    waiting_here = list(waiting[:PAGE]) if who is None or waits else []
    broken: dict[int, set[str]] = {}
    shown = [seat.entrant_id for seat in page.object_list] + [each.pk for each in waiting_here]
    if who is not None:
        broken = broken_by(round, who, shown)
    return request.show(
        "tournaments/rounds/change.html",
        status,
        round=round,
        who=who,
        waits=waits,
        waiting=waiting_here,
        broken=broken,
        unseats=who is not None and _may_be_unseated(round, who),
        common=COMMON,
        page=page,
        words=words,
        wrong=wrong,
        reason=request.http.POST.get("reason", ""),
    )


def _seats(round: Round, who: Entrant | None, *, waits: bool) -> QuerySet[Seat]:
    """The seats to choose from: of tables that have said nothing, or of byes alone."""
    seats = Seat.objects.filter(round=round, match__in=changeable(round)).select_related("entrant", "match")
    if waits:
        seats = seats.filter(match__is_bye=True)
    elif who is not None:
        seats = seats.exclude(match__seats__entrant=who)
    return seats.order_by("match__is_bye", "match__table", "letter", Lower("entrant__name"))
