"""A live table whose servers are killed while phones tap: what was acknowledged is in the log, and everything once."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.models.live import LiveTable
from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of
from tests.ground.places import free_port, test_database_environ, wait_until
from tests.ground.tapping import PATIENCE, Part, Phone, Players, check_log, lines_of, plain, up
from tournaments.models.clocks import ClockState, Deadline
from tournaments.now import now

pytestmark = [pytest.mark.serve, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

TAPS = 40


@pytest.fixture
def table() -> tuple[LiveTable, list[dict[str, Any]]]:
    """A live table and the entries of a game for it."""
    log, sent = entries_of("looney_tunes", "killed")
    _, (match,) = event_of("looney_tunes", 1)
    Deadline.objects.all().delete()
    return opened_table(match, log), [plain(entry) for entry in sent]


def test_killed_in_the_midst_of_taps(table: tuple[LiveTable, list[dict[str, Any]]], tmp_path: Path) -> None:
    live, entries = table
    sent = entries[:TAPS]
    port = free_port()
    environ = test_database_environ(tmp_path) | {"ALLOWED_HOSTS": "127.0.0.1"}
    pages = Part(environ, "pages", "127.0.0.1", str(port))
    with pages.stack, ExitStack() as others:
        assert up(port)
        players = Players(Phone(port, words_of(live), live.pk), sent)
        with players.at_work():
            for count in (6, 12):
                assert players.reach(count), players.failed
                pages.kill()
                pages.start()
            assert players.reach(16), players.failed
            # time is over: the runner writes it into the log, between the players' entries, and is killed at it
            due = now() - timedelta(seconds=1)
            match = live.record.match
            Deadline.objects.create(match=match, round=match.round, state=ClockState.RUNNING, due_at=due)
            runner = Part(environ, "runner")
            others.enter_context(runner.stack)
            assert players.reach(20), players.failed
            runner.kill()
            runner.start()
            assert players.reach(24), players.failed
            runner.kill()
            runner.start()
        assert wait_until(lambda: LiveTable.objects.get(pk=live.pk).time_entry, PATIENCE)
        runner.kill()
        assert players.phone.unanswered, "nobody was interrupted"
        lines = check_log(live, sent, players.stored)
        assert [line["do"] for line in lines].count("time_called") == 1
        assert len(lines) == len(sent) + 1
        # the other phone comes back once more and has everything, each once and in order
        status, state = players.phone.ask("B", "GET", f"?since={len(players.seen)}")
        assert status == 200
        caught_up = players.seen + [line["n"] for line in state["entries"]]
        assert caught_up == list(range(1, len(lines) + 1))


def test_a_tap_without_an_answer_is_sent_again_and_stored_once(
    table: tuple[LiveTable, list[dict[str, Any]]], tmp_path: Path
) -> None:
    live, entries = table
    sent = entries[:6]
    port = free_port()
    environ = test_database_environ(tmp_path) | {"ALLOWED_HOSTS": "127.0.0.1"}
    pages = Part(environ, "pages", "127.0.0.1", str(port))
    with pages.stack:
        assert up(port)
        phone = Phone(port, words_of(live), live.pk)
        stored = [phone.tap(entry, f"tap-{n}", n) for n, entry in enumerate(sent[:2])]
        # nobody hears of this one, but it is in the log
        phone.send_and_leave(sent[2], "tap-2", 2)
        assert wait_until(lambda: len(lines_of(live)) == 4, PATIENCE)
        pages.kill()
        pages.start()
        assert up(port)
        status, answer = phone.ask(
            sent[2]["by"] if sent[2]["by"] in "AB" else "A",
            "POST",
            "entries/",
            {"key": "tap-2", "after": 2, "entry": sent[2], "anyway": True},
        )
        assert (status, answer["n"], answer["again"]) == (201, 3, True)
        stored.append(3)
        # these are cut off wherever they happen to be
        for n in (3, 4):
            phone.send_and_leave(sent[n], f"tap-{n}", n)
            pages.kill()
            pages.start()
            assert up(port)
            stored.append(phone.tap(sent[n], f"tap-{n}", n))
        stored.append(phone.tap(sent[5], "tap-5", 5))
        assert stored == [1, 2, 3, 4, 5, 6]
        assert len(check_log(live, sent, stored)) == 6
