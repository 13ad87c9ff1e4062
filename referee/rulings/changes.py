"""A judge rules on an entry of a record; the ruling is the log's next entry and everything else follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from referee.appeals.by_ruling import check_not_appealed, decide_by_ruling
from referee.citing.choosing import Citable, chosen
from referee.citing.kept import keep_citations
from referee.disputes.changes import ask_about, resolve_disputes
from referee.disputes.of_rulings import write_ruling_rows
from referee.judging.judged import judged
from referee.judging.words import plain_entry
from referee.logs.reading import Judgment
from referee.models.disputes import Dispute, VisibleTo
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.records.adoption import report_outcome, withdraw_outcome
from referee.records.append import append_entries
from referee.rulings.entry import (
    check_views,
    entry_before,
    follows_by_itself,
    goes_against,
    judge_ruling,
    kept_after,
    played,
    ruling_entry,
)
from referee.rulings.superseding import check_not_final, ruling_to_supersede
from rules.kernel.replay import Replay
from rules.kernel.verdict import Verdict
from tournaments.access import Actor, require
from tournaments.errors import Conflict
from tournaments.journal import note
from tournaments.live.changes import mark_tables
from tournaments.locks import check_standing, locked_match
from tournaments.messages import message as _
from tournaments.models.rounds import Match
from tournaments.outbox.logs import log_stored
from tournaments.penalties.head_judge import acts_as_head_judge
from tournaments.results.staff import check_seen
from tournaments.results.writes import standing_result


@dataclass(frozen=True, kw_only=True)
class WantedRuling:
    """A ruling as a judge wants it, on entry ``on`` of a log. ``seen`` is how many entries the log had when the judge
    looked at it: when it has more by now, somebody ruled meanwhile and this ruling is refused.

    ``supersedes``: the ruling on this entry in whose place it stands. The log goes back before that one first, so that
    nothing which followed from it is left; that ruling stays readable, and counts no more.

    ``seen_result``: the id of the match's result that stood when what follows was looked at, 0 for none; left out, it
    is not asked.

    ``plays``: entries of play that follow the ruling, as a branch that was kept has them; all must be possible there.

    ``cites``: rules, cards and precedents, as ``citing.chosen`` takes them; the rules stand in the log, too.

    ``follow``: the entries that were kept and not judged because play had stopped are written once more after the
    ruling, and judged there. Left open, so it is when the entry stands or the position is corrected.
    """

    on: int
    decision: str
    reason: str
    seen: int
    to: int | None = None
    repair: Sequence[object] = ()
    cites: Sequence[str] = ()
    follow: bool | None = None
    supersedes: int | None = None
    plays: Sequence[object] = ()
    seen_result: int | None = None


def issue_ruling(record: Record, wanted: WantedRuling, *, by: Actor, now: datetime) -> IssuedRuling:
    """Rules on an entry. The outcome follows: reported when the log is finished.

    Raises NotAllowed (also at one's own table), BadRuling, TooCostly, Conflict.
    """
    prepared = prepare_ruling(record, wanted, by=by, now=now)
    try:
        with transaction.atomic():
            return write_ruling(record, prepared, by=by, now=now)
    except IntegrityError:
        raise somebody_ruled() from None


class Prepared(msgspec.Struct, frozen=True):
    """A ruling that was judged and can be made: the entries to be written, what the log comes to with them, and what
    the engine says of the entry that is ruled on."""

    wanted: WantedRuling
    old: IssuedRuling | None
    rulings: int
    cited: list[Citable]
    written: list[dict[str, Any]]
    fork: Replay
    before: Verdict
    judgment: Judgment
    #: Entries that made up the play and do no more.
    gone: frozenset[int]

    @property
    def reason(self) -> str:
        """What the judge says."""
        return str(self.written[self.rulings - 1]["reason"])


def prepare_ruling(record: Record, wanted: WantedRuling, *, by: Actor, now: datetime) -> Prepared:
    """Judges a ruling, outside of any transaction: a long log takes its time. Nothing is written."""
    event = record.match.round.event
    require(by, "rule", event, record.match)
    require(by, "view_log", event, record.match)
    cited = chosen(event, wanted.cites, by)
    entry = ruling_entry(
        on=wanted.on,
        decision=wanted.decision,
        to=wanted.to,
        repair=list(wanted.repair),
        reason=wanted.reason,
        cites=[one.key for one in cited if one.kind == "rule"],
        now=now,
    )
    on, seen = wanted.on, wanted.seen
    _check_present(record, seen)
    old = None if wanted.supersedes is None else ruling_to_supersede(record, wanted.supersedes, on)
    back = None if old is None else entry_before(old.entry, now)
    whole = judged(record)
    follows = follows_by_itself(wanted.decision) if wanted.follow is None else wanted.follow
    kept = kept_after(whole, on, before=None if old is None else old.entry) if follows else []
    fork, before, judgment = judge_ruling(whole, entry, kept, back=back, plays=played(whole, wanted.plays))
    check_views(record, fork, seen + 1)
    rulings = [entry] if back is None else [back, entry]
    followed = fork.entries[seen + len(rulings) :]
    written = [*rulings, *(plain_entry(line) for line in followed)]
    gone = frozenset(whole.run.active_entries).difference(fork.active_entries)
    return Prepared(wanted, old, len(rulings), cited, written, fork, before, judgment, gone)


def write_ruling(record: Record, prepared: Prepared, *, by: Actor, now: datetime) -> IssuedRuling:
    """Writes a ruling that was judged, and all that follows from it, inside the caller's transaction. Raises Conflict,
    or IntegrityError at the very same moment, where somebody ruled meanwhile."""
    wanted, said, judgment = prepared.wanted, prepared.reason, prepared.judgment
    match = locked_match(record.match)
    check_ruling(record, prepared, by=by, match=match)
    record = append_entries(record, prepared.written, seen=wanted.seen, judgment=judgment, match=match)
    ruling = IssuedRuling.objects.create(
        record=record,
        entry=wanted.seen + prepared.rulings,
        on=wanted.on,
        decision=wanted.decision,
        engine_verdict=prepared.before.verdict,
        against_engine=goes_against(wanted.decision, prepared.before),
        reason=said,
        through=wanted.seen + len(prepared.written),
        supersedes=prepared.old,
        final=acts_as_head_judge(by, match.round.event, match),
        at=now,
        **by.fact,
    )
    keep_citations(prepared.cited, ruling=ruling)
    open_now = list(Dispute.objects.filter(match=match, record=record, resolved_at=None))
    write_ruling_rows(ruling, open_now, by=by, now=now)
    resolve_disputes(
        match,
        record=record,
        resolution=said,
        by=by,
        now=now,
        quiet=True,
        visible_to=VisibleTo.TABLE,
        ruling=ruling,
    )
    ask_about(record, judgment, by=by, now=now, findings=False)
    mark_tables(match.round.event_id, [match.pk], "records")
    _note(ruling, by, now)
    withdraw_outcome(record, by=by, now=now, reason=said)
    report_outcome(record, by=by, now=now)
    decide_by_ruling(ruling, by=by, now=now)
    log_stored(match, now=now)
    return ruling


def check_ruling(record: Record, prepared: Prepared, *, by: Actor, match: Match) -> None:
    """Raises Conflict for a ruling that cannot be written now: for the log, the match and its result as they are."""
    wanted = prepared.wanted
    check_standing(match.round)
    check_not_final(record, wanted.on, prepared.gone, by, match)
    check_not_appealed(record, by, match)
    _check_present(record, wanted.seen)
    if wanted.seen_result is not None:
        check_seen(standing_result(match), wanted.seen_result)


def somebody_ruled() -> Conflict:
    """The refusal for the second of two judges."""
    return Conflict(_("Somebody has ruled on this log since you looked at it. Look again before you rule."))


def _check_present(record: Record, seen: int) -> None:
    if record.replaced_at is not None:
        raise Conflict(_("This log was replaced by another. Rule on that one."))
    if record.entries != seen:
        raise somebody_ruled()


def _note(ruling: IssuedRuling, by: Actor, now: datetime) -> None:
    match = ruling.record.match
    note(
        match.round.event,
        "ruling",
        _(
            "Round %(n)s, %(table)s: a ruling on entry %(m)s of a log.",
            n=match.round.number,
            table=match.place,
            m=ruling.on,
        ),
        by=by,
        now=now,
        reason=ruling.reason,
        details={"match": match.pk, "record": ruling.record.pk, "entry": ruling.entry},
        topic="records",
    )
