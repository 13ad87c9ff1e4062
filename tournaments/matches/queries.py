"""Asking for rounds and matches. What is offered and not published is never among them."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.access import Actor, require
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.results import Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, Offer, PairingChange, Round, RoundState, Seat
from tournaments.reading import with_related


def rounds_of(event: Event) -> QuerySet[Round]:
    """The rounds everybody may see, in order."""
    return event.rounds.filter(state__in=PUBLISHED_STATES).select_related("stage").order_by("number")


def round_numbered(event: Event, number: int) -> Round:
    """One of them. Raises NotFound."""
    round = rounds_of(event).filter(number=number).first()
    if round is None:
        raise NotFound(_("There is no such round."))
    return round


def current_round(event: Event) -> Round | None:
    """The newest round that was published and stands; None before the first."""
    return event.rounds.filter(state__in=PUBLISHED_STATES).order_by("-number").first()


def offered_round(event: Event) -> Round | None:
    """The round that is offered and waits for its publication."""
    return event.rounds.filter(state=RoundState.OFFERED).first()


def offer_of(round: Round, *, by: Actor) -> Offer:
    """The standing offer with what was computed. For staff who do not play; raises NotAllowed, NotFound."""
    require(by, "view_offer", round.event)
    offer = round.offers.order_by("-id").first()
    if offer is None:
        raise NotFound(_("There is no offer."))
    return offer


def changes_of(round: Round) -> QuerySet[PairingChange]:
    """The changes made by hand, oldest first: who, why, before and after."""
    return PairingChange.objects.filter(offer__round=round).order_by("id")


def shown_pairing(round: Round, offer: Offer) -> dict[str, Any]:
    """An offer with the entrants' names beside their codes, for the desk."""
    names = dict(round.event.entrants.values_list("code", "name"))
    pairing = offer.pairing
    return {
        "tables": [
            {**table, "names": [names.get(code, code) for code in table["seats"]]}
            for table in pairing["tables"]
        ],
        "byes": [{"code": code, "name": names.get(code, code)} for code in pairing["byes"]],
        "unpaired": [{"code": code, "name": names.get(code, code)} for code in pairing["unpaired"]],
        "relaxed": [
            {**broken, "names": [names.get(code, code) for code in broken["entrants"]]}
            for broken in pairing["relaxed"]
        ],
        "changed": offer.pairing != offer.computed,
    }


SEATS_AND_RESULTS: tuple[Prefetch[Any], ...] = (
    Prefetch("seats", Seat.objects.select_related("entrant").order_by("letter"), to_attr="seats_in_order"),
    Prefetch("seats", Seat.objects.select_related("entrant").order_by("letter")),
    Prefetch("results", Result.objects.filter(replaced_at=None), to_attr="standing"),
)


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Matches with seats, entrants and standing results, in three queries. For the few of one player."""
    return matches.select_related("round__event").prefetch_related(*SEATS_AND_RESULTS)


def matches_of(round: Round) -> list[Match]:
    """The matches of a round by table, byes last; each with `seats_in_order` and `current_result`."""
    matches = list(round.matches.select_related("round__event"))
    with_related(matches, *SEATS_AND_RESULTS)
    matches.sort(key=lambda match: (match.is_bye, match.table or 0, match.pk))
    return [_known(match) for match in matches]


def match_seen(match_id: int) -> Match:
    """A match of a round that was published, also of one that was withdrawn later. Raises NotFound."""
    match = with_seats(Match.objects.filter(pk=match_id).exclude(round__published_at=None)).first()
    if match is None:
        raise NotFound(_("There is no such match."))
    return _known(match)


def match_of(entrant: Entrant) -> Match | None:
    """The entrant's match in the current round; None without one."""
    round = current_round(entrant.event)
    if round is None:
        return None
    match = with_seats(Match.objects.filter(round=round, seats__entrant=entrant)).first()
    return None if match is None else _known(match)


def _known(match: Match) -> Match:
    standing: list[Result] = getattr(match, "standing", [])
    match.current_result = standing[0] if standing else None  # type: ignore[attr-defined]
    return match


def is_shown(number: int) -> bool:
    """Whether there is a match of this number whose round is published."""
    return Match.objects.filter(pk=number, round__state__in=PUBLISHED_STATES).exists()
