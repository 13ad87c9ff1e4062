"""Entering many at once: a list is looked over first, and then taken whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

import msgspec
from django.db import transaction

from rules.registry import games
from tournaments.access import Actor, may, require
from tournaments.decks.checks import check_of_game
from tournaments.decks.checks import read_list as check_form
from tournaments.decks.own_cards import catalogue_of, options_of
from tournaments.decks.reading import Understood, read_deck
from tournaments.decks.rechecks import FEW, check_again
from tournaments.entrants.entry import MAX_ENTRANTS, next_number
from tournaments.entrants.list_reading import Line, Problem, ReadList, read_list
from tournaments.errors import Conflict, Invalid
from tournaments.journal import note
from tournaments.live.changes import mark_changed
from tournaments.locks import locked
from tournaments.many_rows import write_rows
from tournaments.messages import message as _
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, EntrantChange, Status
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.roster.queries import places_taken
from tournaments.roster.record import promote_from_waitlist

MAX_PROBLEMS = 200


class BadList(Invalid):
    """A list that is not taken; `problems` are what is wrong, by line."""

    code = "bad_list"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(
            _("The list was not accepted; mistakes found: %(n)s.", n=len(problems)),
            problems=[{"line": one.line, "message": one.message} for one in problems[:MAX_PROBLEMS]],
            fields={"text": _("Correct what is named below, line by line.")},
        )


class ListOvertaken(Conflict):
    """Raised where the preview of a list that somebody saw is out of date."""


@dataclass(frozen=True)
class Doubled:
    """Somebody who is left out: entered already, or named on an earlier line. `same_name`: by the name alone, which two
    people can have."""

    line: Line
    why: str
    same_name: bool


@dataclass(frozen=True)
class Handed:
    """A deck list on the list of people, and what the game's check says of it; nothing where it is checked later."""

    body: dict[str, Any]
    legal: bool | None = None
    violations: Sequence[dict[str, Any]] = ()


@dataclass(frozen=True)
class LookedOver:
    """The preview of a list: who is `new`, in the order of the list, of whom the first `places` get a place and the
    others wait; who is doubled; what is wrong. `left_out`: columns that are not read. `decks_later`: the deck lists are
    so many that they are checked once they are taken, by the `job`."""

    form: str
    new: tuple[Line, ...] = ()
    doubled: tuple[Doubled, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()
    places: int = 0
    decks: dict[int, Handed] | None = None
    decks_later: bool = False
    job: Job | None = None

    @property
    def sound(self) -> bool:
        """Whether it can be taken."""
        return bool(self.new) and not self.problems

    @property
    def waiting(self) -> int:
        """How many of the new go on the waitlist."""
        return len(self.new) - self.places

    @property
    def statuses(self) -> list[Status]:
        """What each of the new becomes."""
        return [Status.REGISTERED] * self.places + [Status.WAITLISTED] * self.waiting

    @property
    def illegal(self) -> tuple[Line, ...]:
        """Whose deck lists break a rule."""
        decks = self.decks or {}
        return tuple(one for one in self.new if one.number in decks and decks[one.number].legal is False)

    @property
    def digest(self) -> str:
        """A mark that differs for the preview of another list, or of this one at another time."""
        said = [[repr(one) for one in self.new], [one.line.number for one in self.doubled], self.places]
        return sha256(msgspec.json.encode(said)).hexdigest()


def look_over(event: Event, data: bytes, *, by: Actor, same_names: bool = False) -> LookedOver:
    """Work out what would come of the list; nothing is changed. `same_names`: who has the name of another is somebody
    else.

    Raises NotAllowed, WrongState.
    """
    require(by, "add_entrant", event)
    return _beside_event(event, read_list(data), by, same_names)


def add_entrants(
    event: Event, data: bytes, *, by: Actor, now: datetime, same_names: bool = False, looked: str = ""
) -> LookedOver:
    """Enters everybody new on the list, all or nobody; who is doubled is left out. `looked`: the digest of what the
    sender saw of it.

    Raises NotAllowed, WrongState; BadList with every problem by line; Conflict where nobody is new, or where what was
    seen holds no more.
    """
    require(by, "add_entrant", event)
    read = read_list(data)
    with transaction.atomic():
        event = locked(event)
        require(by, "add_entrant", event)
        while promote_from_waitlist(event, by=by, now=now):
            pass
        preview = _beside_event(event, read, by, same_names)
        if preview.problems:
            raise BadList(preview.problems)
        if looked and looked != preview.digest:
            raise ListOvertaken(_("The list or the event's players have changed since this was looked over."))
        if not preview.new:
            raise Conflict(_("Everybody on the list is entered already."))
        entered = next_number(event) - 1
        if entered + len(preview.new) > MAX_ENTRANTS:
            raise Conflict(_("The event has as many entrants as this site can take."))
        entrants = _enter(event, preview, entered, by, now)
        _hand_in(entrants, preview, by, now)
        if preview.decks_later:
            preview = replace(preview, job=check_again(event, by=by, now=now).job)
        said = _(
            "From a list: %(n)s entered, %(m)s of them on the waitlist.", n=len(entrants), m=preview.waiting
        )
        note(event, "entrants_listed", said, by=by, now=now, topic="entrants")
        mark_changed(event.pk, "event")
    return preview


def _beside_event(event: Event, read: ReadList, by: Actor, same_names: bool) -> LookedOver:
    """The list beside who is entered. Who is there twice is told from others before the places are counted."""
    new, doubled = _apart(event, read.lines, same_names)
    decks, later, problems, left_out = _decks(event, new, by)
    return LookedOver(
        read.form,
        tuple(new),
        tuple(doubled),
        tuple(sorted((*read.problems, *problems), key=lambda one: one.line)),
        (*read.left_out, *left_out),
        _places(event, len(new)),
        decks,
        later,
    )


def _apart(event: Event, lines: Iterable[Line], same_names: bool) -> tuple[list[Line], list[Doubled]]:
    names: dict[str, str] = {}
    emails: dict[str, str] = {}
    for code, name, email in event.entrants.order_by("id").values_list("code", "name", "email"):
        names[_key(name)] = _("%(name)s is entered already (%(code)s).", name=name, code=code)
        if email:
            emails[email.casefold()] = _(
                "%(name)s is entered with this e-mail address (%(code)s).", name=name, code=code
            )
    new, doubled = [], []
    for line in lines:
        by_email = emails.get(line.email.casefold()) if line.email else None
        by_name = None if same_names else names.get(_key(line.name))
        if by_email or by_name:
            doubled.append(Doubled(line, by_email or by_name or "", same_name=not by_email))
            continue
        new.append(line)
        names[_key(line.name)] = _("The name is on line %(n)s as well.", n=line.number)
        if line.email:
            emails[line.email.casefold()] = _("The e-mail address is on line %(n)s as well.", n=line.number)
    return new, doubled


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _places(event: Event, wanted: int) -> int:
    if event.capacity is None:
        return wanted
    if event.entrants.filter(status=Status.WAITLISTED).exists():
        return 0
    return min(wanted, max(0, event.capacity - places_taken(event)))


def _decks(
    event: Event, lines: Iterable[Line], by: Actor
) -> tuple[dict[int, Handed], bool, list[Problem], tuple[str, ...]]:
    """The deck lists by line, whether they are checked later, what is wrong with them, and whether they are left
    out."""
    with_deck = [line for line in lines if line.deck]
    if not with_deck:
        return {}, False, [], ()
    if event.deck_lists == "none" or not may(by, "submit_deck", event):
        return {}, False, [], (_("deck list"),)
    bodies, problems = _read(with_deck, event.game)
    # where no rules are known of the game there is nothing to check them by
    later = len(bodies) > FEW and event.game in games()
    if later:
        known = {deck: Handed(body) for deck, body in bodies.items()}
    else:
        options, catalogue = options_of(event), catalogue_of(event)
        known = {
            deck: Handed(body, *check_of_game(event.game, body, options, catalogue))
            for deck, body in bodies.items()
        }
    return {line.number: known[line.deck] for line in with_deck if line.deck in known}, later, problems, ()


def _read(lines: Iterable[Line], game: str) -> tuple[dict[str, dict[str, Any]], list[Problem]]:
    """The different deck lists that can be read, and the lines of those that cannot."""
    bodies: dict[str, dict[str, Any]] = {}
    understood: Understood = {}
    problems: list[Problem] = []
    for line in lines:
        if line.deck in bodies:
            continue
        try:
            body = read_deck(_by_lines(line.deck), game, understood)
            check_form(body)
        except Invalid as error:
            problems.append(Problem(line.number, error.message))
        else:
            bodies[line.deck] = body
    return bodies, problems


def _by_lines(deck: str) -> str:
    """A list in a cell of one line has its cards between semicolons or bars."""
    return deck if "\n" in deck or deck.startswith("{") else deck.replace("|", "\n").replace(";", "\n")


def _enter(event: Event, preview: LookedOver, entered: int, by: Actor, now: datetime) -> list[int]:
    """Enters the new, and says so of each; gives the keys of their rows in the order of the list."""
    statuses = preview.statuses
    rows = [
        (f"P{number:02d}", line.name, line.email, line.club, status, line.seed, line.rating)
        for number, (line, status) in enumerate(zip(preview.new, statuses, strict=True), start=entered + 1)
    ]
    entrants = write_rows(
        Entrant,
        ("code", "name", "email", "club", "status", "list_seed", "rating"),
        rows,
        event_id=event.pk,
        entered_at=now,
        missed_rounds_as=event.missed_rounds_as,
    )
    _record(zip(entrants, statuses, strict=True), "entered", by, now)
    return entrants


def _record(changed: Iterable[tuple[int, str]], kind: str, by: Actor, now: datetime) -> None:
    """Of each entrant a line in the journal of its own, with the status after it."""
    write_rows(EntrantChange, ("entrant_id", "after"), changed, kind=kind, at=now, **by.fact)


def _hand_in(entrants: Sequence[int], preview: LookedOver, by: Actor, now: datetime) -> None:
    decks = preview.decks or {}
    handed = [
        (entrant, decks[line.number], status)
        for entrant, line, status in zip(entrants, preview.new, preview.statuses, strict=True)
        if line.number in decks
    ]
    lists = [(entrant, deck.body, deck.legal, list(deck.violations)) for entrant, deck, _status in handed]
    write_rows(DeckList, ("entrant_id", "body", "legal", "violations"), lists, at=now, **by.fact)
    _record([(entrant, status) for entrant, _deck, status in handed], "deck_submitted", by, now)
