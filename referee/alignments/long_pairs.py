"""Two logs that are together longer than any two games' are laid beside each other as long work, and what both tell
together is written as such: each is a file that is asked for where it is read. Shorter ones within the request.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse

import rules.alignment
from referee.alignments.changes import merged_file
from referee.alignments.making import NotAligned, NotAlignedNow, beside
from referee.alignments.page import Laid, laid_in_words
from referee.judging.judged import mark_now
from referee.models.records import Record
from referee.records.listing import whose_log
from referee.records.queries import records
from referee.replays.page import names_of
from rules.kernel.messages import plainly
from rules.kernel.rulebook import ruleset_hash
from tournaments.access import Actor, may
from tournaments.errors import Conflict, NotFound
from tournaments.made_files.answers import Send, answer_of_file
from tournaments.made_files.makers import Asked, Maker, make_known
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.pages.translation import translated

#: Entries of both together that are laid beside each other within a request: a quarter of a second on a slow machine.
#: The longest game that self-play found has 1,824. As many bytes as that many entries have are counted as these.
MOST, BYTES_AN_ENTRY = 5_000, 200


class Kept(msgspec.Struct, frozen=True):
    """What came of two long logs; or why they cannot be laid beside each other, in English and in the reader's
    language."""

    laid: Laid | None
    failed: str = ""
    said: str = ""


class KeptRefusal(NotAligned):
    """Two logs of which it is known that they cannot be laid beside each other. ``said``: why, in the reader's
    language."""

    def __init__(self, kept: Kept) -> None:
        super().__init__(kept.failed)
        self.said = kept.said


def length_of(first: Record, second: Record) -> int:
    """How long two logs are together, in entries."""
    return max(first.entries + second.entries, (first.size + second.size) // BYTES_AN_ENTRY)


def whose_logs(first: Record, second: Record) -> tuple[str, str]:
    """Who kept each of two logs of a match; empty for the table's."""
    seats = list(first.match.seats.all())
    return whose_log(first, seats), whose_log(second, seats)


def answer_beside(
    http: HttpRequest,
    logs: tuple[Record, Record],
    actor: Actor,
    send: Callable[[Laid], HttpResponse],
    query: str = "",
    *,
    parting: bool = True,
) -> HttpResponse:
    """What ``send`` makes of two logs beside each other; of long ones, where that will be. Whoever asks has asked
    whether the actor may read both. ``parting``: whether it looks at where they part. Raises NotAligned, Conflict."""
    first, second = logs
    if not LAID.is_large(length_of(first, second)):
        whose = whose_logs(first, second)
        return send(laid_in_words(beside(first, second), logs, whose, parting=parting))
    asked = {"logs": f"{first.pk}-{second.pk}", "of": _made_of(first, second)}
    return answer_of_file(
        http, first.match.round.event, actor, LAID, asked, lambda body: send(_laid(body)), query
    )


def answer_merged(http: HttpRequest, logs: tuple[Record, Record], actor: Actor, send: Send) -> HttpResponse:
    """What ``send`` makes of what two logs tell together, as a file; of long ones, where that will be. As
    ``answer_beside``."""
    first, second = logs
    if not MERGED.is_large(length_of(first, second)):
        return send(merged_file(first, second, by=actor))
    asked = {"logs": f"{first.pk}-{second.pk}", "of": _told_by(first, second)}
    return answer_of_file(http, first.match.round.event, actor, MERGED, asked, send)


def as_file(first: Record, second: Record, body: bytes) -> HttpResponse:
    """What two logs tell together, to be saved."""
    answer = HttpResponse(body, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="log-{first.pk}-{second.pk}.jsonl"'
    return answer


def _told_by(first: Record, second: Record) -> str:
    """A hash of both logs as they are stored, of the rules, and of how logs are laid beside each other."""
    marks = [mark_now(first), mark_now(second), ruleset_hash(rules.alignment.__name__)]
    return sha256(msgspec.json.encode(marks)).hexdigest()


def _made_of(first: Record, second: Record) -> str:
    """The same, and of the names that stand on the page, and of the form in which it is kept."""
    around = [_told_by(first, second), names_of(first), whose_logs(first, second), _form()]
    return sha256(msgspec.json.encode(around)).hexdigest()


@cache
def _form() -> Any:
    return msgspec.json.schema(Kept)


def _laid(body: bytes) -> Laid:
    kept = msgspec.json.decode(body, type=Kept)
    if kept.laid is None:
        raise KeptRefusal(kept)
    return kept.laid


def _two(event: Event, asked: Asked) -> tuple[Record, Record]:
    numbers = [int(number) for number in asked["logs"].split("-")]
    logs = {record.pk: record for record in records().filter(pk__in=numbers, match__round__event=event)}
    if len(logs) != len(numbers):
        raise NotFound(_("There is no such log."))
    first, second = (logs[number] for number in numbers)
    second.match = first.match
    return first, second


def _check(asked: Asked, of: str) -> None:
    """A file stays under what it was asked for by: so it holds that alone."""
    if asked["of"] != of:
        raise Conflict(_("One of these logs, or a name, has changed since. Ask for both once more."))


def _may_follow(actor: Actor, event: Event, asked: Asked) -> bool:
    """Judges who may read both: that somebody looks at these two is not for who plays."""
    try:
        first, _second = _two(event, asked)
    except NotFound:
        return False
    return may(actor, "view_log", event, first.match)


def _make_laid(event: Event, asked: Asked) -> bytes:
    first, second = _two(event, asked)
    whose = whose_logs(first, second)
    try:
        laid = laid_in_words(beside(first, second), (first, second), whose)
        kept = Kept(msgspec.structs.replace(laid, rows=list(laid.rows)))
    except NotAlignedNow:
        raise  # and is tried again by whoever asks the next time
    except NotAligned as error:
        kept = Kept(None, plainly(error.message), plainly(translated(error.message)))
    _check(asked, _made_of(first, second))
    return msgspec.json.encode(kept, enc_hook=plainly)


def _make_merged(event: Event, asked: Asked) -> bytes:
    first, second = _two(event, asked)
    body = merged_file(first, second, by=Actor.system())
    _check(asked, _told_by(first, second))
    return body


LAID = make_known(Maker("logs-beside.json", _make_laid, MOST, fixed=True, may_follow=_may_follow))
MERGED = make_known(Maker("merged-log.jsonl", _make_merged, MOST, fixed=True, may_follow=_may_follow))
