"""Claim links for roles: whoever opens one and is signed in takes the role it names, once."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q

from tournaments.access import Actor, may, require
from tournaments.errors import Invalid, NotAllowed, NotFound
from tournaments.events.staff import held_by
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import ROLE_WORDS, Event, Role, RoleLink, StaffRole
from tournaments.text import clean_int, clean_text

MAX_DAYS = 14
MAX_LENGTH = 200


class BadRoleLink(NotFound):
    """A link that is unknown, taken, taken back or expired, or whose maker may give no roles any more."""

    code = "role_link"


class UsedRoleLink(BadRoleLink):
    """A link that this very account has used, and whose role was taken back from it."""


def make_role_link(
    event: Event, role: str, *, by: Actor, now: datetime, whom: str = "", days: int = 3
) -> tuple[RoleLink, str]:
    """A new link for a role and its token, which is known now and never again. Raises NotAllowed, Invalid."""
    whom = clean_text(whom, "whom", limit=100)
    clean_int(days, "days", 1, MAX_DAYS)
    if role not in Role.values:
        raise Invalid(_("Choose a role."), fields={"role": _("Choose a role.")})
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
        text = _("A claim link for the role %(role)s was made.", role=ROLE_WORDS[Role(role)])
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
            text = _("A claim link for the role %(role)s was taken back.", role=ROLE_WORDS[Role(link.role)])
            note(event, "revoke_role_link", text, by=by, now=now, reason=link.whom)
    link.refresh_from_db()
    return link


def account_of(actor: Actor) -> User:
    """The account that a role would belong to. Raises NotAllowed for who is not signed in."""
    if actor.user is None:
        raise NotAllowed(_("Sign in first: a role belongs to an account."))
    return actor.user


def take_role(token: str, *, by: Actor, now: datetime) -> StaffRole:
    """Gives the account that acts the role of this link, as if its maker had named the account. Of two who come at
    once one gets it; the one who has it gets it again. Who holds the role already leaves the link to others.

    Raises BadRoleLink, NotAllowed for who is not signed in.
    """
    link = role_link_of(token, by, now)
    user = account_of(by)
    with transaction.atomic():
        event = locked(link.event)
        require(by, "take_role", event)
        link = role_link_of(token, by, now)
        held = held_by(user, event, link.role)
        if held is not None:
            return held
        if not RoleLink.objects.filter(pk=link.pk, taken_at=None).update(taken_at=now, taken_by=user):
            raise _refusal()
        held = StaffRole.objects.create(
            event=event, user=user, role=link.role, at=now, by_user=link.by_user, by=link.by
        )
        text = _(
            "%(name)s is %(role)s now, by a claim link of %(said)s.",
            name=user.shown_name,
            role=ROLE_WORDS[Role(link.role)],
            said=link.by,
        )
        note(event, "take_role", text, by=by, now=now)
    return held


def role_link_of(token: str, actor: Actor, now: datetime) -> RoleLink:
    """The link of this token, if it gives this actor its role or he holds that already. Raises BadRoleLink, with one
    message whatever the reason; UsedRoleLink to the account that has used it."""
    mine = Q(taken_at=None) if actor.user is None else Q(taken_at=None) | Q(taken_by=actor.user)
    links = RoleLink.objects.filter(mine, digest=_digest(token), revoked_at=None, expires_at__gt=now)
    link = links.select_related("event", "by_user").first() if len(token) <= MAX_LENGTH else None
    if link is None:
        raise _refusal()
    if actor.user is not None and has_role(actor.user, link):
        return link
    if link.taken_at is not None:
        raise UsedRoleLink(
            _(
                "This link was used for your account, and the role has since been taken back. Ask the "
                "organiser for a new one."
            )
        )
    if not stays_good(link):
        raise _refusal()
    return link


def stays_good(link: RoleLink) -> bool:
    """Whether a link that nobody has used gives its role: its maker could give it by hand at this moment."""
    maker = link.by_user
    if link.taken_at is not None or maker is None or not maker.is_active:
        return False
    return may(Actor.of_user(maker), "grant_role", link.event)


def open_role_links(event: Event, now: datetime) -> list[RoleLink]:
    """The links of an event that somebody may still take a role by, the oldest first."""
    links = event.role_links.filter(taken_at=None, revoked_at=None, expires_at__gt=now).order_by("id")
    return [link for link in links.select_related("event", "by_user") if stays_good(link)]


def has_role(user: User, link: RoleLink) -> bool:
    """Whether the account holds the role of this link."""
    return held_by(user, link.event, link.role) is not None


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _refusal() -> BadRoleLink:
    return BadRoleLink(_("This link does not work any more. Ask the organiser for a new one."))
