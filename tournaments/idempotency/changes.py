"""Doing what a request asks once, however often it is sent. For every door that changes something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.answered_requests import AnsweredRequest

T = TypeVar("T")


class KeyUsed(Conflict):
    """The key came with another request before."""

    code = "key_used"


@dataclass(frozen=True)
class Asked:
    """A request that its sender may send again: by whom, where, under which key, with what."""

    sender: str
    path: str
    key: str
    body: str

    @classmethod
    def of(cls, sender: str, path: str, key: str, *contents: object) -> Asked:
        """With the contents as their hash."""
        return cls(sender[:60], path[:300], key, sha256(repr(contents).encode()).hexdigest())


@dataclass(frozen=True)
class Answer:
    """The part of an answer that is kept: the address it leads to, or its content."""

    status: int
    location: str = ""
    said: Any = None


def answer_once(
    asked: Asked,
    change: Callable[[], T],
    *,
    keep: Callable[[T], Answer | None],
    again: Callable[[Answer], T],
    now: datetime,
    whole: bool = True,
) -> T:
    """The answer of `change`, or the one that was kept for this request, put together by `again`.

    The key, what was sent and the answer are written in the transaction of the change: of two requests at once one
    makes it, the other waits and gets its answer, and who is killed leaves all of it or nothing. A change that raises,
    or an answer that `keep` does not want kept, leaves the key free. Raises KeyUsed where the key came with something
    else.

    `whole=False` is for changes that compute for long and change nothing when done twice: they keep their own
    transactions, and the answer is written after them.
    """
    known = _known(asked)
    if known is not None:
        return again(known)
    begun = False
    try:
        if not whole:
            made = change()
            begun = True
            _write(asked, keep(made), now)
            return made
        with transaction.atomic():
            row = AnsweredRequest.objects.create(**_columns(asked), at=now)
            begun = True
            made = change()
            _finish(row, keep(made))
            return made
    except IntegrityError:
        if begun and whole:
            raise
        known = _known(asked)
        if known is None:
            raise
        return again(known)


def _columns(asked: Asked) -> dict[str, str]:
    return {"sender": asked.sender, "path": asked.path, "key": asked.key, "body": asked.body}


def _known(asked: Asked) -> Answer | None:
    answered = AnsweredRequest.objects.filter(sender=asked.sender, path=asked.path, key=asked.key).first()
    if answered is None:
        return None
    if answered.body not in ("", asked.body):
        raise KeyUsed(_("This key was used for another request already."))
    return Answer(answered.status, answered.location, answered.answer)


def _write(asked: Asked, answer: Answer | None, now: datetime) -> None:
    if answer is not None:
        with transaction.atomic():
            _finish(AnsweredRequest.objects.create(**_columns(asked), at=now), answer)


def _finish(row: AnsweredRequest, answer: Answer | None) -> None:
    if answer is None:
        if not transaction.get_rollback():
            row.delete()
        return
    row.status, row.location, row.answer = answer.status, answer.location, answer.said
    row.save(update_fields=["status", "location", "answer"])
