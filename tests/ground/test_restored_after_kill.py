"""A site is backed up under people at work, and then killed, all of it at once: without more ado it starts again with
every acknowledged answer; from the backup comes what was acknowledged when it was made, and play goes on from there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import connection

from referee.logs.storage import stored_log
from referee.models.records import Record
from tests.ground.hall import GAME, Hall, Plan, planned
from tests.ground.kills import kill_whole
from tests.ground.launched import Site, gone
from tests.ground.own_databases import own_database, used
from tests.ground.places import ROOT, free_port, test_database_environ, wait_until
from tests.ground.tapping import PATIENCE, Part, Phone, check_log, up
from tests.referee.running import run
from tournaments.models.results import Report, Result

# On PostgreSQL with the services, which the section for started sites has not; there it is the parts of the large form.
pytestmark = [
    pytest.mark.postgres if connection.vendor == "postgresql" else pytest.mark.serve,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(300),
]
#: Tables as a hall has them, of which nobody's time is called.
FEW = (140, 30, 0, 4)
#: Answers until the backup begins, from its end to the kill, and after it.
STEP = 8


class Facts(NamedTuple):
    """What was acknowledged, or is in the database: the ids of reports, entered results and logs, and how many taps."""

    reports: dict[tuple[int, str], int]
    results: dict[int, int]
    records: dict[int, int]
    taps: int

    def has(self, other: Facts) -> bool:
        """Whether all of the other's is here, and is the same."""
        ours = [self.reports.items(), self.results.items(), self.records.items()]
        theirs = [other.reports.items(), other.results.items(), other.records.items()]
        return self.taps >= other.taps and all(a >= b for a, b in zip(ours, theirs, strict=True))


def acknowledged(hall: Hall) -> Facts:
    """So far."""
    return Facts(dict(hall.reports), dict(hall.results), dict(hall.records), len(hall.players.stored))


def kept(plan: Plan) -> Facts:
    """In the database, where each thing is there once and whole."""
    letters = {seat.entrant_id: seat.letter for match in plan.reported for seat in match.seats.all()}
    reports = list(Report.objects.filter(match__in=plan.reported))
    assert {report.outcome["winner"] for report in reports} == {"A"}
    results = list(Result.objects.filter(match__in=plan.entered))
    records = list(Record.objects.filter(match__in=plan.logged))
    assert all(stored_log(record, GAME).chain is None for record in records)
    plan.live.record.refresh_from_db()
    facts = Facts(
        {(report.match_id, letters[report.entrant_id]): report.pk for report in reports},
        {result.match_id: result.pk for result in results},
        {record.match_id: record.pk for record in records},
        plan.live.record.entries,
    )
    assert [len(reports), len(results), len(records)] == [len(part) for part in facts[:3]]
    # who both said the same has a result, and nobody else
    agreed = {
        match for match, letter in facts.reports if (match, "B" if letter == "A" else "A") in facts.reports
    }
    confirmed = Result.objects.filter(match__in=plan.reported, replaced_at=None, provenance="confirmed")
    assert set(confirmed.values_list("match", flat=True)) == agreed
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchall() == [("ok",)]
    return facts


def more(hall: Hall, count: int = STEP) -> None:
    """Waits until so many more answers came."""
    least = hall.acknowledged() + count
    assert wait_until(lambda: hall.failed or hall.acknowledged() >= least, PATIENCE) and not hall.failed


class Small:
    """The site as `run.py serve` starts it."""

    def __init__(self, data: Path, port: int) -> None:
        environ = serving(data)
        names = ("DATABASE_URL", "SECRET_KEY", "REDIS_URL", "BACKUPS")
        self.site = Site(data, port, **{name: environ[name] for name in names if name in environ})
        self.seen: set[int] = set()

    def up(self) -> bool:
        return self.site.up()

    def kill(self) -> None:
        self.seen |= kill_whole(self.site)

    def start(self) -> None:
        self.site.process = self.site.launch()

    def end(self) -> None:
        """Nothing of it runs any more, then."""
        self.seen |= self.site.processes() if self.site.process.poll() is None else set()
        self.site.end()
        assert wait_until(lambda: gone(self.seen), 60)


class Large:
    """The site as processes of their own: one for the pages, one that does what is due."""

    def __init__(self, data: Path, port: int) -> None:
        environ = serving(data)
        self.port = port
        self.parts = [Part(environ, "pages", "127.0.0.1", str(port)), Part(environ, "runner")]

    def up(self) -> bool:
        return up(self.port)

    def kill(self) -> None:
        for part in self.parts:
            part.kill()

    def start(self) -> None:
        for part in self.parts:
            part.start()

    def end(self) -> None:
        for part in self.parts:
            part.stack.close()


def serving(data: Path) -> dict[str, str]:
    """The environment of what serves the site over this folder and the database of this moment."""
    return test_database_environ(data) | {"ALLOWED_HOSTS": "127.0.0.1", "BACKUPS": "0"}


@contextmanager
def copied(folder: Path, data: Path) -> Iterator[tuple[str, Path]]:
    """The database and the data folder as the killed site has left them."""
    folder.mkdir()
    other = folder / "data"
    shutil.copytree(data, other)
    name = str(connection.settings_dict["NAME"])
    connection.close()
    with own_database(folder, "killed", like=name) as own:
        for beside in ("-wal", "-shm", "-journal"):
            if Path(name + beside).exists():
                shutil.copy(name + beside, own + beside)
        yield own, other


def test_backed_up_at_work_killed_and_restored(own_site: Path, tmp_path: Path, settings: Any) -> None:
    plan = planned(1.0, FEW)
    port = free_port()
    hall = Hall(plan, port, seed=1)
    hall.players.pause = 0.1
    site = Small(own_site, port) if connection.vendor == "sqlite" else Large(own_site, port)
    with ExitStack() as stack:
        try:
            assert site.up()
            with hall.at_work(listening=False):
                more(hall)
                before = acknowledged(hall)
                command = [sys.executable, "manage.py", "backup", "--to", str(tmp_path / "backups")]
                subprocess.run(command, cwd=ROOT, env=serving(own_site), check=True, capture_output=True)
                more(hall)
                site.kill()
                database, data = stack.enter_context(copied(tmp_path / "as-killed", own_site))
                site.start()
                assert site.up()
                more(hall)
        finally:
            site.end()
        assert hall.unanswered, "nobody was interrupted"
        everything = kept(plan)
        assert everything == acknowledged(hall) != before
        check_log(plan.live, plan.entries[: everything.taps], hall.players.stored)
        stack.enter_context(used(database))
        settings.DATA_DIR, settings.MEDIA_ROOT = data, data / "media"
        settings.EMAIL_FILE_PATH = str(data / "mail")
        (backup,) = (tmp_path / "backups").glob("*.gz")
        # the site's last word is seconds old
        code, _, said = run("restore", backup, "--replace", "--anyway")
        assert code == 0, said
        facts = kept(plan)
        assert facts.has(before) and everything.has(facts) and facts != everything
        check_log(plan.live, plan.entries[: facts.taps], hall.players.stored[: facts.taps])
        goes_on(plan, hall, facts.taps, data)


def goes_on(plan: Plan, hall: Hall, taps: int, data: Path) -> None:
    """The pages answer over what was restored: a phone that was at the table before taps the next entry there."""
    port = free_port()
    connection.close()
    pages = Part(serving(data), "pages", "127.0.0.1", str(port))
    with pages.stack:
        assert up(port)
        phone = Phone(port, hall.players.phone.words, plan.live.pk)
        assert phone.tap(plan.entries[taps], "again", taps) == taps + 1
