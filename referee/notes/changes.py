"""Writing a note at an entry, changing it, taking it back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from referee.judging.own_match import check_may_read_verdicts
from referee.judging.viewers import Viewer, own_seat, viewer_of
from referee.models.notes import EntryNote, ShownTo
from referee.models.records import Record
from referee.notes.reading import is_mine, may_take_back, note_of, written_at
from referee.notes.same_entry import hashes_of
from rules.kernel.entries import PUBLIC
from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import MatchState
from tournaments.text import clean_text

MAX_TEXT = 500
#: Notes of one person at an entry and at a log with those it replaced, of all at an entry and at such logs; versions of
#: a note; what one person wrote at such logs at all, taken back or not.
OF_ONE_HERE, OF_ONE, OF_ALL_HERE, OF_ALL, VERSIONS, EVER = 5, 100, 20, 400, 20, 1000


def write_note(
    record: Record, n: int, text: object, *, shown_to: str, viewer: Viewer, by: Actor, now: datetime
) -> EntryNote:
    """Writes a note at entry ``n``; ``viewer``: the view of the log that its writer looks at.

    Raises NotAllowed, NotFound for an entry that is not there, Invalid, Conflict for a match that is not decided, a
    circle that may not be told, a replaced log, one too many.
    """
    said, told = _checked(record, text, shown_to, viewer, by)
    hashes = hashes_of(record)
    if not 0 < n <= len(hashes):
        raise NotFound(_("This log has the entries 1 to %(n)s.", n=len(hashes)))
    whose = own_entrant(record, by)
    with transaction.atomic():
        if _held(record) is not None:
            raise Conflict(_("This log was replaced by another one. Write the note there."))
        _check_number(record, n, by, whose)
        return EntryNote.objects.create(
            record=record, entry=n, was=hashes[n - 1], entrant=whose, view=viewer.seat or "", shown_to=told,
            text=said, at=now, **by.fact,
        )  # fmt: skip


def change_note(
    record: Record, number: int, text: object, *, shown_to: str, viewer: Viewer, by: Actor, now: datetime
) -> EntryNote:
    """Writes the next version of a note; the same again changes nothing. Raises as ``write_note``, NotAllowed for
    another's."""
    said, told = _checked(record, text, shown_to, viewer, by)
    own = viewer_of(by, record.match)
    with transaction.atomic():
        _held(record)
        old = note_of(record, number, by, own)
        if not is_mine(old, by, own):
            raise NotAllowed(_("Only who wrote a note changes it."))
        view = viewer.seat or ""
        if (old.text, old.shown_to, old.view) == (said, told, view):
            return old
        if EntryNote.objects.filter(first=number).count() >= VERSIONS:
            raise Conflict(_("This note was changed often enough. Take it back and write a new one."))
        standing = EntryNote.objects.filter(pk=old.pk, replaced_at=None, taken_back_at=None)
        if not standing.update(replaced_at=now):
            raise Conflict(_("This note was changed or taken back a moment ago. Look at it first."))
        return EntryNote.objects.create(
            record_id=old.record_id, entry=old.entry, was=old.was, entrant=old.entrant, first_id=number,
            view=view, shown_to=told, text=said, at=now, **by.fact,
        )  # fmt: skip


def take_back_note(record: Record, number: int, *, by: Actor, now: datetime) -> None:
    """Takes a note back, with all its versions. Raises NotAllowed, NotFound."""
    match = record.match
    require(by, "note_entry", match.round.event, match)
    own = viewer_of(by, match)
    with transaction.atomic():
        _held(record)
        if not may_take_back(note_of(record, number, by, own), by, own):
            raise NotAllowed(_("Only who wrote a note takes it back, or a judge what others read."))
        versions = EntryNote.objects.filter(Q(pk=number) | Q(first=number), taken_back_at=None)
        versions.update(taken_back_at=now, taken_back_by=by.label[:150])


def circles(record: Record, own: Viewer, viewer: Viewer) -> tuple[ShownTo, ...]:
    """To whom a note that is written from this view may be told: nothing is shown before the match is decided, and a
    judge shows what he wrote looking at the log as everybody sees it."""
    decided = record.match.state == MatchState.DECIDED
    if not decided or (own.sees_all and viewer.seat != PUBLIC):
        return (ShownTo.KEPT,)
    return (ShownTo.KEPT, ShownTo.TABLE, ShownTo.ALL)


def may_write(record: Record, own: Viewer) -> bool:
    """Whether this reader, whom the table lets write notes, writes them at this log now: a judge at any time, a player
    once the match is decided."""
    return own.sees_all or (own.seat != PUBLIC and record.match.state == MatchState.DECIDED)


def own_entrant(record: Record, actor: Actor) -> Entrant | None:
    """The actor's own entrant at this table."""
    return next((seat.entrant for seat in record.match.seats.all() if actor.speaks_for(seat.entrant)), None)


def erase_notes_of(user: User | None, entries: list[int]) -> None:
    """Deletes the notes of a player who leaves; a judge's are of the event, and lose the name."""
    EntryNote.objects.filter(entrant__in=entries).delete()


def _checked(record: Record, text: object, shown_to: str, viewer: Viewer, by: Actor) -> tuple[str, ShownTo]:
    match = record.match
    require(by, "note_entry", match.round.event, match)
    own = viewer_of(by, match)
    check_may_read_verdicts(by, own)
    if own_seat(by, match) is not None and match.state != MatchState.DECIDED:
        raise Conflict(_("You write notes once the match is decided."))
    said = clean_text(text, "text", limit=MAX_TEXT, needed=True)
    if shown_to not in circles(record, own, viewer):
        raise Conflict(
            _(
                "This note cannot be shown from here. Notes are shown once the match is decided, and a judge writes "
                "them looking at the log as everybody sees it."
            )
        )
    return said, ShownTo(shown_to)


def _held(record: Record) -> datetime | None:
    """Holds the log's row and those of the logs before it, whose notes are its own: of two who write the second sees
    what the first wrote, from whichever of these logs. Gives when the log was replaced, as it is now."""
    same = Record.objects.filter(
        match=record.match_id, game_number=record.game_number, seat=record.seat, pk__lte=record.pk
    )
    held = same.select_for_update(no_key=True).order_by("pk")
    return dict(held.values_list("pk", "replaced_at"))[record.pk]


def _check_number(record: Record, n: int, by: Actor, whose: Entrant | None) -> None:
    ever = written_at(record)
    here = ever.filter(first=None, taken_back_at=None)
    his = Q(entrant=whose) if whose else Q(entrant=None, by_user=by.user)
    own, there = here.filter(his), Q(record=record, entry=n)
    if (
        own.filter(there).count() >= OF_ONE_HERE
        or here.filter(there).count() >= OF_ALL_HERE
        or own.count() >= OF_ONE
        or here.count() >= OF_ALL
        or ever.filter(his).count() >= EVER
    ):
        raise Conflict(_("There are as many notes here as this log takes. Take one back first."))
