"""Sending what waits, after the Standard Webhooks specification: signed, with back-off, at least once.

An endpoint is claimed by one process at a time, for a while that no turn outlasts, and never inside a transaction is
anything sent. Who is ended between the answer and its being written sends the same message, with its id, again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from standardwebhooks.webhooks import Webhook

from tournaments.enciphered import decipher
from tournaments.models.webhooks import Trouble, WebhookDelivery, WebhookEndpoint
from tournaments.now import now
from tournaments.outgoing import Refused, post, site_limits
from tournaments.webhooks.enciphering import SECRET

#: The time from each attempt to the next, as the specification proposes; after the last the delivery has failed.
BACK_OFF = tuple(
    timedelta(seconds=seconds) for seconds in (5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400)
)
LEASE = timedelta(minutes=2)
#: So many deliveries an endpoint is sent before the next one has its turn.
AT_A_TURN = 10
GONE = 410


def due(moment: datetime) -> QuerySet[WebhookDelivery]:
    """What is to be sent by now. What was written or tried later than now is due too: the clock was set back."""
    ahead = Q(last_at__gt=moment) | Q(last_at=None, created_at__gt=moment)
    waiting = WebhookDelivery.objects.filter(
        Q(due_at__lte=moment) | ahead, state="waiting", endpoint__deleted_at=None, endpoint__paused_at=None
    )
    return waiting.order_by("due_at", "id")


def free(moment: datetime) -> Q:
    """Endpoints to which no process is sending."""
    return Q(busy_until=None) | Q(busy_until__lte=moment) | Q(busy_until__gt=moment + LEASE)


def claim(moment: datetime, most: int) -> list[int]:
    """The numbers of at most so many endpoints with something due, claimed for the caller; first whose turn is longest
    ago, so that none that is slow keeps the others waiting."""
    wanted = WebhookEndpoint.objects.filter(free(moment), pk__in=due(moment).order_by().values("endpoint"))
    numbers = wanted.order_by(F("busy_until").asc(nulls_first=True), "pk").values_list("pk", flat=True)
    claimed = []
    for number in list(numbers[:most]):
        mine = WebhookEndpoint.objects.filter(free(moment), pk=number).update(busy_until=moment + LEASE)
        claimed += [number] if mine else []
    return claimed


def take_turn(number: int) -> int:
    """Sends what is due to the claimed endpoint, until one does not arrive; gives how many were tried."""
    tried = 0
    while tried < AT_A_TURN:
        row = due(now()).filter(endpoint=number).select_related("endpoint").first()
        if row is None:
            break
        code, trouble = attempt(row)
        record(row, code, trouble, now())
        tried += 1
        if trouble:
            break
    WebhookEndpoint.objects.filter(pk=number).update(busy_until=now())
    return tried


def attempt(row: WebhookDelivery) -> tuple[int | None, str]:
    """Sends the message once; gives the answer's status, if there was one, and what went wrong."""
    secret = decipher(row.endpoint.secret, SECRET)
    if secret is None:
        return None, Trouble.SECRET
    at = now()
    headers = {
        "Content-Type": "application/json",
        "webhook-id": row.message_id,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Webhook(secret).sign(row.message_id, at, row.body),
    }
    try:
        code = post(row.endpoint.url, row.body.encode(), headers, site_limits())
    except Refused as refusal:
        return None, refusal.code
    return code, "" if 200 <= code < 300 else Trouble.STATUS


def record(row: WebhookDelivery, code: int | None, trouble: str, moment: datetime) -> None:
    """Writes what became of an attempt. An endpoint that says it is gone, or whose message used up its attempts, is
    paused."""
    with transaction.atomic():
        kept = WebhookDelivery.objects.select_for_update().filter(
            pk=row.pk, state="waiting", attempts=row.attempts
        )
        tried = kept.first()
        if tried is None:
            return
        tried.attempts += 1
        tried.code, tried.trouble, tried.last_at = code, trouble, moment
        if not trouble:
            tried.state = "delivered"
        elif code == GONE or tried.attempts > len(BACK_OFF):
            tried.state = "failed"
            told = WebhookEndpoint.objects.filter(pk=row.endpoint_id, paused_at=None)
            told.update(paused_at=moment, paused_by_site=True)
        else:
            tried.due_at = moment + BACK_OFF[tried.attempts - 1]
        tried.save(update_fields=["attempts", "code", "trouble", "last_at", "state", "due_at"])
