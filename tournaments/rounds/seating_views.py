"""The page on which staff seat a whole round by hand, and the question asked before that work is dropped."""

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from rules.registry import most_seats
from tournaments.errors import DomainError, Invalid
from tournaments.messages import message
from tournaments.models.entrants import AwardedBye
from tournaments.models.rounds import PUBLISHED_STATES, Round, RoundState
from tournaments.pages.event_request import EventRequest, event_view, now, whole_number
from tournaments.pages.translation import in_words
from tournaments.rounds import changes
from tournaments.rounds.offered import Offered, offered_of
from tournaments.rounds.pairings import entrants_in
from tournaments.rounds.seating import BYE, MAX_TABLE_NUMBER, Seating, in_tables_of, pairing_of, seating_of
from tournaments.rounds.views import round_in

#: Players of a page: a form may have two thousand fields, and each has two.
PAGE = 150


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view("adjust_round")
def seating(request: EventRequest, number: int) -> HttpResponse:
    """A table's number beside every name of an offered round; `?size=4` fills the numbers in."""
    if request.event.rounds.filter(number=number, state__in=PUBLISHED_STATES).exists():
        return redirect(request.url("round_page", number))
    round = round_in(request, number, [RoundState.OFFERED])
    offered = offered_of(round)
    most = most_seats(request.event.game)
    standing = _filled(request, round, seating_of(offered.pairing), most)
    if request.http.method != "POST":
        return _page(request, round, offered, standing)
    # Who is on another page stays where the offer, or the numbers filled in, have them.
    sent = {
        code: request.http.POST[f"table_{code}"].strip()[:12]
        for code in standing
        if f"table_{code}" in request.http.POST
    }
    byes = {code for code in sent if request.http.POST.get(f"bye_{code}")}
    try:
        wanted = standing | _read(sent, byes)
        reason = request.http.POST.get("reason", "").strip() or message("Seated by hand.")
        changes.set_pairing(round, pairing_of(wanted, most), reason=reason, by=request.actor, now=now())
    except DomainError as error:
        if error.status == 403:
            raise
        wrong = _named(request, in_words(error))
        return _page(request, round, offered, sent, byes, wrong=wrong, status=error.status)
    return request.then(request.url("offer", number), _("Everybody is seated as you said."))


def _filled(request: EventRequest, round: Round, standing: Seating, most: int) -> Seating:
    """The numbers as they stand, or, asked for tables of a size, dealt out in the order of the offer."""
    if not request.http.GET.get("size"):
        return standing
    size = whole_number(request.http.GET.get("size"), _("A table"), 2, most)
    awarded = AwardedBye.objects.filter(
        entrant__event=request.event, round_number=round.number, lifted_at=None
    ).values_list("entrant__code", flat=True)
    return in_tables_of(list(standing), size, [code for code in awarded if standing.get(code) == BYE])


def _read(sent: Mapping[str, str], byes: set[str]) -> Seating:
    seating: Seating = {}
    for code, text in sent.items():
        if code in byes:
            if text:
                raise Invalid(_("%s has a table and a bye. Choose one.") % code)
            seating[code] = BYE
        elif not text:
            seating[code] = None
        else:
            seating[code] = whole_number(text, _("A table"), 1, MAX_TABLE_NUMBER)
    return seating


def _named(request: EventRequest, text: str) -> str:
    """A refusal with names in place of codes: on this page nobody knows the codes."""
    for code, name in request.event.entrants.values_list("code", "name"):
        text = text.replace(f"{code} ", f"{name} ")
    return text


def _page(
    request: EventRequest,
    round: Round,
    offered: Offered,
    seats: Mapping[str, int | str | None],
    byes: set[str] | None = None,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    """Those of one page, or, with `byes`, who was sent and refused."""
    words = request.http.GET.get("q", "").strip()[:100]
    most = most_seats(request.event.game)
    by_code = {person.code: person for row in offered.fitting(words) for person in row.people}
    rows = [
        {
            "entrant": by_code[code],
            "table": "" if table in (None, BYE) else table,
            "bye": table == BYE if byes is None else code in byes,
        }
        for code, table in seats.items()
        if code in by_code
    ]
    rows.sort(key=_by_table)
    page = Paginator(rows, PAGE if byes is None else max(len(rows), 1)).get_page(request.http.GET.get("page"))
    return request.show(
        "tournaments/rounds/seating.html",
        status,
        round=round,
        page=page,
        pages_at=request.url("seating", round.number),
        query=request.http.META.get("QUERY_STRING", ""),
        words=words,
        players=len(entrants_in(offered.pairing)),
        many=len(page.object_list) < len(entrants_in(offered.pairing)),
        wrong=wrong,
        most=most,
        sizes=range(3, most + 1),
        chosen=request.http.GET.get("size", ""),
    )


def _by_table(row: Mapping[str, object]) -> tuple[bool, int]:
    """By table, those without one last; else as they came."""
    text = str(row["table"])
    return not text.isdecimal(), int(text) if text.isdecimal() and len(text) < 8 else 0
