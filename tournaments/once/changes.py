"""Doing what a request asks once, however often it is sent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from tournaments.once.models import AnsweredRequest
from tournaments.text import clean_text

if TYPE_CHECKING:
    from tournaments.access import Actor


def answer_once(
    key: str, path: str, change: Callable[[], dict[str, Any]], *, by: Actor, now: datetime
) -> dict[str, Any]:
    """The answer of `change`, or the one kept for this sender, path and key.

    The key is taken and the change made in one transaction: of two requests at once one makes it, the other
    waits and gets its answer. A change that raises leaves the key free. Without a key it is simply made.
    """
    key = clean_text(key, "Idempotency-Key", limit=100)
    sender = f"user {by.user.pk}" if by.user else f"entrants {sorted(by.claimed)}"[:60]
    if not key or not (by.user or by.claimed):
        return change()
    try:
        with transaction.atomic():
            taken = AnsweredRequest.objects.create(sender=sender, path=path[:300], key=key, at=now)
            taken.answer = change()
            taken.save(update_fields=["answer"])
            answer: dict[str, Any] = taken.answer
            return answer
    except IntegrityError:
        kept = AnsweredRequest.objects.filter(sender=sender, path=path[:300], key=key).first()
        if kept is None or kept.answer is None:
            raise
        return dict(kept.answer)
