"""Deck lists that are still to be checked when an event is to start: who plays is settled by what the check says. Many
are waited for; a few are checked at the start itself, and where nobody does jobs and nobody waits for a page, many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.db import transaction

from tournaments.access import Actor
from tournaments.day_rules.pinning import day_of, pin_rules, rules_today
from tournaments.day_rules.queries import rules_of
from tournaments.decks import rechecks
from tournaments.decks.rechecks import CHECK, TELL, check_again, check_at_start, newest_job, standing, untold
from tournaments.errors import Conflict
from tournaments.jobs.alive import is_alive, waits_long
from tournaments.jobs.changes import begin_job, resume_job
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobChunk, JobFailure

#: Of a job: it checks what another failed at.
AGAIN = "again"


class ListsChecking(Conflict):
    """Many deck lists are still to be checked; the event starts after that."""

    code: ClassVar[str] = "lists_checking"

    def __init__(self, checking: Checking) -> None:
        super().__init__(
            _(
                "Deck lists that are still being checked by the rules of the game: %(n)s. Who plays is settled by "
                "that: start the event when it is done.",
                n=len(checking.left),
            ),
            job=checking.job.pk,
            left=len(checking.left),
        )


class OtherRulesToday(Conflict):
    """Many deck lists were checked by other errata than hold today; the event is to be planned for today first."""

    code: ClassVar[str] = "other_rules_today"


@dataclass(frozen=True)
class Checking:
    """The standing deck lists that a job has not checked, by their keys; ``alive``: whether it will soon; ``waits``:
    whether it has waited for long behind others; ``needed``: whether somebody's place hangs on it."""

    job: Job
    left: tuple[int, ...]
    alive: bool
    waits: bool
    needed: bool

    @property
    def many(self) -> bool:
        """Whether they are more than are checked within a request."""
        return len(self.left) > rechecks.FEW

    @property
    def waited_for(self) -> bool:
        """Whether the event does not start before it is done."""
        return self.needed and self.many and self.alive

    @property
    def calm(self) -> bool:
        """Whether nothing is to be done about it."""
        return self.alive and not self.waits

    @property
    def failed(self) -> bool:
        """Whether they could not be checked, twice: they stay as they are."""
        return self.job.finished_at is not None and not self.left_lying

    @property
    def left_lying(self) -> bool:
        """Whether nobody is at it, so that whoever asks for the start has it done. What it has failed at twice it is
        not asked for again."""
        if self.job.finished_at is not None:
            return not self.job.arguments.get(AGAIN)
        return not self.alive or self.waits

    @property
    def taken_up(self) -> bool:
        """Whether the event does not start before it is done, and whoever asks for the start has it done."""
        return self.needed and self.many and self.left_lying


def checking_in(event: Event, now: datetime) -> Checking | None:
    """The deck lists that are still to be checked, or could not be; None where there are none."""
    job = newest_job(event)
    if job is None:
        return None
    todo = set(_not_checked(job))
    if not todo:
        return None
    left = tuple(key for key in standing(event).order_by("pk").values_list("pk", flat=True) if key in todo)
    if not left:
        return None
    return Checking(job, left, is_alive(job, now), waits_long(job, now), _needed(event))


def _needed(event: Event) -> bool:
    return event.deck_lists == "required"


def _not_checked(job: Job) -> Iterator[int]:
    for items in JobChunk.objects.filter(job=job, done_at=None).values_list("items", flat=True):
        yield from (item for item in items if item != TELL)
    yield from JobFailure.objects.filter(job=job).exclude(item=TELL).values_list("item", flat=True)


def check_before_start(event: Event, *, many: bool, by: Actor, now: datetime) -> None:
    """Has the deck lists checked by the rules that the event starts with, inside the transaction of the start, with the
    event held. Without ``many`` no more than a few are: a job does it, before the start or, where nobody's place hangs
    on it, beside the event. Raises ListsChecking and OtherRulesToday where it cannot start yet.
    """
    if rules_today(event, now).digest != rules_of(event).digest:
        _check_by_today(event, by, now)
        return
    checking = checking_in(event, now)
    if checking is None:
        return
    if checking.waited_for or (checking.taken_up and not many):
        raise ListsChecking(checking)
    if checking.many and not many:
        return
    if checking.needed or not checking.alive:
        check_at_start(event, checking.left, by=by, now=now)


def go_on_checking(event: Event, *, now: datetime) -> Job | None:
    """The job that is to be done before the event starts, or beside it: one that was cancelled goes on, and what one
    failed at is checked once more by another. None where nothing is left, or somebody is at it."""
    with transaction.atomic():
        event = locked(event)
        checking = checking_in(event, now)
        if checking is None or not checking.left_lying:
            return None
        job = checking.job
        if job.finished_at is not None:
            said = {AGAIN: True, **untold(job)}
            return begin_job(
                CHECK, checking.left, event=event, arguments=said, by=Actor.system(), now=now, last=[TELL]
            )
    # Outside of that: who writes what came of a job holds it before the event.
    return job if job.cancelled_at is None else resume_job(job, by=Actor.system(), now=now)


def _check_by_today(event: Event, by: Actor, now: datetime) -> None:
    """Has them checked by other rules than those of the planned day, which the event keeps if it does start."""
    lists = list(standing(event).order_by("pk").values_list("pk", flat=True))
    many = len(lists) > rechecks.FEW
    if many and _needed(event):
        day = day_of(event, now).isoformat()
        raise OtherRulesToday(
            _(
                "Today other errata hold than those by which the deck lists were checked (%(n)s): lists are "
                "checked for the day the event is planned for. Set its start to %(day)s: they are then checked by what "
                "holds today, and the event can start when that is done.",
                n=len(lists),
                day=day,
            ),
            day=day,
        )
    pin_rules(event, by=by, now=now)
    if many:
        check_again(event, by=by, now=now)
    else:
        check_at_start(event, lists, by=by, now=now)
