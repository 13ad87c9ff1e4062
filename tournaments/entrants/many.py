"""Entering many at once: a list is looked over first, and then taken whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple

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
from tournaments.roster.record import promote_all_from_waitlist

MAX_PROBLEMS = 200
#: With more deck lists, or more characters of them, a list is taken as long work (`many_work`), and looked over without
#: reading them: about as many as are read and kept, each with its player, in a third of a second.
MANY_DECKS, MANY_CHARACTERS = 1_000, 600_000
#: So is a list with deck lists whose names and lists take as long as so many names; a list as long as three.
MANY_NAMES, A_DECK = 6_000, 3
#: Deck lists that were read, by how they are written: what they say, or why they cannot be read.
ReadDecks = dict[str, dict[str, Any] | str]


class BadList(Invalid):
    """A list that is not taken; `problems` are what is wrong, by line."""

    code = "bad_list"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(
            _("The list was not accepted; mistakes found: %(n)s.", n=len(problems)),
            problems=[{"line": one.line, "message": one.message} for one in problems[:MAX_PROBLEMS]],
            fields={"text": _("Correct what is named below, line by line.")},
        )
        self.count = len(problems)


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
    so many that they are checked once they are taken, by the `job`; `unread`: how many of the new bring one, where they
    are so many that they are read only as the list is taken."""

    form: str
    new: tuple[Line, ...] = ()
    doubled: tuple[Doubled, ...] = ()
    problems: tuple[Problem, ...] = ()
    left_out: tuple[str, ...] = ()
    places: int = 0
    decks: dict[int, Handed] | None = None
    decks_later: bool = False
    unread: int = 0
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
    return beside_event(event, read_list(data), by, same_names)


def add_entrants(
    event: Event, data: bytes, *, by: Actor, now: datetime, same_names: bool = False, looked: str = ""
) -> LookedOver:
    """Enters everybody new on the list, all or nobody; who is doubled is left out. `looked`: the digest of what the
    sender saw of it.

    Raises NotAllowed, WrongState; BadList with every problem by line; Conflict where nobody is new, or where what was
    seen holds no more.
    """
    require(by, "add_entrant", event)
    return take_list(event, read_list(data), {}, by=by, now=now, same_names=same_names, looked=looked)


def take_list(
    event: Event,
    read: ReadList,
    decks: ReadDecks,
    *,
    by: Actor,
    now: datetime,
    same_names: bool = False,
    looked: str = "",
) -> LookedOver:
    """The same with a list that was read, and its `decks`, as far as they were; the others are read here."""
    with transaction.atomic():
        event = locked(event)
        require(by, "add_entrant", event)
        promote_all_from_waitlist(event, by=by, now=now)
        preview = beside_event(event, read, by, same_names, decks)
        entered = check_preview(event, preview, looked)
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


def check_preview(event: Event, preview: LookedOver, looked: str) -> int:
    """How many the event has entered, where the list can be taken. Raises what `add_entrants` raises of what is in
    it."""
    if preview.problems:
        raise BadList(preview.problems)
    if looked and looked != preview.digest:
        raise ListOvertaken(_("The list or the event's players have changed since this was looked over."))
    if not preview.new:
        raise Conflict(_("Everybody on the list is entered already."))
    entered = next_number(event) - 1
    if entered + len(preview.new) > MAX_ENTRANTS:
        raise Conflict(_("The event has as many entrants as this site can take."))
    return entered


def beside_event(
    event: Event, read: ReadList, by: Actor, same_names: bool, decks: ReadDecks | None = None
) -> LookedOver:
    """The list beside who is entered. Who is there twice is told from others before the places are counted. `decks`:
    those that were read; None: where they are many none is read."""
    new, doubled = _apart(event, read.lines, same_names)
    brought = _decks(event, new, by, decks)
    return LookedOver(
        read.form,
        tuple(new),
        tuple(doubled),
        tuple(sorted((*read.problems, *brought.problems), key=lambda one: one.line)),
        (*read.left_out, *brought.left_out),
        _places(event, len(new)),
        brought.handed,
        brought.later,
        brought.unread,
    )


def _apart(event: Event, lines: Iterable[Line], same_names: bool) -> tuple[list[Line], list[Doubled]]:
    """Who of them is new, and who is there already: entered, or on an earlier line."""
    names: dict[str, _There] = {}
    emails: dict[str, _There] = {}
    for row in event.entrants.order_by("id").values_list("code", "name", "email"):
        there = _There(*row)
        names[_key(there.name)] = there
        if there.email:
            emails[there.email.casefold()] = there
    new, doubled = [], []
    for line in lines:
        by_email = emails.get(line.email.casefold()) if line.email else None
        by_name = None if same_names else names.get(_key(line.name))
        if by_email is not None:
            doubled.append(Doubled(line, by_email.says_email(), same_name=False))
        elif by_name is not None:
            doubled.append(Doubled(line, by_name.says_name(), same_name=True))
        else:
            new.append(line)
            mine = _There("", line.name, line.email, line.number)
            names[_key(line.name)] = mine
            if line.email:
                emails[line.email.casefold()] = mine
    return new, doubled


class _There(NamedTuple):
    """Somebody who is entered, or on an earlier line of the list."""

    code: str
    name: str
    email: str
    line: int = 0

    def says_name(self) -> str:
        """Why another one of the name is left out."""
        if self.line:
            return _("The name is on line %(n)s as well.", n=self.line)
        return _("%(name)s is entered already (%(code)s).", name=self.name, code=self.code)

    def says_email(self) -> str:
        """Why another one of the address is."""
        if self.line:
            return _("The e-mail address is on line %(n)s as well.", n=self.line)
        return _("%(name)s is entered with this e-mail address (%(code)s).", name=self.name, code=self.code)


def _key(name: str) -> str:
    return " ".join(name.casefold().split())


def _places(event: Event, wanted: int) -> int:
    if event.capacity is None:
        return wanted
    if event.entrants.filter(status=Status.WAITLISTED).exists():
        return 0
    return min(wanted, max(0, event.capacity - places_taken(event)))


class _Decks(NamedTuple):
    """The deck lists by line, whether they are checked later, what is wrong with them, whether they are left out, and
    how many are not read yet."""

    handed: dict[int, Handed]
    later: bool = False
    problems: Sequence[Problem] = ()
    left_out: tuple[str, ...] = ()
    unread: int = 0


def _decks(event: Event, lines: Sequence[Line], by: Actor, read: ReadDecks | None) -> _Decks:
    with_deck = [line for line in lines if line.deck]
    if not with_deck:
        return _Decks({})
    if event.deck_lists == "none" or not may(by, "submit_deck", event):
        return _Decks({}, left_out=(_("deck list"),))
    different = {line.deck for line in with_deck}
    # where no rules are known of the game there is nothing to check them by
    later = len(different) > FEW and event.game in games()
    if read is None and many_decks(lines):
        return _Decks({}, later, unread=len(with_deck))
    read = read_decks(with_deck, event.game, read)
    bodies = {deck: body for deck, body in read.items() if deck in different and not isinstance(body, str)}
    wrong = [Problem(line.number, why) for line in with_deck if isinstance(why := read[line.deck], str)]
    if later:
        known = {deck: Handed(body) for deck, body in bodies.items()}
    else:
        options, catalogue = options_of(event), catalogue_of(event)
        known = {
            deck: Handed(body, *check_of_game(event.game, body, options, catalogue))
            for deck, body in bodies.items()
        }
    return _Decks({line.number: known[line.deck] for line in with_deck if line.deck in known}, later, wrong)


def many_decks(lines: Sequence[Line]) -> bool:
    """Whether these lines bring more deck lists, beside all their names, than are read where somebody waits. Names
    alone are never too many."""
    decks = [line.deck for line in lines if line.deck]
    together = len(lines) + A_DECK * len(decks) if decks else 0
    return len(decks) > MANY_DECKS or together > MANY_NAMES or sum(map(len, decks)) > MANY_CHARACTERS


def read_decks(lines: Iterable[Line], game: str, read: ReadDecks | None = None) -> ReadDecks:
    """The different deck lists of these lines, with those that were `read` before."""
    decks = dict(read or {})
    understood: Understood = {}
    for line in lines:
        if line.deck and line.deck not in decks:
            try:
                body = read_deck(_by_lines(line.deck), game, understood)
                check_form(body)
            except Invalid as error:
                decks[line.deck] = error.message
            else:
                decks[line.deck] = body
    return decks


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
