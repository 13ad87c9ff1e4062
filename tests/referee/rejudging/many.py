"""Many logs of which other outcomes were kept than the rules give, without playing them."""

from __future__ import annotations

from typing import Any

from referee.models.records import Record
from referee.models.rejudging import Rejudged
from referee.records.changes import attach_log
from tests.referee.logs import WON_BY_A, log
from tests.tournaments.factories import actor, at
from tournaments.models.jobs import Job
from tournaments.models.rounds import Match

#: as ``WON_BY_A`` ends by hand: 9 against 3
A_WINS = {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
B_WINS = {"ranking": [["B"], ["A"]], "scores": {"A": 3, "B": 9}, "tiebreakers": {}}


def stored(match: Match, outcome: Any = None, seat: str = "") -> Record:
    """A log that A wins by the rules; ``outcome``: what was kept of it instead."""
    record = attach_log(match, 1, log(*WON_BY_A), seat=seat, by=actor("jude"), now=at(10))
    if outcome is not None:
        Record.objects.filter(pk=record.pk).update(outcome=outcome)
    return record


def copied(record: Record, matches: list[Match]) -> list[Record]:
    """The same log at each of these matches, of whose place in the chain nothing here asks."""
    rows = []
    for match in matches:
        row = Record.objects.get(pk=record.pk)
        row.pk, row.match, row.adopted_at, row.adopted_outcome = None, match, None, None
        rows.append(row)
    return Record.objects.bulk_create(rows)


def copied_games(record: Record, numbers: range) -> list[Record]:
    """The same log as that of further games of its match."""
    rows = []
    for number in numbers:
        row = Record.objects.get(pk=record.pk)
        row.pk, row.game_number, row.adopted_at, row.adopted_outcome = None, number, None, None
        rows.append(row)
    return Record.objects.bulk_create(rows)


def differs(job: Job, records: list[Record], before: Any = None, now: Any = None) -> None:
    """What the job found of them: B had won, and A wins now."""
    Rejudged.objects.bulk_create(
        Rejudged(
            job=job, record=record, differs=True, outcome_before=before or B_WINS, outcome_now=now or A_WINS
        )
        for record in records
    )
