"""The sweep of reminders: e-mails, sent beside it, for a mail server may take its time and the clocks do not wait."""

from __future__ import annotations

import threading
from datetime import datetime

import structlog
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.db import connection

from tournaments.decks.reminders import TOPIC
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.outbox import OutboxRow
from tournaments.pages.translation import translated

AT_ONCE = 50
_place = threading.BoundedSemaphore(1)
log = structlog.get_logger(__name__)


def mail_reminders(now: datetime) -> int:
    """Takes the waiting reminders and begins to send them; gives how many it took. A reminder is sent once at most."""
    if not _place.acquire(blocking=False):
        return 0
    taken: list[OutboxRow] = []
    try:
        waiting = OutboxRow.objects.filter(topic=TOPIC, taken_at=None).order_by("id")[:AT_ONCE]
        taken = [row for row in waiting if _claimed(row, now)]
        mails = _mails(taken)
    except BaseException:
        _place.release()
        raise
    if not mails:
        _place.release()
        return len(taken)
    threading.Thread(target=_send, args=[mails], daemon=True, name="deck-reminders").start()
    return len(taken)


def _claimed(row: OutboxRow, now: datetime) -> bool:
    return bool(OutboxRow.objects.filter(pk=row.pk, taken_at=None).update(taken_at=now))


def _mails(rows: list[OutboxRow]) -> list[EmailMessage]:
    """A mail to each whose address is known: verified on the account, else as the desk wrote it down."""
    numbers = [row.payload["entrant"] for row in rows]
    entrants = Entrant.objects.filter(pk__in=numbers).select_related("event")
    users = [one.user_id for one in entrants if one.user_id]
    verified = EmailAddress.objects.filter(user__in=users, verified=True).order_by("primary", "id")
    address = dict(verified.values_list("user_id", "email"))
    mails = []
    for one in entrants:
        to = address.get(one.user_id, "") or one.email
        if to:
            name = one.event.name
            subject = _("%(event)s: your deck list", event=name)
            text = _(
                "%(event)s asks for a deck list, and yours is missing or not legal. Hand it in on the site: open the "
                "event, “My table”, “My deck list”.",
                event=name,
            )
            mails.append(EmailMessage(translated(subject), translated(text), to=[to]))
    return mails


def _send(mails: list[EmailMessage]) -> None:
    try:
        backend = get_connection()
        for mail in mails:
            try:
                backend.send_messages([mail])
            except OSError:
                log.warning("a reminder was not sent", exc_info=True)
    finally:
        connection.close()
        _place.release()
