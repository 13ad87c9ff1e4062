"""Checking in many at once: everybody, those ticked, or whose code is typed; and each of it back."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Min, QuerySet

from tournaments.access import Actor, require
from tournaments.access.claim_tokens import BadClaimLink, entrant_of_token
from tournaments.entrants.changes import check_in
from tournaments.errors import Conflict, NotFound
from tournaments.live.changes import mark_changed
from tournaments.locks import locked
from tournaments.many_rows import write_rows
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, EntrantChange, Status
from tournaments.models.events import Event
from tournaments.reading import AT_ONCE

#: a code of a slip as it is typed: P07, p7, 7
_CODE = re.compile(r"[Pp]?\s*(\d{1,9})")
#: steps of many that are shown with their way back
LATEST = 5


@dataclass(frozen=True)
class Together:
    """The result of a step for many entrants: its mark, by which it is taken back, how many it changed, and who was
    left out because the event asks for a deck list and there is none."""

    mark: str
    changed: int
    without_list: tuple[Entrant, ...] = ()


def check_in_many(event: Event, only: Collection[int] | None = None, *, by: Actor, now: datetime) -> Together:
    """Checks in everybody registered, or of those only who are named by their ids. Who owes a deck list is left out.

    Raises NotAllowed, WrongState.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "check_in_many", event)
        without: list[Entrant] = []
        here: list[Entrant] = []
        for rows in _parts(event, Status.REGISTERED, only):
            owing = _owing(event, rows)
            without += [row for row in rows if row.pk in owing]
            here += [row for row in rows if row.pk not in owing]
        mark = _move(event, here, Status.CHECKED_IN, "checked_in", by, now)
    return Together(mark, len(here), tuple(without))


def undo_check_in_many(
    event: Event, only: Collection[int] | None = None, *, mark: str = "", by: Actor, now: datetime
) -> Together:
    """Takes back every check-in, those of the entrants named by their ids, or what one step of many (`mark`) did.

    Raises NotAllowed, WrongState; Conflict where nothing of that step is left to take back.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "check_in_many", event)
        if mark:
            of_step = EntrantChange.objects.filter(
                entrant__event=event, kind="checked_in", details__together=mark
            )
            only = set(of_step.values_list("entrant_id", flat=True))
            if not only:
                raise Conflict(_("That step no longer exists."))
        rows = [row for part in _parts(event, Status.CHECKED_IN, only) for row in part]
        if mark and not rows:
            raise Conflict(_("All of it has already been taken back."))
        back = _move(event, rows, Status.REGISTERED, "check_in_undone", by, now)
    return Together(back, len(rows))


def check_in_by_code(event: Event, text: str, *, by: Actor, now: datetime) -> Entrant:
    """Checks in whoever a typed code (P07, 7), a scanned claim link or a whole name means.

    Raises NotFound where it means nobody or several, and what `check_in` raises.
    """
    require(by, "check_in_many", event)
    entrant = _meant(event, text, now)
    entrant.event = event
    return check_in(entrant, by=by, now=now)


def latest_steps(event: Event) -> list[tuple[EntrantChange, int]]:
    """The last check-ins of many that are not wholly taken back: the first change of each, and how many are left."""
    together = EntrantChange.objects.filter(
        entrant__event=event,
        kind="checked_in",
        details__has_key="together",
        entrant__status=Status.CHECKED_IN,
    )
    steps = (
        together.order_by()
        .values("details__together")
        .annotate(left=Count("entrant", distinct=True), first=Min("id"))
    )
    left = {step["first"]: step["left"] for step in steps.order_by("-first")[:LATEST]}
    changes = EntrantChange.objects.in_bulk(left)
    return [(changes[first], count) for first, count in left.items()]


def _meant(event: Event, text: str, now: datetime) -> Entrant:
    text = " ".join(text.split())[:300]
    if "/claim/" in text:
        text = text.partition("/claim/")[2].strip("/")
    entrant: Entrant | None = None
    if code := _CODE.fullmatch(text):
        entrant = event.entrants.filter(code=f"P{int(code[1]):02d}").first()
    elif text:
        named = list(event.entrants.filter(name__iexact=text)[:2])
        if len(named) > 1:
            raise NotFound(_("Several players are called %(name)s. Type the code.", name=named[0].name))
        entrant = named[0] if named else _of_link(event, text, now)
    if entrant is None:
        raise NotFound(_("Nobody in this event has this code or name. A code is written as P07, or 7."))
    return entrant


def _of_link(event: Event, token: str, now: datetime) -> Entrant | None:
    try:
        entrant = entrant_of_token(token, now)
    except BadClaimLink:
        return None
    return entrant if entrant.event_id == event.pk else None


def _parts(event: Event, status: Status, only: Collection[int] | None) -> Iterator[list[Entrant]]:
    """The entrants of that status, locked, in parts."""
    rows: QuerySet[Entrant] = (
        event.entrants.select_for_update(no_key=True).filter(status=status).order_by("pk")
    )
    if only is None:
        entrants = list(rows)
        for start in range(0, len(entrants), AT_ONCE):
            yield entrants[start : start + AT_ONCE]
        return
    wanted = sorted(only)
    for start in range(0, len(wanted), AT_ONCE):
        yield list(rows.filter(pk__in=wanted[start : start + AT_ONCE]))


def _owing(event: Event, rows: Collection[Entrant]) -> set[int]:
    """Who of these has handed in no deck list where the event asks for one."""
    if event.deck_lists != "required":
        return set()
    handed = DeckList.objects.filter(entrant__in=rows, replaced_at=None).values_list("entrant_id", flat=True)
    return {row.pk for row in rows} - set(handed)


def _move(event: Event, rows: list[Entrant], to: Status, kind: str, by: Actor, now: datetime) -> str:
    mark = secrets.token_hex(8)
    for start in range(0, len(rows), AT_ONCE):
        part = rows[start : start + AT_ONCE]
        event.entrants.filter(pk__in=[row.pk for row in part]).update(status=to)
    write_rows(
        EntrantChange,
        ("entrant_id", "before"),
        [(row.pk, row.status) for row in rows],
        kind=kind,
        after=to,
        details={"together": mark},
        at=now,
        **by.fact,
    )
    if rows:
        mark_changed(event.pk, "entrants")
    return mark
