"""Pages of rounds: the offer and its adjustment, the steps, the public pairings."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models.functions import Lower
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from tournaments.entrants.models import Entrant
from tournaments.errors import DomainError, NotFound
from tournaments.pages.forms import show_refusal
from tournaments.pages.here import Here, event_view, now
from tournaments.rounds import changes
from tournaments.rounds.forms import PlaceForm, SwapForm
from tournaments.rounds.lines import SHOWN, by_name, lines_of, matches_fitting, shown_rounds
from tournaments.rounds.models import Round, RoundState, Seat
from tournaments.rounds.offers import is_outdated, standing_offer
from tournaments.rounds.pairings import Pairing, entrants_in, most_seats

PAGE = 150


def round_in(here: Here, number: int, states: Any = SHOWN) -> Round:
    """A round of this event in one of these states. Raises NotFound."""
    found = here.event.rounds.filter(number=number, state__in=states).first()
    if found is None:
        raise NotFound(_("This round is not published."))
    found.event = here.event
    return found


@require_GET
@event_view()
def round_page(here: Here, number: int) -> HttpResponse:
    """The pairings of a round by table or by name, with results as they come."""
    found = round_in(here, number)
    words = here.request.GET.get("q", "").strip()[:100]
    order = "name" if here.request.GET.get("order") == "name" else "table"
    fitting = matches_fitting(found, words)
    pages: Any = fitting.order_by("is_bye", "table", "pk").values_list("pk", flat=True)
    if order == "name":
        seats = Seat.objects.filter(round=found, match__in=fitting.order_by().values("pk"))
        pages = seats.order_by(Lower("entrant__name"), "entrant_id").values_list("match_id", "entrant_id")
    page = Paginator(pages, PAGE).get_page(here.request.GET.get("page"))
    shown = list(page.object_list)
    lines = lines_of(found, only={match for match, _ in shown} if order == "name" else shown)
    wanted = {entrant for _, entrant in shown} if order == "name" else set()
    return here.show(
        "tournaments/rounds/round.html",
        round=found,
        lines=lines,
        rows=[row for row in by_name(lines) if row[0].pk in wanted],
        page=page,
        words=words,
        order=order,
        rounds=shown_rounds(here.event),
    )


@never_cache
@require_GET
@event_view("view_offer")
def offer(here: Here, number: int) -> HttpResponse:
    """A computed pairing before it is published, with reasons and what had to give; afterwards, the round."""
    if here.event.rounds.filter(number=number, state__in=SHOWN).exists():
        return redirect(here.url("round_page", number))
    return _offer_page(here, round_in(here, number, [RoundState.OFFERED]))


def _offer_page(here: Here, found: Round, status: int = 200, **sent: forms.Form) -> HttpResponse:
    standing = standing_offer(found)
    pairing = standing.pairing
    by_code = {entrant.code: entrant for entrant in here.event.entrants.all()}
    seated = [by_code[code] for code in entrants_in(pairing)]
    tables = [{**table, "names": [by_code[code] for code in table["seats"]]} for table in pairing["tables"]]
    most = most_seats(here.event.game)
    empty = {
        "form": SwapForm(entrants=seated),
        "place": PlaceForm(entrants=seated, tables=_numbers(pairing), most=most),
    }
    relaxed = [
        {"promise": row["promise"], "names": [by_code[code] for code in row["entrants"]]}
        for row in pairing["relaxed"]
    ]
    return here.show(
        "tournaments/rounds/offer.html",
        status,
        round=found,
        offer=standing,
        tables=tables,
        byes=[by_code[code] for code in pairing["byes"]],
        unpaired=[by_code[code] for code in pairing["unpaired"]],
        relaxed=relaxed,
        cost=pairing.get("cost") or {},
        by_hand=list(standing.changes.order_by("id")),
        versions=found.offers.count(),
        most=most,
        changed=pairing != standing.computed,
        outdated=is_outdated(here.event, standing),
        **(empty | sent),
    )


def _numbers(pairing: Pairing) -> list[int]:
    return [table["table"] for table in pairing["tables"]]


@require_POST
@event_view("adjust_round")
def swap(here: Here, number: int) -> HttpResponse:
    """Two players of an offer change places."""
    found = round_in(here, number, [RoundState.OFFERED])
    entrants = Entrant.objects.filter(event=here.event)
    form = SwapForm(here.request.POST, entrants=list(entrants))
    status = 400
    if form.is_valid():
        try:
            changes.swap_entrants(found, **form.cleaned_data, by=here.actor, now=now())
            return here.then(here.url("offer", number), _("The places are changed."))
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return _offer_page(here, found, status, form=form)


@require_POST
@event_view("adjust_round")
def place(here: Here, number: int) -> HttpResponse:
    """Players of an offer get a table, or one or two a bye."""
    found = round_in(here, number, [RoundState.OFFERED])
    entrants = Entrant.objects.filter(event=here.event)
    tables = _numbers(standing_offer(found).pairing)
    form = PlaceForm(
        here.request.POST, entrants=list(entrants), tables=tables, most=most_seats(here.event.game)
    )
    status = 400
    if form.is_valid():
        try:
            changes.place_entrants(found, **form.wanted, by=here.actor, now=now())
            return here.then(here.url("offer", number), _("The pairing is changed."))
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return _offer_page(here, found, status, place=form)


@require_POST
@event_view()
def make_offer(here: Here) -> HttpResponse:
    """Computes the next round's pairing; who plays himself does not get to see it."""
    by_hand = here.request.POST.get("by_hand", "")
    offered = changes.offer_round(here.event, by=here.actor, now=now(), by_hand=by_hand)
    if "view_offer" in here.can:
        return here.then(here.url("offer", offered.number))
    return here.then(
        here.url("desk"),
        _("Round %s is paired. You play, so you see it when it is published.") % offered.number,
    )


def _with_reason(change: Callable[..., Any]) -> Callable[..., Any]:
    def act(found: Round, here: Here, **extra: Any) -> None:
        change(found, reason=here.request.POST.get("reason", ""), by=here.actor, now=now(), **extra)

    return act


def _plain(change: Callable[..., Any]) -> Callable[..., Any]:
    def act(found: Round, here: Here) -> None:
        change(found, by=here.actor, now=now())

    return act


def _finish(found: Round, here: Here) -> None:
    accept = bool(here.request.POST.get("accept_reports"))
    changes.finish_round(found, by=here.actor, now=now(), accept_reports=accept)


def _withdraw(found: Round, here: Here) -> None:
    _with_reason(changes.withdraw_round)(
        found, here, void_results=bool(here.request.POST.get("void_results"))
    )


STEPS: dict[str, Callable[..., Any]] = {
    "publish": _plain(changes.publish_round),
    "start": _plain(changes.start_round),
    "finish": _finish,
    "take-back": _plain(changes.withdraw_offer),
    "reopen": _with_reason(changes.unfinish_round),
    "withdraw": _withdraw,
}
SAID: dict[str, Any] = {
    "publish": gettext_lazy("Round %s is published."),
    "start": gettext_lazy("Round %s has started."),
    "finish": gettext_lazy("Round %s is finished."),
    "take-back": gettext_lazy("The pairing of round %s is taken back."),
    "reopen": gettext_lazy("Round %s is open again."),
    "withdraw": gettext_lazy("Round %s is withdrawn."),
}


@require_POST
@event_view()
def round_step(here: Here, number: int, step: str) -> HttpResponse:
    """One press of a button about a round."""
    if step not in SAID:
        raise NotFound(_("There is no such step."))
    found = here.event.rounds.exclude(state=RoundState.WITHDRAWN).filter(number=number).first()
    if found is None:
        raise NotFound(_("There is no such round."))
    found.event = here.event
    STEPS[step](found, here)
    return here.then(here.url("desk"), str(SAID[step]) % number)
