"""Taking away an account and all that is personal in it, or the name of somebody without one. What was played stays.

Facts are not taken out, nor is anything that is computed from them: only who somebody was.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.db.models import F, Q, QuerySet
from rest_framework.authtoken.models import Token

from tournaments.access import Actor
from tournaments.entrants.changes import drop_entrant
from tournaments.errors import Conflict, NotAllowed
from tournaments.event_folders import forget_saved
from tournaments.leaving.names import Names, take_out
from tournaments.leaving.places import ERASED, PLACES, facts_of_accounts
from tournaments.live.changes import mark_events, raise_versions
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.accounts import FORMER, User
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.api_tokens import ApiToken
from tournaments.models.entrants import STANDING, ClaimLink, Entrant, EntrantChange, Status
from tournaments.models.events import Event, Role, RoleLink, StaffRole, State
from tournaments.models.jobs import Job, SentFile
from tournaments.models.made_files import MadeFile
from tournaments.models.notifications import Subscription
from tournaments.models.ratings import Rating
from tournaments.models.rounds import Seat, StandingsSnapshot
from tournaments.models.series import Series
from tournaments.models.webhooks import WebhookDelivery, WebhookEndpoint
from tournaments.reading import AT_ONCE

#: Events in these states have an organiser, always.
UNFINISHED = (State.DRAFT, State.REGISTRATION, State.CHECK_IN, State.RUNNING)
#: What open pages of an event may show a name in.
TOPICS = ("announcements", "entrants", "event", "results", "rounds", "standings")


def own_account(by: Actor) -> User:
    """The account that is asked about. Raises NotAllowed for nobody signed in, and for who comes with an API token."""
    if by.user is None:
        raise NotAllowed(_("Sign in first."))
    if by.grant is not None:
        raise NotAllowed(_("An API token is not for that. Sign in to do so."))
    return by.user


def own_entry(entrant: Entrant, by: Actor) -> Entrant:
    """The entry that is asked about by its claim link. Raises NotAllowed for anybody else, and Conflict where it
    belongs to an account."""
    if entrant.pk not in by.claimed:
        raise NotAllowed(_("Open your claim link first. The desk makes a new one if it has expired."))
    if entrant.user_id is not None:
        raise Conflict(
            _("This entry belongs to an account. Sign in: it goes with the account, on your profile.")
        )
    return entrant


def events_alone(user: User) -> list[Event]:
    """The unfinished events of which this account is the only organiser."""
    held = StaffRole.objects.filter(user=user, role=Role.ORGANISER, revoked_at=None)
    shared = StaffRole.objects.filter(role=Role.ORGANISER, revoked_at=None, user__is_active=True)
    events = Event.objects.filter(state__in=UNFINISHED, pk__in=held.values("event"))
    return list(events.exclude(pk__in=shared.exclude(user=user).values("event")).order_by("pk"))


def delete_account(*, by: Actor, now: datetime) -> None:
    """Deletes the actor's account and what is personal in it. Twice is once. The row stays, empty and closed, so that
    what was one person's stays one unnamed person's: else the tables of series would change for everybody.

    Raises NotAllowed; Conflict for the only organiser of an unfinished event, and for the last who runs the site.
    """
    user = own_account(by)
    with transaction.atomic():
        # Before the events, as by what came of a part of such a job: else each may wait for the other.
        list(_open_jobs(user).select_for_update(no_key=True).values_list("pk", flat=True))
        _lock_events(_events_of(user))
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if user.former_at is not None:
            return
        _check_may_leave(user)
        take_account_away(user, now=now)


def take_account_away(user: User, *, now: datetime) -> None:
    """The same for whoever has asked whether that may be, and holds the lock of the account's row."""
    events, names = _scope(user)
    who = Actor(user=user, is_system=True, label=FORMER)
    entrants = list(Entrant.objects.filter(user=user).select_related("event").order_by("event_id"))
    for entrant in entrants:
        _leave(entrant, by=who, now=now)
    _end_of_account(user, now)
    _end_of_work(user, now)
    Subscription.objects.filter(role__user=user).delete()
    for model in facts_of_accounts():
        model._default_manager.filter(by_user=user).update(by=FORMER)
    _erase(user, entrants)
    _unname(entrants, names, events, now=None)


def delete_entry(entrant: Entrant, *, by: Actor, now: datetime) -> None:
    """Takes the name of somebody without an account out of this one event, and what else the desk noted about them.
    Twice is once. Raises NotAllowed or Conflict."""
    own_entry(entrant, by)
    with transaction.atomic():
        event = locked(entrant.event)
        entrant = Entrant.objects.select_for_update(no_key=True).get(pk=entrant.pk)
        entrant.event = event
        if entrant.former_at is not None:
            return
        take_names_away(event, [entrant], now=now)


def take_names_away(event: Event, entrants: list[Entrant], *, now: datetime) -> None:
    """The same of several entries without an account, for whoever has asked whether that may be, and holds the lock of
    the event's row. Few at a time: what was written is looked through for all their names in one statement."""
    called = _names_of(entrants)
    names = Names(called, _others([event.pk], entrants, called))
    for entrant in entrants:
        _leave(entrant, by=Actor(is_system=True, label=FORMER), now=now)
    _erase(None, entrants)
    _unname(entrants, names, {event.pk}, now=now)


def _events_of(user: User) -> set[int]:
    """The events whose rows are locked: those played in or organised that are not over."""
    open_now = Event.objects.filter(state__in=UNFINISHED)
    mine = Q(entrants__user=user) | Q(staff_roles__user=user, staff_roles__revoked_at=None)
    return set(open_now.filter(mine).values_list("pk", flat=True))


def _open_jobs(user: User) -> QuerySet[Job]:
    """The account's long work that is not over."""
    return Job.objects.filter(by_user=user, finished_at=None).order_by("pk")


def _lock_events(events: Iterable[int]) -> None:
    for pk in sorted(events):
        locked(Event(pk=pk))


def _check_may_leave(user: User) -> None:
    alone = events_alone(user)
    if alone:
        raise Conflict(
            _(
                "You are the only organiser of %(events)s. Make somebody else organiser there, or finish or cancel it.",
                events=", ".join(event.name for event in alone[:5]) + (", …" if len(alone) > 5 else ""),
            )
        )
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise Conflict(_("You are the only one who runs this site. Make another account for that first."))


def _scope(user: User) -> tuple[set[int], Names]:
    """The events in which the account may be named, and by which names."""
    entrants = list(Entrant.objects.filter(user=user))
    events = {entrant.event_id for entrant in entrants}
    events.update(StaffRole.objects.filter(user=user).values_list("event", flat=True))
    names = {user.shown_name, user.display_name, user.get_full_name(), *_names_of(entrants)}
    for place in PLACES:
        if "by" in place.labels:
            own = place.model._default_manager.filter(by_user=user).order_by()
            if place.event:
                events.update(own.values_list(place.event, flat=True).distinct())
            names.update(own.values_list("by", flat=True).distinct())
    names.discard(FORMER)
    return events, Names(names, _others(events, entrants, names), user.pk)


def _names_of(entrants: Collection[Entrant]) -> set[str]:
    """What they are and were called."""
    names = {entrant.name for entrant in entrants}
    for part in _parts([entrant.pk for entrant in entrants]):
        for details in _edits(part).values_list("details", flat=True):
            names.add(str(details.get("before", {}).get("name", "")))
    return {name for name in names if name and name != FORMER}


def _edits(entrants: Collection[int]) -> QuerySet[EntrantChange]:
    """Where it stands what they were called, and what else of them was changed."""
    return EntrantChange.objects.filter(entrant__in=entrants, kind="edited")


def _parts(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """So many as one statement names."""
    for start in range(0, len(numbers), AT_ONCE):
        yield numbers[start : start + AT_ONCE]


def _others(events: Collection[int], own: Collection[Entrant], names: Iterable[str]) -> set[str]:
    """Names of other people in these events that hold one of the names."""
    looked = {*names} - {""}
    if not looked:
        return set()
    holds = Q()
    for name in looked:
        holds |= Q(name__contains=name)
    around = set[str]()
    for part in _parts(sorted(events)):
        there = Entrant.objects.filter(holds, event__in=part)
        around.update(there.exclude(pk__in=[one.pk for one in own]).values_list("name", flat=True))
    return around


def _leave(entrant: Entrant, *, by: Actor, now: datetime) -> None:
    """Drops somebody who leaves an event that is not over."""
    if entrant.event.state in UNFINISHED and entrant.status in (*STANDING, Status.WAITLISTED):
        drop_entrant(entrant, by=by, now=now)


def _end_of_account(user: User, now: datetime) -> None:
    """Nothing leads into the account any more, and nothing in it says whose it was."""
    known = {user.username.casefold(), user.email.casefold()}
    known.update(address.casefold() for address in _addresses(user))
    for name in known - {""}:
        tried = Q(username__iexact=name) | Q(username__istartswith=f"{name} ")
        for table in (AccessAttempt, AccessLog, AccessFailureLog):
            table.objects.filter(tried).delete()
    for session in UserSession.objects.filter(user=user):
        session.end()
    for rows in (
        EmailAddress.objects.filter(user=user),
        Authenticator.objects.filter(user=user),
        Token.objects.filter(user=user),
        ApiToken.objects.filter(user=user),
        AnsweredRequest.objects.filter(
            Q(sender=f"user {user.pk}") | Q(sender__startswith=f"user {user.pk} ")
        ),
    ):
        rows.delete()
    user.username = f"former-{secrets.token_hex(8)}"
    user.first_name = user.last_name = user.email = ""
    user.display_name, user.page_code, user.last_login = FORMER, None, None
    user.is_active = user.is_staff = user.is_superuser = False
    user.date_joined = user.former_at = now
    user.set_unusable_password()
    user.save()
    user.groups.clear()
    user.user_permissions.clear()


def _addresses(user: User) -> list[str]:
    return list(EmailAddress.objects.filter(user=user).values_list("email", flat=True))


def _end_of_work(user: User, now: datetime) -> None:
    """Roles end, with the links and webhooks that the account made and the files that wait to be taken in; a series
    has no owner any more."""
    StaffRole.objects.filter(user=user, revoked_at=None).update(revoked_at=now, revoked_by=FORMER)
    RoleLink.objects.filter(by_user=user, taken_at=None, revoked_at=None).update(
        revoked_at=now, revoked_by=FORMER
    )
    endpoints = WebhookEndpoint.objects.filter(by_user=user)
    WebhookDelivery.objects.filter(endpoint__in=endpoints).delete()
    endpoints.filter(deleted_at=None).update(deleted_at=now)
    endpoints.update(url="https://deleted.invalid/", secret="")
    # Nobody takes in any more what it sent.
    SentFile.objects.filter(job__by_user=user).delete()
    Series.objects.filter(owner=user).update(owner=None)
    Rating.objects.filter(user=user).delete()


def _erase(user: User | None, entrants: Iterable[Entrant]) -> None:
    """What other parts of the site hold that must not outlast the person."""
    for erased in ERASED:
        erased(user, [entrant.pk for entrant in entrants])


def _unname(entrants: list[Entrant], names: Names, events: set[int], *, now: datetime | None) -> None:
    """Puts "a former player" for the names, everywhere in these events. `now`: of an entry without account, which from
    then on is nobody's."""
    pks = [entrant.pk for entrant in entrants]
    tables: list[int] = []
    for part in _parts(pks):
        Entrant.objects.filter(pk__in=part).update(name=FORMER, email="", club="", former_at=now)
        ClaimLink.objects.filter(entrant__in=part).delete()
        Subscription.objects.filter(entrant__in=part).delete()
        tables += Seat.objects.filter(entrant__in=part).order_by("match").values_list("match", flat=True)
        for change in _edits(part):
            before = change.details.get("before", {})
            without = {"before": before | {name: "" for name in ("email", "club") if name in before}}
            if without != change.details:
                change.details = without
                change.save(update_fields=["details"])
    take_out(names, PLACES, events)
    # Kept workings and pages hold names: they are made anew.
    for part in _parts(sorted(events)):
        kept = StandingsSnapshot.objects.filter(round__event__in=part)
        kept.filter(replaced_at=None).update(looked=F("looked") + 1)
        for held in Event.objects.filter(pk__in=part).order_by("pk"):
            transaction.on_commit(partial(forget_saved, held), robust=True)
        MadeFile.objects.filter(event__in=part).delete()
    raise_versions(sorted(tables))
    mark_events(sorted(events), TOPICS)
