"""Claim links for roles: whoever opens one and is signed in takes the role it names, once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.access import Actor, require
from tournaments.accounts.models import User
from tournaments.errors import Invalid, NotAllowed, NotFound
from tournaments.events.journal import note
from tournaments.events.lock import locked
from tournaments.events.models import Event, Role, RoleLink, StaffRole
from tournaments.events.staff import held_by
from tournaments.text import clean_int, clean_text

MOST_DAYS = 14
MAX_LENGTH = 200


class BadRoleLink(NotFound):
    """A link that is unknown, taken, taken back or expired."""

    code = "role_link"


def make_role_link(
    event: Event, role: str, *, by: Actor, now: datetime, whom: str = "", days: int = 3
) -> tuple[RoleLink, str]:
    """A new link for a role and its token, which is known now and never again. Raises NotAllowed, Invalid."""
    whom = clean_text(whom, "whom", limit=100)
    clean_int(days, "days", 1, MOST_DAYS)
    if role not in Role.values:
        raise Invalid("Choose a role.", fields={"role": "Choose a role."})
    token = secrets.token_urlsafe(24)
    with transaction.atomic():
        event = locked(event)
        require(by, "grant_role", event)
        link = RoleLink.objects.create(
            event=event,
            role=role,
            whom=whom,
            digest=_digest(token),
            expires_at=now + timedelta(days=days),
            at=now,
            **by.fact,
        )
        text = f"A claim link for the role {Role(role).label.lower()} was made."
        note(event, "make_role_link", text, by=by, now=now, reason=whom)
    return link, token


def revoke_role_link(link: RoleLink, *, by: Actor, now: datetime) -> RoleLink:
    """Makes a link useless that nobody has taken; a role that was taken by it is taken back as every role. Twice is
    once. Raises NotAllowed."""
    with transaction.atomic():
        event = locked(link.event)
        require(by, "grant_role", event)
        waiting = RoleLink.objects.filter(pk=link.pk, taken_at=None, revoked_at=None)
        if waiting.update(revoked_at=now, revoked_by=by.label[:150]):
            text = f"A claim link for the role {Role(link.role).label.lower()} was taken back."
            note(event, "revoke_role_link", text, by=by, now=now, reason=link.whom)
    link.refresh_from_db()
    return link


def take_role(token: str, *, by: Actor, now: datetime) -> StaffRole:
    """Gives the account that acts the role of this link, as if its maker had named the account. Of two who come at
    once one gets it; the one who has it gets it again. Who holds the role already leaves the link to others.

    Raises BadRoleLink, NotAllowed for who is not signed in.
    """
    link = role_link_of(token, by, now)
    if by.user is None:
        raise NotAllowed("Sign in first: a role belongs to an account.")
    with transaction.atomic():
        event = locked(link.event)
        require(by, "take_role", event)
        link = role_link_of(token, by, now)
        held = held_by(by.user, event, link.role)
        if held is not None:
            return held
        if not RoleLink.objects.filter(pk=link.pk, taken_at=None).update(taken_at=now, taken_by=by.user):
            raise _refusal()
        held = StaffRole.objects.create(
            event=event, user=by.user, role=link.role, at=now, by_user=link.by_user, by=link.by
        )
        text = f"{by.user.shown_name} is {Role(link.role).label.lower()} now, by a claim link of {link.by}."
        note(event, "take_role", text, by=by, now=now)
    return held


def role_link_of(token: str, actor: Actor, now: datetime) -> RoleLink:
    """The link of this token that is open, or that this very account has taken. Raises BadRoleLink, with one message
    whatever the reason."""
    mine = Q(taken_at=None) if actor.user is None else Q(taken_at=None) | Q(taken_by=actor.user)
    links = RoleLink.objects.filter(mine, digest=_digest(token), revoked_at=None, expires_at__gt=now)
    link = links.select_related("event").first() if len(token) <= MAX_LENGTH else None
    if link is None:
        raise _refusal()
    return link


def open_role_links(event: Event, now: datetime) -> QuerySet[RoleLink]:
    """The links of an event that somebody may still take a role by, the oldest first."""
    return event.role_links.filter(taken_at=None, revoked_at=None, expires_at__gt=now).order_by("id")


def has_role(user: User, link: RoleLink) -> bool:
    """Whether the account holds the role of this link."""
    return held_by(user, link.event, link.role) is not None


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _refusal() -> BadRoleLink:
    return BadRoleLink("This link does not work any more. Ask the organiser for a new one.")
