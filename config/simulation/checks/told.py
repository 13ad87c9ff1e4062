"""What was told outside: each message of a fact, signed, to who asked for it; every fact told; nothing secret in it."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.outside import Hook
from tournaments.webhooks.sending import due, free
from tournaments.webhooks.tasks import deliver_due

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Turns in which everything that waits must have been sent.
TURNS = 20


def check_told(day: Day) -> None:
    """All that came, and all that had to come."""
    outside = day.outside
    if outside.hooks:
        _let_arrive(day)
        for hook in outside.hooks.values():
            _check_hook(day, hook)
    day.check(not outside.wrong, "told", "; ".join(outside.wrong[:3]))
    for phone in outside.phones.values():
        states = Counter(
            row[0] for row in rows("tournaments.Notification", "state", subscription=phone.number)
        )
        there = len(phone.got) >= states["delivered"]
        day.check(there, "told", f"{phone.who} was told {len(phone.got)} times, {dict(states)}")
        day.check(bool(phone.got) <= bool(sum(states.values())), "told", f"{phone.who} was told of nothing")


def _let_arrive(day: Day) -> None:
    """Whatever is due is sent, and arrives."""
    day.outside.patient = True
    now = day.clock.now()
    for _ in range(TURNS):
        if not due(now).filter(endpoint__in=_free(now)).exists():
            break
        deliver_due(now)
    day.outside.patient = False
    left = due(now).filter(endpoint__in=_free(now)).count()
    day.check(not left, "told", f"{left} messages are due and were not sent")


def _free(now: Any) -> list[int]:
    from tournaments.models.webhooks import WebhookEndpoint

    return list(WebhookEndpoint.objects.filter(free(now)).values_list("pk", flat=True))


def _check_hook(day: Day, hook: Hook) -> None:
    kept = rows("tournaments.WebhookDelivery", "message_id", "body", "state", endpoint=hook.number)
    bodies = {number: body for number, body, _ in kept}
    for number, _, state in kept:
        day.check(state != "delivered" or number in hook.got, "told", f"{number} never came")
    for number, body in hook.got.items():
        # those of a deleted endpoint are forgotten
        day.check(bodies.get(number, body) == body, "told", f"{number}: {body}, kept is {bodies.get(number)}")
        _check_fact(day, json.loads(body))
    if not hook.live:
        return
    told = Counter((said["type"], said["data"].get("round")) for said in map(json.loads, bodies.values()))
    for (kind, number), times in hook.due.items():
        day.check(
            told[kind, number] >= times,
            "told",
            f"{kind} of round {number}: {told[kind, number]}, not {times}",
        )


def _check_fact(day: Day, said: dict[str, Any]) -> None:
    """There is a fact to it."""
    data, here = said["data"], {"round__event__slug": day.slug}
    day.check(data["event"] == day.slug, "told", f"of another event: {said}")
    if said["type"].startswith("round."):
        there = rows("tournaments.Round", "pk", event__slug=day.slug, number=data["round"])
        day.check(bool(there), "told", f"there is no such round: {said}")
    elif said["type"].startswith("result."):
        there = rows("tournaments.Match", "pk", pk=data["match"], **here)
        outcomes = [row[0] for row in rows("tournaments.Result", "outcome", match=data["match"])]
        true = bool(there) and (data["outcome"] in outcomes if "outcome" in data else bool(outcomes))
        day.check(true, "told", f"there was no such result: {said}, {outcomes[:4]}")
