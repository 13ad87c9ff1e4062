"""Bringing a rulebook's text in where somebody waits: a short one at once, a long one as long work, read beside
everything and written with the mark that it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse

from referee.models.rulebooks import RulebookText
from referee.original_texts.changes import (
    IMPORT,
    ReadText,
    check_may_bring_in,
    check_text,
    import_rulebook,
    keep_text,
    read_text,
)
from referee.original_texts.queries import missing_of, to_have
from tournaments.access import Actor
from tournaments.errors import DomainError
from tournaments.jobs.failures import failure_of
from tournaments.jobs.kinds import Done, Kind, Named, Part
from tournaments.jobs.sent_files import begin_with_file, file_of, forget_file, sender_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.jobs import Job, JobFailure

#: A text of more bytes is brought in as long work. The longest rulebook there is has 86,000; the work grows with the
#: text, and this is a sixth of a second's.
LARGE = 200_000
#: So many headings that were not found are named.
NAMED = 12


def import_or_begin(game: str, name: str, data: bytes, *, by: Actor, now: datetime) -> RulebookText | Job:
    """The text, brought in as by `import_rulebook` for the actor alone; or the job that does it, where it has more
    bytes than `LARGE`. Raises what `import_rulebook` does, and Conflict while another text of the account's is to be
    brought in."""
    if len(data) <= LARGE:
        return import_rulebook(game, name, data, by=by, now=now)
    check_may_bring_in(by)
    _game, called, _text = check_text(game, name, data)
    return begin_with_file(IMPORT, data, arguments={"game": game, "name": called}, by=by, now=now)


def said_of(kept: RulebookText) -> Message:
    """How many entries have their wording by this text, and which have none."""
    return _said(_counted(kept))


def _counted(kept: RulebookText) -> dict[str, Any]:
    """The same, as a job keeps it."""
    missing = [entry.heading for entry in missing_of(kept)]
    return {"entries": len(to_have(kept)), "without": len(missing), "named": missing[:NAMED]}


def _said(counted: Mapping[str, Any]) -> Message:
    entries, without = counted["entries"], counted["without"]
    said = [_("%(n)s of %(all)s entries have their wording now.", n=entries - without, all=entries)]
    if without:
        headings = "; ".join(counted["named"]) + ("; …" if without > len(counted["named"]) else "")
        said.append(_("Without wording: %(headings)s.", headings=headings))
    return joined(" ", said)


def _who(job: Job) -> Actor:
    """Who sent the text, and may still bring one in. Raises Conflict, NotAllowed."""
    sender = sender_of(job)
    check_may_bring_in(sender)
    return sender


def _work(job: Job, item: Any) -> ReadText:
    _who(job)
    data = file_of(job)
    # the name has lost its ending already, and another dot in it is no ending
    return read_text(job.arguments["game"], job.arguments["name"] + ".txt", data)


def _keep(job: Job, done: Sequence[Done], now: datetime) -> None:
    for item, read in done:
        try:
            with transaction.atomic():
                kept = keep_text(read, by=_who(job), now=now)
        except DomainError as error:
            failure_of(job, item, error, now).save()
            continue
        job.arguments = {**job.arguments, **_counted(kept)}
        job.save(update_fields=["arguments"])
    forget_file(job)


def _title(job: Job) -> Message:
    return _("A rulebook’s text out of a file")


def _mine(actor: Actor, job: Job) -> bool:
    """Who sent it, by a sign-in of their own, as for the text itself; and who runs the site."""
    if actor.user is None or actor.grant is not None:
        return False
    return actor.user.is_superuser or job.by_user_id == actor.user.pk


def _part(actor: Actor, job: Job) -> Part:
    return Part(_mine(actor, job), note=_said(job.arguments) if "entries" in job.arguments else None)


def _named(failures: Sequence[JobFailure]) -> dict[int, Named]:
    """The file, by the text's name; of an account that left it has none."""
    called = {row.pk: row.job.arguments.get("name") for row in failures}
    return {number: Named(_("The text “%(name)s”", name=name)) for number, name in called.items() if name}


def _address(job: Job) -> str:
    return reverse("referee:own_texts")


KIND = Kind(
    IMPORT,
    _title,
    _work,
    _mine,
    _mine,
    _keep,
    _address,
    part=_part,
    named=_named,
    at_once=1,
    lease=LONG_LEASE,
)
