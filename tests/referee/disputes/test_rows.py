"""A dispute grows by rows: what wrote which, who may read it, and that nothing is said before its time."""

from importlib import import_module

import pytest
from django.apps import apps

from referee.disputes.answering import answer_call
from referee.disputes.changes import open_dispute, resolve_disputes
from referee.disputes.reading import Reader, dispute_of, may_read, rows_for
from referee.disputes.rows import add_row
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.records.changes import attach_log
from tests.referee.logs import NAMED, log
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.models.live import LiveVersion
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
A, B = Reader(seat="A"), Reader(seat="B")
JUDGE = Reader(judges=True, rules=True, staff=True)
#: plays at another table of the event, and may rule here
PLAYING_JUDGE = Reader(rules=True, staff=True)
SCORES = Reader(staff=True)


def told(dispute: Dispute, reader: Reader) -> list[str]:
    return [row.kind for row in rows_for(dispute, reader)]


def called(match: Match, **more: object) -> Dispute:
    return open_dispute(match, Kind.CALL, "May he?", by=player(match, "A"), now=at(3), **more)  # type: ignore[arg-type]


def test_opening_and_answering_are_rows_of_their_makers(match: Match) -> None:
    dispute = called(match)
    assert called(match) == dispute
    answer_call(match.round.event, dispute.pk, "Yes.", by=actor("jude"), now=at(5))
    rows = [(row.kind, row.text, row.by, row.at, row.visible_to) for row in dispute.rows.all()]
    assert rows == [
        ("opened", "May he?", player(match, "A").label, at(3), "table"),
        ("answered", "Yes.", "Jude", at(5), "table"),
    ]


def test_an_answer_is_written_once(match: Match) -> None:
    dispute = called(match)
    for _twice in range(2):
        resolve_disputes(match, resolution="Done.", by=Actor.system(), now=at(5))
    assert told(dispute, A) == ["opened", "answered"]


def test_what_may_rest_on_a_hidden_card_is_for_the_staff_until_it_is_ruled_on(match: Match) -> None:
    record = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))
    dispute = Dispute.objects.get()
    event = match.round.event
    assert told(dispute, JUDGE) == told(dispute, SCORES) == ["opened"]
    with pytest.raises(NotFound):
        dispute_of(event, dispute.pk, player(match, "A"))
    issued(record, on=5, decision="uphold", reason="Agreed.", seen=7, by=actor("jude"), now=at(12))
    read, reader = dispute_of(event, dispute.pk, player(match, "B"))
    said = [(row.kind, row.text) for row in rows_for(read, reader)]
    assert said == [
        ("ruling", "Entry 5 does not count, and play goes on from before it."),
        ("answered", "Agreed."),
    ]
    assert told(dispute, JUDGE) == ["opened", "ruling", "answered"]


def test_a_quiet_dispute_is_no_players(match: Match) -> None:
    dispute = called(match, quiet=True)
    assert told(dispute, A) == told(dispute, B) == []
    add_row(dispute, RowKind.NOTE, "Looked.", by=actor("jude"), now=at(4))
    assert told(dispute, A) == []
    assert told(dispute, JUDGE) == ["opened", "note"]


def test_who_reads_which_row(match: Match) -> None:
    row = DisputeRow(seat="A", seats="B", kind=RowKind.STATEMENT)
    readers = (A, B, JUDGE, PLAYING_JUDGE, SCORES)
    by_hand = {
        VisibleTo.TABLE: (True, True, True, True, True),
        VisibleTo.SIDES: (True, False, True, False, False),
        VisibleTo.SEATS: (False, True, True, False, False),
        VisibleTo.STAFF: (False, True, True, True, True),
        VisibleTo.JUDGES: (False, False, True, False, False),
    }
    for told_to, expected in by_hand.items():
        row.visible_to = told_to
        assert tuple(may_read(row, reader, shown=False) for reader in readers) == expected, told_to
    row.visible_to = VisibleTo.SIDES
    assert tuple(may_read(row, reader, shown=True) for reader in readers) == (True, True, True, True, False)


def test_statements_are_shown_when_both_are_in_or_a_judge_shows_them(match: Match) -> None:
    dispute = called(match)

    def state(seat: str) -> None:
        add_row(
            dispute,
            RowKind.STATEMENT,
            "So.",
            by=player(match, seat),
            now=at(4),
            visible_to=VisibleTo.SIDES,
            seat=seat,
        )

    state("A")
    state("A")
    assert (told(dispute, A), told(dispute, B)) == (["opened", "statement", "statement"], ["opened"])
    add_row(dispute, RowKind.SHOWN, by=actor("jude"), now=at(5))
    assert told(dispute, B) == ["opened", "statement", "statement", "shown"]
    other = open_dispute(match, Kind.OTHER, "And this?", by=player(match, "B"), now=at(6))
    dispute = other
    state("A")
    state("B")
    assert told(other, A) == told(other, B) == ["opened", "statement", "statement"]


def test_a_quiet_row_moves_no_page(match: Match) -> None:
    dispute = called(match)

    def heard() -> tuple[int, int]:
        match.refresh_from_db()
        return LiveVersion.objects.filter(topic="records").count(), match.version

    before = heard()
    add_row(dispute, RowKind.NOTE, "So.", by=actor("jude"), now=at(4), quiet=True)
    assert heard() == before
    add_row(dispute, RowKind.NOTE, "So.", by=actor("jude"), now=at(4))
    assert heard() == (before[0] + 1, before[1] + 1)


def test_disputes_of_the_time_before_rows_tell_how_they_began_and_ended(match: Match) -> None:
    dispute = called(match)
    resolve_disputes(match, resolution="Done.", by=actor("jude"), now=at(5))
    found = open_dispute(match, Kind.FINDING, "Look.", by=Actor.system(), now=at(6))
    fields = ("dispute", "kind", "text", "text_message", "by", "at", "visible_to", "record", "entry")
    before = list(DisputeRow.objects.order_by("pk").values_list(*fields))
    DisputeRow.objects.all().delete()
    import_module("referee.migrations.0012_dispute_rows").tell_old_disputes(apps, None)
    assert list(DisputeRow.objects.order_by("pk").values_list(*fields)) == before
    assert [row.visible_to for row in found.rows.all()] == ["staff"]
    assert dispute.rows.count() == 2
