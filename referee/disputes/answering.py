"""A judge's answers to calls, doubted rolls and slow play. No log changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from referee.citing.choosing import chosen
from referee.disputes.closing import close_dispute
from referee.disputes.rows import asked_before
from referee.models.disputes import BY_HAND, Dispute, Kind, VisibleTo
from referee.models.live import LiveTable
from referee.phone_updates import notify_phones
from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotFound
from tournaments.live.changes import mark_tables
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.outbox.notifications import notify_of_answer
from tournaments.text import clean_text

#: What is over when the judge has been at the table; the rest wants a ruling or a result.
BY_WORD = (Kind.CALL, Kind.OBSERVED, Kind.SLOW_PLAY, *BY_HAND, Kind.NOTED, Kind.DECK, Kind.DIVERGENCE)
MAX_TEXT = 500


def answer_call(
    event: Event, number: int, answer: str, *, by: Actor, now: datetime, cites: Sequence[object] = ()
) -> Dispute:
    """Closes a dispute that needs no more than a judge's word, with what he said (or nothing). ``cites``: rules, cards
    and precedents, as ``citing.choosing.chosen`` takes them.

    Raises NotFound, NotAllowed, Invalid, Conflict for one that wants a ruling, or was answered in the meantime.
    """
    dispute = Dispute.objects.select_related("match__round__event").filter(pk=number, event=event).first()
    if dispute is None:
        raise NotFound(_("There is no such dispute."))
    require(by, "rule", event, dispute.match)
    if dispute.kind not in BY_WORD:
        raise Conflict(_("An answer alone does not settle this: rule on the entry, or decide the result."))
    if dispute.resolved_at is not None:
        raise Conflict(_("This was answered in the meantime."))
    said = clean_text(answer, "answer", limit=MAX_TEXT) or _("Answered at the table.")
    cited = chosen(event, cites, by)
    with transaction.atomic():
        if not close_dispute(dispute, said, by=by, now=now, cited=cited):
            raise Conflict(_("This was answered in the meantime."))
        mark_tables(event.pk, [dispute.match_id], "records")
        if asked_before(dispute)[0] == VisibleTo.TABLE and dispute.kind in (Kind.CALL, *BY_HAND):
            notify_of_answer(dispute.match, said, now=now)
        for table in LiveTable.objects.filter(record__match=dispute.match_id).select_related(
            "record__match__round"
        ):
            notify_phones(table)
    dispute.refresh_from_db()
    return dispute
