"""Asking for penalties: an event's, a player's own, and those of other events of a series."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from tournaments.access import Actor
from tournaments.access.rows import entrants_spoken_for
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, State
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import PUBLISHED_STATES, Match, Seat
from tournaments.models.series import Series
from tournaments.policies.queries import policy_of_series
from tournaments.prepared import Prepared


def penalties_of(event: Event) -> QuerySet[Penalty]:
    """All rows of an event, oldest first: those that stand, those that were replaced and taken back."""
    rows = Penalty.objects.filter(event=event).select_related("entrant", "match__round")
    return rows.order_by("id")


def standing(penalties: QuerySet[Penalty]) -> QuerySet[Penalty]:
    """Those of them that stand."""
    return penalties.filter(replaced_at=None, taken_back=False)


def penalties_for(actor: Actor, event: Event) -> QuerySet[Penalty]:
    """The same for a member of the staff, without those given at a table at which he plays, but for his own."""
    rows = penalties_of(event)
    own = [entrant.pk for entrant in entrants_spoken_for(event, actor.user_at(event.pk), actor.claimed)]
    if not own:
        return rows
    return rows.exclude(Q(match__seats__entrant__in=own) & ~Q(entrant__in=own))


_of_entrant = Prepared(
    lambda entrant: (
        standing(Penalty.objects.filter(entrant=entrant))
        .select_related("event", "entrant", "match__round")
        .order_by("id")
    ),
    int,
)
#: Most players have none, and a statement without the columns of their events takes half as long.
_any_of_entrant = Prepared(lambda entrant: standing(Penalty.objects.filter(entrant=entrant))[:1], int)


def own_penalties(entrant: Entrant) -> list[Penalty]:
    """The penalties of a player that stand, oldest first."""
    return _of_entrant(entrant.pk) if _any_of_entrant(entrant.pk) else []


def newest_of(entrant: Entrant) -> int:
    """The number of the newest row about this player; 0 for none. What somebody saw before giving another one."""
    return Penalty.objects.filter(entrant=entrant).order_by("-id").values_list("pk", flat=True).first() or 0


def match_now(entrant: Entrant) -> Match | None:
    """The player's match in the newest round that everybody may see; None for a bye and for nobody's table."""
    newest = entrant.event.rounds.filter(state__in=PUBLISHED_STATES).order_by("-number").first()
    if newest is None:
        return None
    seat = Seat.objects.filter(round=newest, entrant=entrant, match__is_bye=False)
    found_there = seat.select_related("match__round__event", "match__round__stage").first()
    return None if found_there is None else found_there.match


def penalty_in(event: Event, number: int) -> Penalty:
    """The penalty of that number. Raises NotFound."""
    penalty = penalties_of(event).filter(pk=number).first()
    if penalty is None:
        raise NotFound(_("There is no such penalty in this event."))
    penalty.event = penalty.entrant.event = event
    return penalty


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A penalty of another event of the series. `by_name`: only the name is the same, no account says so."""

    penalty: Penalty
    by_name: bool = False


def elsewhere(entrant: Entrant, now: datetime) -> list[Elsewhere]:
    """What other events of the series gave this player, newest first, until it is too old to be shown."""
    event = entrant.event
    if event.series_id is None or entrant.former_at is not None:
        return []
    rows = shown_of_series(event.series, now).exclude(event=event)
    same = Q(entrant__user__isnull=True, entrant__name__iexact=entrant.name, entrant__former_at=None)
    if entrant.user_id is not None:
        same |= Q(entrant__user=entrant.user_id)
    else:
        same |= Q(entrant__name__iexact=entrant.name, entrant__former_at=None)
    known = entrant.user_id
    return [
        Elsewhere(row, by_name=known is None or row.entrant.user_id != known)
        for row in rows.filter(same).order_by("-at", "-pk")[:50]
    ]


def shown_of_series(series: Series | None, now: datetime) -> QuerySet[Penalty]:
    """The penalties of a series' events that stand and are not too old by its policy."""
    days = policy_of_series(series).policy.shown_days
    rows = Penalty.objects.filter(event__series=series, event__series__isnull=False).exclude(
        event__state=State.DRAFT
    )
    rows = standing(rows).filter(at__gt=now - timedelta(days=days))
    return rows.select_related("event", "entrant", "match__round")
