"""Two phones, several processes, a killed one: nothing acknowledged is lost or stands twice, the order is kept."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from django.db import connections, transaction

from referee.disputes.changes import open_dispute
from referee.live import entries
from referee.live.entries import CameFirst
from referee.live.live_replay import forget, live_replay
from referee.live.opening import open_live_table
from referee.live.queries import live_table
from referee.live.tasks import take_in_time_called
from referee.live.undo import answer_ask, undo_entry
from referee.logs.storage import stored_log
from referee.models.disputes import Kind
from referee.models.live import Ask, LiveTable, Tap
from referee.models.records import Record, RecordPart
from tests.referee.conftest import table as first_table
from tests.referee.live.playing import enter, opened, phone, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import at, player, running_event, running_round, win
from tests.tournaments.races.together import alone, fork, together
from tournaments.clocks.tasks import call_due_times
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.reports import report_result
from tournaments.results.tasks import confirm_unchallenged

pytestmark = pytest.mark.django_db(transaction=True)

PASS = {"by": "A", "do": "announce"}


@pytest.fixture
def match() -> Match:
    made = running_event(4)
    Event.objects.filter(pk=made.pk).update(game="toy")
    running_round(made)
    made.refresh_from_db()
    return first_table(made, 0)


def sound(table: LiveTable) -> int:
    """How many entries the log has, after a look at its chain, its parts and its taps."""
    record = live_table(table.pk).record
    log = stored_log(record, "toy")
    assert (log.chain, log.head) == (None, record.head)
    assert record.entries == len(log.entries) == RecordPart.objects.filter(record=record).count() - 1
    taps = list(Tap.objects.filter(table=table).order_by("n").values_list("n", flat=True))
    assert taps == list(range(1, record.entries + 1))
    forget()
    assert live_replay(record).count == record.entries
    return record.entries


def test_two_who_open_at_once_open_one(match: Match) -> None:
    ann, ben = player(match, "A"), player(match, "B")
    answers = together(
        lambda: open_live_table(match, 1, "phones", by=ann, now=at(1)),
        lambda: open_live_table(match, 1, "phones", by=ben, now=at(1)),
    )
    assert {kind for kind, _ in answers} == {"done"}
    assert (LiveTable.objects.count(), Record.objects.count()) == (1, 1)


def test_of_two_taps_at_once_one_is_stored_and_one_asked_again(match: Match) -> None:
    table = opened(match)
    a, b = phone(table, "A"), phone(table, "B")
    for round in range(5):
        after = live_table(table.pk).record.entries
        fresh = live_table(table.pk)
        answers = together(
            lambda fresh=fresh, after=after, key=f"a{round}": (
                enter(  # type: ignore[misc]
                    fresh, a, {**PASS, "by": "A"}, after=after, key=key, now=at(2)
                ).n
            ),
            lambda fresh=fresh, after=after, key=f"b{round}": (
                enter(  # type: ignore[misc]
                    fresh, b, {**PASS, "by": "B"}, after=after, key=key, now=at(2)
                ).n
            ),
        )
        assert sorted(answers) == [("done", after + 1), ("refused", "came_first")]
    assert sound(table) == 5


def test_one_tap_sent_three_times_at_once_is_one_entry(match: Match) -> None:
    table = opened(match)
    mine = phone(table, "A")
    fresh = live_table(table.pk)
    answers = together(
        *[lambda: enter(fresh, mine, draw("A"), after=0, key="one", now=at(2)).n for _ in range(3)]
    )
    assert answers == [("done", 1)] * 3
    assert sound(table) == 1


def test_a_process_killed_before_its_commit_leaves_nothing_and_the_same_tap_is_stored_after(
    match: Match,
) -> None:
    table = opened(match)
    mine = phone(table, "A")
    fresh = live_table(table.pk)

    def die(*args: object, **kwargs: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def killed() -> None:
        entries._write_tap = die  # type: ignore[assignment]
        enter(fresh, mine, draw("A"), after=0, key="one", now=at(2))

    assert alone(killed) == -signal.SIGKILL
    assert sound(table) == 0
    assert enter(fresh, mine, draw("A"), after=0, key="one", now=at(3)).n == 1
    assert sound(table) == 1


def test_no_acknowledged_entry_is_lost_when_a_process_is_killed(match: Match, tmp_path: Path) -> None:
    """A process takes taps and writes down each one it has acknowledged; it is killed while the next is under way."""
    table = opened(match)
    mine = phone(table, "A")
    said = tmp_path / "acknowledged"

    def serve() -> None:
        with said.open("w") as out:
            for n in range(1000):
                fresh = live_table(table.pk)
                stored = enter(fresh, mine, PASS, after=n, key=f"k{n}", now=at(2))
                out.write(f"{stored.n}\n")
                out.flush()
                if n == 40:
                    entries.notify_of_entries = lambda table: os.kill(os.getpid(), signal.SIGKILL)

    assert alone(serve) == -signal.SIGKILL
    acknowledged = [int(line) for line in said.read_text().split()]
    assert acknowledged == list(range(1, 42))
    assert sound(table) == 41
    again = enter(live_table(table.pk), mine, PASS, after=40, key="k40", now=at(3))
    assert (again.n, again.again) == (41, True)


def test_players_and_the_clock_at_once_keep_one_order(match: Match) -> None:
    table = opened(match)
    call_due_times(at(60))
    mine = phone(table, "A")

    def tapping() -> int:
        done = 0
        for n in range(20):
            last = Record.objects.values_list("entries", flat=True).get(pk=table.record_id)
            try:
                enter(live_table(table.pk), mine, PASS, after=last, key=f"t{n}", now=at(61))
                done += 1
            except CameFirst:
                continue
        return done

    answers = together(tapping, lambda: take_in_time_called(at(60)), lambda: take_in_time_called(at(60)))
    counts = dict(zip(("taps", "one", "two"), [count for _, count in answers], strict=True))
    assert {kind for kind, _ in answers} == {"done"}
    assert counts["one"] + counts["two"] == 1
    assert sound(table) == counts["taps"] + 1
    log = stored_log(live_table(table.pk).record, "toy")
    assert [entry.do for entry in log.entries].count("time_called") == 1


def test_two_who_agree_at_once_take_back_once(match: Match) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    tap(table, "A", lay("A"))
    tap(table, "B", {"by": "B", "do": "announce"})
    undo_entry(live_table(table.pk), phone(table, "A"), on=2, key="back", now=at(3))
    ask, theirs = Ask.objects.get(), phone(table, "B")

    def agree() -> object:
        found = answer_ask(live_table(table.pk), theirs, ask.pk, agree=True, now=at(4))
        return None if found is None else found.n

    assert together(agree, agree) == [("done", 4), ("done", 4)]
    assert sound(table) == 4


def test_a_judge_called_while_the_time_to_object_ends_comes_before_it_or_after(match: Match) -> None:
    """The sweep has looked for calls and not written yet: no call may stand in the database before it has."""
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    ann, looked, called = player(match, "A"), fork.Event(), fork.Event()

    def call() -> None:
        looked.wait(60)
        open_dispute(match, Kind.CALL, "Hm?", by=ann, now=at(20), quiet=True)
        called.set()
        connections.close_all()

    connections.close_all()
    child = fork.Process(target=call)
    child.start()
    with transaction.atomic():
        assert confirm_unchallenged(at(20)) == 1
        looked.set()
        assert not called.wait(0.5)
    child.join(60)
    assert called.is_set()
