"""A list of people that was taken, taken back whole: whoever has done nothing since is gone as if never entered.

Who has checked in, has an account here by now, or of whom anything else was written down since stays, and is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.access import Actor, require
from tournaments.errors import Conflict, NotFound
from tournaments.journal import note
from tournaments.live.changes import mark_changed
from tournaments.locks import locked
from tournaments.many_rows import delete_rows
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.entrants import STATUS_WORDS, Entrant, EntrantChange, Status
from tournaments.models.events import Event, JournalEntry
from tournaments.roster.record import promote_all_from_waitlist

#: How a list that was taken stands in the journal, and one that was taken back.
TAKEN, BACK = "entrants_listed", "list_taken_back"
#: As many lists are told, the newest first.
MOST = 5
#: Of so many entrants what goes along is deleted in one statement.
DELETED = 900
#: Changes that are none of the entrant's own, or undo the list for one of them: they keep nobody.
NOTHING = (
    *("entered", "promoted", "dropped", "returned", "no_show", "start_undone"),
    *("claim_link_made", "claim_links_revoked"),
)
#: What hangs on an entrant and keeps nobody: it goes along.
GOES_ALONG = frozenset({"changes", "claim_links", "deck_lists", "kept_absent"})


@dataclass(frozen=True)
class TakenList:
    """A list that was taken: its line in the journal, who of it would go, and who stays, with the reason."""

    entry: JournalEntry
    goes: tuple[Entrant, ...]
    stays: tuple[tuple[Entrant, Message], ...]

    @property
    def number(self) -> int:
        """What names it."""
        return self.entry.pk


def taken_lists(event: Event, *, by: Actor) -> list[TakenList]:
    """The newest lists of which somebody could be taken back. Raises NotAllowed, WrongState."""
    require(by, "add_entrant", event)
    entries = event.journal.filter(kind=TAKEN).order_by("-id")[: MOST * 2]
    kept = _kept_by_others(event) if entries else frozenset()
    lists = (_taken(event, entry, kept) for entry in entries)
    return [one for one in lists if one.goes][:MOST]


def take_back_list(event: Event, number: int, *, by: Actor, now: datetime) -> TakenList:
    """Takes a list back: whoever can go is entered no more, and the first of the waitlist move up. The journal keeps
    both lines.

    Raises NotAllowed, WrongState, NotFound; Conflict where nobody of it is left who could go.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "add_entrant", event)
        entry = event.journal.filter(kind=TAKEN, pk=number).first() if number < 2**63 else None
        if entry is None:
            raise NotFound(_("There is no such list in this event."))
        taken = _taken(event, entry, _kept_by_others(event))
        if not taken.goes:
            raise Conflict(_("Nobody of this list is left who could be taken back."))
        _delete([one.pk for one in taken.goes])
        promote_all_from_waitlist(event, by=by, now=now)
        said = _("A list was taken back: %(n)s go, %(m)s stay.", n=len(taken.goes), m=len(taken.stays))
        note(event, BACK, said, by=by, now=now, details={"list": entry.pk}, topic="entrants")
        mark_changed(event.pk, "event")
    return taken


def _taken(event: Event, entry: JournalEntry, kept: frozenset[int]) -> TakenList:
    """``kept``: on whom something hangs that is no change of theirs."""
    came = EntrantChange.objects.filter(entrant__event=event, kind="entered", at=entry.at)
    entered = list(event.entrants.filter(pk__in=came.values("entrant")).order_by("pk"))
    kept |= _changed_since(event, entry) if entered else frozenset()
    goes, stays = list[Entrant](), list[tuple[Entrant, Message]]()
    for entrant in entered:
        why = _why(entrant, kept)
        if why is None:
            goes.append(entrant)
        else:
            stays.append((entrant, why))
    return TakenList(entry, tuple(goes), tuple(stays))


def _why(entrant: Entrant, kept: frozenset[int]) -> Message | None:
    """Why somebody of the list stays; None for who goes."""
    if entrant.user_id is not None:
        return _("has an account here")
    if entrant.status in (Status.CHECKED_IN, Status.PLAYING, Status.DISQUALIFIED):
        return STATUS_WORDS[Status(entrant.status)]
    return _("was changed since") if entrant.pk in kept else None


def _changed_since(event: Event, entry: JournalEntry) -> frozenset[int]:
    """Who of the event was changed otherwise than by the list itself."""
    changes = EntrantChange.objects.filter(entrant__event=event).exclude(kind__in=NOTHING)
    changes = changes.exclude(Q(kind="deck_submitted", at=entry.at))
    return frozenset(changes.order_by().values_list("entrant", flat=True).distinct())


def _kept_by_others(event: Event) -> frozenset[int]:
    """On whom something hangs that does not go along: asked for of the event, once for each table."""
    kept: set[int] = set()
    for rows, name in _hanging():
        hanging = rows.filter(**{f"{name}__event": event}).order_by()
        kept.update(hanging.values_list(name, flat=True).distinct())
    return frozenset(kept)


def _hanging() -> Iterator[tuple[QuerySet[Any], str]]:
    """The rows of everything that names an entrant, with the name of the column."""
    for field in _fields():
        if field.name not in GOES_ALONG:
            yield field.related_model._default_manager.all(), field.field.name


def _fields() -> Iterator[Any]:
    fields: list[Any] = Entrant._meta.get_fields(include_hidden=True)
    for field in fields:
        if field.auto_created and (field.one_to_many or field.one_to_one):
            yield field


def _delete(entrants: list[int]) -> None:
    """Deletes them with what goes along; nothing else hangs on them."""
    for field in _fields():
        if field.name in GOES_ALONG:
            for start in range(0, len(entrants), DELETED):
                part = {f"{field.field.name}__in": entrants[start : start + DELETED]}
                field.related_model._default_manager.filter(**part).delete()
    delete_rows(Entrant, entrants)
