"""Taps become entries: one after another, once each, stored with their chain, judged as they come."""

import pytest

from referee.live import live_replay as running
from referee.live.boards import board_html
from referee.live.entries import CameFirst, NotLegal, NotOpen, add_entry
from referee.live.live_replay import forget, live_replay
from referee.live.queries import live_table
from referee.live.tap import BadTap, Tap
from referee.live.undo import undo_entry
from referee.logs.storage import stored_log
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from referee.models.records import RecordPart
from referee.records.queries import records
from rules.kernel.replay import replay
from rules.kernel.report import report
from rules.registry import load
from tests.referee.live.playing import GAMES, match_of_game, opened, phone, play, played, state, tap
from tests.referee.ruled import issued
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import actor, at
from tournaments.errors import NotAllowed
from tournaments.models.events import Event
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def table(match: Match) -> LiveTable:
    return opened(match)


def test_an_entry_is_stored_with_its_number_and_its_chain(table: LiveTable) -> None:
    assert tap(table, "A", draw("A", "Number 9", "Number 1")).n == 1
    assert tap(table, "A", lay("A", "Number 9")).n == 2
    record = live_table(table.pk).record
    assert record.entries == 2
    assert RecordPart.objects.filter(record=record).count() == 3
    log = stored_log(record, "toy")
    assert (log.chain, log.head) == (None, record.head)
    assert [entry.do for entry in log.entries] == ["draw", "lay"]


def test_what_others_may_not_see_is_marked_by_the_server(table: LiveTable) -> None:
    tap(table, "A", {**draw("A", "Number 9", "Number 1"), "seen_by": ["A", "B"]})
    log = stored_log(live_table(table.pk).record, "toy")
    assert log.entries[0].seen_by == ("A",)
    assert list(state(table, "A")["entries"][0]["entry"]["cards"]) == ["Number 9", "Number 1"]
    seen = state(table, "B")["entries"][0]["entry"]
    assert "cards" not in seen and seen["count"] == 2


def test_the_same_key_is_the_same_entry(table: LiveTable) -> None:
    first = tap(table, "A", draw("A"), key="one")
    again = tap(table, "A", draw("A"), key="one", after=0)
    assert (first.n, first.again, again.n, again.again) == (1, False, 1, True)
    assert live_table(table.pk).record.entries == 1


def test_the_second_of_two_is_asked_again(table: LiveTable) -> None:
    tap(table, "A", draw("A"), key="one", after=0)
    with pytest.raises(CameFirst) as refused:
        tap(table, "B", draw("B"), key="two", after=0)
    assert refused.value.details["last"] == 1
    assert live_table(table.pk).record.entries == 1


def test_another_process_that_came_first_is_noticed_by_a_cold_memory(table: LiveTable) -> None:
    stale = live_table(table.pk)
    live_replay(stale.record)
    tap(table, "A", draw("A"), key="one")
    forget()
    live_replay(live_table(table.pk).record)
    with pytest.raises(CameFirst):
        tap(table, "B", draw("B"), key="two", after=0)


def test_an_illegal_entry_is_kept_judged_and_calls_a_judge(table: LiveTable) -> None:
    tap(table, "B", draw("B"))
    assert state(table, "A")["state"] == "stopped"
    assert state(table, "A")["stopped"] == 1
    assert state(table, "A")["judge_called"] is True
    asked = Dispute.objects.get(match=table.record.match_id)
    assert (asked.kind, asked.entry) == (Kind.ILLEGAL, 1)
    tap(table, "A", draw("A"))
    line = state(table, "A")["entries"][1]
    assert line["verdict"]["verdict"] == "not_reached"


def test_a_ruling_goes_on_with_what_was_kept(table: LiveTable) -> None:
    """B draws out of turn; A draws and lays meanwhile; the judge upholds that it was A's turn; what followed counts."""
    tap(table, "B", draw("B"))
    tap(table, "A", draw("A"))
    tap(table, "A", lay("A"))
    record = live_table(table.pk).record
    issued(
        records().get(pk=record.pk),
        on=1,
        decision="uphold",
        reason="It was A's turn.",
        seen=3,
        follow=True,
        by=actor("jude"),
        now=at(5),
    )
    shown = state(table, "B", 3)
    assert (shown["state"], shown["last"]) == ("playing", 6)
    assert [line["entry"]["do"] for line in shown["entries"]] == ["ruling", "draw", "lay"]
    assert len(shown["changed"]) == 3
    tap(table, "B", draw("B"))
    assert state(table, "A")["entries"][-1]["verdict"]["verdict"] == "legal"


def test_what_is_taken_back_waits_for_no_judge(table: LiveTable) -> None:
    tap(table, "B", lay("B"))
    undo_entry(live_table(table.pk), phone(table, "B"), on=1, key="back", now=at(3))
    assert not Dispute.objects.filter(resolved_at=None).exists()
    assert state(table, "A")["judge_called"] is False


def test_a_judge_declares_what_a_card_did(table: LiveTable) -> None:
    change = {"change": "set", "fact": "players.A.score", "value": 4}
    tap(table, "jude", {"by": "judge", "do": "declare", "changes": [change]})
    shown = state(table, "A")
    assert shown["position"]["players"]["A"]["score"] == 4
    assert shown["entries"][0]["declared"] is True
    with pytest.raises(NotAllowed):
        tap(table, "A", {"by": "judge", "do": "declare", "changes": [change]})


def test_a_board_shows_deductions_where_the_event_does() -> None:
    log = played("herocard_nightmare")
    boards = {}
    for logs, shows in (("assisted", True), ("assisted", False), ("competitive", True)):
        match = match_of_game("herocard_nightmare", logs=logs, deductions=shows)
        table = opened(match, header=log.header)
        play(table, log, until=40)
        drawn = board_html(live_table(table.pk), phone(table, "A"))
        boards[logs, shows] = drawn.replace("Player1", "Player").replace("Player2", "Player")
    assert boards["assisted", True] != boards["assisted", False]
    assert boards["assisted", False] == boards["competitive", True]


def test_where_the_event_says_so_an_illegal_entry_calls_nobody(match: Match) -> None:
    Event.objects.filter(pk=match.round.event_id).update(illegal_calls_judge=False)
    match.round.event.refresh_from_db()
    table = opened(match)
    tap(table, "B", draw("B"))
    assert state(table, "B")["state"] == "stopped"
    assert not Dispute.objects.exists()


def test_an_assisted_event_refuses_what_is_not_legal_unless_something_else_happened(match: Match) -> None:
    Event.objects.filter(pk=match.round.event_id).update(logs="assisted")
    match.round.event.refresh_from_db()
    table = opened(match)
    with pytest.raises(NotLegal) as refused:
        tap(table, "B", draw("B"))
    assert refused.value.details["violations"][0]["rule"] == "turn"
    assert live_table(table.pk).record.entries == 0
    tap(table, "B", draw("B"), anyway=True)
    assert state(table, "B")["stopped"] == 1


@pytest.mark.parametrize(
    "entry",
    [
        {"by": "A", "do": "fly"},
        {"by": "A", "do": "draw", "count": "two"},
        {"by": "A", "do": "draw", "wings": 2},
        {"by": "A", "do": "draw", "count": -1},
        {"by": "A"},
        {"do": "draw"},
        {"by": "A", "do": "undo", "on": 1},
    ],
)
def test_what_cannot_be_read_is_refused(table: LiveTable, entry: dict[str, object]) -> None:
    with pytest.raises(BadTap):
        tap(table, "A", entry)
    assert live_table(table.pk).record.entries == 0


@pytest.mark.parametrize("by", ["B", "judge"])
def test_a_phone_acts_for_its_own_seat_and_the_table(table: LiveTable, by: str) -> None:
    with pytest.raises(NotAllowed):
        tap(table, "A", {"by": by, "do": "draw", "count": 2})


def test_a_player_of_another_table_looks_and_does_not_log(table: LiveTable) -> None:
    outsider = next(
        entrant
        for entrant in table.record.match.round.event.entrants.select_related("user")
        if entrant.pk not in {seat.entrant_id for seat in table.record.match.seats.all()}
    )
    assert outsider.user is not None
    theirs = phone(table, outsider.user.username)
    assert (theirs.view, theirs.acts_for) == ("public", ())


def test_nobody_but_the_clock_or_a_judge_calls_time(table: LiveTable) -> None:
    with pytest.raises(NotAllowed):
        tap(table, "A", {"by": "table", "do": "time_called"})
    tap(table, "jude", {"by": "table", "do": "time_called"})
    assert live_table(table.pk).record.entries == 1


def test_nothing_is_taken_once_the_round_is_over(table: LiveTable) -> None:
    table.record.match.round.state = "finished"
    table.record.match.round.save()
    with pytest.raises(NotOpen):
        tap(table, "A", draw("A"))


def test_the_whole_toy_game_comes_to_its_outcome(table: LiveTable) -> None:
    for who, entry in (
        ("A", draw("A")), ("A", lay("A")), ("B", draw("B")), ("B", lay("B")),
        ("A", reveal("A", "Number 9")), ("B", reveal("B", "Number 3")),
    ):  # fmt: skip
        tap(table, who, entry)
    shown = state(table, "B")
    assert shown["state"] == "over"
    assert shown["result"]["outcome"]["ranking"] == [["A"], ["B"]]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_logged_live_is_judged_as_its_log_is(game: str) -> None:
    log = played(game)
    table = opened(match_of_game(game), header=log.header)
    play(table, log, until=60)
    record = live_table(table.pk).record
    stored = stored_log(record, game)
    assert stored.chain is None
    assert record.entries == min(60, len(log.entries))
    warm = report(live_replay(record).whole)
    assert warm == report(replay(load(game), stored))
    forget()
    assert report(live_replay(record).whole) == warm
    assert record.status in ("in_progress", "undetermined", "finished")
    for seat in ("A", "B", "public"):
        warm_view = live_replay(record).view(seat)
        assert warm_view.stopped is None


def test_an_entry_sent_again_at_the_end_of_the_log_is_not_stored_twice(table: LiveTable) -> None:
    """The row that was read does not know of it yet: by what stands in the database it is the same tap."""
    old = live_table(table.pk)
    first = tap(table, "A", draw("A"), key="one")
    again = add_entry(old, phone(old, "A"), Tap("one", 0, draw("A")), now=at(3))
    assert (first.n, again.n, again.again) == (1, 1, True)
    assert live_table(table.pk).record.entries == 1


def test_a_process_takes_in_what_another_one_stored(table: LiveTable) -> None:
    tap(table, "A", draw("A", "Number 9", "Number 1"))
    record = live_table(table.pk).record
    mine = live_replay(record)
    before = state(table, "A")["last"]
    forget()  # from here on the other process
    tap(table, "B", draw("B", "Number 3", "Number 1"))
    tap(table, "A", lay("A", "Number 9"))
    forget()
    running._kept[record.pk] = mine
    record = live_table(table.pk).record
    assert live_replay(record) is mine and (before, mine.count, mine.head) == (1, 3, record.head)
    warm = {who: state(table, who) for who in "AB"}
    forget()
    assert {who: state(table, who) for who in "AB"} == warm
    assert [line["entry"]["do"] for line in warm["B"]["entries"]] == ["draw", "draw", "lay"]
