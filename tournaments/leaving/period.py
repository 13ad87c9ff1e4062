"""Who was not here for so long that the site's operator keeps nothing of them any more: their data go as if they had
left. Off unless a period is set."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, cast

import structlog
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q, QuerySet
from rest_framework.authtoken.models import Token

from tournaments.leaving.changes import take_account_away, take_names_away
from tournaments.leaving.places import STILL_OPEN
from tournaments.locks import locked
from tournaments.models.accounts import User
from tournaments.models.api_tokens import ApiToken
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, JournalEntry, StaffRole, State
from tournaments.models.series import Series

#: So many people are taken out of an event in one transaction.
PEOPLE = 10
#: So many are tried before it is given up for this time.
TRIED = 50
log = structlog.get_logger(__name__)


def idle_accounts(now: datetime) -> QuerySet[User]:
    """The accounts that nobody came back to within the period: not signed in, nor by a token, and every event that they
    play in, work in or own through a series is long over. Who runs the site is never among them. None while no period
    is set."""
    before = _before(now)
    if before is None:
        return User.objects.none()
    over = _over(before)
    signed_in = Session.objects.filter(expire_date__gte=now).values("session_key")
    played = Entrant.objects.filter(user__isnull=False).exclude(event__in=over)
    worked = StaffRole.objects.filter(revoked_at=None).exclude(event__in=over)
    owned = Event.objects.filter(series__owner__isnull=False).exclude(pk__in=over)
    rows = User.objects.filter(former_at=None, is_superuser=False, is_staff=False, date_joined__lt=before)
    rows = rows.filter(Q(last_login=None) | Q(last_login__lt=before))
    for here in (
        UserSession.objects.filter(session_key__in=signed_in).values("user"),
        Token.objects.filter(created__gte=min(before, _oldest_token(now))).values("user"),
        ApiToken.objects.filter(Q(last_used_at__gte=before) | Q(created_at__gte=before)).values("user"),
        played.values("user"),
        worked.values("user"),
        Series.objects.filter(pk__in=owned.values("series")).values("owner"),
    ):
        rows = rows.exclude(pk__in=cast("QuerySet[User, Any]", here.order_by()))
    return rows


def old_entries(now: datetime) -> QuerySet[Entrant]:
    """The entries without an account in events that have long been over. None while no period is set."""
    before = _before(now)
    if before is None:
        return Entrant.objects.none()
    return Entrant.objects.filter(user=None, former_at=None, event__in=_over(before))


def forget_accounts(now: datetime) -> int:
    """Takes one idle account away; gives 1, or 0 where there is none."""
    return _first_that_goes(
        idle_accounts(now).order_by("pk").values_list("pk", flat=True), lambda number: _forget(number, now)
    )


def _forget(number: int, now: datetime) -> int:
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=number)
        # its person may have come back just now
        if idle_accounts(now).filter(pk=number).exists():
            take_account_away(user, now=now)
    return 1


def _first_that_goes(numbers: QuerySet[Any, int], forget: Callable[[int], int]) -> int:
    """Does it for the first; where that fails, for the next: one that cannot go holds nobody else up. Raises what the
    last of them raised where none could go."""
    failed: Exception | None = None
    for number in list(numbers[:TRIED]):
        try:
            return forget(number)
        except Exception as error:
            log.exception("somebody's data could not be taken away", number=number)
            failed = error
    if failed is not None:
        raise failed
    return 0


def forget_entries(now: datetime) -> int:
    """Takes the names of some people out of one event; gives of how many, 0 where none is left."""
    events = old_entries(now).order_by("event").values_list("event", flat=True).distinct()
    return _first_that_goes(events, lambda number: _forget_of(number, now))


def _forget_of(number: int, now: datetime) -> int:
    with transaction.atomic():
        event = locked(Event.objects.get(pk=number))
        # the event may go on again
        entrants = list(old_entries(now).filter(event=event).order_by("pk")[:PEOPLE])
        for entrant in entrants:
            entrant.event = event
        if entrants:
            take_names_away(event, entrants, now=now)
    return max(len(entrants), 1)


def _oldest_token(now: datetime) -> datetime:
    """Since when a token that was made with a password is still good; its use is not noted."""
    return now - timedelta(days=settings.API_TOKEN_DAYS)


def _before(now: datetime) -> datetime | None:
    days: int = settings.PERSONAL_DATA_DAYS
    return now - timedelta(days=days) if days else None


def long_over(now: datetime) -> QuerySet[Event] | None:
    """The events that ended before the period, of which nothing is open. None while no period is set."""
    before = _before(now)
    return None if before is None else _over(before)


def _over(before: datetime) -> QuerySet[Event]:
    """The events that ended, in which nothing has happened since and nothing is open."""
    rows = Event.objects.filter(state__in=[State.FINISHED, State.CANCELLED], created_at__lt=before)
    rows = rows.exclude(pk__in=JournalEntry.objects.filter(at__gte=before).order_by().values("event"))
    for still_open in STILL_OPEN:
        rows = rows.exclude(pk__in=still_open().order_by())
    return rows.order_by()
