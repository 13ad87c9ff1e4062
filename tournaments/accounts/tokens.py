"""Making and ending API tokens with scopes."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from tournaments.access import Actor
from tournaments.access.api_tokens import PREFIX, digest_of
from tournaments.access.scopes import Scope
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.events.queries import events_worked_at
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.api_tokens import ApiToken
from tournaments.models.events import Event

MAX_DAYS = 365
#: Standing tokens of one account.
MAX_TOKENS = 50
MAX_EVENTS = 100


def own_account(by: Actor) -> User:
    """The account whose tokens these are. Raises NotAllowed for nobody signed in, and for who comes with an API token:
    no token makes, shows or ends tokens."""
    if by.user is None:
        raise NotAllowed(_("Sign in first."))
    if by.grant is not None:
        raise NotAllowed(_("An API token cannot manage tokens. Sign in to do so."))
    return by.user


def tokens_of(user: User, now: datetime) -> QuerySet[ApiToken]:
    """The account's tokens that still work, newest first, with their events."""
    standing = ApiToken.objects.filter(user=user, ended_at=None, expires_at__gt=now)
    return standing.prefetch_related("events")


def make_token(
    name: str, scopes: Collection[str], days: int, events: Iterable[str] | None, *, by: Actor, now: datetime
) -> tuple[ApiToken, str]:
    """A new token of the actor's account and its text, which is nowhere kept. `events`: the addresses of events at
    which the account has a role, or None for all. Raises NotAllowed, Invalid with the fields at fault, or Conflict
    where the account has too many."""
    user = own_account(by)
    name = name.strip()
    _check(name, scopes, days)
    chosen = None if events is None else _events(user, set(events))
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        # The account, so that of two at once the second counts what the first has made.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if tokens_of(user, now).count() >= MAX_TOKENS:
            raise Conflict(_("This account has %(n)s tokens already. End one first.", n=MAX_TOKENS))
        token = ApiToken.objects.create(
            user=user,
            name=name,
            digest=digest_of(text),
            ending=text[-4:],
            scopes=[scope.value for scope in Scope if scope in scopes],
            all_events=chosen is None,
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
        if chosen is not None:
            token.events.set(chosen)
    return token, text


def _check(name: str, scopes: Collection[str], days: int) -> None:
    fields = {}
    if not 0 < len(name) <= 100:
        fields["name"] = _("Give the token a name of at most 100 characters.")
    if not scopes or not set(scopes) <= set(Scope.values):
        fields["scopes"] = _("Choose what the token is for.")
    if not 1 <= days <= MAX_DAYS:
        fields["days"] = _("A token is good for %(n)s days at most.", n=MAX_DAYS)
    if fields:
        raise Invalid(next(iter(fields.values())), fields=fields)


def _events(user: User, slugs: set[str]) -> list[Event]:
    if not slugs or len(slugs) > MAX_EVENTS:
        text = _("Choose the events, at most %(n)s.", n=MAX_EVENTS)
        raise Invalid(text, fields={"events": text})
    events = list(events_worked_at(user).filter(slug__in=slugs))
    if len(events) != len(slugs):
        text = _("Choose events at which you have a role.")
        raise Invalid(text, fields={"events": text})
    return events


def end_token(number: int, *, by: Actor, now: datetime) -> ApiToken:
    """Ends one of the actor's own tokens; of one that is over it changes nothing. Raises NotAllowed or NotFound."""
    user = own_account(by)
    mine = ApiToken.objects.filter(user=user, pk=number) if 0 < number < 2**63 else ApiToken.objects.none()
    mine.filter(ended_at=None).update(ended_at=now)
    token = mine.first()
    if token is None:
        raise NotFound(_("There is no such token."))
    return token
