"""What the site saved by itself names nobody who has left."""

from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.factories import actor, published_round, running_event
from tournaments.event_folders import folder_of
from tournaments.exports.saved import save_round, unsaved
from tournaments.leaving.changes import delete_account
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def test_saved_files_go_and_are_made_anew_without_the_name(
    settings: Any, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    settings.DATA_DIR, settings.SAVED_ROUNDS = tmp_path, 12
    event = running_event(4)
    event.entrants.filter(name="Player1").update(name="Zoë Quicksilver")
    published_round(event)

    def saved() -> bytes:
        for round in unsaved(now()):
            assert save_round(round, now())
        return b"".join(path.read_bytes() for path in folder_of(event).glob("*.json"))

    assert "Zoë Quicksilver".encode() in saved()
    with django_capture_on_commit_callbacks(execute=True):
        delete_account(by=actor("player1"), now=now())
    assert not folder_of(event).exists()
    assert b"Quicksilver" not in saved() and saved()
