"""Pages of rounds: the steps and the public pairings."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models.functions import Lower
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from tournaments.errors import NotFound
from tournaments.models.rounds import PUBLISHED_STATES, Round, RoundState, Seat
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.translation import in_words
from tournaments.rounds import changes
from tournaments.rounds.by_hand import changes_by_hand
from tournaments.rounds.offers import AbsentUndecided
from tournaments.stages.kept_titles import kept_title
from tournaments.tables.lines import lines_by_name, lines_of, matches_fitting, shown_rounds

PAGE = 150


def round_in(request: EventRequest, number: int, states: Any = PUBLISHED_STATES) -> Round:
    """A round of this event in one of these states. Raises NotFound."""
    round = request.event.rounds.filter(number=number, state__in=states).first()
    if round is None:
        raise NotFound(_("This round is not published."))
    round.event = request.event
    return round


@require_GET
@event_view()
def round_page(request: EventRequest, number: int) -> HttpResponse:
    """The pairings of a round by table or by name, with results as they come."""
    round = round_in(request, number)
    words = request.http.GET.get("q", "").strip()[:100]
    order = "name" if request.http.GET.get("order") == "name" else "table"
    fitting = matches_fitting(round, words)
    pages: Any = fitting.order_by("is_bye", "table", "pk").values_list("pk", flat=True)
    if order == "name":
        seats = Seat.objects.filter(round=round, match__in=fitting.order_by().values("pk"))
        pages = seats.order_by(Lower("entrant__name"), "entrant_id").values_list("match_id", "entrant_id")
    page = Paginator(pages, PAGE).get_page(request.http.GET.get("page"))
    shown = list(page.object_list)
    lines = lines_of(round, only={match for match, _ in shown} if order == "name" else shown)
    wanted = {entrant for _, entrant in shown} if order == "name" else set()
    return request.show(
        "tournaments/rounds/round.html",
        round=round,
        round_title=kept_title(round),
        lines=lines,
        rows=[row for row in lines_by_name(lines) if row[0].pk in wanted],
        page=page,
        words=words,
        order=order,
        rounds=shown_rounds(request.event),
        by_hand=changes_by_hand(round),
    )


@require_POST
@event_view()
def make_offer(request: EventRequest) -> HttpResponse:
    """Computes the next round's pairing; who plays himself does not get to see it."""
    by_hand = request.http.POST.get("by_hand", "")
    absent = request.http.POST.get("absent", "")
    try:
        offered = changes.offer_round(
            request.event, by=request.actor, now=now(), by_hand=by_hand, absent=absent
        )
    except AbsentUndecided as error:
        messages.error(request.http, in_words(error))
        return request.then(request.url("desk") + "#desk-absent")
    if "view_offer" in request.can:
        return request.then(request.url("offer", offered.number))
    return request.then(
        request.url("desk"),
        _("Round %s is paired. You play in this event, so you see the pairing once it is published.")
        % offered.number,
    )


def _with_reason(change: Callable[..., Any]) -> Callable[..., Any]:
    def act(round: Round, request: EventRequest, **extra: Any) -> None:
        change(round, reason=request.http.POST.get("reason", ""), by=request.actor, now=now(), **extra)

    return act


def _plain(change: Callable[..., Any]) -> Callable[..., Any]:
    def act(round: Round, request: EventRequest) -> None:
        change(round, by=request.actor, now=now())

    return act


def _publish(change: Callable[..., Any]) -> Callable[..., Any]:
    def act(round: Round, request: EventRequest) -> None:
        past = bool(request.http.POST.get("past_appeals"))
        change(round, by=request.actor, now=now(), past_appeals=past)

    return act


def _finish(round: Round, request: EventRequest) -> None:
    accept = bool(request.http.POST.get("accept_reports"))
    changes.finish_round(round, by=request.actor, now=now(), accept_reports=accept)


def _withdraw(round: Round, request: EventRequest) -> None:
    _with_reason(changes.withdraw_round)(
        round, request, void_results=bool(request.http.POST.get("void_results"))
    )


STEPS: dict[str, Callable[..., Any]] = {
    "publish": _publish(changes.publish_round),
    "publish-and-start": _publish(changes.publish_and_start),
    "start": _plain(changes.start_round),
    "finish": _finish,
    "take-back": _plain(changes.withdraw_offer),
    "reopen": _with_reason(changes.unfinish_round),
    "withdraw": _withdraw,
}
SAID: dict[str, Any] = {
    "publish": gettext_lazy("Round %s is published."),
    "publish-and-start": gettext_lazy("Round %s is published and has started."),
    "start": gettext_lazy("Round %s has started."),
    "finish": gettext_lazy("Round %s is finished."),
    "take-back": gettext_lazy("The pairing of round %s is taken back."),
    "reopen": gettext_lazy("Round %s is open again."),
    "withdraw": gettext_lazy("Round %s is withdrawn."),
}


@require_POST
@event_view()
def round_step(request: EventRequest, number: int, step: str) -> HttpResponse:
    """One press of a button about a round."""
    if step not in SAID:
        raise NotFound(_("There is no such step."))
    round = request.event.rounds.exclude(state=RoundState.WITHDRAWN).filter(number=number).first()
    if round is None:
        raise NotFound(_("There is no such round."))
    round.event = request.event
    STEPS[step](round, request)
    return request.then(request.url("desk"), str(SAID[step]) % number)
