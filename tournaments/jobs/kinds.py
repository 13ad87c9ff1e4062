"""The kinds of jobs there are. Whoever has long work makes its kind known when the site is loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

from tournaments.access import Actor
from tournaments.jobs.turns import LEASE
from tournaments.messages import Message
from tournaments.models.jobs import Job, JobFailure

#: a thing and what came of it
Done = tuple[Any, Any]


def _nothing(job: Job, done: Sequence[Done], now: datetime) -> None:
    """Keeps nothing."""


def _nowhere(job: Job) -> str:
    """Leads nowhere."""
    return ""


def _unnamed(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """None of them has a name."""
    return {}


class Named(NamedTuple):
    """What people call a thing of a job, and where it is read."""

    text: Message
    address: str = ""


def _whole(failures: QuerySet[JobFailure]) -> QuerySet[JobFailure]:
    """All of them."""
    return failures


@dataclass(frozen=True)
class Part:
    """What of a job is its reader's to know: ``holds`` says of which of its things (None: of all), ``failures`` which
    failures are of these; ``may_end``: whether the reader cancels it and goes on with it. ``note``: what else is to be
    said of it; ``written``: whether anything of it was kept, where that is not so with the first thing that is done;
    ``result``: what came of it, for programs."""

    may_end: bool
    holds: Callable[[Any], bool] | None = None
    failures: Callable[[QuerySet[JobFailure]], QuerySet[JobFailure]] = _whole
    note: Message | None = None
    written: bool = False
    result: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Kind:
    """``work`` does one thing, outside of any transaction; what it raises is that thing's failure. It writes nothing:
    the job may be cancelled while it is at it. (What does, asks in the transaction of each part, with the job's row
    locked, whether it was.) ``keep`` writes what came of a chunk, in the transaction that marks it as done. ``may_see``
    and ``may_end`` say who follows it and who cancels and resumes it; ``part``, for a job over things of which its
    readers may know some alone, of which. ``title`` is what people call it, ``address`` where its result is read,
    ``named`` what they call the things that could not be done, by the failure's number."""

    name: str
    title: Callable[[Job], Message]
    work: Callable[[Job, Any], Any]
    may_see: Callable[[Actor, Job], bool]
    may_end: Callable[[Actor, Job], bool]
    keep: Callable[[Job, Sequence[Done], datetime], None] = _nothing
    address: Callable[[Job], str] = _nowhere
    part: Callable[[Actor, Job], Part] | None = None
    named: Callable[[Sequence[JobFailure]], dict[int, Named]] = _unnamed
    #: things that one process does at a time: half a second's to a few seconds' work
    at_once: int = 20
    #: whether its title tells of a match what who runs the site may not know: that person may be a player
    closed: bool = False
    #: how long a claim stands that is not renewed, as it is not while one thing is done
    lease: timedelta = LEASE


KINDS: dict[str, Kind] = {}


def make_known(kind: Kind) -> None:
    """Adds a kind. Twice is once."""
    KINDS[kind.name] = kind
