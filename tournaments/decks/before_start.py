"""Deck lists that are still to be checked when an event is to start: who plays is settled by what the check says. Many
are waited for while the job that checks them goes on; what nobody does is done at the start itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from tournaments.access import Actor
from tournaments.day_rules.pinning import pin_rules, rules_today
from tournaments.day_rules.queries import rules_of
from tournaments.decks import rechecks
from tournaments.decks.rechecks import CHECK, TELL, check_again, check_lists, standing
from tournaments.errors import Conflict
from tournaments.jobs.alive import is_alive
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobChunk, JobFailure

OTHER_DAY = _("On another day than the event was planned for other errata hold.")


class ListsChecking(Conflict):
    """Many deck lists are still to be checked by a job that goes on; the event starts after that."""

    code: ClassVar[str] = "lists_checking"


@dataclass(frozen=True)
class Checking:
    """The standing deck lists that a job has not checked, by their keys; ``alive``: whether it will soon; ``needed``:
    whether somebody's place hangs on it."""

    job: Job
    left: tuple[int, ...]
    alive: bool
    needed: bool

    @property
    def waited_for(self) -> bool:
        """Whether the event does not start before it is done."""
        return self.needed and self.alive and len(self.left) > rechecks.FEW


def checking_in(event: Event, now: datetime) -> Checking | None:
    """The deck lists that are still to be checked, or could not be; None where there are none."""
    job = Job.objects.filter(kind=CHECK, event=event).order_by("-pk").first()
    if job is None:
        return None
    todo = set(_not_checked(job))
    if not todo:
        return None
    left = tuple(key for key in standing(event).order_by("pk").values_list("pk", flat=True) if key in todo)
    return Checking(job, left, is_alive(job, now), _needed(event)) if left else None


def _needed(event: Event) -> bool:
    return event.deck_lists == "required"


def _not_checked(job: Job) -> Iterator[int]:
    for items in JobChunk.objects.filter(job=job, done_at=None).values_list("items", flat=True):
        yield from (item for item in items if item != TELL)
    yield from JobFailure.objects.filter(job=job).exclude(item=TELL).values_list("item", flat=True)


def lists_before_start(event: Event, *, by: Actor, now: datetime) -> ListsChecking | None:
    """Has the deck lists checked by the rules that the event starts with, inside the transaction of the start, with the
    event held. Gives why it cannot start yet; what was begun for that is to be kept all the same.

    Where no list is asked for nobody's place hangs on it: a job goes on beside the event.
    """
    if rules_today(event, now).digest != rules_of(event).digest:  # it was planned for another day
        pin_rules(event, by=by, now=now)
        job = check_again(event, by=by, now=now).job
        return _refusal(job, _count(job), OTHER_DAY) if job is not None and _needed(event) else None
    checking = checking_in(event, now)
    if checking is None:
        return None
    if checking.waited_for:
        return _refusal(checking.job, len(checking.left))
    if checking.needed or not checking.alive:
        check_lists(event, checking.left)
    return None


def _count(job: Job) -> int:
    """The deck lists of a job that was just begun."""
    return job.items - 1


def _refusal(job: Job, left: int, why: Message | None = None) -> ListsChecking:
    said = _(
        "Deck lists that are still being checked by the rules of the game: %(n)s. Who plays is settled by that: start "
        "the event when it is done.",
        n=left,
    )
    return ListsChecking(said if why is None else joined(" ", [why, said]), job=job.pk, left=left)
