"""Backups are made one after the other, and the files in one fit its rows."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db.models import FileField

from config.backups import making, tasks
from config.backups.errors import NotHere
from config.backups.making import backups_in, only_one
from tests.referee.running import run

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.mark.anywhere
def test_who_makes_one_leaves_alone_what_another_is_making(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS, settings.BACKUP_FOLDER = 7, tmp_path / "backups"
    made: list[Path] = []

    def make(folder: Path, now: Any) -> Any:
        made.append(folder)
        raise NotHere("enough")

    monkeypatch.setattr("config.management.commands.backup.make_backup", make)
    with only_one(settings.BACKUP_FOLDER):
        making_one = settings.BACKUP_FOLDER / ".making-one"
        making_one.touch()
        tasks.back_up()
        assert making_one.exists() and backups_in(settings.BACKUP_FOLDER) == []
        other = threading.Thread(target=run, args=("backup",))
        other.start()
        other.join(0.5)
        assert made == []
    other.join(30)
    assert made == [settings.BACKUP_FOLDER]


@pytest.mark.anywhere
def test_a_file_saved_after_the_moment_of_the_rows_is_left_out(settings: Any, tmp_path: Path) -> None:
    """It would be taken for the one of another pairing; a picture that came later harms nobody."""
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    moment = 1_800_000_000.0
    for name, at in (("saved/1-a/old", -60), ("saved/1-a/new", 1), ("media/new", 1)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, times=(moment + at, moment + at))
    kept = {name for name, _ in making.files(moment)} - {"files/secret_key"}
    assert kept == {"files/saved/1-a/old", "files/media/new"}


@pytest.mark.anywhere
def test_no_row_names_a_file() -> None:
    """The guide says so: files are read after the rows, and one that a row names could be missing."""
    models = apps.get_models(include_auto_created=True)
    assert [field for model in models for field in model._meta.fields if isinstance(field, FileField)] == []
