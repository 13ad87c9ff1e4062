"""Asking for notifications, and no more of them. For a player, about the own entry."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction

from tournaments.access import Actor, require
from tournaments.enciphered import encipher
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, Role, StaffRole
from tournaments.models.notifications import FOR_JUDGES, FOR_PLAYERS, About, Channel, Subscription
from tournaments.notifications.channels import SECRET, bytes_of, mail_address, push_is_on
from tournaments.outgoing import Refused, site_limits, split
from tournaments.text import clean_text

#: Phones, and the e-mail address, of one entry.
MAX_STANDING = 10
#: Of the point of the browser's key on the curve P-256 (RFC 8291, 3.1), and of its secret.
POINT, AUTH = 65, 16
#: Letters of either that are looked at: more than both need.
LONGEST = 200
#: The roles that judge, the one that counts first before the others.
JUDGING = (Role.HEAD_JUDGE, Role.JUDGE, Role.ORGANISER)


@dataclass(frozen=True)
class Phone:
    """A browser's push subscription, as its own words are (W3C Push API): the address, the key and the secret in
    base64url."""

    endpoint: str
    p256dh: str
    auth: str
    device: str = ""

    @property
    def digest(self) -> str:
        """By what the same phone is known."""
        return sha256(self.endpoint.encode()).hexdigest()


def subscribe(
    entrant: Entrant,
    about: Collection[str],
    *,
    language: str,
    by: Actor,
    now: datetime,
    phone: Phone | None = None,
) -> Subscription:
    """From now on the player is told of this: on the phone given, else by e-mail. The same phone again changes what it
    is told. Raises Invalid, Conflict where there are too many or no address is known, NotAllowed."""
    wanted = _about(about, FOR_PLAYERS)
    channel = Channel.MAIL if phone is None else Channel.PUSH
    if phone is not None:
        _check_phone(phone)
    with transaction.atomic():
        event = locked(entrant.event)
        require(by, "get_notified", event, entrant)
        if not by.speaks_for(entrant):
            raise NotAllowed(_("Only the player asks for this."))
        if phone is None and not mail_address(entrant):
            raise Conflict(_("There is no confirmed e-mail address on your account."))
        digest = phone.digest if phone else ""
        standing = Subscription.objects.filter(entrant=entrant, ended_at=None)
        row = standing.filter(channel=channel, digest=digest).first()
        if row is None and standing.count() >= MAX_STANDING:
            raise Conflict(_("This entry has %(n)s phones already. Stop one first.", n=MAX_STANDING))
        row = row or Subscription(entrant=entrant, channel=channel, digest=digest, created_at=now)
        row.about, row.language = wanted, language[:10]
        if phone is not None:
            _keep_phone(row, phone)
        row.save()
    return row


def subscribe_judge(
    event: Event, about: Collection[str], phone: Phone, *, language: str, by: Actor, now: datetime
) -> Subscription:
    """From now on this phone of a judge is told of what waits for judges in the event, until it is stopped or the role
    is taken back. The same phone again changes what it is told. Raises Invalid, Conflict, NotAllowed."""
    wanted = _about(about, FOR_JUDGES)
    _check_phone(phone)
    with transaction.atomic():
        event = locked(event)
        require(by, "get_calls", event)
        role = judging_role(event, by)
        if role is None:
            raise NotAllowed(_("Only judges of this event ask for this."))
        standing = Subscription.objects.filter(role=role, ended_at=None)
        row = standing.filter(digest=phone.digest).first()
        if row is None and standing.count() >= MAX_STANDING:
            raise Conflict(_("You have %(n)s phones here already. Stop one first.", n=MAX_STANDING))
        row = row or Subscription(role=role, channel=Channel.PUSH, digest=phone.digest, created_at=now)
        row.about, row.language = wanted, language[:10]
        _keep_phone(row, phone)
        row.save()
    return row


def judging_role(event: Event, by: Actor) -> StaffRole | None:
    """The role by which somebody judges in an event; of several the head judge's, then the judge's."""
    user = by.user_at(event.pk)
    if user is None:
        return None
    held = StaffRole.objects.filter(event=event, user=user, role__in=JUDGING, revoked_at=None)
    return min(held, key=lambda each: JUDGING.index(Role(each.role)), default=None)


def _keep_phone(row: Subscription, phone: Phone) -> None:
    row.device = clean_text(phone.device[:60], "device", limit=60)
    kept = {"endpoint": phone.endpoint, "p256dh": phone.p256dh, "auth": phone.auth}
    row.secret = encipher(json.dumps(kept), SECRET)


def unsubscribe(subscription: Subscription, *, by: Actor, now: datetime) -> None:
    """Nothing more is told there, whatever the state of the event. Twice is once."""
    if subscription.role is not None:
        if by.user is None or by.user_at(subscription.role.event_id) != subscription.role.user:
            raise NotAllowed(_("Only judges of this event ask for this."))
    elif subscription.entrant is None or not by.speaks_for(subscription.entrant):
        raise NotAllowed(_("Only the player asks for this."))
    end(subscription, now=now)


def end(subscription: Subscription, *, now: datetime) -> None:
    """The address is forgotten, and what waits is not sent."""
    with transaction.atomic():
        Subscription.objects.filter(pk=subscription.pk, ended_at=None).update(ended_at=now, secret="")
        subscription.notifications.filter(state="waiting").update(state="failed")


def _about(about: Collection[str], known: Collection[About]) -> list[str]:
    if not about or not set(about) <= {each.value for each in known}:
        said = _("Choose what you want to be told.")
        raise Invalid(said, fields={"about": said})
    return [each.value for each in known if each in about]


def _check_phone(phone: Phone) -> None:
    if not push_is_on():
        raise Conflict(_("This site sends no notifications to phones."))
    try:
        split(phone.endpoint, site_limits())
        point, auth = bytes_of(phone.p256dh[:LONGEST]), bytes_of(phone.auth[:LONGEST])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (Refused, ValueError):
        point = auth = b""
    if len(point) != POINT or len(auth) != AUTH:
        said = _("The browser gave no address that this site can send to.")
        raise Invalid(said, fields={"endpoint": said})
