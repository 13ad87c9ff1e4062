"""Somebody who stands in for an organiser who plays, at tables at which the organiser decides nothing."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.access import Actor, require
from tournaments.access.table import JUDGES
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import STANDING, Entrant
from tournaments.models.events import Event, Role, StaffRole
from tournaments.models.rounds import Match, RoundState


def name_stand_in(
    event: Event, *, by: Actor, now: datetime, account: User | None = None, entrant: Entrant | None = None
) -> Event:
    """Names an account of the staff or an entrant; with neither nobody stands in any more. Doing it twice is doing it
    once. Raises Conflict for an organiser who plays, who has no role here, or takes no part.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "name_stand_in", event)
        organisers = _organisers(event)
        if entrant is not None and (entrant.event_id != event.pk or entrant.status not in STANDING):
            raise Conflict(_("%(name)s takes no part in this event.", name=entrant.name))
        if entrant is not None and entrant.user_id in organisers:
            raise Conflict(_("Who stands in for an organiser is somebody else."))
        if account is not None and not event.staff_roles.filter(user=account, revoked_at=None).exists():
            raise Conflict(_("%(name)s has no role in this event.", name=account.shown_name))
        if account is not None and account.pk in organisers and _plays(event, account.pk):
            raise Conflict(_("Who stands in for an organiser is somebody else."))
        chosen = (account.pk if account and entrant is None else None, entrant.pk if entrant else None)
        if chosen == (event.stand_in_id, event.stand_in_entrant_id):
            return event
        event.stand_in_id, event.stand_in_entrant_id = chosen
        event.save(update_fields=["stand_in", "stand_in_entrant"])
        name = entrant.name if entrant else account.shown_name if account else ""
        text = (
            _("%(name)s stands in at the tables of the organiser.", name=name)
            if name
            else _("Nobody stands in at the tables of the organiser any more.")
        )
        note(event, "stand_in", text, by=by, now=now, public=bool(name))
    return event


def stand_in_of(event: Event) -> str:
    """The name of who stands in; empty for nobody."""
    if event.stand_in_entrant is not None:
        return event.stand_in_entrant.name
    return event.stand_in.shown_name if event.stand_in is not None else ""


def stand_in_is_missing(event: Event) -> bool:
    """Whether an organiser plays, nobody who judges does not play, and nobody stands in."""
    if event.stand_in_id is not None or event.stand_in_entrant_id is not None:
        return False
    own = event.entrants.filter(status__in=STANDING, user=OuterRef("user"))
    held = StaffRole.objects.filter(event=event, revoked_at=None, role__in=JUDGES)
    judges = list(held.annotate(plays=Exists(own)).values_list("role", "plays"))
    organised = any(role == Role.ORGANISER for role, _plays_too in judges)
    return organised and all(plays for _role, plays in judges)


def candidates(event: Event) -> tuple[list[User], QuerySet[Entrant]]:
    """Who can be named: the staff but for organisers who play, and the entrants but for organisers."""
    organisers = _organisers(event)
    roles = event.staff_roles.filter(revoked_at=None).select_related("user").order_by("user__username", "pk")
    staff = {held.user_id: held.user for held in roles}
    open_to = [user for pk, user in staff.items() if pk not in organisers or not _plays(event, pk)]
    others = event.entrants.filter(status__in=STANDING).exclude(user__in=organisers)
    return open_to, others.order_by("name", "pk")


def tables_stood_in(event: Event) -> list[Match]:
    """The tables of the running round at which an organiser plays."""
    here = Q(seats__entrant__user__in=_organisers(event))
    matches = Match.objects.filter(here, round__event=event, round__state=RoundState.RUNNING, is_bye=False)
    return list(matches.distinct().select_related("round").order_by("table"))


def _organisers(event: Event) -> set[int]:
    held = StaffRole.objects.filter(event=event, revoked_at=None, role=Role.ORGANISER)
    return set(held.values_list("user", flat=True))


def _plays(event: Event, user: int) -> bool:
    return event.entrants.filter(user=user, status__in=STANDING).exists()
