"""A tap becomes an entry: read, judged, stored with its link of the chain; the first one wins, the same key is one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from referee.disputes.changes import open_dispute, resolve_disputes
from referee.live.hard_stop import count_turns
from referee.live.live_replay import LiveReplay, live_replay
from referee.live.opening import check_may_begin
from referee.live.phones import Phone
from referee.live.rows import answer_for_others, entry_under, write_line, write_tap
from referee.live.slow_play import note_slow_play
from referee.live.tap import BadTap, Tap
from referee.live.trial import Trial, tried
from referee.live.verbs import seen_by_for
from referee.logs.hash_chain import body_of, chained, signed_head
from referee.logs.reading import MAX_ENTRIES, Judgment
from referee.models.appeals import Appeal
from referee.models.disputes import Kind, VisibleTo
from referee.models.live import LiveTable, Mode, TableState
from referee.models.records import Record
from referee.phone_updates import notify_of_entries
from rules.kernel.entries import TABLE, BadEntry, Entry
from rules.kernel.errors import LogError
from rules.kernel.replay import Replay
from rules.kernel.texts import joined
from rules.kernel.verdict import Verdict
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed
from tournaments.messages import message as _
from tournaments.models.events import ClockKind, State
from tournaments.models.rounds import MatchState, RoundState

MAX_BYTES = 10_000


class CameFirst(Conflict):
    """Another entry was stored after the one this phone knew of."""

    code = "came_first"


class NotLegal(Conflict):
    """An assisted event, an entry that its own player's knowledge calls illegal."""

    code = "not_legal"


class NotOpen(Conflict):
    """Nothing is taken at this table any more."""

    code = "not_open"


class Stored(msgspec.Struct, frozen=True):
    """Entry ``n`` is in the log; ``again``: it was before."""

    n: int
    again: bool = False


def add_entry(table: LiveTable, phone: Phone, tap: Tap, *, now: datetime) -> Stored:
    """Adds an entry. Of two at once one is stored, the other raises CameFirst; the same key again is the same entry.
    When it returns, the entry is in the database.

    Raises NotAllowed, NotOpen, BadTap, TooCostly, NotLegal (only assisted, without ``anyway``), and Conflict where it
    would begin another game of the match after time.
    """
    # One that comes again says what it came after, and there an entry is by now. Where there is none it is new, or it
    # is stored at this moment: then the row will not take it twice.
    known = None if tap.after == table.record.entries else stored_before(table, tap.key)
    if known is not None:
        return known
    check_open(table, phone)
    run = live_replay(table.record)
    with run.lock:
        check_may_enter(table, phone, tap)
        if tap.after != run.count and (known := stored_before(table, tap.key)) is not None:
            return known
        check_after(run, tap.after)
        if not run.count:
            check_may_begin(table.record.match, table.record.game_number, now)
        entry = read_entry(run, {**tap.entry, "at": moment(now)})
        trial = tried(run, entry, phone.payer)
        if table.assisted and not tap.anyway:
            _check_legal(run.view(phone.sees), trial.verdict(phone.sees))
        return store(table, run, entry, trial, phone=phone, key=tap.key, now=now)


def stored_before(table: LiveTable, key: str) -> Stored | None:
    """The entry that was stored under this key."""
    n = entry_under(table.pk, key)
    return None if n is None else Stored(n, True)


def check_open(table: LiveTable, phone: Phone) -> None:
    """Raises NotOpen where the table takes no more entries, NotAllowed for a phone that logs nothing."""
    check_running(table)
    if not phone.acts_for:
        raise NotAllowed(_("This phone may look at the table, not log."))
    if table.called and not phone.is_judge and Appeal.halting(table.record.match_id) is not None:
        raise NotOpen(_("An appeal waits for the head judge. Play goes on once it is decided."))


def check_running(table: LiveTable) -> None:
    """Raises NotOpen unless the game is played and logged here."""
    match = table.record.match
    if table.state == TableState.CLOSED:
        raise NotOpen(_("The staff have closed this log."))
    if table.state != TableState.PLAYING or match.state == MatchState.DECIDED:
        raise NotOpen(_("The result of this game stands. Call a judge if it is wrong."))
    if match.round.state != RoundState.RUNNING or match.round.event.state != State.RUNNING:
        raise NotOpen(_("This round is over."))


def check_after(run: LiveReplay, after: int) -> None:
    """Raises CameFirst unless ``after`` is the last entry."""
    if after > run.count:
        raise BadTap(
            _("“after” is the number of the last entry, at most %(n)s.", n=run.count),
            fields={"after": _("Wrong.")},
        )
    if after != run.count:
        raise CameFirst(_("Another entry came first. Look at it and say again."), last=run.count)


def check_may_enter(table: LiveTable, phone: Phone, tap: Tap) -> None:
    """Raises NotAllowed where this phone does not act for the seat it enters for, BadTap for a verb that has an
    address of its own."""
    if tap.by not in phone.acts_for:
        raise NotAllowed(_("This phone does not act for “%(seat)s”.", seat=tap.by[:40]))
    if tap.do in ("ruling", "undo"):
        raise BadTap(_("Rulings and undo have their own addresses."), fields={"entry": _("Not here.")})
    if tap.do == "time_called" and not _may_call_time(table, phone):
        raise NotAllowed(_("The clock or a judge calls time."))


def moment(now: datetime) -> str:
    """A time as logs write it, to the millisecond."""
    return now.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _may_call_time(table: LiveTable, phone: Phone) -> bool:
    return phone.is_judge or table.record.match.round.clock_kind == ClockKind.NONE


def read_entry(run: LiveReplay, plain: dict[str, Any]) -> Entry:
    """An entry of the game from its plain form, with ``seen_by`` where it has secrets. Raises BadTap."""
    line = msgspec.json.encode(plain)
    if len(line) > MAX_BYTES:
        raise BadTap(_("This is too long for an entry."), fields={"entry": _("Too long.")})
    try:
        (entry,) = run.read(line)
    except (LogError, ValueError) as error:
        raise BadTap(
            _("This cannot be read as an entry: %(why)s", why=str(error)),
            fields={"entry": str(error)},
        ) from None
    if isinstance(entry, BadEntry):
        raise BadTap(
            _("This cannot be read as an entry: %(why)s", why=entry.reason),
            fields={"entry": entry.reason},
        )
    seen_by = seen_by_for(run.game, entry, run.whole.position)
    return entry if seen_by is None else msgspec.structs.replace(entry, seen_by=seen_by)


def _check_legal(view: Replay, verdict: Verdict) -> None:
    """Raises NotLegal where this phone's own view calls the entry illegal. It asks that view alone, so the answer tells
    nothing that the phone did not know."""
    if view.stopped is not None:
        return
    if verdict.verdict == "illegal":
        broken = verdict.to_json(len(view.entries) + 1).get("violations", [])
        said = joined((violation.message for violation in verdict.violations), "; ")
        raise NotLegal(_("This is not legal here: %(why)s.", why=said), violations=broken)


def store(
    table: LiveTable, run: LiveReplay, entry: Entry, trial: Trial, *, phone: Phone, key: str, now: datetime
) -> Stored:
    """Stores the entry that was tried as the next one; the caller holds the run's lock. Raises CameFirst."""
    n = run.count + 1
    if n > MAX_ENTRIES:
        raise NotOpen(_("A log may have at most %(n)s entries.", n=MAX_ENTRIES))
    stopped = run.whole.stopped
    (line,) = chained([msgspec.to_builtins(entry)], run.head)
    try:
        with transaction.atomic():
            if not _write(table.record, n, line, trial.judgment, run.head):
                known = stored_before(table, key)
                if known is not None:
                    return known
                last = Record.objects.values_list("entries", flat=True).get(pk=table.record_id)
                raise CameFirst(_("Another entry came first. Look at it and say again."), last=last)
            _write_tap(table, entry, n, phone, key, now)
            _follow(table, run.whole, trial, stopped, now)
            notify_of_entries(table)
    except IntegrityError:
        known = stored_before(table, key)
        if known is None:
            raise CameFirst(
                _("Another entry came first. Look at it and say again."), last=run.count
            ) from None
        return known
    # inside a larger transaction the memory waits for its end, and catches up from the rows
    judged = (trial.whole, trial.views, trial.seconds, phone.payer)
    transaction.on_commit(lambda: run.take_next(n, entry, line["hash"], phone.seat, *judged), robust=True)
    table.record.entries, table.record.head = n, line["hash"]
    return Stored(n)


def _write(record: Record, n: int, line: dict[str, Any], judgment: Judgment, head: str) -> bool:
    """One conditional update says who comes first; the line follows in the same transaction."""
    text = body_of([line])
    return write_line(
        record.pk,
        n,
        text,
        before=head,
        head=line["hash"],
        signature=signed_head(record.match_id, record.game_number, line["hash"]),
        judgment=judgment,
    )


def _write_tap(table: LiveTable, entry: Entry, n: int, phone: Phone, key: str, now: datetime) -> None:
    observed = entry.by == TABLE and table.mode == Mode.PHONES and phone.is_seat and entry.entered.confirmed
    if table.observing and phone.is_seat:
        # who goes on has seen what the other entered for the table
        answer_for_others(table.pk, phone.seat)
    write_tap(table.pk, n, key, phone.seat, phone.label, now, observed)
    if observed and not table.observing:
        LiveTable.objects.filter(pk=table.pk).update(observing=True)


def _follow(
    table: LiveTable,
    before: Replay,
    trial: Trial,
    stopped: int | None,
    now: datetime,
) -> None:
    """Tells the judges of an illegal entry, at once where the event wants it, else when play goes on without its being
    taken back; of a contradiction, and of slow play. Quietly: that a judge is told may itself rest on a card that the
    other player holds."""
    record, by, after = table.record, Actor.system(), trial.whole
    if after.stopped is not None and (after.stopped != stopped) == table.calls_judge:
        n = after.stopped
        said = _("Entry %(n)s is illegal, and play stops there until a judge rules.", n=n)
        knowing = "".join(seat for seat in after.seats if trial.views[seat].stopped == n)
        open_dispute(
            record.match,
            Kind.ILLEGAL,
            said,
            record=record,
            entry=n,
            by=by,
            now=now,
            quiet=True,
            visible_to=VisibleTo.STAFF,
            seats=knowing,
        )
        LiveTable.objects.filter(pk=table.pk).update(called=True)
    if stopped is not None and after.stopped is None:
        said = _("The entry was taken back.")
        kinds = (Kind.ILLEGAL,)
        resolve_disputes(
            record.match, record=record, kinds=kinds, resolution=said, by=by, now=now, quiet=True
        )
    findings = after.findings[len(before.findings) :]
    if findings:
        n = max((n for finding in findings for n in finding.entries), default=0)
        said = _("Entry %(n)s contradicts something before it.", n=n)
        open_dispute(record.match, Kind.FINDING, said, record=record, entry=n, by=by, now=now, quiet=True)
    if table.turn_seconds:
        note_slow_play(table, after, by=by, now=now)
    count_turns(table, after, by=by, now=now)
