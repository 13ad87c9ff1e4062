"""The whole site, as `run.py serve` starts it, under people at work while its parts are killed again and again:
what was acknowledged is there, once, and whole; and at the end nothing runs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Sum
from django.test import override_settings

from referee.logs.storage import stored_log
from referee.models.records import Record
from tests.ground.hall import GAME, Hall, Plan, planned
from tests.ground.kills import kill, kills
from tests.ground.launched import Site, gone
from tests.ground.places import free_port, test_database_environ, wait_until
from tests.ground.tapping import PATIENCE, Part, check_log
from tournaments.live.changes import mark_changed
from tournaments.models.clocks import ClockEvent
from tournaments.models.events import Event
from tournaments.models.live import LiveVersion
from tournaments.models.outbox import OutboxRow
from tournaments.models.results import Report, Result

pytestmark = [pytest.mark.serve, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

KILLS = 10
SECONDS = 20.0
#: Answers that somebody must get between two kills: else the site would be away nearly all the time.
BETWEEN = 8


@contextmanager
def as_migrated() -> Iterator[None]:
    """The tests' tables are made without migrations: the launcher is told that all were done."""
    with override_settings(MIGRATION_MODULES={}):
        loader, recorder = MigrationLoader(connection), MigrationRecorder(connection)
    missing = [name for name in loader.disk_migrations if name not in loader.applied_migrations]
    recorder.ensure_schema()
    for name in missing:
        recorder.record_applied(*name)
    try:
        yield
    finally:
        for name in missing:
            recorder.record_unapplied(*name)


def day_of_kills(plan: Plan, data: Path, seed: int, times: int, more: dict[str, Part]) -> Hall:
    """People at work while the parts are killed; everybody is answered at the end."""
    environ = test_database_environ(data)
    kept = {name: environ[name] for name in ("DATABASE_URL", "SECRET_KEY", "REDIS_URL") if name in environ}
    chance = random.Random(f"moments {seed}")
    data.mkdir()
    site = Site(data, free_port(), **kept)
    hall = Hall(plan, site.port, seed)
    hall.players.pause = 0.3
    seen: set[int] = set()
    others: dict[str, Callable[[], None]] = {name: _killed_and_started(part) for name, part in more.items()}
    order = kills(seed, times, others)
    try:
        assert site.up(), site.said()
        with hall.at_work():
            for part in order:
                answered = hall.acknowledged()
                assert wait_until(
                    lambda least=answered + BETWEEN: hall.failed or hall.acknowledged() >= least, PATIENCE
                )
                if part in others:
                    others[part]()
                else:
                    seen |= kill(site, part, chance)
                assert not hall.failed
        settled(hall, plan, site)
    finally:
        seen |= site.processes() if site.process.poll() is None else set()
        site.end()
    assert wait_until(lambda: gone(seen), 60)
    assert "Warning" not in site.said()
    print(
        f"seed {seed}: {len(order)} kills ({', '.join(order)}); {len(hall.reports)} reports, "
        f"{len(hall.results)} results, {len(hall.records)} logs and {len(hall.players.stored)} taps acknowledged; "
        f"{hall.unanswered + hall.players.phone.unanswered} questions without an answer; answers {dict(hall.statuses)}"
    )
    return hall


def _killed_and_started(part: Part) -> Callable[[], None]:
    def again() -> None:
        part.kill()
        part.start()

    return again


def settled(hall: Hall, plan: Plan, site: Site) -> None:
    """What is due is done and told after the last kill, and the page that listens hears of a last change."""
    called = ClockEvent.objects.filter(match__in=plan.called, kind="time_called")
    assert wait_until(lambda: called.count() >= len(plan.called), PATIENCE), site.said()
    assert wait_until(lambda: not OutboxRow.objects.filter(taken_at=None).exists(), PATIENCE), site.said()
    with hall.only_listening():
        mark_changed(plan.event.pk, "clock")
        # Whatever changed while it was cut off, too.
        assert wait_until(lambda: heard_all(hall, versions_of(plan.event)), PATIENCE), hall.heard


def heard_all(hall: Hall, versions: dict[str, int]) -> bool:
    """Whether the page that listens knows how it is now."""
    return "clock" in hall.heard and hall.heard == {topic: versions[topic] for topic in hall.heard}


def versions_of(event: Event) -> dict[str, int]:
    """How often each topic of the event has changed."""
    rows = LiveVersion.objects.filter(event_id=event.pk).values_list("topic")
    return dict(rows.annotate(together=Sum("version")))


def check(hall: Hall, plan: Plan) -> None:
    """Every acknowledged thing is there exactly once, and nothing else is."""
    assert hall.unanswered, "nobody was interrupted"
    assert 500 not in hall.statuses
    assert min(len(hall.reports), len(hall.results), len(hall.records), len(hall.players.stored)) > 2
    kept = {
        (match, letter): (pk, outcome["winner"]) for pk, match, letter, outcome in _reports_with_letters(plan)
    }
    assert kept == {asked: (pk, "A") for asked, pk in hall.reports.items()}
    assert Report.objects.filter(match__in=plan.reported).count() == len(hall.reports)
    agreed = {match for match, letter in hall.reports if letter == "B"}
    confirmed = Result.objects.filter(match__in=plan.reported, replaced_at=None, provenance="confirmed")
    assert set(confirmed.values_list("match", flat=True)) == agreed
    entered = Result.objects.filter(match__in=plan.entered)
    assert dict(entered.values_list("match", "pk")) == hall.results
    assert entered.count() == len(hall.results)
    called = ClockEvent.objects.filter(match__in=plan.called, kind="time_called")
    assert sorted(called.values_list("match", flat=True)) == sorted(match.pk for match in plan.called)
    records = list(Record.objects.filter(match__in=plan.logged))
    assert {record.match_id: record.pk for record in records} == hall.records
    assert len(records) == len(hall.records)
    for record in records:
        assert stored_log(record, GAME).chain is None
    stored = hall.players.stored
    lines = check_log(plan.live, plan.entries[: len(stored)], stored)
    assert len(lines) == len(stored)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchall() == [("ok",)]


def _reports_with_letters(plan: Plan) -> list[tuple[int, int, str, dict[str, str]]]:
    letters = {seat.entrant_id: seat.letter for match in plan.reported for seat in match.seats.all()}
    rows = Report.objects.filter(match__in=plan.reported).values_list("pk", "match", "entrant", "outcome")
    return [(pk, match, letters[entrant], outcome) for pk, match, entrant, outcome in rows]


def whole_day(data: Path, seed: int, times: int = KILLS, more: dict[str, Part] | None = None) -> None:
    """One such day with all that must hold afterwards."""
    plan = planned(SECONDS * times / KILLS)
    with as_migrated():
        hall = day_of_kills(plan, data, seed, times, more or {})
    check(hall, plan)


@pytest.mark.longest
def test_parts_killed_under_people_at_work(tmp_path: Path) -> None:
    whole_day(tmp_path / "data", seed=7)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8, 14))
def test_parts_killed_for_longer(tmp_path: Path, seed: int) -> None:
    whole_day(tmp_path / "data", seed, times=25)


@pytest.mark.long
@pytest.mark.celery
@pytest.mark.parametrize("seed", range(14, 17))
def test_parts_killed_beside_a_worker(tmp_path: Path, seed: int) -> None:
    (tmp_path / "worker").mkdir()
    environ = test_database_environ(tmp_path / "worker") | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    words = ["-A", "config", "worker", "-B", "-s", str(tmp_path / "beat"), "--pool", "solo"]
    worker = Part(environ, *words, "--loglevel", "WARNING", module="celery")
    with ExitStack() as stack:
        stack.enter_context(worker.stack)
        whole_day(tmp_path / "data", seed, times=25, more={"a worker": worker})
