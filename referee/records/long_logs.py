"""A log that is longer than any game's, attached as long work: judged beside everything, stored with the mark that it
is done. A shorter one, and one of who has no account, is attached within the request."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from referee.judging.own_match import may_read_verdicts
from referee.judging.viewers import own_seat, viewer_of
from referee.logs.reading import BadLog, check_header, has_rulings, is_long
from referee.models.records import Record
from referee.records.changes import JudgedLog, attach_log, check_open, judge_log, keep_judged, seat_for
from referee.records.queries import match_of
from tournaments.access import Actor, may, require
from tournaments.errors import Conflict, DomainError
from tournaments.jobs.failures import failure, failure_of
from tournaments.jobs.kinds import Done, Kind, Named, Part
from tournaments.jobs.sent_files import begin_with_file, file_of, forget_file, sender_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.rounds import Match

ATTACH = "attach_log"


def attach_or_begin(
    match: Match,
    game_number: int,
    data: bytes,
    *,
    by: Actor,
    now: datetime,
    seat: str | None = None,
    with_cards: bool = False,
    job: bool = False,
) -> Record | Job:
    """The log, stored as by ``attach_log``; or the job that does it, where it is long or that is to be a ``job``, and
    the actor's account alone may do what the actor may. What is wrong with its header is told at once. Raises what
    ``attach_log`` does, and Conflict while another log of the account's is being attached."""
    if not (job or is_long(data)) or not _by_account(match, by):
        return attach_log(match, game_number, data, by=by, now=now, seat=seat, with_cards=with_cards)
    whose, letters = seat_for(match, game_number, by=by, seat=seat)
    check_header(data, match.round.event.game, letters)
    check_open(match, by)
    said = {"match": match.pk, "game_number": game_number, "seat": whose, "with_cards": with_cards}
    return begin_with_file(
        ATTACH,
        data,
        event=match.round.event,
        arguments=said,
        by=by,
        now=now,
        another=_("Another log of yours is being judged. Wait until it is done."),
    )


def attaching(match: Match, actor: Actor) -> Job | None:
    """The actor's newest job that attaches a log to this match, where it has not stored it."""
    if actor.user is None:
        return None
    mine = Job.objects.filter(kind=ATTACH, event=match.round.event_id, by_user=actor.user, cancelled_at=None)
    newest = mine.filter(arguments__match=match.pk).order_by("-pk").first()
    if newest is None or "record" in newest.arguments or not _is_mine(actor, newest):
        return None
    return newest


def _by_account(match: Match, by: Actor) -> bool:
    """Whether the account of who sends a log gives all the right to it, without a claim link that was opened."""
    if by.user is None:
        return False
    account = Actor.of_user(by.user)
    return own_seat(account, match) == own_seat(by, match) and may(
        account, "attach_log", match.round.event, match
    )


def _who(job: Job, match: Match) -> Actor:
    """Who sent the log, and may still attach it for the seat that it was sent for. Raises Conflict, NotAllowed."""
    sender = sender_of(job)
    whose, _letters = seat_for(match, job.arguments["game_number"], by=sender, seat=job.arguments["seat"])
    if whose != job.arguments["seat"]:
        raise Conflict(_("You sit at %(seat)s by now. Send your log once more.", seat=whose))
    return sender


def _work(job: Job, item: Any) -> JudgedLog | BadLog:
    match = match_of(job.arguments["match"], sender_of(job))
    sender, said = _who(job, match), job.arguments
    data = file_of(job)
    try:
        return judge_log(
            match,
            said["game_number"],
            data,
            by=sender,
            seat=said["seat"],
            with_cards=said["with_cards"],
        )
    except BadLog as error:
        return error  # its line is told with it


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, came in done:
        if isinstance(came, BadLog):
            failure(job, came.line or item, came.message, now).save()
            continue
        try:
            with transaction.atomic():
                record = _store(job, came, now)
        except DomainError as error:
            failure_of(job, item, error, now).save()
            continue
        job.arguments = {**job.arguments, "record": record.pk}
        job.save(update_fields=["arguments"])
    forget_file(job)


def _store(job: Job, came: JudgedLog, now: datetime) -> Record:
    """Stores it, if who sent it may still do so: roles and seats change while it is judged."""
    match = match_of(job.arguments["match"], sender_of(job))
    sender = _who(job, match)
    if has_rulings(came.upload.log):
        require(sender, "rule", match.round.event, match)
    return keep_judged(came._replace(match=match), by=sender, now=now)


def _title(job: Job) -> Message:
    return _("A long log")


def _is_mine(actor: Actor, job: Job) -> bool:
    """Who sent it, and nobody else: what is wrong with a log may name what its player alone has seen."""
    if actor.user is None or actor.user.pk != job.by_user_id or job.event is None:
        return False
    has_right = actor.user_at(job.event.pk) is not None and actor.may_ask("attach_log")
    return has_right and may(actor, "view_event", job.event)


def _part(actor: Actor, job: Job) -> Part:
    if "record" not in job.arguments:
        return Part(_is_mine(actor, job))
    number = job.arguments["record"]
    return Part(
        _is_mine(actor, job),
        note=_("The log is stored and judged, as number %(n)s.", n=number),
        result={"record": number},
    )


def _named(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """Lines by their numbers; else the file as a whole."""
    return {
        row.pk: Named(_("Line %(n)s", n=row.item) if isinstance(row.item, int) else _("The log"))
        for row in failures
    }


def _address(job: Job) -> str:
    """The log, where its sender may read now what the site says of it; else the logs of the match."""
    number = job.arguments.get("record")
    record = None if number is None else Record.objects.filter(pk=number).first()
    if record is not None and job.by_user is not None:
        sender = Actor.of_user(job.by_user)
        match = match_of(record.match_id, sender)
        if may_read_verdicts(sender, viewer_of(sender, match)):
            return reverse("referee:record_page", args=[record.pk])
    return reverse("referee:record_upload", args=[job.arguments["match"]])


KIND = Kind(
    ATTACH,
    _title,
    _work,
    _is_mine,
    _is_mine,
    _keep,
    _address,
    part=_part,
    named=_named,
    at_once=1,
    lease=LONG_LEASE,
)
