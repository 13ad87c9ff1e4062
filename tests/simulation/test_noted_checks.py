"""What is checked of notes and precedents: facts that are not as they were acknowledged are seen, and who reads what he
may not."""

from __future__ import annotations

import pytest

from config.simulation.day import Day
from config.simulation.moves import desk, logs, notes, precedents
from config.simulation.plan import Plan
from referee.models.notes import EntryNote
from referee.models.precedents import Precedent
from tests.simulation.test_desk_checks import brought_about, look_in_a_round, seen
from tournaments.now import now

pytestmark = [pytest.mark.django_db(transaction=True)]


def test_what_is_not_as_it_was_acknowledged_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    look_in_a_round(monkeypatch, Plan("7", 4, 1), of_notes, of_readers, of_precedents)


def of_notes(day: Day) -> None:
    """Some are written before and after a match is decided, changed and taken back; one is lost, altered, there twice,
    and one that was taken back stands."""
    known = day.expected.notes
    brought_about(day, logs.send_in, lambda: day.records)
    brought_about(day, notes.write, lambda: known)
    for table in day.expected.waiting():
        day.step(desk.settle(day, table))
    for circle in notes.CIRCLES:
        brought_about(day, notes.write, lambda c=circle: any(n.shown_to == c for n in known.values()))
    brought_about(day, notes.write, lambda: any(not note.of_judge for note in known.values()))
    texts = {note.text for note in known.values()}
    brought_about(day, notes.change, lambda: any(note.text not in texts for note in known.values()))
    before = len(known)
    brought_about(day, notes.take_back, lambda: len(known) < before)
    notes.check_notes(day)
    number = next(iter(known))
    row = EntryNote.objects.filter(pk=number) | EntryNote.objects.filter(first=number)
    standing = row.filter(replaced_at=None)
    for altered in ({"text": "other"}, {"shown_to": "all", "text": "x"}, {"taken_back_at": now()}):
        with seen(day, "notes"):
            standing.update(**altered)
            notes.check_notes(day)
    with seen(day, "notes"):
        twice = standing.get()
        twice.pk, twice.first = None, None
        twice.save(force_insert=True)
        notes.check_notes(day)
    with seen(day, "notes"):
        EntryNote.objects.exclude(taken_back_at=None).update(taken_back_at=None)
        notes.check_notes(day)


def of_readers(day: Day) -> None:
    """Everybody reads what he may; of a note that comes to be shown in its row, somebody reads too much."""
    for _ in range(30):
        day.step(notes.look(day))
    day.step(notes.without_right(day))
    day.faults.inside, day.faults.outside = [], []
    kept = EntryNote.objects.filter(shown_to="kept", replaced_at=None, taken_back_at=None)
    assert kept.exists()
    with seen(day, "secrets"):
        kept.update(shown_to="all")
        for _ in range(60):
            day.step(notes.look(day))


def of_precedents(day: Day) -> None:
    """One is kept and read; it is lost, altered, or one was never kept."""
    known = day.ledger.precedents
    brought_about(day, precedents.keep, lambda: known)
    for _ in range(8):
        day.step(precedents.look(day))
        day.step(precedents.keep_again(day))
    precedents.check_precedents(day)
    row = Precedent.objects.filter(pk=next(iter(known)))
    with seen(day, "precedents"):
        row.update(text="{}")
        precedents.check_precedents(day)
    with seen(day, "precedents"):
        more = row.get()
        more.pk, more.name = None, "another"
        more.save(force_insert=True)
        precedents.check_precedents(day)
