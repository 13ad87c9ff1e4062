"""A restore takes the place of a whole database or changes nothing, whatever version it is of, and not under a site at
work. Each test has a database of its own, made by the migrations' states, of the kind that the tests run on."""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.backups import at_work, beside, incoming, restoring, room
from config.backups.before_upgrade import back_up_before
from config.backups.errors import NotHere
from config.backups.making import backups_in, write_backup
from config.backups.restoring import restore, unfinished
from config.backups.states import State, tables_as_then, waiting_migrations
from config.launch import serve
from config.launch.lock import take
from config.launch.running import RESTORING
from config.site_checks import folders
from referee.precedents.index import TABLE
from tests.ground.own_databases import data_folder, kept_of, names, newest, own_database, used
from tests.ground.places import free_port, wait_until
from tests.referee.running import run
from tournaments.heartbeats.changes import SWEEPS, beat
from tournaments.models.accounts import User
from tournaments.now import now

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(own_site: Path) -> Path:
    """A data folder and a copy of a site with one account, Ann's."""
    return own_site


@pytest.fixture
def place(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """A data folder and an empty database."""
    with own_database(tmp_path) as own, used(own):
        yield data_folder(settings, tmp_path)


def older() -> State:
    """The state before the last migration of the referee's."""
    graph = MigrationLoader(connection).graph
    (last,) = graph.leaf_nodes("referee")
    return sorted(key for key in graph.nodes if key != last)


def tables() -> set[str]:
    return set(connection.introspection.table_names())


#: Named as Django would name a table of one of the site's apps.
OF_OTHERS = {
    "of_somebody_else",
    "tournaments_old",
    "config_values",
    "messages_archive",
    "account_ledger",
    "auth_log",
    "django_other",
}


def test_what_was_before_an_upgrade_is_kept_and_comes_back(place: Path, capsys: Any) -> None:
    """The tables of an older version, its backup by this one, and back over a site that was migrated further by a
    version that is not here any more."""
    then = tables_as_then(older())
    back_up_before()
    assert backups_in(place / "backups") == []  # nothing to lose
    then.get_model("tournaments", "user").objects.create(username="ann", password=make_password("x"))
    back_up_before()
    (kept,) = backups_in(place / "backups")
    assert kept.name.endswith("-before-upgrade.tar.gz") and str(kept) in capsys.readouterr().err

    call_command("migrate", verbosity=0, interactive=False)
    back_up_before()
    assert backups_in(place / "backups") == [kept]  # nothing waits
    MigrationRecorder(connection).record_applied("tournaments", "9999_later")
    beside._do("CREATE TABLE tournaments_later (id integer)")
    ContentType.objects.create(app_label="tournaments", model="later")
    for table in OF_OTHERS:
        beside._do(f"CREATE TABLE {table} (id integer)")
    User.objects.create(username="later", password="!")
    with pytest.raises(NotHere, match=r"newer version .* tournaments\.9999_later"):
        write_backup(io.BytesIO(), now())

    code, said, wrong = run("restore", kept, "--replace")
    assert code == 0 and "Restored what was made" in said, wrong
    assert waiting_migrations() == [] and names() == ["ann"]
    assert "tournaments_later" not in tables() and TABLE in tables() and not unfinished().exists()
    if connection.vendor == "postgresql":
        assert tables() >= OF_OTHERS
    # new rows have numbers of their own, and what hangs on triggers is written
    assert User.objects.create(username="bob", password="!").pk > 1
    code, _, wrong = run("restore", kept)
    assert code == 64 and "With --replace" in wrong and names() == ["ann", "bob"]


@pytest.mark.postgres
def test_tables_made_by_the_models_are_those_that_migrations_make(tmp_path: Path) -> None:
    """The tests' own database was made by the migrations, from the first to the last."""
    if connection.vendor != "postgresql":
        pytest.skip("made without migrations")
    by_migrations = described()
    with own_database(tmp_path) as own, used(own):
        tables_as_then(newest())
        assert described() == by_migrations and len(by_migrations) > 100


@pytest.mark.long
@pytest.mark.anywhere
def test_so_they_are_on_sqlite(tmp_path: Path) -> None:
    with own_database(tmp_path, "by_migrations") as own, used(own):
        call_command("migrate", verbosity=0, interactive=False)
        by_migrations = described()
    with own_database(tmp_path, "by_models") as own, used(own):
        tables_as_then(newest())
        assert described() == by_migrations


def described() -> dict[str, Any]:
    """Columns and constraints of the site's tables."""
    told = {}
    with connection.cursor() as cursor:
        for table in sorted(tables()):
            # the words of precedents are put beside them after each migration
            if not table.startswith(TABLE):
                columns = connection.introspection.get_table_description(cursor, table)
                constraints = connection.introspection.get_constraints(cursor, table)
                # SQLite numbers them
                named = {
                    str(one) if name.startswith("fk_") else name: one for name, one in constraints.items()
                }
                told[table] = {tuple(one) for one in columns}, named
    return told


def test_a_kill_before_the_swap_changes_nothing(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept_of(site)
    User.objects.create(username="bob", password="!")

    def killed() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(restoring, "bring_up", killed)
    with pytest.raises(KeyboardInterrupt):
        restore(path, replace=True)
    assert names() == ["ann", "bob"] and not unfinished().exists()
    assert list(site.parent.glob("*.restoring*")) == []


def test_a_kill_between_database_and_files_is_told_and_mended(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    picture = site / "media" / "picture"
    picture.parent.mkdir()
    picture.write_bytes(b"as it was")
    path = kept_of(site)

    def killed(path: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(restoring, "_write_files", killed)
        restore(path, replace=True)
    assert not picture.exists()
    told = [one for one in folders.backups(now()) if one.about == "restore"]
    assert told[0].level == "wrong" and "restore FILE --replace" in str(told[0].todo)
    with pytest.raises(NotHere, match="cut short"):
        write_backup(io.BytesIO(), now())
    monkeypatch.setenv("DATA_DIR", str(site))
    assert serve.main(["--port", str(free_port())]) == 1 and "cut short" in capsys.readouterr().err
    assert run("restore", path, "--replace")[0] == 0
    assert picture.read_bytes() == b"as it was" and not unfinished().exists()


def test_a_site_at_work_is_not_restored_over(site: Path) -> None:
    path = kept_of(site)
    moment = now()
    beat(SWEEPS, now=moment - timedelta(seconds=10))
    held = take(site / "port-8000.lock")
    assert held is not None
    code, _, said = run("restore", path, "--replace")
    assert code == 64 and "is running over this data folder" in said
    os.close(held)
    if connection.vendor == "postgresql":
        User.objects.create(username="bob", password="!")
        code, _, said = run("restore", path, "--replace")
        assert code == 64 and "sweeps (" in said and "--anyway" in said and names() == ["ann", "bob"]
        code, _, said = run("restore", path, "--replace", "--anyway")
        assert code == 0 and "Start every process" in said and names() == ["ann"]
        beat(SWEEPS, now=moment - timedelta(seconds=31))
        with at_work.alone(moment, anyway=False):
            pass
        return
    with closing(sqlite3.connect(str(connection.settings_dict["NAME"]))) as idle:
        idle.execute("SELECT 1 FROM tournaments_user").fetchall()
        for words in ((), ("--anyway",)):
            code, _, said = run("restore", path, "--replace", *words)
            assert code == 64 and "has the database open" in said
    assert names() == ["ann"] and run("restore", path, "--replace")[0] == 0


#: Another program's: it waits for the database so long, and renames an account.
OTHER = """
import sqlite3, sys
own = sqlite3.connect(sys.argv[1], timeout=float(sys.argv[2]), isolation_level=None)
print("opened", flush=True)
try:
    own.execute("SELECT 1 FROM sqlite_master").fetchall()
    own.execute("PRAGMA journal_mode = WAL")
    own.execute("UPDATE tournaments_user SET username = username || ' renamed'")
    print("renamed", flush=True)
except sqlite3.OperationalError as error:
    print(error, flush=True)
sys.stdin.read()
"""


@pytest.mark.anywhere
def test_whoever_opens_the_file_while_it_is_restored_waits_or_is_sent_away(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of a file")
    path = kept_of(site)
    User.objects.create(username="bob", password="!")
    named, fill = str(connection.settings_dict["NAME"]), restoring.bring_up
    others: list[subprocess.Popen[str]] = []

    def opened() -> None:
        for seconds in ("0", "60"):
            other = subprocess.Popen(
                [sys.executable, "-c", OTHER, named, seconds],
                text=True,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            others.append(other)
            assert other.stdout is not None and other.stdout.readline() == "opened\n"
        sent = others[0].stdout
        assert sent is not None and sent.readline() == "database is locked\n"
        fill()

    monkeypatch.setattr(restoring, "bring_up", opened)
    # what comes with the site's own connections afterwards: they would wait for one another
    monkeypatch.setattr(restoring, "call_command", lambda *words, **options: None)
    try:
        restore(path, replace=True)
        # what it waited for is what it renames
        assert wait_until(lambda: names() == ["ann renamed"])
    finally:
        for other in others:
            other.kill()
            other.communicate()
    connection.close()
    assert names() == ["ann renamed"]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        assert cursor.fetchall() == [("ok",)]


def test_the_database_that_stays_is_not_told_as_half_restored(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept_of(site)
    User.objects.create(username="bob", password="!")
    begin = restoring._begin

    def full() -> None:
        begin()
        raise OSError("no room")

    monkeypatch.setattr(restoring, "_begin", full)
    with pytest.raises(OSError, match="no room"):
        restore(path, replace=True)
    assert names() == ["ann", "bob"] and not unfinished().exists()
    # of one that was cut short before
    unfinished().touch()
    with pytest.raises(OSError, match="no room"):
        restore(path, replace=True)
    assert unfinished().exists()


@pytest.mark.postgres
def test_tables_of_another_program_are_not_taken(place: Path, made_site: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("a file is the site's alone")
    with beside._settings(NAME=made_site):
        path = kept_of(place)
    # another one that Django migrated
    MigrationRecorder(connection).ensure_schema()
    MigrationRecorder(connection).record_applied("blog", "0001_initial")
    beside._do("CREATE TABLE auth_group (id integer)")
    code, _, said = run("restore", path)
    assert code == 64 and "auth_group that the site did not make" in said
    assert tables() == {"auth_group", "django_migrations"}
    # and one that did not
    beside._do("DROP TABLE django_migrations")
    assert run("restore", path, "--replace")[0] == 64 and tables() == {"auth_group"}


@pytest.mark.postgres
def test_where_nobody_knows_whether_it_stays_it_is_told(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("no connection to lose")
    path, begin = kept_of(site), restoring._begin

    def lost() -> None:
        begin()
        beside._do("SELECT pg_terminate_backend(pg_backend_pid())")

    monkeypatch.setattr(restoring, "_begin", lost)
    with pytest.raises(NotHere):
        restore(path, replace=True)
    assert unfinished().exists()


@pytest.mark.anywhere
def test_a_start_waits_for_the_end_of_a_restore(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    held = take(tmp_path / RESTORING)
    assert held is not None
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    assert serve.main(["--port", str(free_port())]) == 1 and "is being restored" in capsys.readouterr().err
    os.close(held)


@pytest.mark.anywhere
def test_one_that_comes_by_standard_input_lies_on_the_disk_of_the_site(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path / "data"
    left = settings.DATA_DIR / ".restore-left"
    said: list[str] = []
    with incoming.as_file(io.BytesIO(b"x" * 5_000_000), said.append) as path:
        assert path.parent == settings.DATA_DIR and path.stat().st_size == 5_000_000
        assert path.stat().st_mode & 0o777 == 0o600 and str(settings.DATA_DIR) in said[0]
    assert not path.exists()
    left.touch()
    incoming.forget_left()
    assert not left.exists()
    (tmp_path / "file").write_bytes(b"x" * 5_000_000)
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, room.LEFT + 4_000_000)
    )
    with (
        (tmp_path / "file").open("rb") as known,
        pytest.raises(NotHere, match="About 5 MB are needed"),
        incoming.as_file(known, said.append),
    ):
        pass
    with pytest.raises(NotHere, match="no room"), incoming.as_file(io.BytesIO(b"x" * 5_000_000), said.append):
        pass
    assert list(settings.DATA_DIR.iterdir()) == []


@pytest.mark.anywhere
def test_a_restore_that_would_fill_the_disk_is_not_begun(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    media = site / "media"
    media.mkdir()
    (media / "large").write_bytes(b"x" * 30_000_000)
    path = kept_of(site)
    (media / "large").unlink()
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, room.LEFT + 29_000_000)
    )
    code, _, said = run("restore", path, "--replace")
    assert code == 64 and "MB are needed on the disk of" in said and "129 MB are free" in said
    assert names() == ["ann"] and not unfinished().exists()


@pytest.mark.anywhere
def test_files_that_go_afterwards_make_no_room_for_the_database(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("its disk is looked at")
    path = kept_of(site)
    (site / "media").mkdir()
    (site / "media" / "large").write_bytes(b"x" * 30_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(9, 9, room.LEFT))
    code, _, said = run("restore", path, "--replace")
    assert code == 64 and "MB are needed on the disk of" in said and names() == ["ann"]


@pytest.mark.anywhere
def test_a_site_is_not_migrated_without_its_backup(
    place: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    then = tables_as_then(older())
    then.get_model("tournaments", "user").objects.create(username="ann", password="!")
    settings.BACKUP_FOLDER = place / "taken"
    settings.BACKUP_FOLDER.touch()
    with pytest.raises(NotHere, match=r"No backup could be made .* BACKUPS=0"):
        back_up_before()
    settings.BACKUPS = 0
    back_up_before()
