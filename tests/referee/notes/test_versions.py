"""Notes changed and taken back, so many of them, and two changes at once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from config.retention.kinds import BY_NAME
from referee.models.notes import EntryNote
from referee.models.records import Record
from referee.notes import changes
from referee.notes.changes import take_back_note
from referee.records.changes import attach_log
from tests.referee.logs import WON_BY_A, log
from tests.referee.notes.noting import change, decided, fresh, read, write
from tests.tournaments.factories import actor, at, player
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.models.events import Event, State

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]


def test_a_change_is_a_new_version_and_the_old_one_stays(record: Record) -> None:
    record, jude = decided(record), actor("jude")
    number = write(record, jude, "First.")
    assert change(record, number, jude, "Second.").number == number
    assert change(record, number, jude, "Second.").pk == EntryNote.objects.latest("pk").pk
    rows = list(EntryNote.objects.values_list("text", "replaced_at", "first"))
    assert rows == [("First.", at(21), None), ("Second.", None, number)]
    (note,) = read(record, jude)
    assert (note.number, note.text, note.changed, note.mine) == (number, "Second.", True, True)
    with pytest.raises(NotAllowed, match="Only who wrote"):
        change(record, number, actor("olga"), "Mine.")
    with pytest.raises(NotFound):
        change(record, number, player(record.match, "A"), "Mine.")


def test_what_is_taken_back_nobody_reads_and_a_month_later_it_is_gone(record: Record) -> None:
    record = decided(record)
    ann, jude = player(record.match, "A"), actor("jude")
    number = write(record, ann, shown_to="all")
    change(record, number, ann, "Otherwise.", "all")
    kept = write(record, ann)
    with pytest.raises(NotAllowed, match="Only who wrote"):
        take_back_note(record, number, by=player(record.match, "B"), now=at(30))
    with pytest.raises(NotFound):
        take_back_note(record, kept, by=jude, now=at(30))
    take_back_note(record, number, by=jude, now=at(30))
    assert [note.number for note in read(record, ann)] == [kept]
    with pytest.raises(NotFound):
        take_back_note(record, number, by=ann, now=at(31))
    due = BY_NAME["notes"]
    late = write(record, ann, shown_to="all")
    Event.objects.update(state=State.FINISHED)
    over = fresh(record.pk)
    with pytest.raises(NotAllowed, match="Only who wrote"):
        take_back_note(over, late, by=player(record.match, "B"), now=at(30))
    take_back_note(over, late, by=jude, now=at(30))
    assert not due.is_due(at(30) + timedelta(days=30))
    later = at(31) + timedelta(days=30)
    assert due.count(later) == 3 and due.forget(later) == 3
    assert EntryNote.objects.get().number == kept


def test_so_many_and_no_more(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five of one at an entry; the next entry has room. One that was taken back makes room."""
    jude = actor("jude")
    numbers = [write(record, jude, f"{n}.") for n in range(5)]
    with pytest.raises(Conflict, match="as many notes"):
        write(record, jude)
    write(record, actor("olga"))
    write(record, jude, n=3)
    take_back_note(record, numbers[0], by=jude, now=at(30))
    write(record, jude)
    for name, allowed in (("OF_ONE", 6), ("OF_ALL", 7), ("EVER", 7)):
        with monkeypatch.context() as patched, pytest.raises(Conflict, match="as many notes"):
            patched.setattr(changes, name, allowed)
            write(record, jude, n=4)
    monkeypatch.setattr(changes, "VERSIONS", 1)
    change(record, numbers[1], jude, "Once.")
    with pytest.raises(Conflict, match="often enough"):
        change(record, numbers[1], jude, "Twice.")


def test_a_new_log_makes_no_room(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notes of the log before stand at the new one too; or so many new logs would push them out of what is read."""
    jude = actor("jude")
    number = write(record, jude)
    Record.objects.filter(pk=record.pk).update(replaced_at=at(30))
    newer = fresh(attach_log(record.match, 1, log(*WON_BY_A[:4]), by=jude, seat="A", now=at(31)).pk)
    for name, allowed in (("OF_ONE", 1), ("OF_ALL", 1), ("EVER", 1)):
        with monkeypatch.context() as patched, pytest.raises(Conflict, match="as many notes"):
            patched.setattr(changes, name, allowed)
            write(newer, jude)
    monkeypatch.setattr(changes, "OF_ALL", 2)
    write(newer, jude)
    assert number in {note.number for note in read(newer, jude)}


def test_whoever_writes_sees_the_log_as_it_is_by_then(record: Record) -> None:
    """And holds the logs before it: a note may be changed at the new one while it is taken back at the old one."""
    Record.objects.filter(pk=record.pk).update(replaced_at=at(30))
    newer = fresh(attach_log(record.match, 1, log(*WON_BY_A[:4]), by=actor("jude"), seat="A", now=at(31)).pk)
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        changes._held(newer)
    if connection.features.has_select_for_no_key_update:
        (held,) = (one["sql"] for one in asked if "FOR NO KEY UPDATE" in one["sql"])
        assert f'"id" <= {newer.pk}' in held
    assert record.replaced_at is None  # as it was read
    with pytest.raises(Conflict, match="Write the note there"):
        write(record, actor("jude"))


def test_of_two_changes_of_one_version_the_second_is_told(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    jude = actor("jude")
    number = write(record, jude)
    read_before = EntryNote.objects.select_related("entrant").get()
    change(record, number, jude, "The first.")
    monkeypatch.setattr(changes, "note_of", lambda *asked: read_before)
    with pytest.raises(Conflict, match="a moment ago"):
        change(record, number, jude, "The second.")
    assert EntryNote.objects.get(replaced_at=None).text == "The first."
