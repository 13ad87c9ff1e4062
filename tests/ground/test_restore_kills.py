"""A restore that is killed, by a signal that lets nothing be tidied: what was there before or what comes is there
whole, or the site says that a restore is unfinished; and restoring again works, over whatever the killed one left."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from config.backups import beside, room
from config.backups.making import backups_in
from config.backups.restoring import restore
from config.launch import serve
from config.launch.running import cut_short
from tests.ground.own_databases import kept_of, names
from tests.ground.places import free_port
from tests.ground.restore_kills import AFTER, BEFORE, LAST_WORD, OF_FILES, SWAPPED, restorer
from tournaments.models.accounts import User

pytestmark = [pytest.mark.django_db(transaction=True)]


def accounts() -> list[str]:
    """Who is there, in a database that is sound; nobody has it open afterwards."""
    try:
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA integrity_check")
                assert cursor.fetchall() == [("ok",)]
        return names()
    finally:
        connection.close()


#: What is the same on the other database, where a restore takes longer or less: there in the full tier alone.
ELSEWHERE = {"sqlite": {SWAPPED}, "postgresql": {LAST_WORD, *OF_FILES}}


@pytest.mark.parametrize("everywhere", [False, pytest.param(True, marks=pytest.mark.long)])
def test_killed_wherever_it_is_it_leaves_one_of_both_whole_or_says_so(
    own_site: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, everywhere: bool
) -> None:
    before, after = (
        [stage for stage in stages if everywhere or stage not in ELSEWHERE[connection.vendor]]
        for stages in (BEFORE, AFTER)
    )
    picture = own_site / "media" / "picture"
    picture.parent.mkdir()
    picture.write_text("as it was")
    monkeypatch.setenv("DATA_DIR", str(own_site))
    connection.close()
    with restorer(own_site) as told:
        assert told("backup") == 0
        (backup,) = backups_in(own_site / "backups")
        key = (own_site / "secret_key").read_text()
        User.objects.create(username="bob", password="!")
        connection.close()
        picture.write_text("since then")
        (own_site / "secret_key").write_text("another")
        for stage in before:
            assert told("restore", str(backup), "--replace", at=stage) == -signal.SIGKILL, stage
            assert accounts() == ["ann", "bob"] and picture.read_text() == "since then", stage
            assert not cut_short(own_site), stage
        for stage in after:
            assert told("restore", str(backup), "--replace", at=stage) == -signal.SIGKILL, stage
            assert accounts() in (["ann"], ["ann", "bob"]), stage
            assert cut_short(own_site), stage
            assert serve.main(["--port", str(free_port())]) == 1, stage
            assert "cut short" in capsys.readouterr().err, stage
        assert told("backup") == 1 and backups_in(own_site / "backups") == [backup]
        assert told("restore", str(backup), "--replace") == 0
    assert accounts() == ["ann"] and picture.read_text() == "as it was" and not cut_short(own_site)
    # nothing is left of the killed ones, and no second copy of the key
    assert list(picture.parent.iterdir()) == [picture]
    there = [path for path in own_site.iterdir() if path.is_file() and path.read_text() == key]
    assert [path.name for path in there] == ["secret_key"]
    assert list(own_site.parent.glob("*.restoring*")) == []
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_namespace WHERE nspname = %s", [beside.SCHEMA])
            assert cursor.fetchone() == (0,)


@pytest.mark.anywhere
def test_what_a_killed_one_left_is_no_lack_of_room(own_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("its disk is looked at")
    backup = kept_of(own_site)
    left = beside._beside(beside._named())
    left.write_bytes(b"half of a database")
    monkeypatch.setattr(
        shutil,
        "disk_usage",
        lambda path: shutil._ntuple_diskusage(9, 9, room.LEFT + (0 if left.exists() else 10**12)),
    )
    restore(backup, replace=True)
    assert accounts() == ["ann"]
