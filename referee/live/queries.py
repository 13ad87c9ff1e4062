"""Asking for live tables."""

from __future__ import annotations

import threading
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.base import ModelState

from referee.live.rows import Now, table_now
from referee.models.live import LiveTable, TableState
from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import Match, RoundState, Seat
from tournaments.prepared import Prepared
from tournaments.tables.lines import seat_at

Row = TypeVar("Row", bound=Model)

#: Of how many tables what seldom changes is kept in memory.
MAX_TABLES = 2000

#: A table with what seldom changes, and who sits there.
_whole = Prepared(
    lambda number: LiveTable.objects.filter(pk=number).select_related("record__match__round__event"), int
)
_seats = Prepared(lambda match: Seat.objects.filter(match=match).select_related("entrant"), int)

_kept: dict[int, tuple[tuple[Any, ...], LiveTable]] = {}
_lock = threading.Lock()


def live_tables() -> QuerySet[LiveTable]:
    """Live tables with all that is needed to answer for them but the seats."""
    return LiveTable.objects.select_related("record__match__round__event")


def live_table(number: int) -> LiveTable:
    """One of them, read afresh. Raises NotFound."""
    return table_and_now(number)[0]


def table_and_now(number: int, user: int = 0) -> tuple[LiveTable, Now]:
    """One of them with the row it was read by, and in that the account ``user``. Raises NotFound.

    What seldom changes (names of seats, choices of the event) is kept by the versions that this row tells: whichever
    process changed it, the next request reads it again."""
    now = table_now(number, user)
    if now is None:
        raise NotFound(_("There is no such table."))
    versions = _versions(now)
    with _lock:
        known = _kept.get(number)
    if known is None or not _is_played(now) or known[0] != versions:
        base = _whole.first(number)
        if base is None:
            raise NotFound(_("There is no such table."))
        match = base.record.match
        seat_at(match, _seats(match.pk))
        known = (versions, base)
        with _lock:
            if len(_kept) > MAX_TABLES:
                _kept.clear()
            _kept[number] = known
    return _as_now(known[1], now), now


def _versions(now: Now) -> tuple[Any, ...]:
    """By what the kept part of a table is good: a change at the table raises the match's version, one of the event or
    of its rounds the event's. Both are read before it, so that it is never older than they say."""
    return now.sent_hash, now.match_version, now.event_version, now.time_called_at


def _is_played(now: Now) -> bool:
    """Whether the game is played in a round that is. Whoever changes what a table shows marks the one that its players
    sit at now; of others nothing is kept."""
    playing = now.state == TableState.PLAYING and now.replaced_at is None
    return playing and now.round_state == RoundState.RUNNING


def _as_now(base: LiveTable, now: Now) -> LiveTable:
    """A row of its own for this request, with what is true at this moment."""
    match = base.record.match
    event = _twin(match.round.event, state=now.event_state)
    round = _twin(match.round, event=event, state=now.round_state)
    match = _twin(match, round=round, state=now.match_state)
    record = _twin(
        base.record,
        match=match,
        entries=now.entries,
        head=now.head,
        signature=now.signature,
        size=now.size,
        status=now.status,
        outcome=now.outcome,
        ruleset=now.ruleset,
    )
    return _twin(
        base,
        record=record,
        state=now.state,
        version=now.version,
        asking=bool(now.asking),
        observing=bool(now.observing),
        called=bool(now.called),
        featured=bool(now.featured),
        confirmed=list(now.confirmed),
        open_hands=list(now.open_hands),
        time_entry=now.time_entry,
    )


def _twin(row: Row, **changes: object) -> Row:
    """The same row as an object of its own, with these values."""
    made = type(row).__new__(type(row))
    made.__dict__.update(row.__dict__)
    made._state = ModelState()
    made._state.db, made._state.adding = row._state.db, False
    made._state.fields_cache = dict(row._state.fields_cache)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def forget_tables() -> None:
    """Empties the memory."""
    with _lock:
        _kept.clear()


def live_table_seen(number: int, actor: Actor) -> LiveTable:
    """A live table whose event the actor may see. Raises NotFound, whether the table is not there or may not be
    seen."""
    table = live_table(number)
    if not may(actor, "view_event", table.record.match.round.event):
        raise NotFound(_("There is no such table."))
    return table


def live_tables_of(match: Match) -> QuerySet[LiveTable]:
    """The live tables of a match, by game."""
    tables = live_tables().filter(record__match=match, record__replaced_at=None)
    return tables.order_by("record__game_number")


def featured_tables(event: Event) -> QuerySet[LiveTable]:
    """The tables that spectators are shown, while the round is played: with a delay a game goes on for them when it is
    over."""
    tables = live_tables().prefetch_related("record__match__seats__entrant").filter(featured=True)
    shown = tables.filter(
        record__match__round__event=event,
        record__match__round__state=RoundState.RUNNING,
        record__replaced_at=None,
    )
    return (
        shown.exclude(spectators="none")
        .exclude(state=TableState.CLOSED)
        .order_by("record__match__table", "pk")
    )


def tables_playing(event: Event) -> dict[int, int]:
    """By match the live table of the game that is being played there."""
    tables = LiveTable.objects.filter(
        record__match__round__event=event, record__replaced_at=None, state=TableState.PLAYING
    )
    return dict(tables.order_by("record__game_number").values_list("record__match", "pk"))
