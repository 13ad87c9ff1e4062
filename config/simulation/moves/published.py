"""The desk changes a pairing that is published: two at tables that have said nothing change places."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Q

from config.simulation.expected import OPEN, Table
from config.simulation.moves.desk import DESK
from config.simulation.site_client import Answer, Ask
from config.simulation.stages import has_schedule
from tournaments.models.clocks import ClockEvent, Deadline

if TYPE_CHECKING:
    from config.simulation.day import Day


def exchange_seats(day: Day) -> Ask | None:
    """Two of different places, one of them with the bye perhaps. Where a log was begun or a result taken away, the site
    refuses: the book does not know of it."""
    if day.expected.round_state not in ("published", "running") or has_schedule(day):
        return None
    silent = [t for t in day.expected.tables.values() if t.bye or (t.state == OPEN and not t.logged)]
    if len(silent) < 2:
        return None
    one, other = day.chance.sample(silent, 2)
    letters = [day.chance.choice(sorted(table.seats)) for table in (one, other)]
    first, second = one.seats[letters[0]], other.seats[letters[1]]
    reason, number, who = day.word("exchanged"), day.expected.number, day.people.with_role(*DESK)
    day.ledger.send("tournaments.PairingChange.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.PairingChange.reason", reason)
        if number != day.expected.number:
            return  # somebody took the round back in the same moment
        # where the two sit by now: another exchange may have been carried out in the same moment
        (one, letter), (other, other_letter) = _seat_of(day, first), _seat_of(day, second)
        one.seats[letter], other.seats[other_letter] = second, first
        day.expected.published[number] = sorted(
            (t.table or 0, tuple(t.seats.values())) for t in day.expected.tables.values()
        )
        for table in (one, other):
            begin_anew(day, table)

    body = {"first": first, "second": second, "reason": reason}
    return Ask(
        "exchange_seats", who, "POST", day.path(f"rounds/{number}/exchange/"), body, day.word("k"), done
    )


def _seat_of(day: Day, who: str) -> tuple[Table, str]:
    """The table and the letter of somebody's seat in this round."""
    return next(
        (table, letter)
        for table in day.expected.tables.values()
        for letter, player in table.seats.items()
        if player == who
    )


def begin_anew(day: Day, table: Table) -> None:
    """Nobody is missed at the table, and it has the whole time of the round from now on, where its clock runs or is
    held."""
    if table.bye:
        return
    table.missing, table.seated_late = None, ()
    if day.expected.round_state != "running" or day.expected.stopped or day.choices["clock_kind"] == "none":
        return
    length = timedelta(minutes=day.choices["round_minutes"])
    row = Deadline.objects.get(match=table.pk)
    # where it is stopped a result came in the same moment, and will be heard of
    if day.choices["clock_kind"] == "random" and row.state != "stopped":
        length = timedelta(milliseconds=row.left_ms or 0) if row.due_at is None else row.due_at - day.asked_at
        length -= _given_since(table.pk)
        day.check(
            timedelta(minutes=27) <= length <= timedelta(minutes=32), "deadlines", f"{table} has {length}"
        )
    paused = day.expected.paused
    table.clock, table.called = "paused" if paused else "running", False
    table.left, table.due = (length, None) if paused else (None, day.asked_at + length)
    table.hard, table.hard_left, table.extended = None, None, timedelta()


def _given_since(match: int) -> timedelta:
    """The time that a table was given after it began anew, by another request in the same moment: of which the book
    hears after this."""
    given = ClockEvent.objects.filter(Q(match=match) | Q(match=None, round__matches=match))
    anew = given.filter(kind="full_time").order_by("pk").last()
    since = given.filter(kind="extended", pk__gt=anew.pk) if anew is not None else given.none()
    return timedelta(seconds=sum(seconds or 0 for seconds in since.values_list("seconds", flat=True)))
