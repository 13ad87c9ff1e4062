"""Disputes opened by hand, statements and notes: who may, who reads, what is added where one is open already."""

import pytest

from referee.disputes.answering import answer_call
from referee.disputes.opening import MAX_ROWS, open_by_hand, settle_at_table
from referee.disputes.queries import disputes_at
from referee.disputes.reading import Reader, rows_for
from referee.disputes.statements import add_note, make_statement, reopen_dispute, show_statements
from referee.disputes.tasks import close_settled
from referee.models.disputes import Dispute, DisputeRow, Kind, RowKind, VisibleTo
from referee.records.changes import attach_log
from tests.referee.conftest import table
from tests.referee.live.playing import opened, state
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import actor, at, player, running_event, win
from tournaments.access import Actor
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.models.events import Event
from tournaments.models.rounds import Match, RoundState
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import offer_round, publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
A, B = Reader(seat="A"), Reader(seat="B")
JUDGE = Reader(judges=True, rules=True, staff=True)


def told(dispute: Dispute, reader: Reader) -> list[str]:
    return [row.text or row.kind for row in rows_for(Dispute.objects.get(pk=dispute.pk), reader)]


def asked(match: Match, kind: str = Kind.OTHER, by: Actor | None = None) -> Dispute:
    return open_by_hand(match, kind, "He saw my hand.", by=by or player(match, "A"), now=at(3))


def test_a_player_opens_and_a_judge_does_and_nobody_else(match: Match) -> None:
    asked(match)
    asked(match, Kind.PLAY, actor("jude"))
    for who in (actor("sam"), actor("stranger"), player(table(match.round.event, 1), "A")):
        with pytest.raises(NotAllowed):
            asked(match, by=who)
    with pytest.raises(Invalid):
        asked(match, Kind.NOTED)
    with pytest.raises(Invalid):
        asked(match, Kind.ILLEGAL, actor("jude"))
    with pytest.raises(Invalid):
        open_by_hand(match, Kind.OTHER, " ", by=player(match, "A"), now=at(3))
    assert Dispute.objects.count() == 2


def test_what_is_asked_again_is_added(match: Match) -> None:
    first = asked(match)
    again = open_by_hand(match, Kind.OTHER, "He did not.", by=player(match, "B"), now=at(4))
    assert first == again
    assert told(first, A) == told(first, B) == ["He saw my hand.", "He did not."]
    assert [row.seat for row in first.rows.all()] == ["A", "B"]


def test_an_entry_is_of_a_log_of_this_match(match: Match) -> None:
    ann = player(match, "A")
    record = attach_log(match, 1, log(*WON_BY_A), by=ann, now=at(2))
    made = open_by_hand(match, Kind.PLAY, "Look.", by=ann, now=at(3), record=record.pk, entry=6)
    assert (made.record, made.entry) == (record, 6)
    with pytest.raises(Invalid):
        open_by_hand(match, Kind.PLAY, "Look.", by=ann, now=at(3), record=record.pk, entry=7)
    other = table(match.round.event, 1)
    with pytest.raises(NotFound):
        open_by_hand(other, Kind.PLAY, "Look.", by=player(other, "A"), now=at(3), record=record.pk, entry=1)


def test_how_somebody_behaves_is_told_to_the_staff_alone(match: Match) -> None:
    mine = asked(match, Kind.CONDUCT)
    theirs = asked(match, Kind.CONDUCT, player(match, "B"))
    assert mine != theirs and asked(match, Kind.CONDUCT) == mine
    assert disputes_at(player(match, "A"), match) == [mine]
    assert disputes_at(player(match, "B"), match) == [theirs]
    assert disputes_at(actor("jude"), match) == [mine, theirs]
    make_statement(mine, "He shouted.", by=player(match, "A"), now=at(4))
    with pytest.raises(NotFound):
        make_statement(mine, "I did not.", by=player(match, "B"), now=at(4))
    answer_call(match.round.event, mine.pk, "I spoke with him.", by=actor("jude"), now=at(5))
    assert told(mine, A)[-1] == "I spoke with him."
    assert told(mine, B) == []


def test_a_judge_notes_something_that_no_player_learns_of(match: Match) -> None:
    live = opened(match)
    noted = asked(match, Kind.NOTED, actor("jude"))
    assert disputes_at(player(match, "A"), match) == []
    assert not state(live, "A")["judge_called"]
    asked(match)
    assert state(live, "A")["judge_called"] and state(live, "B")["judge_called"]
    assert Dispute.objects.get(kind=Kind.OTHER) != noted


def test_a_judge_at_the_own_table_is_a_player_there(match: Match) -> None:
    grant_role(match.round.event, player(match, "A").user.username, "judge", by=actor("olga"), now=at(1))  # type: ignore[union-attr]
    dispute = asked(match)
    assert dispute.rows.get().seat == "A"
    ann = player(match, "A")
    for change in (
        lambda: settle_at_table(match, Kind.OTHER, "So.", by=ann, now=at(4)),
        lambda: show_statements(dispute, by=ann, now=at(4)),
        lambda: add_note(dispute, "So.", to_table=True, by=ann, now=at(4)),
    ):
        with pytest.raises(NotAllowed):
            change()


def test_nothing_is_disputed_before_it_was_played(event: Event) -> None:
    made = running_event(4)
    publish_round(offer_round(made, by=actor("olga"), now=at(-5)), by=actor("olga"), now=at(-4))
    match = table(made, 0)
    assert match.round.state == RoundState.PUBLISHED
    with pytest.raises(Conflict):
        asked(match)


def test_settled_at_the_table_in_one_step(match: Match) -> None:
    done = settle_at_table(match, Kind.OTHER, "Shuffle again.", by=actor("jude"), now=at(4))
    assert told(done, A) == ["A judge settled something at the table.", "Shuffle again."]
    assert done.resolved_at == at(4)
    dispute = asked(match)
    assert settle_at_table(match, Kind.OTHER, "Play on.", by=actor("jude"), now=at(5)) == dispute
    assert told(dispute, B) == ["He saw my hand.", "Play on."]


def test_a_result_settles_what_was_about_it(match: Match) -> None:
    about_rules, about_result = asked(match, Kind.RULES), asked(match, Kind.RESULT)
    enter_result(match, win("A"), by=actor("hedda"), now=at(9))
    assert close_settled(at(10)) == 1
    about_rules.refresh_from_db()
    about_result.refresh_from_db()
    assert (about_rules.resolved_at, about_result.resolved_at) == (None, at(10))


def test_each_side_reads_the_other_when_both_are_in(match: Match) -> None:
    dispute = asked(match)
    make_statement(dispute, "I held two.", by=player(match, "A"), now=at(4))
    assert told(dispute, B) == ["He saw my hand."]
    make_statement(dispute, "I saw nothing.", by=player(match, "B"), now=at(5))
    assert told(dispute, A) == told(dispute, B) == ["He saw my hand.", "I held two.", "I saw nothing."]
    with pytest.raises(Conflict):
        show_statements(dispute, by=actor("jude"), now=at(6))
    for who in (actor("jude"), player(table(match.round.event, 1), "A")):
        with pytest.raises(NotAllowed):
            make_statement(dispute, "I.", by=who, now=at(6))


@pytest.mark.parametrize(("seats", "both"), [("AB", True), ("A", False)])
def test_of_an_entry_that_both_see_is_illegal_each_reads_the_other(
    match: Match, seats: str, both: bool
) -> None:
    """What a log tells is for the staff and the seats that see it; where those are all, nothing is given away."""
    dispute = asked(match)
    make_statement(dispute, "I held two.", by=player(match, "A"), now=at(4))
    make_statement(dispute, "I saw nothing.", by=player(match, "B"), now=at(5))
    dispute.rows.filter(kind=RowKind.OPENED).update(visible_to=VisibleTo.STAFF, seats=seats)
    assert ("I saw nothing." in told(dispute, A)) == both


def test_a_judge_shows_one_statement(match: Match) -> None:
    dispute = asked(match)
    with pytest.raises(Conflict):
        show_statements(dispute, by=actor("jude"), now=at(4))
    make_statement(dispute, "I held two.", by=player(match, "A"), now=at(4))
    with pytest.raises(NotAllowed):
        show_statements(dispute, by=player(match, "A"), now=at(5))
    show_statements(dispute, by=actor("jude"), now=at(5))
    assert told(dispute, B) == ["He saw my hand.", "I held two.", "shown"]


def test_notes_are_for_the_staff_unless_they_are_for_the_table(match: Match) -> None:
    dispute = asked(match)
    add_note(dispute, "Look at his hand.", to_table=False, by=actor("jude"), now=at(4))
    add_note(dispute, "Keep playing.", to_table=True, by=actor("jude"), now=at(5))
    assert told(dispute, A) == ["He saw my hand.", "Keep playing."]
    assert told(dispute, JUDGE) == ["He saw my hand.", "Look at his hand.", "Keep playing."]


def test_what_was_answered_by_word_is_opened_again(match: Match) -> None:
    dispute = asked(match)
    with pytest.raises(Conflict):
        reopen_dispute(dispute, "New.", by=actor("jude"), now=at(4))
    answer_call(match.round.event, dispute.pk, "No.", by=actor("jude"), now=at(5))
    with pytest.raises(Conflict):
        make_statement(dispute, "But.", by=player(match, "A"), now=at(6))
    dispute = reopen_dispute(dispute, "I was wrong.", by=actor("hedda"), now=at(7))
    assert (dispute.resolved_at, dispute.resolution) == (None, "")
    assert told(dispute, A) == ["He saw my hand.", "No.", "I was wrong."]
    make_statement(dispute, "But.", by=player(match, "A"), now=at(8))
    answer_call(match.round.event, dispute.pk, "Yes.", by=actor("jude"), now=at(9))
    other = asked(match)
    assert other != dispute
    with pytest.raises(Conflict):
        reopen_dispute(Dispute.objects.get(pk=dispute.pk), "Again.", by=actor("jude"), now=at(9))


def test_a_seat_does_not_write_for_ever(match: Match) -> None:
    dispute = asked(match)
    ann = player(match, "A")
    row = {"dispute": dispute, "kind": RowKind.STATEMENT, "visible_to": "sides", "at": at(4), "by": "x"}
    DisputeRow.objects.bulk_create([DisputeRow(seat="A", **row) for _ in range(MAX_ROWS - 1)])
    with pytest.raises(Conflict):
        make_statement(dispute, "More.", by=ann, now=at(5))
    with pytest.raises(Conflict):
        asked(match, Kind.RULES)
    make_statement(dispute, "Mine.", by=player(match, "B"), now=at(5))
