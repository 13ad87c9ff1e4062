"""Taking the precedents of another site in, all new ones of a file or none: a few at once, and many as long work,
judged beside everything and written with the mark that it is done."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.urls import reverse

from referee.budget import WHOLE_LOG, TooCostly, budget
from referee.models.precedents import Precedent
from referee.precedents.changes import BadScenario
from referee.precedents.checking import check_precedent
from referee.precedents.contents import words_of
from referee.precedents.copies import copy_for_all
from referee.precedents.exchange import (
    WHOLE_FILE,
    BadSet,
    Line,
    Problem,
    Sorted,
    judged,
    name_taken,
    sort_out,
    stored_by,
)
from rules.registry import known
from tournaments.access import Actor, may, require
from tournaments.errors import Conflict, DomainError
from tournaments.jobs.failures import failure, failure_of
from tournaments.jobs.kinds import Done, Kind, Named, Part
from tournaments.jobs.sent_files import begin_with_file, file_of, forget_file, sender_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure

IMPORT = "import_precedents"
#: So many are judged by the rules of today where they are taken in; of more, each is judged by the sweep, as long work.
JUDGED_AT_ONCE = 10
#: So many that do not hold are named.
NAMED = 12


class Ready(NamedTuple):
    """A new precedent with all that is worked out of it. ``holds``: whether it does, by this site's rules."""

    number: int
    line: Line
    words: str
    open_text: str
    open_words: str
    holds: bool


class Judged(NamedTuple):
    """What comes of a file: the new ones, or what is wrong."""

    ready: tuple[Ready, ...]
    problems: tuple[Problem, ...]


def import_precedents(
    data: bytes, *, by: Actor, now: datetime, event: Event | None = None, looked: str = ""
) -> list[Precedent]:
    """Takes every new precedent of a file in, or none. ``event``: the one whose staff takes them in; without it the
    site's operator does. ``looked``: the digest of what the sender looked over. Raises NotAllowed, BadSet with the
    problems, TooCostly, Conflict for another file than was looked over, or where one of a name came meanwhile."""
    return _take(_judge(_read(data, by, event, looked), WHOLE_FILE), event, by, now)


def import_or_begin(
    data: bytes, *, by: Actor, now: datetime, event: Event, looked: str = "", job: bool = False
) -> list[Precedent] | Job:
    """The same; or, where there is much to judge or it is to be a ``job``, the one that does it. Raises also Conflict
    while another file of the account's is to be taken in."""
    lines = _read(data, by, event, looked)
    if not job and not lines.many:
        return _take(_judge(lines, WHOLE_LOG), event, by, now)
    if lines.problems:
        raise bad_set(lines.told)
    return begin_with_file(IMPORT, data, event=event, by=by, now=now)


def _read(data: bytes, by: Actor, event: Event | None, looked: str) -> Sorted:
    if event is not None:
        require(by, "import_precedents", event)
    lines = sort_out(data)
    if looked and looked != lines.digest:
        raise Conflict(_("This is another file than the one looked over."))
    return lines


def bad_set(problems: Sequence[Problem]) -> BadSet:
    """The refusal that says what is wrong with which line."""
    said = [{"line": one.line, "message": one.message} for one in problems]
    return BadSet(_("Nothing was taken in: lines are wrong."), problems=said)


def _take(made: Judged, event: Event | None, by: Actor, now: datetime) -> list[Precedent]:
    if made.problems:
        raise bad_set(made.problems)
    with transaction.atomic():
        kept = _write(made.ready, event, by, now)
        for one in kept if len(kept) <= JUDGED_AT_ONCE else ():
            check_precedent(one, now=now)
    return kept


def _judge(lines: Sorted, seconds: float) -> Judged:
    """Judges the new ones and makes their copies; pure work of so many seconds at most. Raises TooCostly."""
    ready = []
    with budget(seconds):
        for number, line in lines.new:
            try:
                ready.append(_ready(number, line))
            except (BadScenario, TooCostly) as error:
                lines.problems.append(Problem(number, error.message))
    return Judged(tuple(ready), lines.told)


def _ready(number: int, line: Line) -> Ready:
    failures = judged(line)
    game = known(line.game)
    assert game is not None
    data = line.scenario.encode()
    # What another site gave away is open; its copy here leaves comments and notes out once more, unless it no longer
    # holds.
    copy = copy_for_all(game, data).decode() or line.scenario
    words, open_words = words_of(line.name, data), words_of(line.name, copy.encode())
    return Ready(number, line, words, copy, open_words, not failures)


def _write(ready: Sequence[Ready], event: Event | None, by: Actor, now: datetime) -> list[Precedent]:
    rows = [
        Precedent(
            event=event,
            game=one.line.game,
            name=one.line.name,
            text=one.line.scenario,
            words=one.words,
            open_text=one.open_text,
            open_words=one.open_words,
            at=now,
            **by.fact,
        )
        for one in ready
    ]
    try:
        with transaction.atomic():
            return Precedent.objects.bulk_create(rows, batch_size=100)
    except IntegrityError:
        raise Conflict(_("There is a precedent of this name. Choose another.")) from None


def _who(job: Job) -> Actor:
    """Who sent the file, and may still take precedents in. Raises Conflict, NotAllowed."""
    sender = sender_of(job)
    assert job.event is not None
    require(sender, "import_precedents", job.event)
    return sender


def _work(job: Job, item: Any) -> Judged:
    _who(job)
    return _judge(sort_out(file_of(job)), WHOLE_FILE)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, made in done:
        try:
            taken, problems = _all_or_none(job, made, now)
        except DomainError as error:
            failure_of(job, item, error, now).save()
            continue
        JobFailure.objects.bulk_create(failure(job, one.line, one.message, now) for one in problems)
        not_held = [one.line.name for one in taken if not one.holds]
        job.arguments = {"taken": len(taken), "failing": len(not_held), "named": not_held[:NAMED]}
        job.save(update_fields=["arguments"])
    forget_file(job)


def _all_or_none(job: Job, made: Judged, now: datetime) -> tuple[Sequence[Ready], Sequence[Problem]]:
    """Writes what is new by now, unless something is wrong."""
    stored = stored_by(one.line for one in made.ready)
    new, problems = [], list(made.problems)
    for one in made.ready:
        there = stored.get((one.line.game, one.line.name))
        if there is None:
            new.append(one)
        elif one.line.scenario not in there:
            problems.append(Problem(one.number, name_taken(one.line.name)))
    if problems:
        return (), problems
    _write(new, job.event, _who(job), now)
    return new, ()


def _title(job: Job) -> Message:
    return _("Precedents out of a file")


def _may_take_in(actor: Actor, job: Job) -> bool:
    return job.event is not None and may(actor, "import_precedents", job.event)


def _may_see(actor: Actor, job: Job) -> bool:
    """Who sent it, as long as the event may be seen, and who could have."""
    if actor.user is not None and actor.is_whole and actor.user.pk == job.by_user_id:
        return job.event is not None and may(actor, "view_event", job.event)
    return _may_take_in(actor, job)


def _part(actor: Actor, job: Job) -> Part:
    return Part(_may_take_in(actor, job), note=_note(job))


def _note(job: Job) -> Message | None:
    """How many were taken in, and which of them do not hold here."""
    if not job.arguments.get("taken"):
        return None
    said = [_("%(n)s precedents are taken in.", n=job.arguments["taken"])]
    if job.arguments["failing"]:
        names = ", ".join(job.arguments["named"])
        more = ", …" if job.arguments["failing"] > len(job.arguments["named"]) else ""
        said.append(
            _("By this site’s rules these do not hold, and are marked: %(names)s.", names=names + more)
        )
    return joined(" ", said)


def _named(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """Lines by their numbers; the file as a whole has none."""
    return {row.pk: Named(_("Line %(n)s", n=row.item)) for row in failures if isinstance(row.item, int)}


def _address(job: Job) -> str:
    return reverse("referee:precedents", args=[job.event.slug]) if job.event is not None else ""


KIND = Kind(
    IMPORT,
    _title,
    _work,
    _may_see,
    _may_take_in,
    _keep,
    _address,
    part=_part,
    named=_named,
    at_once=1,
    lease=LONG_LEASE,
)
