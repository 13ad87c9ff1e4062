"""Notes at entries of logs: a judge's, a player's once his match is decided; shown, changed, taken back, and read by
everybody who may and nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from config.simulation.expected import Table
from config.simulation.facts import rows
from config.simulation.site_client import API, FORM, Answer, Ask, Person

if TYPE_CHECKING:
    from config.simulation.day import Day

JUDGES = ("organiser", "head_judge", "judge")
KEPT, TABLE, ALL = CIRCLES = ("kept", "table", "all")
PUBLIC = "public"
#: Entries of a log that are written at: few, so that notes come to stand beside each other.
ENTRIES = 3


@dataclass
class Noted:
    """A note that stands: by whom, at which entry of which log, and who reads it."""

    number: int
    record: int
    entry: int
    writer: str
    of_judge: bool
    text: str
    shown_to: str
    view: str


@dataclass(frozen=True)
class Log:
    """A stored log: whose, of which game of which match, and whether another one has replaced it."""

    pk: int
    match: int
    game: int
    seat: str
    entries: int
    replaced: bool

    def comes_after(self, other: Log) -> bool:
        """Whether the other's notes are its own: it is the same one, or has replaced it."""
        same = (self.match, self.game, self.seat) == (other.match, other.game, other.seat)
        return same and other.pk <= self.pk


def write(day: Day) -> Ask | None:
    """A judge or a player of the match writes one; it is shown only where that may be."""
    log, table = _one(day)
    if log is None or table is None or not log.entries:
        return None
    who = _writer(day, table)
    entry, seat = day.chance.randint(1, min(ENTRIES, log.entries)), day.chance.choice(("", PUBLIC))
    circle, text = day.chance.choice((KEPT, *CIRCLES)), day.word("entry-note")
    _plant(day, table, who, text, circle)
    view = seat or _own_view(day, table, who)

    def done(answer: Answer) -> None:
        told = answer.data
        note = Noted(told["number"], log.pk, entry, who.name, _judges(who), text, circle, view)
        day.expected.notes.setdefault(note.number, note)
        same = (told["text"], told["shown_to"], told["entry"], told["mine"]) == (text, circle, entry, True)
        day.check(same, "notes", f"{note} was written: {told}")

    path, body = f"{API}records/{log.pk}/entries/{entry}/notes/", _said(text, circle, seat)
    may = True if _judges(who) and day.expected.state == "running" else None
    return Ask(
        "note_entry", who, "POST", path, body, day.word("k"), done, may=may, unless_beside=not log.replaced,
        never=log.replaced or not _may_tell(who, log, circle, seat),
    )  # fmt: skip


def change(day: Day) -> Ask | None:
    """Its writer changes one, or who reads it; somebody else may not."""
    note, log, table = _standing(day)
    if note is None or log is None or table is None:
        return None
    writer = _person(day, note.writer)
    who = writer if not day.chance.once_in(5) else day.chance.choice([*_seated(day, table), *_staff(day)])
    seat, circle, text = day.chance.choice(("", PUBLIC)), day.chance.choice(CIRCLES), day.word("entry-note")
    before = note.text
    _plant(day, table, writer, text, circle)

    def done(answer: Answer) -> None:
        note.text, note.shown_to = text, circle
        note.view = seat or _own_view(day, table, writer)
        # what it said before is read by nobody any more, but for answers that are told again
        _plant(day, table, writer, before, KEPT)

    path = f"{API}records/{log.pk}/notes/{note.number}/"
    foreign = who is not writer
    return Ask(
        "change_note", who, "PUT", path, _said(text, circle, seat), day.word("k"), done, may=None,
        never=foreign or not _may_tell(who, log, circle, seat), unless_beside=not foreign,
    )  # fmt: skip


def take_back(day: Day) -> Ask | None:
    """Its writer takes one back, or a judge one that others read; nobody else does."""
    note, log, table = _standing(day)
    if note is None or log is None or table is None:
        return None
    writer = _person(day, note.writer)
    others = [*_seated(day, table), *_staff(day), day.people.visitor]
    who = writer if day.chance.once_in(2) else day.chance.choice(others)
    may = who is writer or (_judges(who) and note.shown_to != KEPT)

    def done(answer: Answer) -> None:
        day.expected.notes.pop(note.number, None)
        _plant(day, table, writer, note.text, KEPT)

    path = f"{API}records/{log.pk}/notes/{note.number}/"
    # in the middle of it the note may come to be shown, and a judge may take it back then
    return Ask(
        "take_back_note", who, "DELETE", path, None, day.word("k"), done, may=None, never=not may,
        unless_beside=_judges(who),
    )  # fmt: skip


def without_right(day: Day) -> Ask | None:
    """Who neither judges nor sits at the table writes one."""
    log, table = _one(day)
    if log is None or table is None or not log.entries:
        return None
    everybody = [
        *day.people.players.values(),
        day.people.staff["sam"],
        day.people.visitor,
        day.people.name_problem,
    ]
    seated = _seated(day, table)
    who = day.chance.choice([person for person in everybody if person not in seated])
    path, body = f"{API}records/{log.pk}/entries/1/notes/", _said(day.word("not-his"), KEPT, "")
    return Ask("note not his", who, "POST", path, body, day.word("k"), may=False)


def look(day: Day) -> Ask | None:
    """Somebody reads the notes of a log: exactly those that he may; or looks at them in the replay."""
    log, table = _one(day)
    if log is None or table is None:
        return None
    others = [*_staff(day), *day.people.players.values(), day.people.visitor, day.people.name_problem]
    who = day.chance.choice([*_seated(day, table), *_staff(day), *others])
    if day.chance.once_in(3) and day.people.open_browser(who):
        return Ask("look at a replay", who, "GET", f"/records/{log.pk}/?entry=1", may=None, content_type=FORM)
    wanted = _read_by(day, who, log)

    def done(answer: Answer) -> None:
        told = sorted((note["number"], note["text"]) for note in answer.data)
        # it may have been decided, written or taken back while this was asked
        day.check(
            told in (wanted, _read_by(day, who, log)), "notes", f"{who} reads {told}, may read {wanted}"
        )
        moved = [note for note in answer.data if note["record"] == log.pk and note["at"] != note["entry"]]
        day.check(not moved, "notes", f"in record {log.pk}, where they were written, {moved} stand elsewhere")

    path = f"{API}records/{log.pk}/notes/"
    return Ask("look at notes", who, "GET", path, None, "", done, may=True if _judges(who) else None)


def check_notes(day: Day) -> None:
    """Each acknowledged note stands once, as it was said last, and no other does."""
    columns = ("pk", "first", "record", "entry", "text", "shown_to", "view", "entrant")
    here: dict[str, Any] = {"record__match__round__event__slug": day.slug}
    there = sorted(
        (first or pk, *said, entrant is None)
        for pk, first, *said, entrant in rows(
            "referee.EntryNote", *columns, replaced_at=None, taken_back_at=None, **here
        )
    )
    wanted = sorted(
        (note.number, note.record, note.entry, note.text, note.shown_to, note.view, note.of_judge)
        for note in day.expected.notes.values()
    )
    day.check(there == wanted, "notes", f"there stand {there}, acknowledged are {wanted}")


def check_read(day: Day) -> None:
    """A judge reads at the log where a player wrote last for himself what judges may read, and not that."""
    logs = {log.pk: log for log in _logs(day)}
    own = [note for note in day.expected.notes.values() if not note.of_judge and note.shown_to == KEPT]
    if not own:
        return
    jude, log = day.people.staff["jude"], logs[own[-1].record]
    told = sorted((note["number"], note["text"]) for note in day.reading(jude, f"records/{log.pk}/notes/"))
    wanted = _read_by(day, jude, log)
    day.check(told == wanted, "notes", f"{jude} reads {told}, may read {wanted}")


# -- the book


def _read_by(day: Day, who: Person, log: Log) -> list[tuple[int, str]]:
    """What somebody reads at a log from where he sits: a judge all of judges and what is shown, a writer his own,
    others what is shown to them, once the match is decided."""
    by_pk = {one.pk: one for one in _logs(day)}
    table, decided = _table(day, log), _decided(log)
    sits = table is not None and who in _seated(day, table)
    told = []
    for note in day.expected.notes.values():
        if not log.comes_after(by_pk[note.record]):
            continue
        shown = decided and (note.shown_to == ALL or (note.shown_to == TABLE and sits))
        of_judges = _judges(who) and (note.of_judge or note.shown_to != KEPT)
        if note.writer == who.name or of_judges or shown:
            told.append((note.number, note.text))
    return sorted(told)


def _plant(day: Day, table: Table, writer: Person, text: str, circle: str) -> None:
    """Who may be sent the text from now on."""
    who = list(JUDGES) if _judges(writer) or circle != KEPT else []
    who.append(writer.name)
    if circle == TABLE:
        who += [person.name for person in _seated(day, table)]
    day.marks.plant(text, *who, opened=lambda: circle == ALL)


def _may_tell(who: Person, log: Log, circle: str, seat: str) -> bool:
    """Whether a note may be told to this circle: nothing before the match is decided, and of what a judge writes only
    what he wrote looking at the log as everybody sees it."""
    if not _decided(log):
        return _judges(who) and circle == KEPT
    return circle == KEPT or not _judges(who) or seat == PUBLIC


def _said(text: str, circle: str, seat: str) -> dict[str, str]:
    return {"text": text, "shown_to": circle, "seat": seat}


def _decided(log: Log) -> bool:
    return rows("tournaments.Match", "state", pk=log.match) == [("decided",)]


def _logs(day: Day) -> list[Log]:
    columns = ("pk", "match", "game_number", "seat", "entries", "replaced_at")
    here: dict[str, Any] = {"match__round__event__slug": day.slug, "merged": False}
    there = rows("referee.Record", *columns, **here)
    return [
        Log(pk, match, game, seat, entries, replaced is not None)
        for pk, match, game, seat, entries, replaced in there
    ]


def _one(day: Day) -> tuple[Log | None, Table | None]:
    """A log, and its table if that stands."""
    logs = _logs(day)
    if not logs or day.expected.state != "running":
        return None, None
    log = day.chance.choice(logs)
    return log, _table(day, log)


def _standing(day: Day) -> tuple[Noted | None, Log | None, Table | None]:
    """A note, its log, and the table if that stands."""
    notes = list(day.expected.notes.values())
    if not notes or day.expected.state != "running":
        return None, None, None
    note = day.chance.choice(notes)
    log = next(one for one in _logs(day) if one.pk == note.record)
    return note, log, _table(day, log)


def _table(day: Day, log: Log) -> Table | None:
    return next((table for table in day.expected.every_table() if table.pk == log.match), None)


def _seated(day: Day, table: Table) -> list[Person]:
    return [day.people.players[code] for code in table.seats.values()]


def _own_view(day: Day, table: Table, who: Person) -> str:
    """From where a writer sees the log: a judge the whole of it, a player his seat's."""
    return "" if _judges(who) else _letter(day, table, who)


def _letter(day: Day, table: Table, who: Person) -> str:
    return next(letter for letter, code in table.seats.items() if day.people.players[code] is who)


def _staff(day: Day) -> list[Person]:
    return list(day.people.staff.values())


def _writer(day: Day, table: Table) -> Person:
    return day.people.with_role(*JUDGES) if day.chance.once_in(2) else day.chance.choice(_seated(day, table))


def _judges(who: Person) -> bool:
    return bool(who.roles.intersection(JUDGES))


def _person(day: Day, name: str) -> Person:
    everybody = [*day.people.staff.values(), *day.people.players.values()]
    return next(person for person in everybody if person.name == name)
