"""A ruling as an entry of a log: checked for its form, judged by the replay before it is written down."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from referee.budget import WHOLE_LOG, budget
from referee.judging.judged import Judged, Unreadable, judged
from referee.live.verbs import seen_by_for
from referee.logs.reading import Judgment, judgment_of
from referee.models.records import Record
from referee.rulings.whatif import BadEntryText, read_line
from rules.kernel.card_problems import in_words as decoder_words
from rules.kernel.entries import JUDGE, PUBLIC, Change, Entry, Ruling
from rules.kernel.play import Line
from rules.kernel.replay import Replay
from rules.kernel.seats import entry_for
from rules.kernel.texts import joined
from rules.kernel.verdict import Verdict
from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.text import clean_reason, clean_text

DECISIONS = ("uphold", "let_stand", "rewind", "correct")
MAX_CHANGES = 20


class BadRuling(Invalid):
    """A ruling that cannot be made."""

    code = "bad_ruling"


def ruling_entry(
    *, on: object, decision: object, to: object, repair: object, reason: str, cites: object, now: datetime
) -> dict[str, Any]:
    """The entry of a ruling as plain JSON. Raises ``BadRuling`` that names the field."""
    if isinstance(on, bool) or not isinstance(on, int) or on < 1:
        raise _wrong("on", _("Say which entry the ruling is about."))
    if decision not in DECISIONS:
        raise _wrong("decision", _("A decision is one of %(which)s.", which=", ".join(DECISIONS)))
    entry: dict[str, Any] = {"by": JUDGE, "do": "ruling", "on": on, "decision": decision}
    if decision == "rewind":
        if isinstance(to, bool) or not isinstance(to, int) or not 0 <= to < on:
            raise _wrong("to", _("Rewind to an entry before entry %(n)s; 0 is the start.", n=on))
        entry["to"] = to
    entry["reason"] = clean_reason(reason)
    if repair:
        entry["repair"] = _changes(repair)
    elif decision == "correct":
        raise _wrong("repair", _("Say what is to be corrected: at least one change."))
    if cites:
        entry["cites"] = _cites(cites)
    entry["at"] = now.isoformat(timespec="seconds").replace("+00:00", "Z")
    return entry


def judge_ruling(
    judged_log: Judged,
    entry: dict[str, Any],
    kept: Sequence[int] = (),
    *,
    back: dict[str, Any] | None = None,
    plays: Sequence[Line] = (),
) -> tuple[Replay, Verdict, Judgment]:
    """A fork of the whole replay with the ruling in it and the ``kept`` entries after it, the engine's verdict on what
    was ruled on, and what the whole comes to; all within the work that is done for a log. ``back``: the entry that goes
    back before a ruling which is superseded. Raises ``BadRuling`` with the engine's words when the ruling cannot be
    made, ``TooCostly``."""
    try:
        ruling = msgspec.convert({**entry, "do": "ruling"}, Ruling)
    except msgspec.ValidationError as error:
        raise _wrong(
            "repair", _("The ruling cannot be read: %(why)s", why=decoder_words(str(error), Ruling))
        ) from None
    if not 1 <= ruling.on <= len(judged_log.run.entries):
        raise _wrong("on", _("There is no entry %(n)s in this log.", n=ruling.on))
    before = judged_log.run.verdicts[ruling.on - 1]
    with budget(WHOLE_LOG):
        fork = judged_log.run.fork(len(judged_log.run.entries))
        if back is not None:
            fork.push(msgspec.convert(back, Ruling))
        verdict = fork.push(ruling)
        if verdict.verdict != "illegal":
            for n in kept:
                fork.push(judged_log.run.entries[n - 1])
            _play_on(fork, plays)
        judgment = judgment_of(fork)
    if verdict.verdict == "illegal":
        why = joined((violation.message for violation in verdict.violations), "; ")
        raise _wrong("decision", _("This ruling cannot be made: %(why)s.", why=why))
    return fork, before, judgment


def played(judged_log: Judged, plays: Sequence[object]) -> list[Line]:
    """Entries of play that are to follow a ruling, read as the log's game reads them. Raises ``BadRuling``."""
    try:
        return [read_line(judged_log, entry) for entry in plays]
    except BadEntryText as error:
        raise _wrong("plays", error.message) from None


def _play_on(fork: Replay, plays: Sequence[Line]) -> None:
    """The entries of a branch after the ruling. Raises ``BadRuling`` at the first that is not possible there."""
    for line in plays:
        seen = seen_by_for(fork.game, line, fork.position) if isinstance(line, Entry) else None
        verdict = fork.push(line if seen is None else msgspec.structs.replace(line, seen_by=seen))
        if verdict.verdict not in ("legal", "undetermined"):
            why = joined((violation.message for violation in verdict.violations), "; ")
            raise _wrong("plays", _("The branch cannot be played from there: %(why)s.", why=why))


def entry_before(superseded: int, now: datetime) -> dict[str, Any]:
    """The entry by which play goes back to where it was before the ruling that is entry ``superseded``."""
    at = now.isoformat(timespec="seconds").replace("+00:00", "Z")
    return {
        "by": JUDGE,
        "do": "ruling",
        "on": superseded,
        "decision": "rewind",
        "to": superseded - 1,
        "reason": "This ruling is superseded by the next one.",
        "at": at,
    }


def check_views(record: Record, fork: Replay, first: int) -> None:
    """Checks that the log can still be shown to every seat and to spectators: the entries from ``first`` on are judged
    in each view that can be shown by now, within the work that is done for a log. Raises ``TooCostly``."""
    for seat in (*fork.seats, PUBLIC):
        try:
            seen = judged(record, seat).run
        except Unreadable:
            continue  # it was so before: a ruling may be what mends it
        with budget(WHOLE_LOG):
            view = seen.fork(len(seen.entries))
            for line in fork.entries[first - 1 :]:
                view.push(entry_for(fork.game, line, seat))


def goes_against(decision: str, before: Verdict) -> bool:
    """Whether a decision differs from what the engine says of the entry: an illegal one stands, a legal one does
    not."""
    if before.verdict == "illegal":
        return decision == "let_stand"
    return before.verdict == "legal"


def follows_by_itself(decision: str) -> bool:
    """Whether play as it was logged goes on after such a decision unless the judge says otherwise."""
    return decision in ("let_stand", "correct")


def kept_after(judged_log: Judged, on: int, *, before: int | None = None) -> list[int]:
    """The entries that were kept and not judged because play has stopped, at ``on`` or before it; as it was before the
    ruling that is entry ``before``, where that one is superseded."""
    run = judged_log.run
    if before is not None:
        with budget(WHOLE_LOG):
            run = run.fork(before - 1)
    if run.stopped is None:
        return []
    first = max(on, run.stopped) + 1
    return [n for n in range(first, len(run.verdicts) + 1) if run.verdicts[n - 1].verdict == "not_reached"]


def _changes(repair: object) -> list[dict[str, Any]]:
    if not isinstance(repair, list | tuple) or len(repair) > MAX_CHANGES:
        raise _wrong("repair", _("A repair is a list of up to %(n)s changes.", n=MAX_CHANGES))
    try:
        changes = msgspec.convert(repair, list[Change], strict=True)
    except msgspec.ValidationError as error:
        raise _wrong(
            "repair", _("The repair cannot be read: %(why)s", why=decoder_words(str(error), list[Change]))
        ) from None
    plain: list[dict[str, Any]] = msgspec.to_builtins(changes)
    return plain


def _cites(cites: object) -> list[str]:
    if not isinstance(cites, list | tuple) or len(cites) > 20:
        raise _wrong("cites", _("Cited rules are a list of ids."))
    return [clean_text(rule, "cites", limit=120, needed=True) for rule in cites]


def _wrong(field: str, message: str) -> BadRuling:
    return BadRuling(message, fields={field: message})
