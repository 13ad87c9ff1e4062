"""What the table says beside the log: a roll confirmed, a judge called, the outcome that becomes the result."""

import pytest

from referee.live import exchange
from referee.live.answers import answer_observed, call_judge, confirm_outcome
from referee.live.queries import live_table
from referee.live.seat_tokens import token_of
from referee.live.table_request import LiveTableRequest
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from referee.models.records import Record
from tests.referee.live.playing import match_of_game, opened, phone, play, played, state, tap
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import at, player
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

GAME = (
    ("A", draw("A")), ("A", lay("A")), ("B", draw("B")), ("B", lay("B")),
    ("A", reveal("A", "Number 9")), ("B", reveal("B", "Number 3")),
)  # fmt: skip


def finished(match: Match, mode: str = "phones") -> LiveTable:
    table = opened(match, mode)
    for who, entry in GAME:
        tap(table, "sam" if mode == "scorekeeper" else who, entry)
    return table


def confirm(table: LiveTable, who: str, last: int = 6) -> LiveTable:
    return confirm_outcome(live_table(table.pk), phone(table, who), last=last, now=at(5))


def result(table: LiveTable) -> Result | None:
    return Result.objects.filter(match=table.record.match_id, replaced_at=None).first()


def test_one_confirms_and_it_is_his_report_the_other_and_it_is_the_result(match: Match) -> None:
    table = finished(match)
    assert state(table, "A")["result"]["wanted"] is True
    assert confirm(table, "A").state == "playing"
    reported = result(table)
    assert reported is not None and reported.provenance == Provenance.REPORTED
    assert state(table, "B")["result"]["confirmed"] == ["A"]
    assert confirm(table, "B").state == "confirmed"
    stands = result(table)
    assert stands is not None
    assert (stands.provenance, stands.outcome["winner"]) == (Provenance.CONFIRMED, "A")
    assert stands.source == f"record:{table.record_id}"
    record = Record.objects.get(pk=table.record_id)
    assert record.adopted_outcome == record.outcome


def test_confirming_twice_is_once(match: Match) -> None:
    table = finished(match)
    confirm(table, "A")
    confirm(table, "A")
    assert live_table(table.pk).confirmed == ["A"]
    assert state(table, "A")["result"]["mine"] is True


def test_what_was_not_looked_at_is_not_confirmed(match: Match) -> None:
    table = finished(match)
    with pytest.raises(Conflict):
        confirm(table, "A", last=5)


def test_a_game_that_goes_on_is_not_confirmed(match: Match) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    with pytest.raises(Conflict):
        confirm(table, "A", last=1)


def test_a_scorekeepers_word_stands_at_once(match: Match) -> None:
    table = finished(match, "scorekeeper")
    assert confirm(table, "sam").state == "confirmed"
    stands = result(table)
    assert stands is not None
    assert (stands.provenance, stands.outcome["winner"]) == (Provenance.ADJUDICATED, "A")


def test_who_only_looks_confirms_nothing(match: Match) -> None:
    table = finished(match)
    with pytest.raises(NotAllowed):
        confirm(table, "somebody")


@pytest.fixture
def rolled() -> LiveTable:
    """A Highlander table at which A has entered a roll for B."""
    log = played("highlander")
    table = opened(match_of_game("highlander"), header=log.header)
    tap(table, "A", {"by": "table", "do": "roll", "seat": "B", "value": 4})
    return table


def test_a_roll_waits_for_the_other(rolled: LiveTable) -> None:
    assert state(rolled, "A")["observed"] == []
    (waiting,) = state(rolled, "B")["observed"]
    assert (waiting["n"], waiting["by"]) == (1, "A")
    answer_observed(live_table(rolled.pk), phone(rolled, "B"), 1, right=True, now=at(3))
    assert state(rolled, "B")["observed"] == []
    assert not Dispute.objects.exists()


def test_going_on_confirms_it_too(rolled: LiveTable) -> None:
    tap(rolled, "B", {"by": "table", "do": "roll", "seat": "A", "value": 2})
    assert state(rolled, "B")["observed"] == []
    assert [waiting["n"] for waiting in state(rolled, "A")["observed"]] == [2]


def test_not_so_calls_a_judge(rolled: LiveTable) -> None:
    answer_observed(live_table(rolled.pk), phone(rolled, "B"), 1, right=False, now=at(3))
    asked = Dispute.objects.get()
    assert (asked.kind, asked.entry) == (Kind.OBSERVED, 1)
    assert state(rolled, "A")["judge_called"] is True


def test_nobody_confirms_his_own_roll(rolled: LiveTable) -> None:
    with pytest.raises(NotFound):
        answer_observed(live_table(rolled.pk), phone(rolled, "A"), 1, right=True, now=at(3))


def test_a_shuffle_decides_nothing_to_confirm(match: Match) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    tap(table, "A", {"by": "table", "do": "shuffle", "seat": "A"})
    assert state(table, "B")["observed"] == []


def test_a_player_calls_a_judge_once(match: Match) -> None:
    table = opened(match)
    mine = phone(table, "A")
    for _ in range(2):
        call_judge(live_table(table.pk), mine, "Whose turn is it?", by=player(match, "A"), now=at(3))
    asked = Dispute.objects.get()
    assert (asked.kind, asked.question) == (Kind.CALL, "Whose turn is it?")
    assert state(table, "B")["judge_called"] is True


def test_a_whole_highlander_game_needs_no_retyping() -> None:
    log = played("highlander")
    table = opened(match_of_game("highlander"), header=log.header)
    play(table, log)
    last = len(log.entries)
    shown = state(table, "A")
    assert shown["state"] == "over"
    confirm(table, "A", last)
    confirm(table, "B", last)
    stands = result(table)
    assert stands is not None
    assert stands.outcome["winner"] == shown["result"]["outcome"]["ranking"][0][0]


def test_who_goes_on_is_asked_nothing_more_in_the_answer_to_the_tap(rolled: LiveTable) -> None:
    """By the answer as by the next look. The other, for whom something new waits, is told by both."""
    assert [one["n"] for one in state(rolled, "B")["observed"]] == [1]
    word = token_of(live_table(rolled.pk), phone(rolled, "B"))
    roll = {"by": "table", "do": "roll", "seat": "A", "value": 2}
    sent = {"key": "b", "after": 1, "entry": roll}
    told = exchange.tap(LiveTableRequest.by_token(rolled.pk, word), sent, at(4))["state"]
    assert (told["last"], told["observed"]) == (2, state(rolled, "B")["observed"]) == (2, [])
    again = exchange.tap(LiveTableRequest.by_token(rolled.pk, word), sent, at(5))
    assert (again["again"], again["state"]["observed"]) == (True, [])
    assert [one["n"] for one in state(rolled, "A")["observed"]] == [2]
