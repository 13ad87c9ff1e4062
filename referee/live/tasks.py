"""Time called by the clock enters the logs of live tables, once."""

from __future__ import annotations

from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Sum

from referee.budget import WHOLE_LOG, TooCostly
from referee.disputes.changes import open_dispute
from referee.live.entries import CameFirst, moment, store
from referee.live.live_replay import live_replay
from referee.live.phones import CLOCK, Phone
from referee.live.queries import live_tables
from referee.live.trial import NotJudged, tried
from referee.models.disputes import Kind
from referee.models.live import LiveTable, TableState
from rules.kernel.entries import TABLE, TimeCalled
from rules.kernel.replay import Replay
from tournaments.access import Actor
from tournaments.live.changes import mark_changed
from tournaments.messages import message as _
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.outbox import OutboxRow
from tournaments.outbox.changes import consume

TOPIC = "time_called"
#: Tries at one table before the next sweep goes on: each time a player was quicker.
TRIES = 20
PHONE = Phone("judge", (TABLE,), CLOCK, "the clock")

log = structlog.get_logger(__name__)
_failed: set[int] = set()


def take_in_time_called(now: datetime) -> int:
    """Writes `time_called` into the log of every live table whose time was called; gives how many.

    The outbox says which tables are new. The row is taken after the entry is stored, and an entry that is there is not
    written again: so a crash between the two costs nothing. Tables where a ruling took the entry out again, or play had
    stopped, are found by their clocks.
    """
    waiting = OutboxRow.objects.filter(topic=TOPIC, taken_at=None).order_by("id")
    fresh = [int(payload.get("match", 0)) for payload in waiting.values_list("payload", flat=True)[:500]]
    playing = live_tables().filter(state=TableState.PLAYING, record__replaced_at=None)
    # a further game of which nothing was played does not begin any more
    playing = playing.exclude(record__game_number__gt=1, record__entries=0)
    done = 0
    if fresh:
        done += sum(_enter(table, now) for table in playing.filter(record__match__in=fresh))
    called = Deadline.objects.filter(state__in=[ClockState.CALLED, ClockState.OVER])
    late = playing.filter(time_entry=None, record__match__in=called.values("match"))
    done += sum(_enter(table, now) for table in late)

    def taken(row: OutboxRow) -> None:
        """Nothing is left to do."""

    if fresh:
        consume([TOPIC], taken, now=now, limit=len(fresh))
    return done


def _enter(table: LiveTable, now: datetime) -> bool:
    """Writes the entry at one table, where its log has none and the game goes on. An error at one table does not keep
    the others from theirs."""
    try:
        return _try_to_enter(table, now)
    except Exception:
        if table.pk not in _failed:
            _failed.add(table.pk)
            log.exception("time called could not be written into a live log", table=table.pk)
        return False


def _try_to_enter(table: LiveTable, now: datetime) -> bool:
    for attempt in range(TRIES):
        table.record.refresh_from_db(fields=["entries", "head"])
        run = live_replay(table.record)
        with run.lock:
            there = called_at(run.whole)
            if there is None and not run.whole.game.is_over(run.whole.position):
                key = f"clock-{run.count}-{attempt}"
                entry = TimeCalled(by=TABLE, at=moment(now))
                try:
                    trial = tried(run, entry, PHONE.payer, WHOLE_LOG)
                    stored = store(table, run, entry, trial, phone=PHONE, key=key, now=now)
                except CameFirst:
                    continue
                except (TooCostly, NotJudged) as refusal:
                    return _left_to_a_judge(table, refusal, now)
                LiveTable.objects.filter(pk=table.pk).update(time_entry=stored.n)
                return not stored.again
        LiveTable.objects.filter(pk=table.pk).update(time_entry=there or 0)
        return False
    return False


def _left_to_a_judge(table: LiveTable, refusal: TooCostly | NotJudged, now: datetime) -> bool:
    """Time called that the log cannot take is not tried again and again: a judge is told, or else it is tried again.
    Gives that nothing was written."""
    log.error("time called could not be taken by a live log", table=table.pk, why=refusal.code)
    said = _("Time called was not written into the live log: %(why)s", why=refusal.message)
    record = table.record
    with transaction.atomic():
        LiveTable.objects.filter(pk=table.pk).update(time_entry=0)
        open_dispute(record.match, Kind.FINDING, said, record=record, by=Actor.system(), now=now, quiet=True)
    return False


def called_at(run: Replay) -> int | None:
    """The entry by which time was called in the play as it stands, or one that was kept after play had stopped."""
    kept = range(run.stopped, len(run.entries) + 1) if run.stopped is not None else ()
    return next((n for n in (*run.active_entries, *kept) if run.entries[n - 1].do == "time_called"), None)


_seen: dict[int, int] = {}


def tell_of_growth(now: datetime) -> int:
    """Tells the staff's pages, in a steady beat, that live logs have grown: they look for what waits for a judge then.
    It is told of every entry alike, so that nobody learns from it what kind of entry it was."""
    tables = LiveTable.objects.filter(state=TableState.PLAYING)
    sums = tables.values_list("record__match__round__event").annotate(total=Sum("record__entries"))
    done = 0
    for event_id, total in sums:
        if _seen.get(event_id, 0) != total:
            _seen[event_id] = total
            mark_changed(event_id, "records")
            done += 1
    return done
