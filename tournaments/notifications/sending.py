"""Sending what waits: to phones by Web Push (RFC 8030; enciphered after RFC 8291, signed after 8292), and by e-mail.

A notification is claimed by one process at a time, for a while that no turn outlasts, and never inside a transaction is
anything sent. Who is ended between the answer and its being written sends it again: a phone shows one of a tag.
"""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from smtplib import SMTPException
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet

from tournaments.enciphered import decipher
from tournaments.models.notifications import Channel, Notification
from tournaments.notifications.changes import end
from tournaments.notifications.channels import SECRET, bytes_of, mail_address, push_is_on, signing
from tournaments.notifications.words import Said, words_of
from tournaments.now import now
from tournaments.outgoing import Refused, post, site_limits

#: The time from each attempt to the next; after the last it has failed.
BACK_OFF = (timedelta(seconds=5), timedelta(seconds=30), timedelta(minutes=3))
LEASE = timedelta(minutes=2)
#: How long a signature is good (RFC 8292 allows a day).
SIGNED = timedelta(hours=12)
#: The phone or its push service says that the address is no more (RFC 8030, 7.3).
GONE = (404, 410)
#: What may be better later: too many at once, or the service's own trouble.
TRY_LATER = (408, 425, 429)
MAX_TEXT = 1500


def due(moment: datetime) -> QuerySet[Notification]:
    """What is to be sent by now, and no process is sending."""
    free = Q(busy_until=None) | Q(busy_until__lte=moment) | Q(busy_until__gt=moment + LEASE)
    # what was written later than now is due too: the clock was set back
    timely = Q(due_at__lte=moment) | Q(created_at__gt=moment)
    return Notification.objects.filter(free, timely, state="waiting", expires_at__gt=moment).order_by("pk")


def claim(moment: datetime, most: int) -> list[int]:
    """The numbers of at most so many, claimed for the caller."""
    claimed = []
    for number in list(due(moment).values_list("pk", flat=True)[:most]):
        if due(moment).filter(pk=number).update(busy_until=moment + LEASE):
            claimed.append(number)
    return claimed


def send(number: int) -> str:
    """Sends the claimed notification once and writes what became of it; gives its state."""
    row = Notification.objects.select_related(
        "subscription__entrant__event", "subscription__role__event", "subscription__role__user"
    ).filter(pk=number, state="waiting")
    notification = row.first()
    if notification is None:
        return ""
    said = words_of(notification) if notification.subscription.ended_at is None else None
    state = "failed" if said is None else _sent(notification, said)
    moment = now()
    notification.attempts += 1
    notification.busy_until = None
    if state == "waiting":
        if notification.attempts > len(BACK_OFF):
            state = "failed"
        else:
            notification.due_at = moment + BACK_OFF[notification.attempts - 1]
    notification.state = state
    notification.save(update_fields=["attempts", "busy_until", "due_at", "state"])
    return state


def _sent(notification: Notification, said: Said) -> str:
    """The state after one attempt; waiting where another may do better."""
    if notification.subscription.channel == Channel.MAIL:
        return _mailed(notification, said)
    return _pushed(notification, said)


def _mailed(notification: Notification, said: Said) -> str:
    entrant = notification.subscription.entrant
    to = mail_address(entrant) if entrant is not None else ""
    if not to:
        return "failed"
    try:
        EmailMessage(said.title, said.text, to=[to]).send()
    except (OSError, SMTPException):
        return "waiting"
    return "delivered"


def _pushed(notification: Notification, said: Said) -> str:
    kept = decipher(notification.subscription.secret, SECRET)
    if kept is None or not push_is_on():
        return "failed"
    phone = json.loads(kept)
    left = notification.expires_at - now()
    try:
        code = post(
            phone["endpoint"],
            body_for(phone, said),
            headers_for(phone["endpoint"], said, left),
            site_limits(),
        )
    except Refused as refusal:
        return "failed" if refusal.code in ("address", "inner") else "waiting"
    if 200 <= code < 300:
        return "delivered"
    if code in GONE:
        end(notification.subscription, now=now())
    return "waiting" if code in TRY_LATER or code >= 500 else "failed"


def body_for(phone: dict[str, str], said: Said) -> bytes:
    """The message as only this browser reads it."""
    text = {"title": said.title[:200], "body": said.text[:MAX_TEXT], "path": said.path, "tag": said.tag}
    enciphered: bytes = http_ece.encrypt(
        json.dumps(text, ensure_ascii=False).encode(),
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=bytes_of(phone["p256dh"]),
        auth_secret=bytes_of(phone["auth"]),
        version="aes128gcm",
    )
    return enciphered


def headers_for(endpoint: str, said: Said, left: timedelta) -> dict[str, str]:
    """With the site's signature for the push service of this address, and how long the message is worth keeping."""
    parts = urlsplit(endpoint)
    claims = {
        "sub": settings.WEB_PUSH_CONTACT,
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now() + SIGNED).timestamp()),
    }
    return {
        **signing(settings.WEB_PUSH_KEY).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(0, int(left.total_seconds()))),
        "Urgency": "high",
        "Topic": said.tag[:32],
    }
