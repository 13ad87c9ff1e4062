"""A backup holds all of the site at one moment, on either kind of database; one that is not whole is refused whole."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.apps import apps
from django.db import connection, transaction

from config.backups import making, restoring, site_files, tasks
from config.backups.archive import CONTENTS, HEADER, Header, Writer, members
from config.backups.errors import BadBackup
from config.backups.making import keep_newest, make_backup, write_backup
from config.backups.reading import read_back
from config.backups.rows import models_of
from config.backups.states import check_known
from config.launch.lock import take
from config.launch.running import is_running
from config.simulation.day import Day
from config.simulation.plan import Plan
from tests.referee.running import run
from tests.tournaments.factories import running_event
from tournaments.models.events import Event
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db(transaction=True)]
NOW = datetime(2026, 11, 26, 9, 30, tzinfo=UTC)


def tables_now() -> Any:
    """What is read first decides which moment it is."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM tournaments_event")
    return [], apps


def in_place(fill: Any, begun: Any, stayed: Any) -> None:
    with transaction.atomic():
        with connection.cursor() as cursor:
            for table in models_of(apps):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        fill()
        begun()


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Path:
    """A data folder of its own; the tests' tables are made without migrations."""
    monkeypatch.setattr(making, "tables_now", tables_now)
    monkeypatch.setattr(restoring, "tables_as_then", lambda then: apps)
    monkeypatch.setattr(restoring, "bring_up", lambda: None)
    monkeypatch.setattr(restoring, "call_command", lambda *words, **options: None)
    # the tests' own database stays where it is
    monkeypatch.setattr(restoring, "take_place", in_place)
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = settings.DATA_DIR / "media"
    settings.EMAIL_FILE_PATH = str(settings.DATA_DIR / "mail")
    settings.BACKUP_FOLDER = settings.DATA_DIR / "backups"
    return tmp_path


def kept() -> dict[str, Any]:
    """All that a backup holds now, but for when it was made; the order of names in what is kept as JSON says
    nothing."""
    file = io.BytesIO()
    write_backup(file, NOW)
    file.seek(0)
    return {
        name: [msgspec.json.decode(line) for line in body.split(b"\n")]
        if name.startswith("tables/")
        else body
        for name, body in members(file)
    }


def test_a_whole_day_comes_back_as_it_was(settings: Any, place: Path) -> None:
    day = Day(Plan("6", 4, 1)).run()
    picture = Path(settings.MEDIA_ROOT) / "deep" / "file.bin"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(bytes(range(256)))
    before = kept()
    path, found = make_backup(place, NOW)
    assert path.name == "first-blood-20261126-093000.tar.gz" and path.stat().st_mode & 0o777 == 0o600
    filled = {table for table, count in found.rows.items() if count}
    assert {"tournaments_match", "referee_record", "referee_recordpart", "tournaments_user"} <= filled
    assert set(found.rows) == set(models_of(apps)) and len(filled) > 20
    with connection.cursor() as cursor:
        cursor.execute("UPDATE tournaments_event SET name = 'altered'")
    picture.unlink()
    (picture.parent / "newer").touch()
    assert restoring.restore(path, replace=True).rows == found.rows
    assert kept() == before and picture.read_bytes() == bytes(range(256))
    # what comes next has numbers of its own
    event = Event.objects.get(slug=day.slug)
    newest = Match.objects.latest("pk")
    assert Match.objects.create(round=newest.round, table=99).pk > newest.pk and event.name != "altered"


def test_what_is_changed_while_it_is_written_is_not_in_it(
    monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    running_event(4)
    names = sorted(Event.objects.values_list("name", flat=True))
    parts_of = making.parts_of

    def meanwhile() -> None:
        Event.objects.update(name="Changed meanwhile")
        connection.close()

    def slowly(model: Any) -> Any:
        if model._meta.db_table == "tournaments_event":
            other = threading.Thread(target=meanwhile)
            other.start()
            other.join(30)
            assert not other.is_alive(), "who writes waits for the backup"
        yield from parts_of(model)

    monkeypatch.setattr(making, "parts_of", slowly)
    path, _ = make_backup(place, NOW)
    assert set(Event.objects.values_list("name", flat=True)) == {"Changed meanwhile"}
    restoring.restore(path, replace=True)
    assert sorted(Event.objects.values_list("name", flat=True)) == names


def small() -> bytes:
    file = io.BytesIO()
    writer = Writer(file, Header(1, NOW.isoformat(), "sqlite", [], "k"))
    writer.add("tables/tournaments_clockjump/0000.jsonl", b'["id"]\n[1]')
    writer.add("files/media/a", b"a" * 3000)
    writer.close()
    return file.getvalue()


def test_one_that_is_cut_short_or_altered_is_refused() -> None:
    whole = small()
    assert read_back(io.BytesIO(whole)).files == 1
    # the last bytes are what fills a tar up
    for length in range(0, len(whole) - 64, 7):
        with pytest.raises(BadBackup):
            read_back(io.BytesIO(whole[:length]))
    plain = gzip.decompress(whole)
    for at in range(0, len(plain), 41):
        altered = plain[:at] + bytes([plain[at] ^ 1]) + plain[at + 1 :]
        try:
            found = read_back(io.BytesIO(gzip.compress(altered)))
        except BadBackup:
            continue
        # what pads the members, and what a tar says beside their names, is nobody's
        assert (found.files, found.rows) == (1, {"tournaments_clockjump": 1})
    with pytest.raises(BadBackup, match="no backup"):
        read_back(io.BytesIO(b"nonsense"))


@pytest.mark.parametrize(
    "name", ["files/../../etc/passwd", "/etc/passwd", "tables/a/../../b", "files//x", "other"]
)
def test_a_member_that_leads_elsewhere_is_refused(name: str) -> None:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as tar:
        for each, body in (
            (HEADER, msgspec.json.encode(Header(1, "", "", [], ""))),
            (name, b"x"),
            (CONTENTS, b"{}"),
        ):
            member = tarfile.TarInfo(each)
            member.size = len(body)
            tar.addfile(member, io.BytesIO(body))
    file.seek(0)
    with pytest.raises(BadBackup):
        read_back(file)


def test_nothing_is_lost_to_one_that_cannot_be_taken_in(place: Path) -> None:
    running_event(4)
    before = kept()
    file = place / "bad.tar.gz"
    with file.open("wb") as out:
        writer = Writer(out, Header(1, NOW.isoformat(), "sqlite", [], "k"))
        writer.add("tables/tournaments_event/0000.jsonl", b'["id","name"]\n[1,"x"]')
        writer.close()
    with pytest.raises(BadBackup, match="other columns"):
        restoring.restore(file, replace=True)
    assert kept() == before
    code, _, said = run("restore", file)
    assert code == 64 and "There are accounts or events here already" in said and kept() == before


def test_a_newer_one_is_refused() -> None:
    with pytest.raises(BadBackup, match=r"newer version .* tournaments\.9999_later"):
        check_known(Header(1, "", "sqlite", [("tournaments", "9999_later")], ""))
    code, _, said = run("restore", "/nowhere/at-all.tar.gz")
    assert code == 64 and "/nowhere/at-all.tar.gz: No such file" in said


def test_the_key_is_kept_only_where_the_site_drew_it(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setenv("SECRET_KEY", "its own")
    assert f"files/{site_files.KEY}" not in kept() and not site_files.put_back("files/secret_key", b"other")
    monkeypatch.delenv("SECRET_KEY")
    assert kept()[f"files/{site_files.KEY}"].decode().strip() == settings.SECRET_KEY


def test_one_a_day_and_the_last_seven(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    class Process:
        returncode = 0

        def poll(self) -> int:
            return self.returncode

    def process() -> Any:
        begun.append(1)
        return Process()

    monkeypatch.setattr(tasks, "_process", process)
    monkeypatch.setattr(tasks, "_begun", [])
    folder: Path = settings.BACKUP_FOLDER
    folder.mkdir(parents=True)
    moment = datetime.now(UTC)
    assert tasks.back_up_daily(moment) == 0  # none are to be kept
    settings.BACKUPS = 7
    assert tasks.back_up_daily(moment) == 1
    for day in range(9):
        made = folder / f"first-blood-2026110{day}-000000.tar.gz"
        made.touch()
        at = (moment - timedelta(days=9 - day)).timestamp()
        os.utime(made, times=(at, at))
    assert tasks.back_up_daily(moment - timedelta(hours=1)) == 0
    moment += timedelta(seconds=1)
    assert tasks.back_up_daily(moment) == 1
    Process.returncode = 1
    # it failed: tried again after an hour
    assert tasks.back_up_daily(moment + timedelta(minutes=59)) == 0
    assert tasks.back_up_daily(moment + timedelta(minutes=61)) == 1
    # the one before an upgrade is kept beside them
    before = folder / "first-blood-20261100-000000-before-upgrade.tar.gz"
    before.touch()
    assert [path.name[12:20] for path in keep_newest(folder, 7)] == ["20261100", "20261101"]
    assert before.exists() and keep_newest(folder, 1, mark=making.UPGRADE) == []
    before.unlink()
    tasks.back_up()
    left = sorted(folder.glob("*.gz"))
    assert len(left) == 7 and left[-1].stat().st_size > 0
    assert tasks.back_up_daily(datetime.now(UTC)) == 0


def test_a_new_site_waits_for_an_hour(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BACKUPS = 7
    monkeypatch.setattr(tasks, "_begun", [])
    monkeypatch.setattr(tasks, "_process", lambda: None)
    key = Path(settings.DATA_DIR) / "secret_key"
    key.parent.mkdir(parents=True)
    key.touch()
    moment = datetime.now(UTC)
    assert tasks.back_up_daily(moment) == 0 and tasks.back_up_daily(moment + timedelta(minutes=61)) == 1


def test_a_site_that_runs_is_known_by_its_port(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    handle = take(tmp_path / "port-8000.lock")
    assert handle is not None and is_running(tmp_path)
    os.close(handle)
    assert not is_running(tmp_path)
