"""Writing, changing and reading notes at the entries of a toy game, for tests."""

from __future__ import annotations

from referee.judging.viewers import Viewer, seen_as, viewer_of
from referee.models.notes import EntryNote
from referee.models.records import Record
from referee.notes.changes import change_note, write_note
from referee.notes.reading import Note, notes_for
from referee.records.queries import records
from tests.tournaments.factories import actor, at, player
from tournaments.access import Actor
from tournaments.models.rounds import Match, MatchState

SPECTATOR, STRANGER = Actor.anonymous(), "stranger"


def fresh(number: int) -> Record:
    return records().get(pk=number)


def decided(record: Record, state: str = MatchState.DECIDED) -> Record:
    Match.objects.filter(pk=record.match_id).update(state=state)
    return fresh(record.pk)


def view(record: Record, by: Actor, seat: str = "") -> Viewer:
    return seen_as(viewer_of(by, record.match), seat, "AB")


def write(
    record: Record, by: Actor, text: str = "Look here.", shown_to: str = "kept", n: int = 2, seat: str = ""
) -> int:
    viewer = view(record, by, seat)
    return write_note(record, n, text, shown_to=shown_to, viewer=viewer, by=by, now=at(20)).number


def change(
    record: Record, number: int, by: Actor, text: str, shown_to: str = "kept", seat: str = ""
) -> EntryNote:
    viewer = view(record, by, seat)
    return change_note(record, number, text, shown_to=shown_to, viewer=viewer, by=by, now=at(21))


def read(record: Record, by: Actor, seat: str = "") -> list[Note]:
    return notes_for(record, by, viewer_of(by, record.match), view(record, by, seat))


def read_by(record: Record) -> set[str]:
    """Who of all reads the one note that there is."""
    match = record.match
    everybody = {
        "A": player(match, "A"), "B": player(match, "B"), "jude": actor("jude"), "olga": actor("olga"),
        "other": player(other_table(match), "A"), "stranger": actor(STRANGER), "nobody": SPECTATOR,
    }  # fmt: skip
    return {name for name, who in everybody.items() if read(record, who)}


def other_table(match: Match) -> Match:
    return match.round.matches.exclude(pk=match.pk).get()
