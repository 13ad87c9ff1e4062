"""Holding a code, or a file, against the logs that are stored."""

from __future__ import annotations

from typing import Literal

import msgspec
from django.db.models import F

from referee.budget import budget
from referee.judging.viewers import viewer_of
from referee.logs.codes import LogCode, file_fits, read_code
from referee.logs.reading import MAX_BYTES
from referee.logs.verification import Chain, of_file, of_record
from referee.models.records import Record
from referee.records.listing import whose_log
from referee.records.queries import is_hidden, records
from tournaments.access import Actor, may
from tournaments.errors import Invalid, NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import PUBLISHED_STATES

#: Seconds of computing for the file of a stranger.
A_FILE = 2.0


State = Literal["sound", "sent_broken", "changed"]
#: What is said of a chain; of any other, that it is not what it was.
STATES: dict[str, State] = {"sound": "sound", "sent_broken": "sent_broken"}


class Checked(msgspec.Struct, frozen=True):
    """What is said of a stored log. ``state``: it is what it was (``sound``), was ``sent_broken``, or is ``changed``.
    ``entry``: up to which entry that is said; ``grown``: how many came after it; ``whose``: the name of who kept it,
    empty for the table's."""

    record: Record
    state: State
    entry: int
    grown: int
    whose: str


class CheckedFile(msgspec.Struct, frozen=True):
    """What is said of a file: its own chain, the stored log that ends in the same hash, where there is one, and whether
    the file is the log of a code, where one was given."""

    chain: Chain
    stored: Checked | None
    fits: bool | None


def check_code(code: str, actor: Actor) -> Checked:
    """The log that a code is of, as far as the actor may know that there is one. Raises Invalid for what is no code,
    NotFound."""
    said = read(code)
    return _checked(_log(said.record, actor), said)


def read(code: str) -> LogCode:
    """What a code says. Raises Invalid."""
    said = read_code(code)
    if said is None:
        wrong = _("This is no code of a log: one of its signs is wrong, or one is missing.")
        raise Invalid(wrong, fields={"code": wrong})
    return said


def check_file(data: bytes, actor: Actor, code: str = "") -> CheckedFile:
    """What is said of a file of a log. Raises Invalid for what is no log or is too large."""
    if len(data) > MAX_BYTES:
        raise Invalid(_("A log may be at most %(n)s MB.", n=MAX_BYTES // 1024 // 1024))
    said = read(code) if code else None
    with budget(A_FILE):
        chain = of_file("", data)
        if chain.state == "unreadable":
            raise Invalid(_("The log cannot be read: %(why)s.", why=chain.message))
        matches = None if said is None else file_fits(data, said)
    stored = None
    if chain.head:
        for record in (
            records().filter(head=chain.head).order_by(F("replaced_at").asc(nulls_first=True), "pk")[:5]
        ):
            if _is_known(record, actor):
                stored = _checked(record, None)
                break
    return CheckedFile(chain, stored, matches)


def _log(number: int, actor: Actor) -> Record:
    record = records().filter(pk=number).first()
    if record is None or not _is_known(record, actor):
        raise NotFound(_("This site has no log with this code, or none that you may know of."))
    return record


def _is_known(record: Record, actor: Actor) -> bool:
    """Whether the actor may know of a log: what everybody may, and no more."""
    round = record.match.round
    if not may(actor, "view_event", round.event) or round.state not in PUBLISHED_STATES:
        return False
    return not is_hidden(record, viewer_of(actor, record.match))


def _checked(record: Record, said: LogCode | None) -> Checked:
    """The chain of a stored log, read anew, and whether it has the hash that a code says."""
    entry = record.entries if said is None else said.entry
    chain = of_record(record, said)
    state = STATES.get(chain.state, "changed")
    whose = whose_log(record, list(record.match.seats.all()))
    return Checked(record, state, entry, max(0, record.entries - entry), whose)
