"""When the turn clock of a table stands: its round's clock is paused or stopped, or a judge is on the way."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.live.turns import Pause
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable, TableState
from tournaments.models.clocks import ClockEvent
from tournaments.models.rounds import MatchState, RoundState

#: Calls that everybody at the table knows of.
OPEN_CALLS = (Kind.CALL, Kind.OBSERVED, Kind.CONTESTED, Kind.RULES, Kind.PLAY, Kind.RESULT, Kind.OTHER)
STANDS = ("paused", "stopped")


def pauses_of(table: LiveTable) -> list[Pause]:
    """The times in which no turn of this table runs, as everybody may know them."""
    match = table.record.match
    pauses: list[Pause] = []
    begins: datetime | None = None
    whole = ClockEvent.objects.filter(
        round=match.round_id, match=None, kind__in=(*STANDS, "resumed", "jumped")
    )
    for kind, at, seconds in whole.order_by("id").values_list("kind", "at", "seconds"):
        if kind == "jumped":
            # What the clock leapt over was no time at all; by what it was set back nobody was slow.
            pauses.append((at - timedelta(seconds=max(seconds or 0, 0)), at))
        elif kind in STANDS:
            begins = begins or at
        elif begins is not None:
            pauses.append((begins, at))
            begins = None
    if begins is not None:
        pauses.append((begins, None))
    if table.called:
        calls = Dispute.objects.filter(match=match.pk, kind__in=OPEN_CALLS)
        pauses.extend(calls.values_list("at", "resolved_at"))
        pauses.extend(Appeal.objects.filter(match=match.pk).values_list("at", "decided_at"))
    return pauses


def is_timed(table: LiveTable) -> bool:
    """Whether turns are timed now: nobody is slow at a table that takes no entries."""
    match = table.record.match
    return (
        bool(table.turn_seconds)
        and table.state == TableState.PLAYING
        and match.state != MatchState.DECIDED
        and match.round.state == RoundState.RUNNING
    )
