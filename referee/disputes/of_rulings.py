"""Rulings in the stories of disputes: which ruling answered what, and which of them superseded another."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from referee.citing.choosing import Citable
from referee.citing.kept import keep_citations
from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.records import Record
from referee.models.rulings import Decision, IssuedRuling
from tournaments.access import Actor
from tournaments.messages import message as _
from tournaments.messages import stored
from tournaments.models.rounds import Match


def decided_words(ruling: IssuedRuling) -> str:
    """What a ruling decided, in a sentence."""
    n = ruling.on
    if ruling.decision == Decision.UPHOLD:
        return _("Entry %(n)s does not count, and play goes on from before it.", n=n)
    if ruling.decision == Decision.LET_STAND:
        return _("Entry %(n)s stands.", n=n)
    if ruling.decision == Decision.REWIND:
        return _("Play goes back to an earlier entry, because of entry %(n)s.", n=n)
    return _("The position is corrected, because of entry %(n)s.", n=n)


def write_ruling_rows(ruling: IssuedRuling, open_now: list[Dispute], *, by: Actor, now: datetime) -> None:
    """The ruling in the story of every dispute that it answers, and of that of the ruling which it supersedes. The
    caller tells the pages, once: how many disputes there were may rest on a card that one side alone has seen."""
    before = {row.dispute_id: row for row in _rows_of(ruling.supersedes)}
    disputes = {dispute.pk: dispute for dispute in open_now}
    disputes |= {row.dispute_id: row.dispute for row in before.values()}
    for number, dispute in sorted(disputes.items()):
        _row(dispute, ruling, by=by, now=now, of=before.get(number))
    answered = Dispute.objects.filter(pk__in=before, resolved_at__isnull=False).order_by("pk")
    for dispute in answered:
        answer_anew(dispute, ruling.reason, by=by, now=now, ruling=ruling)


def answer_anew(
    dispute: Dispute,
    answer: str,
    *,
    by: Actor,
    now: datetime,
    cited: Iterable[Citable] = (),
    ruling: IssuedRuling | None = None,
) -> None:
    """An answered dispute is answered otherwise: what was said before stays in its rows. ``ruling``: by which, if it is
    one. Tells no page: that is the caller's."""
    Dispute.objects.filter(pk=dispute.pk).update(
        resolved_at=now,
        resolved_by=by.label[:150],
        resolution=answer[:500],
        resolution_message=stored(answer),
    )
    told = VisibleTo.TABLE
    row = add_row(
        dispute, RowKind.ANSWERED, answer, by=by, now=now, visible_to=told, quiet=True, ruling=ruling
    )
    keep_citations(cited, row=row)


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
        ruling=ruling,
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
    ruling: IssuedRuling | None = None,
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
    add_row(dispute, RowKind.ANSWERED, answer, by=by, now=at, visible_to=told, ruling=ruling)
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
        quiet=True,
        of=of,
        record=ruling.record,
        entry=ruling.entry,
        ruling=ruling,
    )
