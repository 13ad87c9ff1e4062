"""Pages of a match: the reader's own table, the match itself, reports, results by staff."""

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.access import require
from tournaments.clocks.changes import extend_match
from tournaments.errors import DomainError, NotFound
from tournaments.messages import message
from tournaments.models.entrants import STANDING, Entrant, Status
from tournaments.models.events import Event, State
from tournaments.models.results import Report
from tournaments.models.rounds import Match, MatchState, Round, RoundState
from tournaments.outcomes.scoring import scoring_of
from tournaments.pages.event_request import EventRequest, event_view, match_request, now, whole_number
from tournaments.pages.repeated_forms import key_of
from tournaments.pages.translation import in_words
from tournaments.plans.queries import ahead, timetable
from tournaments.results import changes, following
from tournaments.results.asked import asked_at
from tournaments.results.forms import outcome_of_form
from tournaments.results.pod_forms import POD_KINDS_BY_STAFF, pod_form
from tournaments.results.queries import draws_at, what_was_said
from tournaments.roster.queries import reminded_of_list, waitlist_place
from tournaments.stages.kept_titles import kept_title
from tournaments.tables.lines import Line, line_at, line_for, newest_round


@never_cache
@require_GET
@event_view()
def my_table(request: EventRequest) -> HttpResponse:
    """A player's phone: where to sit, against whom, how long still, and the result."""
    if request.mine is None:
        return request.show("tournaments/results/no_entry.html")
    return _my_table(request, request.mine)


def _my_table(request: EventRequest, mine: Entrant, wrong: str = "", status: int = 200) -> HttpResponse:
    round = newest_round(request.event)
    line = None
    if round is not None:
        round.event = request.event
        line = line_for(round, mine)
    return request.show(
        "tournaments/results/my_table.html",
        status,
        round=round,
        round_title=kept_title(round) if round is not None else "",
        line=line,
        heard=line.match if line else None,
        played_match=line.match.pk if line and not line.match.is_bye else 0,
        going=round is not None and round.state == RoundState.RUNNING,
        finished_before=_finished_before(round, mine),
        waiting=waitlist_place(mine),
        standing=mine.status in STANDING,
        dropped=mine.status == Status.DROPPED,
        wrong=wrong,
        reminded=reminded_of_list(mine),
        shows_deck_list=_shows_deck_list(request.event, mine),
        ahead=ahead(timetable(request.event, now())) if request.event.state != State.FINISHED else [],
        can_table=request.can_about(mine),
        **(_report_context(request, line, mine) if line else {}),
    )


def _shows_deck_list(event: Event, mine: Entrant) -> bool:
    """Whether the way to the own deck list stands with what is to be done before round 1, and not in the list below."""
    is_in = mine.status in STANDING or mine.status == Status.WAITLISTED
    return event.deck_lists != "none" and event.state in (State.REGISTRATION, State.CHECK_IN) and is_in


def _finished_before(round: Round | None, mine: Entrant) -> int:
    """The newest finished round, after which the standings have this entrant; 0 where there is none."""
    if round is None or mine.status == Status.DISQUALIFIED:
        return 0
    number = round.number - (round.state != RoundState.FINISHED)
    return number if mine.entered_before <= number else 0


def _report_context(request: EventRequest, line: Line, mine: Entrant | None) -> dict[str, Any]:
    """The context of a table's result form: the buttons, who has said what, who is asked now."""
    asked = asked_at(line, mine)
    sent = request.http.POST if request.http.POST.get("result") == "ranking" else None
    several = len(line.seats) > 2
    return {
        "seat": asked.seat,
        "other": _other(line, mine, asked.reports),
        "several": several,
        "pod": pod_form(line.seats, request.event.game, line.outcome, sent) if several else None,
        "pod_kinds": POD_KINDS_BY_STAFF,
        "scoring": scoring_of(request.event.game),
        "sent_reason": request.http.POST.get("reason", "")[:500],
        "reports": asked.reports,
        "said": asked.said,
        "to_confirm": asked.to_confirm,
        "open_for_report": asked.may_report,
        "seen": asked.seen,
        "losses": asked.losses,
        "lost_games": "-".join(map(str, asked.losses.of("AB"))),
    }


def _other(line: Line, mine: Entrant | None, reports: Iterable[Report]) -> Entrant | None:
    """Whose word the form speaks of: who reported first, or an opponent; nobody for who does not play there."""
    told_by = [report.entrant for report in reports if report.entrant is not None]
    if told_by and told_by[0] != mine:
        return told_by[0]
    others = [seat.entrant for seat in line.seats if mine is not None and seat.entrant_id != mine.pk]
    return others[0] if others else None


def _match_request(http: HttpRequest, match_id: int) -> tuple[EventRequest, Match, Round]:
    request, match = match_request(http, match_id)
    return request, match, match.round


@never_cache
@require_GET
def match_page(http: HttpRequest, match_id: int) -> HttpResponse:
    """One match: seats, result and how it came about; for its players and the staff, what they may do."""
    request, match, round = _match_request(http, match_id)
    return _match_page(request, match, round)


def _match_page(
    request: EventRequest,
    match: Match,
    round: Round,
    wrong: str = "",
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    line = line_at(match)
    own = request.mine if request.mine is not None and line.has(request.mine) else None
    return request.show(
        "tournaments/results/match.html",
        status,
        round=round,
        round_title=kept_title(round),
        line=line,
        heard=line.match,
        wrong=wrong,
        history=what_was_said(match),
        draws=draws_at(match),
        can_match=request.can_about(line.match),
        **_report_context(request, line, own),
        **more,
    )


@require_POST
def report(http: HttpRequest, match_id: int) -> HttpResponse:
    """Takes a player's report."""
    request, match, round = _match_request(http, match_id)
    require(request.actor, "report_result", request.event, match)
    try:
        outcome = outcome_of_form(http.POST, match)
        changes.report_result(
            match, outcome, by=request.actor, now=now(), key=key_of(http), seen=_seen(http.POST)
        )
    except DomainError as error:
        return _back_to_table(request, match, round, error)
    match.refresh_from_db()
    told = {
        MatchState.DECIDED: _("All say the same: the result stands."),
        MatchState.CONTESTED: "",  # the page says it, and it is no success
    }.get(MatchState(match.state), _("Reported. An opponent confirms it, or it stands unchallenged."))
    return _taken(request, told)


def _seen(sent: QueryDict) -> changes.Seen | None:
    """What the form showed; None for a form that does not say."""
    if "seen_report" not in sent or "seen_result" not in sent:
        return None
    report, result = (
        whole_number(sent.get(f"seen_{name}"), _("The result"), high=2**62) for name in ("report", "result")
    )
    return changes.Seen(report, result)


def is_waiting(http: HttpRequest) -> bool:
    """Whether the form comes from a phone that keeps it until it is answered, and reads JSON (static/js/waiting.js)."""
    return http.accepts("application/json") and not http.accepts("text/html")


def _taken(request: EventRequest, told: str) -> HttpResponse:
    """After a report was taken: on to the player's table."""
    answer = request.then(request.url("my_table"), told)
    if is_waiting(request.http):
        return JsonResponse({"location": answer["Location"]}, headers={"Cache-Control": "no-store, private"})
    return answer


def _back_to_table(request: EventRequest, match: Match, round: Round, error: DomainError) -> HttpResponse:
    """The page the form was on, with what is wrong."""
    if is_waiting(request.http):
        said = {"code": error.code, "message": in_words(error)}
        return JsonResponse(said, status=error.status, headers={"Cache-Control": "no-store, private"})
    if request_came_from_table(request) and request.mine is not None:
        return _my_table(request, request.mine, in_words(error), error.status)
    return _match_page(request, match, round, in_words(error), error.status)


def request_came_from_table(request: EventRequest) -> bool:
    """Whether the form stood on "my table"."""
    return request.http.POST.get("next") == request.url("my_table")


@require_POST
def confirm(http: HttpRequest, match_id: int) -> HttpResponse:
    """The other player says yes to what was reported."""
    request, match, round = _match_request(http, match_id)
    require(request.actor, "report_result", request.event, match)
    try:
        seen = http.POST.get("seen")
        seen_id = whole_number(seen, _("The result"), high=2**62) if seen else None
        changes.confirm_result(match, by=request.actor, now=now(), result=seen_id)
    except DomainError as error:
        return _back_to_table(request, match, round, error)
    return _taken(request, _("Confirmed: the result stands."))


@require_POST
def take_back(http: HttpRequest, match_id: int) -> HttpResponse:
    """A player takes the own report back."""
    request, match, round = _match_request(http, match_id)
    require(request.actor, "report_result", request.event, match)
    try:
        seen = http.POST.get("report")
        report = whole_number(seen, _("The result"), high=2**62) if seen else None
        changes.take_back_report(match, by=request.actor, now=now(), report=report)
    except DomainError as error:
        return _back_to_table(request, match, round, error)
    return request.then(request.url("my_table"), _("Your report is taken back."))


@require_POST
def missing(http: HttpRequest, match_id: int) -> HttpResponse:
    """An opponent is not at the table, or has come."""
    request, match, round = _match_request(http, match_id)
    require(request.actor, "report_result", request.event, match)
    try:
        if http.POST.get("came"):
            changes.say_came(match, by=request.actor, now=now())
            return request.then(request.url("my_table"), _("The desk knows that nobody is missing."))
        number = whole_number(http.POST.get("entrant"), _("The player"), 1, 2**31 - 1)
        entrant = Entrant.objects.filter(event=request.event, pk=number).first()
        if entrant is None:
            raise NotFound(message("There is no such entrant in this event."))
        changes.say_missing(match, entrant, by=request.actor, now=now())
    except DomainError as error:
        return _back_to_table(request, match, round, error)
    return request.then(request.url("my_table"), _("The desk knows that %s is missing.") % entrant.name)


@require_POST
def enter(http: HttpRequest, match_id: int) -> HttpResponse:
    """A result by staff: entered, corrected, or settled when the reports differ."""
    request, match, round = _match_request(http, match_id)
    try:
        outcome = outcome_of_form(http.POST, match)
        reason, seen = http.POST.get("reason", ""), http.POST.get("seen_result")
        seen_id = whole_number(seen, _("The result"), high=2**62) if seen else None
        cites = http.POST.getlist("cites")[:MOST_CITES]
        changes.enter_result(
            match, outcome, by=request.actor, now=now(), reason=reason, seen=seen_id, cites=cites
        )
    except DomainError as error:
        if error.status == 403:
            raise
        return _match_page(request, match, round, in_words(error), error.status)
    address = request.url("desk") if request.is_staff else reverse("tournaments:match_page", args=[match.pk])
    return request.then(address, _("Table %s: the result is entered.") % match.table)


@require_POST
@never_cache
def result_follows(http: HttpRequest, match_id: int) -> HttpResponse:
    """Shows what would follow from a result by staff; the form that enters it stands beside it."""
    request, match, round = _match_request(http, match_id)
    try:
        outcome, reason = outcome_of_form(http.POST, match), http.POST.get("reason", "")
        follows = following.result_follows(match, outcome, reason=reason, by=request.actor)
    except DomainError as error:
        if error.status == 403:
            raise
        return _match_page(request, match, round, in_words(error), error.status)
    return _match_page(request, match, round, follows=follows, filled=_filled(http.POST))


#: What belongs to a form and not to what was chosen in it.
OF_THE_FORM = frozenset({"csrfmiddlewaretoken", "idempotency_key", "seen_result", "cites", "find", "do"})
#: So many things that a result cites are read; more than may be is refused by who takes them.
MOST_CITES = 50


def _filled(sent: QueryDict) -> list[tuple[str, str]]:
    """What was chosen, as the form that confirms it sends it again."""
    return [(name, value) for name, values in sent.lists() for value in values if name not in OF_THE_FORM]


@require_POST
def clear(http: HttpRequest, match_id: int) -> HttpResponse:
    """Takes a result away, so that the table plays or reports again."""
    request, match, round = _match_request(http, match_id)
    try:
        changes.clear_result(match, reason=http.POST.get("reason", ""), by=request.actor, now=now())
    except DomainError as error:
        if error.status == 403:
            raise
        return _match_page(request, match, round, in_words(error), error.status)
    return request.then(reverse("tournaments:match_page", args=[match.pk]), _("The result is cleared."))


@require_POST
def extend(http: HttpRequest, match_id: int) -> HttpResponse:
    """Gives one table more time."""
    request, match, round = _match_request(http, match_id)
    try:
        minutes = whole_number(http.POST.get("minutes"), _("Minutes"), 1, 120)
        extend_match(match, minutes, by=request.actor, now=now(), reason=http.POST.get("reason", ""))
    except DomainError as error:
        if error.status == 403:
            raise
        return _match_page(request, match, round, in_words(error), error.status)
    said = _("Table %(table)s has %(minutes)s minutes more.") % {"table": match.table, "minutes": minutes}
    return request.then(reverse("tournaments:match_page", args=[match.pk]), said)
