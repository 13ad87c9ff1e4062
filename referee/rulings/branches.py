"""Branches of a dispute: kept, shown to the table, put forward as the ruling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from referee.disputes.rows import add_row
from referee.judging.judged import judged
from referee.models.disputes import Dispute, DisputeRow, RowKind, VisibleTo
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.rulings.branching import play_branch
from referee.rulings.changes import WantedRuling, issue_ruling
from referee.rulings.effects import Effects, ruling_effects
from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid, NotFound
from tournaments.messages import message as _
from tournaments.text import clean_text

MAX_NAME = 200
#: Branches of one dispute.
MOST = 40


@dataclass(frozen=True)
class Reasoned:
    """What a judge says to a branch that is put forward; ``seen``: the entries that the log had; ``seen_result``: as of
    a ruling."""

    reason: str
    seen: int
    cites: Sequence[str] = ()
    seen_result: int | None = None


def log_of(dispute: Dispute) -> Record:
    """The log that branches of a dispute leave. Raises Conflict where there is none, or it was replaced."""
    record = None
    if dispute.record_id is not None:
        record = Record.objects.select_related("match__round__event").filter(pk=dispute.record_id).first()
    if record is None or record.replaced_at is not None:
        raise Conflict(_("This dispute is about no log that play could branch off from."))
    return record


def branches_of(dispute: Dispute) -> list[DisputeRow]:
    """The branches that were kept, oldest first."""
    return list(dispute.rows.filter(kind=RowKind.BRANCH, of=None).order_by("pk"))


def branch_numbered(dispute: Dispute, number: int) -> DisputeRow:
    """One of them. Raises NotFound."""
    row = next((row for row in branches_of(dispute) if row.pk == number), None)
    if row is None:
        raise NotFound(_("There is no such branch."))
    return row


def shared_rows(dispute: Dispute) -> dict[int, int]:
    """The rows by which branches were shown to the table, by the branch."""
    rows = dispute.rows.filter(kind=RowKind.BRANCH, of__isnull=False)
    return {number: row for row, number in rows.values_list("pk", "of") if number is not None}


def keep_branch(
    dispute: Dispute, after: int, entries: Sequence[object], name: object, *, by: Actor, now: datetime
) -> DisputeRow:
    """Keeps a branch in the dispute, for the judges who do not play. Raises NotAllowed, Invalid, Conflict."""
    match = dispute.match
    require(by, "rule", match.round.event, match)
    require(by, "view_log", match.round.event, match)
    said = clean_text(name, "name", limit=MAX_NAME, needed=True)
    record = log_of(dispute)
    branch = play_branch(record, after, entries)
    if not branch.entries:
        raise Invalid(_("Play at least one entry."), fields={"entries": _("Needed.")})
    with transaction.atomic():
        Dispute.objects.select_for_update(no_key=True).get(pk=dispute.pk)
        kept, payload = branches_of(dispute), {"lines": branch.entries}
        same = [row for row in kept if (row.text, row.entry, row.payload) == (said, after, payload)]
        if same:
            return same[0]
        if len(kept) >= MOST:
            raise Conflict(_("This dispute has %(n)s branches already.", n=MOST))
        return add_row(
            dispute, RowKind.BRANCH, said, by=by, now=now, visible_to=VisibleTo.JUDGES, quiet=True, record=record,
            entry=after, payload=payload,
        )  # fmt: skip


def share_branch(dispute: Dispute, number: int, *, by: Actor, now: datetime) -> DisputeRow:
    """Shows a branch to whoever may read the question, each as their seat may see the cards. Twice is once. Raises
    NotAllowed, NotFound."""
    match = dispute.match
    require(by, "rule", match.round.event, match)
    require(by, "view_log", match.round.event, match)
    with transaction.atomic():
        Dispute.objects.select_for_update(no_key=True).get(pk=dispute.pk)
        row = branch_numbered(dispute, number)
        shown = dispute.rows.filter(of=row, kind=RowKind.BRANCH).first()
        if shown is not None:
            return shown
        return add_row(
            dispute, RowKind.BRANCH, row.text, by=by, now=now, of=row, record=row.record, entry=row.entry
        )


def rule_by_branch(
    dispute: Dispute, number: int, said: Reasoned, *, by: Actor, now: datetime
) -> IssuedRuling:
    """Puts a branch forward as the ruling: play goes back to where it leaves the log, and on with it. Raises as
    ``issue_ruling``."""
    record, wanted = _put_forward(dispute, number, said)
    return issue_ruling(record, wanted, by=by, now=now)


def effects_of_branch(dispute: Dispute, number: int, said: Reasoned, *, by: Actor, now: datetime) -> Effects:
    """What would follow from that. Nothing is stored."""
    record, wanted = _put_forward(dispute, number, said)
    return ruling_effects(record, wanted, by=by, now=now)


def _put_forward(dispute: Dispute, number: int, said: Reasoned) -> tuple[Record, WantedRuling]:
    """The ruling that a branch is: the entry it is on, where play goes back to, and what is played from there."""
    record, row = log_of(dispute), branch_numbered(dispute, number)
    to, run = row.entry or 0, judged(record).run
    last = len(run.entries)
    if to >= last:
        raise Conflict(_("Nothing follows that entry in the log: play can go on there without a ruling."))
    asked = dispute.entry or 0
    on = run.stopped or (asked if to < asked <= last else to + 1)
    if on <= to:
        raise Conflict(_("Play has stopped before that entry. Rule on the entry at which it stopped."))
    old = IssuedRuling.standing_on(record, on)
    return record, WantedRuling(
        on=on,
        decision="rewind",
        to=to,
        follow=False,
        plays=row.payload["lines"],
        supersedes=old.pk if old is not None else None,
        reason=said.reason,
        seen=said.seen,
        cites=said.cites,
        seen_result=said.seen_result,
    )
