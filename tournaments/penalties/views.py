"""Pages of penalties: giving one in a few taps, the event's list, a player's own."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.access import require
from tournaments.errors import DomainError, NotFound
from tournaments.losses.queries import landing_of
from tournaments.models.entrants import Entrant
from tournaments.models.penalties import PenaltyKind
from tournaments.models.results import Result
from tournaments.models.rounds import Match, RoundState
from tournaments.pages.event_request import EventRequest, event_view, match_request, now, whole_number
from tournaments.pages.translation import in_words, translated
from tournaments.penalties.changes import Given, change_penalty, give_penalty, take_back_penalty
from tournaments.penalties.giving import Offer, offer_of, offers_of
from tournaments.penalties.head_judge import acts_as_head_judge
from tournaments.penalties.queries import (
    elsewhere,
    match_now,
    newest_of,
    own_penalties,
    penalties_for,
    penalty_in,
    standing,
)
from tournaments.penalties.rows import Row, rows_of
from tournaments.policies.queries import policy_of
from tournaments.policies.words import PENALTY_WORDS, name_of
from tournaments.results.writes import BY_PENALTY
from tournaments.stages.queries import match_rules

PAGE = 50


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def penalty_at(http: HttpRequest, match_id: int) -> HttpResponse:
    """A penalty for somebody at this table."""
    request, match = match_request(http, match_id)
    require(request.actor, "give_penalty", request.event, match)
    players = [seat.entrant for seat in match.seats.select_related("entrant").order_by("letter")]
    chosen = http.POST.get("entrant") or http.GET.get("entrant")
    if not chosen:
        return request.show(
            "tournaments/penalties/players.html",
            match=match,
            players=players,
            infraction=http.GET.get("infraction", "")[:40],
            source=http.GET.get("from", "")[:60],
        )
    number = whole_number(chosen, _("The player"), 1, 2**31 - 1)
    entrant = next((each for each in players if each.pk == number), None)
    if entrant is None:
        raise NotFound(_("There is no such entrant at this table."))
    return _give(request, entrant, match)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view()
def penalty_for(request: EventRequest, entrant_id: int) -> HttpResponse:
    """A penalty for this player, at the table of the newest round if there is one."""
    entrant = request.event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such player in this event."))
    entrant.event = request.event
    match = match_now(entrant)
    require(request.actor, "give_penalty", request.event, match or entrant)
    return _give(request, entrant, match)


def _give(request: EventRequest, entrant: Entrant, match: Match | None) -> HttpResponse:
    """The list of infractions; for one of them what the policy says; and giving it."""
    entrant.event = request.event
    sent = request.http.POST if request.http.method == "POST" else request.http.GET
    infraction, source = sent.get("infraction", ""), sent.get("from", "")[:60]
    offer = offer_of(entrant, infraction, match)
    if request.http.method != "POST":
        return _shown(request, entrant, match, offer, source)
    try:
        penalty = give_penalty(
            request.event, entrant, _given(request), by=request.actor, now=now(), match=match
        )
    except DomainError as error:
        if error.status == 403 or offer is None:
            raise
        return _shown(request, entrant, match, offer, source, in_words(error), error.status)
    said = _("%(name)s: %(penalty)s, %(what)s.") % {
        "name": entrant.name,
        "penalty": translated(PENALTY_WORDS[penalty.penalty]),
        "what": translated(name_of(policy_of(request.event).policy, penalty.infraction)),
    }
    if match is not None:
        return request.then(reverse("tournaments:match_page", args=[match.pk]), said)
    return request.then(request.url("penalties"), said)


def _given(request: EventRequest) -> Given:
    sent = request.http.POST
    game, seen = sent.get("game"), sent.get("seen")
    return Given(
        infraction=sent.get("infraction", "")[:40],
        penalty=sent.get("penalty", ""),
        reason=sent.get("reason", ""),
        note=sent.get("note", ""),
        game=whole_number(game, _("The game"), 1, 9) if game else None,
        seen=whole_number(seen, _("The penalty"), 0, 2**62) if seen else None,
        source=sent.get("from", "")[:60],
    )


def _shown(
    request: EventRequest,
    entrant: Entrant,
    match: Match | None,
    offer: Offer | None,
    source: str,
    wrong: str = "",
    status: int = 200,
) -> HttpResponse:
    heads = acts_as_head_judge(request.actor, request.event, match or entrant)
    here = (
        reverse("tournaments:penalty_at", args=[match.pk])
        if match is not None
        else request.url("penalty_for", entrant.pk)
    )
    return request.show(
        "tournaments/penalties/give.html",
        status,
        entrant=entrant,
        match=match,
        here=here,
        offer=offer,
        offers=[] if offer is not None else offers_of(entrant, match),
        source=source,
        history=rows_of(own_penalties(entrant)),
        elsewhere=_elsewhere(entrant) if heads else [],
        heads=heads,
        kinds=PenaltyKind.choices,
        games=range(1, match_rules(match, match.seats.count()).games + 1) if match is not None else (),
        seen=newest_of(entrant),
        wrong=wrong,
        sent=request.http.POST,
        still=True,
    )


def _elsewhere(entrant: Entrant) -> list[tuple[Row, bool]]:
    """What other events of the series gave the player, each with whether only the name says so."""
    there = elsewhere(entrant, now())
    rows = rows_of(each.penalty for each in there)
    return [(row, each.by_name) for row, each in zip(rows, there, strict=True)]


@never_cache
@require_safe
@event_view("view_penalties")
def penalties(request: EventRequest) -> HttpResponse:
    """The event's penalties for its staff, newest first; those that stand, or every row."""
    everything = request.http.GET.get("all") == "1"
    listed = penalties_for(request.actor, request.event)
    listed = (listed if everything else standing(listed)).order_by("-id")
    page = Paginator(listed, PAGE).get_page(request.http.GET.get("page"))
    return request.show(
        "tournaments/penalties/list.html",
        page=page,
        rows=rows_of(page.object_list),
        everything=everything,
        heads=acts_as_head_judge(request.actor, request.event),
        kinds=PenaltyKind.choices,
        me=request.actor.user.pk if request.actor.user else 0,
    )


@require_POST
@event_view()
def take_back(request: EventRequest, penalty_id: int) -> HttpResponse:
    """Takes a penalty back."""
    penalty = penalty_in(request.event, penalty_id)
    counted_in = landing_of([penalty]).get(penalty.pk, 0)
    row = take_back_penalty(penalty, reason=request.http.POST.get("reason", ""), by=request.actor, now=now())
    said = _("The penalty of %s is taken back.") % row.entrant.name
    made = Result.objects.filter(match=counted_in, replaced_at=None, source=BY_PENALTY)
    if made.filter(match__round__state=RoundState.FINISHED).exists():
        said += " " + _("The round is over: the result stays until it is corrected.")
    return request.then(request.url("penalties"), said)


@require_POST
@event_view()
def change(request: EventRequest, penalty_id: int) -> HttpResponse:
    """Puts another penalty in its place."""
    penalty = penalty_in(request.event, penalty_id)
    sent = request.http.POST
    row = change_penalty(
        penalty, sent.get("penalty", ""), reason=sent.get("reason", ""), by=request.actor, now=now()
    )
    return request.then(request.url("penalties"), _("The penalty of %s is changed.") % row.entrant.name)


@never_cache
@require_safe
@event_view()
def my_penalties(request: EventRequest) -> HttpResponse:
    """The reader's own."""
    mine = request.mine
    if mine is None:
        return request.show("tournaments/results/no_entry.html")
    mine.event = request.event
    return request.show("tournaments/penalties/mine.html", rows=rows_of(own_penalties(mine)))
