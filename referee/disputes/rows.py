"""The rows that a dispute grows by: added, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from tournaments.access import Actor
from tournaments.live.changes import mark_tables
from tournaments.messages import stored

#: The rows by which a dispute is asked.
ASKED = (RowKind.OPENED, RowKind.REOPENED)
#: Questions that everybody at the table knows of. The others may rest on a card that one player alone has seen.
KNOWN_TO_ALL = frozenset(
    {
        Kind.CALL,
        Kind.OBSERVED,
        Kind.CONTESTED,
        Kind.HARD_STOP,
        Kind.RULES,
        Kind.RESULT,
        Kind.PLAY,
        Kind.OTHER,
    }
)


def add_row(
    dispute: Dispute,
    kind: RowKind,
    text: str = "",
    *,
    by: Actor,
    now: datetime,
    visible_to: VisibleTo | None = None,
    quiet: bool = False,
    seat: str = "",
    seats: str = "",
    of: DisputeRow | None = None,
    record: Record | None = None,
    entry: int | None = None,
    ruling: IssuedRuling | None = None,
    payload: Mapping[str, Any] | None = None,
) -> DisputeRow:
    """Adds a row inside the caller's transaction; the guards are the caller's. ``text``: somebody's own words, or a
    message of the site, which is kept with what it was made of. ``visible_to``: who may read it; left open,
    who may read the question. ``seats``: which seats may, with ``SEATS`` and ``STAFF``.
    ``quiet``: no open page hears of it at once, because who hears of it would learn what he may not know."""
    if visible_to is None:
        visible_to, seats = asked_before(dispute)
    made = DisputeRow.objects.create(
        dispute=dispute,
        kind=kind,
        visible_to=visible_to,
        seat=seat,
        seats=seats,
        text=text,
        text_message=stored(text),
        of=of,
        record=record,
        entry=entry,
        ruling=ruling,
        payload=dict(payload or {}),
        at=now,
        **by.fact,
    )
    if not quiet:
        mark_tables(dispute.event_id, [dispute.match_id], "records")
    return made


def opened_to(kind: Kind | str, *, quiet: bool) -> VisibleTo:
    """Who may read that a dispute of this kind was opened."""
    return VisibleTo.TABLE if kind in KNOWN_TO_ALL and not quiet else VisibleTo.STAFF


def asked_before(dispute: Dispute) -> tuple[VisibleTo, str]:
    """Who may read the question of a dispute: the table, or the staff with some seats."""
    asked = DisputeRow.objects.filter(dispute=dispute, kind__in=ASKED).values_list("visible_to", "seats")
    if any(visible_to == VisibleTo.TABLE for visible_to, _seats in asked):
        return VisibleTo.TABLE, ""
    return VisibleTo.STAFF, "".join(sorted({letter for _visible_to, seats in asked for letter in seats}))
