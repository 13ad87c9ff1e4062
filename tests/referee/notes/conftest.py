"""The log at which notes are written."""

from __future__ import annotations

import pytest

from referee.models.records import Record
from referee.records.changes import attach_log
from tests.referee.logs import WON_BY_A, log
from tests.referee.notes.noting import fresh
from tests.tournaments.factories import at, player
from tournaments.models.rounds import Match


@pytest.fixture
def record(match: Match) -> Record:
    made = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    return fresh(made.pk)
