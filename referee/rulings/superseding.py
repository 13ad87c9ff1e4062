"""Which ruling counts, and who may put another in its place."""

from __future__ import annotations

from datetime import datetime

from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.records import Record
from referee.models.rulings import Decision, IssuedRuling
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid
from tournaments.messages import Message, stored
from tournaments.messages import message as _
from tournaments.models.rounds import Match
from tournaments.penalties.head_judge import acts_as_head_judge

#: What was decided, in a sentence.
DECIDED = {
    Decision.UPHOLD: _("Entry %(n)s does not count, and play goes on from before it."),
    Decision.LET_STAND: _("Entry %(n)s stands."),
    Decision.REWIND: _("Play goes back to an earlier entry, because of entry %(n)s."),
    Decision.CORRECT: _("The position is corrected, because of entry %(n)s."),
}


def decided_words(ruling: IssuedRuling) -> str:
    """What a ruling decided."""
    return Message(DECIDED[Decision(ruling.decision)].msgid, {"n": ruling.on})


def ruling_to_supersede(record: Record, number: int, on: int) -> IssuedRuling:
    """The ruling on entry ``on`` of this log that is to be superseded. Raises Invalid for none, Conflict for one that
    is superseded already."""
    ruling = IssuedRuling.objects.filter(pk=number, record=record, on=on).first() if number < 2**63 else None
    if ruling is None:
        said = _("This is no ruling on that entry.")
        raise Invalid(said, fields={"supersedes": said})
    newer = IssuedRuling.objects.filter(supersedes=ruling).first()
    if newer is not None:
        raise Conflict(_("%(name)s has superseded this ruling. Look at the newer one.", name=newer.by))
    return ruling


def check_not_final(record: Record, on: int, by: Actor, match: Match) -> None:
    """Raises Conflict where a head judge has ruled on this entry, for anybody but who acts as head judge here."""
    standing = IssuedRuling.standing_on(record, on)
    if standing is not None and standing.final and not acts_as_head_judge(by, match.round.event, match):
        raise Conflict(_("%(name)s has ruled on this as head judge. That is final.", name=standing.by))


def write_ruling_rows(ruling: IssuedRuling, open_now: list[Dispute], *, by: Actor, now: datetime) -> None:
    """The ruling in the story of every dispute that it answers, and of that of the ruling which it supersedes."""
    before = {row.dispute_id: row for row in _rows_of(ruling.supersedes)}
    disputes = {dispute.pk: dispute for dispute in open_now}
    disputes |= {row.dispute_id: row.dispute for row in before.values()}
    for number, dispute in sorted(disputes.items()):
        _row(dispute, ruling, by=by, now=now, of=before.get(number))
    answered = Dispute.objects.filter(pk__in=before, resolved_at__isnull=False).order_by("pk")
    for dispute in answered:
        answer_anew(dispute, ruling.reason, by=by, now=now)


def answer_anew(dispute: Dispute, answer: str, *, by: Actor, now: datetime) -> None:
    """An answered dispute is answered otherwise: what was said before stays in its rows."""
    Dispute.objects.filter(pk=dispute.pk).update(
        resolved_at=now,
        resolved_by=by.label[:150],
        resolution=answer[:500],
        resolution_message=stored(answer),
    )
    add_row(dispute, RowKind.ANSWERED, answer, by=by, now=now, visible_to=VisibleTo.TABLE)


def dispute_of_ruling(ruling: IssuedRuling, match: Match) -> tuple[Dispute, DisputeRow]:
    """The dispute in whose story a ruling stands, with its row; made, as answered by it, for one of no dispute."""
    known = _rows_of(ruling)
    if known:
        return known[-1].dispute, known[-1]
    who = Actor(user=ruling.by_user, label=ruling.by)
    dispute = answered_dispute(
        match,
        Kind.RULES,
        _("A judge ruled on entry %(n)s.", n=ruling.on),
        ruling.reason,
        by=who,
        at=ruling.at,
        record=ruling.record,
        entry=ruling.on,
    )
    return dispute, _row(dispute, ruling, by=who, now=ruling.at)


def answered_dispute(
    match: Match,
    kind: Kind,
    question: str,
    answer: str,
    *,
    by: Actor,
    at: datetime,
    record: Record | None = None,
    entry: int | None = None,
) -> Dispute:
    """A dispute about what was decided without one: opened and answered at once by who decided it."""
    dispute = Dispute.objects.create(
        event=match.round.event,
        match=match,
        record=record,
        kind=kind,
        entry=entry,
        question=question[:500],
        question_message=stored(question),
        resolved_at=at,
        resolved_by=by.label[:150],
        resolution=answer[:500],
        resolution_message=stored(answer),
        at=at,
        **by.fact,
    )
    told = VisibleTo.TABLE
    add_row(dispute, RowKind.OPENED, question, by=by, now=at, visible_to=told, record=record, entry=entry)
    add_row(dispute, RowKind.ANSWERED, answer, by=by, now=at, visible_to=told)
    return dispute


def _rows_of(ruling: IssuedRuling | None) -> list[DisputeRow]:
    if ruling is None:
        return []
    rows = DisputeRow.objects.filter(ruling=ruling, kind=RowKind.RULING)
    return list(rows.select_related("dispute").order_by("pk"))


def _row(
    dispute: Dispute, ruling: IssuedRuling, *, by: Actor, now: datetime, of: DisputeRow | None = None
) -> DisputeRow:
    return add_row(
        dispute,
        RowKind.RULING,
        decided_words(ruling),
        by=by,
        now=now,
        visible_to=VisibleTo.TABLE,
        of=of,
        record=ruling.record,
        entry=ruling.entry,
        ruling=ruling,
    )
