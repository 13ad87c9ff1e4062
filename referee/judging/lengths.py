"""How long a game was by its log."""

from __future__ import annotations

from referee.judging.judged import judged
from referee.models.records import Record, Status
from rules.kernel.errors import LogError
from tournaments.errors import DomainError

#: More than any game lasts.
LONGEST = 10_000


def length_by_log(record: Record) -> int | None:
    """The length of a game that is over; None of any other, and where the game counts nothing or the log cannot be
    read. Never call it inside a transaction: a long log takes its time."""
    if record.status != Status.FINISHED:
        return None
    try:
        run = judged(record).run
    except (DomainError, LogError):
        return None
    length = run.game.length(run.positions[-1])
    return None if length is None else min(length, LONGEST)
