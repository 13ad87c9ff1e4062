"""Which notes somebody reads at a log, and at which of its entries they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

import msgspec
from django.db.models import QuerySet

from referee.judging.viewers import Viewer
from referee.models.notes import EntryNote, ShownTo
from referee.models.records import Record
from referee.notes.same_entry import hashes_of, place_in
from rules.kernel.entries import PUBLIC
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.rounds import MatchState

#: So many notes at one log are read; fewer can be written.
MOST = 1000
NOBODY = Actor.anonymous()
PUBLIC_VIEW = Viewer(PUBLIC)


class Note(msgspec.Struct, frozen=True):
    """A note as one reader has it. ``at``: the entry of the log he looks at, None where it has no place there;
    ``entry`` and ``record``: where it was written. ``by``: of a player the name he plays under, which need not be that
    of his account. ``mine``: its reader may change it."""

    number: int
    at: int | None
    record: int
    entry: int
    text: str
    by: str
    when: datetime
    shown_to: ShownTo
    of_judge: bool
    view: str
    mine: bool
    may_take_back: bool
    changed: bool
    version: int


def notes_for(record: Record, actor: Actor, own: Viewer, viewer: Viewer) -> list[Note]:
    """The notes at a log and at those it replaced, in the order of the entries. ``own``: the reader's view of the
    match, ``viewer`` the one he has chosen: what stands there is what that one may read."""
    decided = record.match.state == MatchState.DECIDED
    rows = [row for row in _standing(record)[:MOST] if _may_read(row, actor, own, viewer, decided)]
    elsewhere = any(row.record_id != record.pk for row in rows)
    hashes = hashes_of(record) if elsewhere else ()
    notes = [_note(row, record, hashes, actor, own) for row in rows]
    return sorted(notes, key=lambda note: (note.at is None, note.at, note.number))


def public_notes(record: Record) -> list[Note]:
    """Those that everybody reads."""
    return notes_for(record, NOBODY, PUBLIC_VIEW, PUBLIC_VIEW)


def note_of(record: Record, number: int, actor: Actor, own: Viewer) -> EntryNote:
    """The standing version of a note that the reader may read. Raises NotFound, for a foreign one as for none."""
    decided = record.match.state == MatchState.DECIDED
    for row in _standing(record)[:MOST]:
        if row.number == number and _may_read(row, actor, own, own, decided):
            return row
    raise NotFound(_("There is no such note."))


def written_at(record: Record) -> QuerySet[EntryNote]:
    """All that was ever written at a log and at those of the same seat and game that came before it."""
    return EntryNote.objects.filter(
        record__match=record.match_id,
        record__game_number=record.game_number,
        record__seat=record.seat,
        record__lte=record.pk,
    )


def counts(notes: Collection[Note]) -> Mapping[int, int]:
    """By entry how many notes stand at it."""
    return Counter(note.at for note in notes if note.at is not None)


def is_mine(row: EntryNote, actor: Actor, own: Viewer) -> bool:
    """Whether the actor wrote it: as a player who is still that one, or as a judge who still sees the whole log."""
    if row.entrant is not None:
        return actor.speaks_for(row.entrant)
    return own.sees_all and actor.user is not None and row.by_user_id == actor.user.pk


def may_take_back(row: EntryNote, actor: Actor, own: Viewer) -> bool:
    """Its writer may; and a judge what others read, also when the event is over and nobody rules any more."""
    return is_mine(row, actor, own) or (own.sees_all and row.shown_to != ShownTo.KEPT)


def _standing(record: Record) -> QuerySet[EntryNote]:
    """The notes at a log and at those that came before it."""
    return written_at(record).select_related("entrant").filter(replaced_at=None, taken_back_at=None)


def _may_read(row: EntryNote, actor: Actor, own: Viewer, viewer: Viewer, decided: bool) -> bool:
    kept = row.shown_to == ShownTo.KEPT
    if kept and not (is_mine(row, actor, own) if row.entrant_id else own.sees_all):
        return False
    if viewer != own:
        # as another sees it: what is kept stands where it was written from there
        seen = decided and (row.shown_to == ShownTo.ALL or viewer.seat != PUBLIC)
        return row.view == viewer.seat if kept else seen
    if kept or own.sees_all or is_mine(row, actor, own):
        return True
    return decided and (row.shown_to == ShownTo.ALL or own.seat != PUBLIC)


def _note(row: EntryNote, record: Record, hashes: Sequence[str], actor: Actor, own: Viewer) -> Note:
    at = row.entry if row.record_id == record.pk else place_in(hashes, row.was, row.entry)
    return Note(
        number=row.number,
        at=at,
        record=row.record_id,
        entry=row.entry,
        text=row.text,
        by=row.by if row.entrant is None else row.entrant.name,
        when=row.at,
        shown_to=ShownTo(row.shown_to),
        of_judge=row.entrant_id is None,
        view=row.view,
        mine=is_mine(row, actor, own),
        may_take_back=may_take_back(row, actor, own),
        changed=row.first_id is not None,
        version=row.pk,
    )
