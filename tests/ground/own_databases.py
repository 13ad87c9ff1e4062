"""Databases of a test's own, of the kind that the tests run on, made by the migrations' states, with a data folder."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import override_settings

from config.backups import beside
from config.backups.making import make_backup, only_one
from config.backups.states import State
from tournaments.models.accounts import User
from tournaments.now import now


@contextmanager
def own_database(folder: Path, name: str = "own", *, like: str = "") -> Iterator[str]:
    """An empty one, or a copy of that one, in which migrations are what they are: its file, or its name."""
    if connection.vendor == "sqlite":
        own = str(folder / f"{name}.sqlite3")
        if like:
            shutil.copy(like, own)
    else:
        own = f"{connection.settings_dict['NAME']}_{name}"
        beside._do(f"DROP DATABASE IF EXISTS {own}")
        beside._do(f"CREATE DATABASE {own} TEMPLATE {like or 'template1'}")
    try:
        yield own
    finally:
        if connection.vendor == "postgresql":
            beside._do(f"DROP DATABASE {own}")


@contextmanager
def used(own: str) -> Iterator[None]:
    """What is done is done in that one."""
    with override_settings(MIGRATION_MODULES={}), beside._settings(NAME=own):
        yield


def data_folder(settings: Any, folder: Path) -> Path:
    data = folder / "data"
    data.mkdir()
    settings.DATA_DIR, settings.MEDIA_ROOT = data, data / "media"
    settings.EMAIL_FILE_PATH, settings.BACKUP_FOLDER = str(data / "mail"), data / "backups"
    settings.BACKUPS = 7
    return data


def newest() -> State:
    return sorted(MigrationLoader(connection).graph.nodes)


def names() -> list[str]:
    return sorted(User.objects.values_list("username", flat=True))


def kept_of(site: Path) -> Path:
    with only_one(site / "backups"):
        path, _ = make_backup(site / "backups", now())
    return path
