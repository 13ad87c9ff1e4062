"""A list of people with many deck lists taken as long work: these are read beside everything, and all are entered with
the mark that it is done, or nobody."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.urls import reverse

from tournaments.access import Actor, require
from tournaments.access.permissions import ever
from tournaments.entrants.list_reading import ReadList, read_list
from tournaments.entrants.many import (
    BadList,
    LookedOver,
    ReadDecks,
    beside_event,
    check_preview,
    many_decks,
    read_decks,
    take_list,
)
from tournaments.errors import Conflict, DomainError
from tournaments.jobs.alive import is_alive
from tournaments.jobs.failures import failure, failure_of
from tournaments.jobs.kinds import Done, Kind, Named, Part
from tournaments.jobs.sent_files import begin_with_file, file_of, forget_file, sender_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.locks import locked
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure

ENTER = "enter_list"


class ReadWhole(NamedTuple):
    """A list that was read with all its deck lists, as the game has them."""

    read: ReadList
    decks: ReadDecks
    game: str


def enter_or_begin(
    event: Event,
    data: bytes,
    *,
    by: Actor,
    now: datetime,
    same_names: bool = False,
    looked: str = "",
    job: bool = False,
) -> LookedOver | Job:
    """Enters everybody new on the list, as `add_entrants` does; or, where they bring many deck lists or it is to be a
    `job`, begins the one that will. Raises what `add_entrants` raises, as far as it can be said without reading deck
    lists, and Conflict while another list of the account's is to be taken."""
    require(by, "add_entrant", event)
    read = read_list(data)
    if job or many_decks(read.lines):
        preview = beside_event(event, read, by, same_names)
        if job or preview.unread:
            check_preview(event, preview, looked)
            arguments = {"same_names": same_names, "looked": looked}
            return begin_with_file(ENTER, data, event=event, arguments=arguments, by=by, now=now)
    return take_list(event, read, {}, by=by, now=now, same_names=same_names, looked=looked)


def check_no_list(event: Event, now: datetime) -> None:
    """Raises Conflict while a list of people is being taken, who would be shut out by what comes now; one that nobody
    takes up is not waited for."""
    rows = Job.objects.filter(kind=ENTER, event=event, finished_at=None, cancelled_at=None)
    job = next((job for job in rows if is_alive(job, now)), None)
    if job is not None:
        raise Conflict(_("A list of players is being taken just now. Wait until that is done."), job=job.pk)


def _who(job: Job) -> Actor:
    """Who sent the list, and may still enter people. Raises Conflict, NotAllowed, WrongState."""
    sender = sender_of(job)
    assert job.event is not None
    require(sender, "add_entrant", job.event)
    return sender


def _work(job: Job, item: Any) -> ReadWhole:
    _who(job)
    data = file_of(job)
    assert job.event is not None
    read, game = read_list(data), job.event.game
    return ReadWhole(read, read_decks(read.lines, game), game)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, made in done:
        try:
            with transaction.atomic():
                taken = _take(job, made, now)
        except BadList as error:
            problems: Any = error.details["problems"]
            rows = [failure(job, one["line"], one["message"], now) for one in problems]
            JobFailure.objects.bulk_create(rows)
            _say(job, wrong=error.count)
        except DomainError as error:
            failure_of(job, item, error, now).save()
        else:
            _say(
                job,
                entered=len(taken.new),
                waiting=taken.waiting,
                doubled=len(taken.doubled),
                checking=taken.job is not None,
            )
    forget_file(job)


def _take(job: Job, made: ReadWhole, now: datetime) -> LookedOver:
    assert job.event is not None
    event, said = locked(job.event), job.arguments
    decks = made.decks if made.game == event.game else {}
    how = {"same_names": said["same_names"], "looked": said["looked"]}
    return take_list(event, made.read, decks, by=_who(job), now=now, **how)


def _say(job: Job, **said: int) -> None:
    job.arguments |= said
    job.save(update_fields=["arguments"])


def _title(job: Job) -> Message:
    return _("Players out of a list")


def _may(actor: Actor, job: Job) -> bool:
    """Whoever enters people, also once the event has started: what is wrong with a deck list says what is in it."""
    return job.event is not None and ever(actor, ["add_entrant"], job.event)


def _part(actor: Actor, job: Job) -> Part:
    return Part(_may(actor, job), note=_note(job))


def _note(job: Job) -> Message | None:
    """What comes of it, and what came."""
    said = job.arguments
    if job.finished_at is None:
        return _("All are entered at once when every deck list was read; where one cannot be, nobody is.")
    if said.get("wrong"):
        return _(
            "Nobody is entered: mistakes in the list: %(n)s. Correct them and send it once more.",
            n=said["wrong"],
        )
    if not said.get("entered"):
        return _("Nobody is entered.")
    told = [
        _("From a list: %(n)s entered, %(m)s of them on the waitlist.", n=said["entered"], m=said["waiting"])
    ]
    if said["doubled"]:
        told.append(_("Left out, because they are there already: %(n)s.", n=said["doubled"]))
    if said["checking"]:
        told.append(_("Their deck lists are checked by the rules of the game as long work of its own."))
    return joined(" ", told)


def _named(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """Lines by their numbers, and the list as a whole; each leads to where a list is sent."""
    named = {}
    for row in failures:
        slug = row.job.event.slug if row.job.event is not None else ""
        place = _("Line %(n)s", n=row.item) if isinstance(row.item, int) and row.item else _("The list")
        named[row.pk] = Named(place, reverse("tournaments:enter_many", args=[slug]) if slug else "")
    return named


def _address(job: Job) -> str:
    if job.event is None or not job.arguments.get("entered"):
        return ""
    return reverse("tournaments:entrants", args=[job.event.slug])


KIND = Kind(
    ENTER,
    _title,
    _work,
    _may,
    _may,
    _keep,
    _address,
    part=_part,
    named=_named,
    at_once=1,
    lease=LONG_LEASE,
)
