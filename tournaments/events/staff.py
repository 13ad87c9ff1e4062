"""Roles in one event: granted and taken back by an organiser; by claim link, see `role_links`."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction

from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import ROLE_WORDS, Event, Role, RoleLink, StaffRole
from tournaments.outbox.notifications import end_of_role
from tournaments.text import clean_text


def grant_role(event: Event, who: str, role: str, *, by: Actor, now: datetime) -> StaffRole:
    """Gives the account with this username, or with this e-mail address once that is verified, a role; granting twice
    is granting once."""
    who = clean_text(who, "who", limit=254, needed=True)
    if role not in Role.values:
        raise Invalid(_("Choose a role."), fields={"role": _("Choose a role.")})
    with transaction.atomic():
        event = locked(event)
        require(by, "grant_role", event)
        user = _account(who)
        held = held_by(user, event, role)
        if held is not None:
            return held
        try:
            with transaction.atomic():
                held = StaffRole.objects.create(event=event, user=user, role=role, at=now, **by.fact)
        except IntegrityError:
            return StaffRole.objects.get(event=event, user=user, role=role, revoked_at=None)
        text = _("%(name)s is %(role)s now.", name=user.shown_name, role=ROLE_WORDS[Role(role)])
        note(event, "grant_role", text, by=by, now=now)
    return held


def held_by(user: User, event: Event, role: str) -> StaffRole | None:
    """The role as this account holds it now."""
    return StaffRole.objects.filter(event=event, user=user, role=role, revoked_at=None).first()


def revoke_role(held: StaffRole, *, by: Actor, now: datetime) -> StaffRole:
    """Takes a role back, and from an organiser the claim links for roles that are open. Raises Conflict for the last
    organiser."""
    with transaction.atomic():
        event = locked(held.event)
        require(by, "grant_role", event)
        held = StaffRole.objects.select_for_update(no_key=True).get(pk=held.pk)
        if held.revoked_at is not None:
            return held
        others = StaffRole.objects.filter(event=event, role=Role.ORGANISER, revoked_at=None).exclude(
            pk=held.pk
        )
        if held.role == Role.ORGANISER and not others.exists():
            raise Conflict(_("An event needs an organiser. Make somebody else organiser first."))
        held.revoked_at = now
        held.revoked_by = by.label[:150]
        held.save(update_fields=["revoked_at", "revoked_by"])
        end_of_role(held, now=now)
        if held.role == Role.ORGANISER:
            links = RoleLink.objects.filter(event=event, by_user=held.user_id, taken_at=None, revoked_at=None)
            links.update(revoked_at=now, revoked_by=by.label[:150])
        text = _(
            "%(name)s is no longer %(role)s.", name=held.user.shown_name, role=ROLE_WORDS[Role(held.role)]
        )
        note(event, "revoke_role", text, by=by, now=now)
    return held


def _account(who: str) -> User:
    accounts = list(User.objects.filter(username__iexact=who, is_active=True)[:2])
    if not accounts and "@" in who:
        # anybody may write any address on his account: it names nobody until he has opened the mail sent there
        verified = EmailAddress.objects.filter(email__iexact=who, verified=True)
        accounts = list(User.objects.filter(pk__in=verified.values("user"), is_active=True)[:2])
    if len(accounts) != 1:
        raise NotFound(_("There is no account of that name or verified address. Ask for the username."))
    return accounts[0]


def addresses_are_verified() -> bool:
    """Whether the site can verify addresses: only where mail is set up."""
    return bool(settings.EMAIL_CONFIG)
