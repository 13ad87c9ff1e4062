"""The kinds of jobs there are. Whoever has long work makes its kind known when the site is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournaments.access import Actor
from tournaments.messages import Message
from tournaments.models.jobs import Job, JobFailure

#: a thing and what came of it
Done = tuple[Any, Any]


def _nothing(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Keeps nothing."""


def _nowhere(job: Job) -> str:
    """Leads nowhere."""
    return ""


def _every(actor: Actor, job: Job, failures: QuerySet[JobFailure]) -> QuerySet[JobFailure]:
    """All of them."""
    return failures


@dataclass(frozen=True)
class Kind:
    """``work`` does one thing, outside of any transaction; what it raises is that thing's failure. ``keep`` writes what
    came of a chunk, in the transaction that marks it as done. ``may_see`` and ``may_end`` say who follows it and who
    cancels and resumes it, ``seen`` which of its failures somebody is told of who may see it; ``title`` what people
    call it, ``address`` where its result is read."""

    name: str
    title: Callable[[Job], Message]
    work: Callable[[Job, Any], Any]
    may_see: Callable[[Actor, Job], bool]
    may_end: Callable[[Actor, Job], bool]
    keep: Callable[[Job, Sequence[Done], datetime], None] = _nothing
    address: Callable[[Job], str] = _nowhere
    seen: Callable[[Actor, Job, QuerySet[JobFailure]], QuerySet[JobFailure]] = _every
    #: things that one process does at a time: half a second's to a few seconds' work
    at_once: int = 20


KINDS: dict[str, Kind] = {}


def make_known(kind: Kind) -> None:
    """Adds a kind. Twice is once."""
    KINDS[kind.name] = kind
