"""A match's logs as one viewer may list them: what each came to is judged from that viewer's own knowledge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.judging.judged import judged
from referee.judging.own_match import may_read_verdicts
from referee.judging.viewers import Viewer
from referee.models.records import Record
from referee.records.queries import is_hidden, records_seen
from rules.kernel.report import outcome_json
from tournaments.access import Actor
from tournaments.messages import message as _
from tournaments.models.rounds import Match

WORDS = {
    "finished": ("done", _("Finished"), "soft"),
    "in_progress": ("half", _("Not over"), "soft"),
    "illegal": ("contested", _("Illegal entry"), "act"),
    "undetermined": ("half", _("Something is open"), ""),
}


class Listed(msgspec.Struct, frozen=True):
    """One log of a list. ``status`` is None where it is not told now."""

    record: Record
    whose: str
    entries: int
    status: str | None
    shape: str
    word: str
    kind: str
    stopped: int | None
    outcome: dict[str, Any] | None
    counts: bool

    @property
    def cards_added(self) -> bool:
        """Whether its sender had the event's card list or errata put into its header."""
        return self.record.card_list_id is not None or self.record.rules_id is not None


def listed(match: Match, viewer: Viewer, *, by: Actor) -> list[Listed]:
    """The standing logs of a match that the viewer may read; what each came to waits where ``by`` plays a match of a
    competitive event now."""
    seen = records_seen(match, viewer)
    told = not seen or may_read_verdicts(by, viewer)
    return [_listed(record, viewer) if told else _waiting(record) for record in seen]


def _waiting(record: Record) -> Listed:
    """A log of which it is not told now what it came to."""
    return Listed(
        record=record,
        whose=whose_log(record, list(record.match.seats.all())),
        entries=record.entries,
        status=None,
        shape="pause",
        word=_("Waits for your match"),
        kind="soft",
        stopped=None,
        outcome=None,
        counts=record.adopted_at is not None,
    )


def _listed(record: Record, viewer: Viewer) -> Listed:
    run = judged(record, viewer.seat).run
    status = run.status()
    shape, word, kind = WORDS[status]
    return Listed(
        record=record,
        whose=whose_log(record, list(record.match.seats.all())),
        entries=len(run.entries),
        status=status,
        shape=shape,
        word=word,
        kind=kind,
        stopped=run.stopped,
        outcome=outcome_json(run.outcome()),
        counts=record.adopted_at is not None,
    )


class Earlier(msgspec.Struct, frozen=True):
    """A log that another took the place of: it stays to be looked at."""

    record: Record
    whose: str


def earlier(match: Match, viewer: Viewer) -> list[Earlier]:
    """The logs of a match that were replaced, as far as the viewer may know of them, the newest first."""
    replaced = Record.objects.filter(match=match, replaced_at__isnull=False).order_by("-replaced_at", "-pk")
    seats = list(match.seats.all())
    rows = replaced.select_related("match", "live")
    return [Earlier(record, whose_log(record, seats)) for record in rows if not is_hidden(record, viewer)]


def whose_log(record: Record, seats: Sequence[Any]) -> str:
    """The name of who kept the log; empty for the table's."""
    return next((seat.entrant.name for seat in seats if seat.letter == record.seat), "")
