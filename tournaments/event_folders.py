"""The folders in which the site saves files of events on its own disk."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings

from tournaments.models.events import Event


def saved_folder() -> Path:
    """The one that holds those of all events."""
    return Path(settings.DATA_DIR) / "saved"


def folder_of(event: Event) -> Path:
    """That of one event. By its name too: in another database the same number is another event."""
    return saved_folder() / f"{event.pk}-{event.slug}"


def forget_saved(event: Event) -> None:
    """Deletes what is saved of the event: it names somebody who is named no more. What still counts is saved anew."""
    shutil.rmtree(folder_of(event), ignore_errors=True)
