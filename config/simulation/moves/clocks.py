"""The round's clock: paused, stopped, given more; and time that passes."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from config.simulation.expected import DECIDED, REPORTED, Table
from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

PAUSERS = ("organiser", "scorekeeper", "head_judge")
HEADS = ("organiser", "head_judge")
JUDGES = ("organiser", "head_judge", "judge")


def _runs(day: Day) -> bool:
    return (
        day.expected.round_state == "running"
        and day.choices["clock_kind"] != "none"
        and not day.expected.stopped
    )


def _path(day: Day, word: str) -> str:
    return day.path(f"rounds/{day.expected.number}/clock/{word}/")


def _ticking(day: Day) -> list[Table]:
    return [t for t in day.expected.tables.values() if t.clock in ("running", "paused")]


def was_called(day: Day) -> bool:
    """Whether time was called at some table, or is not asked for any more at any."""
    return not _ticking(day) or any(table.called for table in day.expected.tables.values())


def takes_time(day: Day, table: Table) -> bool:
    """Whether the table can be given time: its clock was not stopped, and its match is not decided."""
    return _runs(day) and table.state != DECIDED and table.clock in ("running", "paused", "called", "over")


def give_time(day: Day, table: Table, minutes: int) -> None:
    """In the expected state the table has so much more; where time was called, so much from now on."""
    more, paused = timedelta(minutes=minutes), day.expected.paused
    table.extended += more
    if table.clock in ("called", "over"):
        table.clock = "paused" if paused else "running"
        table.left, table.due = (more, None) if paused else (None, day.asked_at + more)
    elif table.left is not None:
        table.left += more
    elif table.due is not None:
        table.due += more


def extend_table(day: Day) -> Ask | None:
    """One table is given more time, also after its time was called."""
    fitting = [t for t in day.expected.tables.values() if takes_time(day, t)]
    if not fitting:
        return None
    table, minutes, reason = day.chance.choice(fitting), day.chance.randint(1, 9), day.word("extended")
    day.ledger.send("tournaments.ClockEvent.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.ClockEvent.reason", reason)
        give_time(day, table, minutes)

    who = day.people.with_role(*JUDGES)
    body = {"minutes": minutes, "reason": reason}
    # a report may come to stand by itself just before
    sure = table.state != REPORTED
    return Ask(
        "extend_match", who, "POST", f"{API}matches/{table.pk}/extend/", body, day.word("k"), done, sure=sure
    )


def extend_by_player(day: Day) -> Ask | None:
    """Somebody at a table gives it more time himself, while its clock would take it."""
    fitting = [
        t for t in day.expected.tables.values() if t.clock in ("running", "called") and t.state != DECIDED
    ]
    if not fitting or not _runs(day):
        return None
    table = day.chance.choice(fitting)
    who = day.people.players[day.chance.choice(sorted(table.seats.values()))]
    path, body = f"{API}matches/{table.pk}/extend/", {"minutes": 5, "reason": "we were late"}
    return Ask("extend_match", who, "POST", path, body, day.word("k"), may=False)


def extend_round(day: Day) -> Ask | None:
    """Every table that plays is given more time."""
    if not _runs(day) or not _ticking(day):
        return None
    minutes, reason = day.chance.randint(1, 9), day.word("extended")
    day.ledger.send("tournaments.ClockEvent.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.ClockEvent.reason", reason)
        for table in day.expected.tables.values():
            if table.clock in ("running", "paused", "stopped"):
                if table.due is not None:
                    table.due += timedelta(minutes=minutes)
                if table.left is not None:
                    table.left += timedelta(minutes=minutes)

    who = day.people.with_role(*HEADS)
    body = {"minutes": minutes, "reason": reason}
    return Ask("clock-extend", who, "POST", _path(day, "extend"), body, day.word("k"), done, sure=True)


def pause(day: Day) -> Ask | None:
    """Time stands for all."""
    if not _runs(day) or day.expected.paused:
        return None

    def done(answer: Answer) -> None:
        hold(day)

    who = day.people.with_role(*PAUSERS)
    return Ask("clock-pause", who, "POST", _path(day, "pause"), {}, day.word("k"), done, sure=True)


def hold(day: Day) -> None:
    """In the expected state every clock stands; what is due by now is called all the same."""
    if not _runs(day) or day.expected.paused:
        return
    now, day.expected.paused = day.asked_at, True
    for table in day.expected.tables.values():
        if table.due is not None and table.due > now:
            table.left, table.due = table.due - now, None
            if table.clock == "running":
                table.clock = "paused"
        if table.hard is not None and table.hard > now:
            table.hard_left, table.hard = table.hard - now, None


def resume(day: Day) -> Ask | None:
    """Time runs on."""
    if not _runs(day) or not day.expected.paused:
        return None

    def done(answer: Answer) -> None:
        run_on(day)

    who = day.people.with_role(*PAUSERS)
    return Ask("clock-resume", who, "POST", _path(day, "resume"), {}, day.word("k"), done, sure=True)


def run_on(day: Day) -> None:
    """In the expected state the clocks that were held run on from now."""
    day.expected.paused = False
    for table in day.expected.tables.values():
        if table.left is not None:
            table.due, table.left = day.asked_at + table.left, None
            if table.clock == "paused":
                table.clock = "running"
        if table.hard_left is not None:
            table.hard, table.hard_left = day.asked_at + table.hard_left, None


def stop(day: Day) -> Ask | None:
    """The round's clock is taken away."""
    if not _runs(day):
        return None

    def done(answer: Answer) -> None:
        if day.expected.round_state != "running":
            return  # it ended in the same moment, and its clock with it
        day.expected.stopped, day.expected.paused = True, False
        for table in day.expected.tables.values():
            table.due = table.left = table.hard = table.hard_left = None
            if table.clock in ("running", "paused"):
                table.clock = "stopped"

    who = day.people.with_role(*HEADS)
    return Ask(
        "clock-stop",
        who,
        "POST",
        _path(day, "stop"),
        {"reason": day.word("stopped")},
        day.word("k"),
        done,
        sure=True,
    )


def call(day: Day) -> Ask | None:
    """The desk calls time for all."""
    if not _runs(day) or not _ticking(day):
        return None

    def done(answer: Answer) -> None:
        if day.expected.paused:
            run_on(day)
        for table in day.expected.tables.values():
            if table.due is not None and table.clock in ("running", "stopped"):
                table.due = min(table.due, day.asked_at)
        call_due(day)

    who = day.people.with_role(*HEADS)
    return Ask(
        "clock-call",
        who,
        "POST",
        _path(day, "call"),
        {"reason": day.word("called")},
        day.word("k"),
        done,
        sure=True,
    )


def call_due(day: Day) -> None:
    """Brings the expected state past a sweep: time is called at each table whose deadline has passed, and its hard stop
    is set."""
    now, hard = day.asked_at, day.choices["hard_stop_minutes"]
    for table in day.expected.tables.values():
        if table.due is None or table.due > now:
            continue
        if table.clock == "called":
            table.clock, table.due = "over", None
        elif table.clock == "running":
            table.clock, table.called = "called", True
            table.due = table.hard = now + timedelta(minutes=hard) if hard else None
            table.hard_left = None


def reveal(day: Day) -> Ask | None:
    """A random end is told in an emergency."""
    if not _runs(day) or day.choices["clock_kind"] != "random":
        return None
    number = day.expected.number

    def done(answer: Answer) -> None:
        day.expected.revealed.add(number)

    who, body = day.people.with_role(*HEADS), {"reason": day.word("told")}
    # what was told may be told again, but no page offers it
    new = number not in day.expected.revealed
    return Ask("clock-reveal", who, "POST", _path(day, "reveal"), body, day.word("k"), done, sure=new)


def let_time_pass(day: Day) -> None:
    """Minutes go by, and the sweeps do what is due."""
    day.clock.advance(day.chance.choice((30, 90, 200, 600, 1500)))
    day.sweeping.sweep()
