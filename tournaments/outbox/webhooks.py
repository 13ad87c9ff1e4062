"""Telling other programs: the deliveries of a happening, written in the transaction of its fact."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tournaments.live.nudge import nudge
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match, Round
from tournaments.models.webhooks import Happening, WebhookDelivery, WebhookEndpoint


def tell(
    event: Event, kind: Happening, data: dict[str, Any] | Callable[[], dict[str, Any]], *, now: datetime
) -> None:
    """Writes a delivery for each endpoint of the event that is told of this, and asks for them to be sent soon. `data`,
    or what it gives when somebody listens, must be what everybody may see by now; of a draft nothing is told."""
    if event.state == State.DRAFT:
        return
    standing = WebhookEndpoint.objects.filter(event_id=event.pk, deleted_at=None, paused_at=None)
    listening = [endpoint for endpoint in standing if kind in endpoint.kinds]
    if listening:
        said = {"event": event.slug, **(data() if callable(data) else data)}
        WebhookDelivery.objects.bulk_create([delivery(endpoint, kind, said, now) for endpoint in listening])
        nudge()


def delivery(endpoint: WebhookEndpoint, kind: str, data: dict[str, Any], now: datetime) -> WebhookDelivery:
    """The row of one message to one endpoint, not yet stored. The body is kept as it is sent."""
    at = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    body = json.dumps(
        {"type": str(kind), "timestamp": at, "data": data}, ensure_ascii=False, separators=(",", ":")
    )
    return WebhookDelivery(
        endpoint=endpoint,
        message_id=f"msg_{secrets.token_hex(12)}",
        kind=str(kind),
        body=body,
        created_at=now,
        due_at=now,
    )


def tell_of_state(event: Event, *, now: datetime) -> None:
    """The event has come to the state it is in."""
    tell(event, Happening.EVENT_STATE, {"state": str(event.state)}, now=now)


def tell_of_round(round: Round, kind: Happening, *, now: datetime) -> None:
    """Something happened to a round that everybody sees."""
    tell(round.event, kind, {"round": round.number, "state": str(round.state)}, now=now)


def tell_of_result(match: Match, outcome: Any, *, now: datetime) -> None:
    """A match has a final result; with None as the outcome it has none any more. Who sits where is said by codes."""

    def data() -> dict[str, Any]:
        seats = dict(match.seats.values_list("letter", "entrant__code"))
        about = {"match": match.pk, "round": match.round.number, "table": match.table, "seats": seats}
        return about if outcome is None else about | {"outcome": outcome}

    kind = Happening.RESULT_WITHDRAWN if outcome is None else Happening.RESULT_FINAL
    tell(match.round.event, kind, data, now=now)
