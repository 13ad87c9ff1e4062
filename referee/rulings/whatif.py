"""“What if”: an entry tried at a point of a log, judged and not stored."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.budget import QUESTION, WHOLE_LOG, budget
from referee.judging.judged import Judged, judged
from referee.models.records import Record
from rules.kernel.entries import BadEntry, Ruling, Undo
from rules.kernel.errors import LogError
from rules.kernel.json_problems import json_words
from rules.kernel.log import read_log
from rules.kernel.play import Line
from rules.kernel.report import outcome_json
from tournaments.access import Actor, require
from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.text import clean_int

MAX_BYTES = 20_000


class BadEntryText(Invalid):
    """An entry that cannot be read."""

    code = "bad_entry"


def try_entry(record: Record, after: int, entry: object, *, by: Actor) -> dict[str, Any]:
    """The verdict on ``entry`` (JSON text or object) played after entry ``after``, with the position and outcome it
    would lead to. Nothing is stored. Raises NotAllowed, BadEntryText."""
    event = record.match.round.event
    require(by, "view_log", event, record.match)
    whole = judged(record)
    clean_int(after, "after", 0, len(whole.run.entries))
    line = _line(entry)
    tried = read_line(whole, entry)
    with budget(WHOLE_LOG):
        fork = whole.run.fork(after)
    with budget(QUESTION):
        verdict = fork.push(tried)
        return {
            "after": after,
            "entry": msgspec.json.decode(line),
            "verdict": verdict.to_json(after + 1),
            "status": fork.status(),
            "position": fork.printed(),
            "outcome": outcome_json(fork.outcome()),
        }


def read_line(whole: Judged, entry: object) -> Line:
    """An entry of play, from JSON text or an object, as the log's game reads it. Raises BadEntryText."""
    line = _line(entry)
    try:
        header = msgspec.json.encode(whole.log.header)
        (tried,) = read_log(header + b"\n" + line, whole.run.game.all_verbs).entries
    except (LogError, ValueError) as error:
        raise _wrong(error.message if isinstance(error, LogError) else str(error)) from None
    meant = tried.raw.get("do") if isinstance(tried, BadEntry) else None
    if isinstance(tried, Ruling | Undo) or meant in ("ruling", "undo"):
        raise _wrong(_("Try an entry of play here; a ruling is made with “Rule on this”."))
    return tried


def _line(entry: object) -> bytes:
    """The entry as one line of a log."""
    if isinstance(entry, str):
        if len(entry.encode()) > MAX_BYTES:
            raise _wrong(_("This is too long for an entry."))
        try:
            entry = msgspec.json.decode(entry)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise _wrong(_("This is not JSON: %(why)s", why=json_words(error))) from None
    if not isinstance(entry, dict):
        raise _wrong(_('An entry is a JSON object with “by” and “do”, as {"by": "A", "do": "…"}.'))
    try:
        line = msgspec.json.encode(entry)
    except (TypeError, ValueError, RecursionError, OverflowError) as error:
        raise _wrong(_("This cannot be an entry: %(why)s", why=str(error))) from None
    if len(line) > MAX_BYTES:
        raise _wrong(_("This is too long for an entry."))
    return line


def _wrong(message: str) -> BadEntryText:
    return BadEntryText(message, fields={"entry": message})
