"""Somebody who sits nowhere is given a table in the round that is on, and the table is taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.expected import DECIDED, OPEN, Table
from config.simulation.facts import rows
from config.simulation.moves.desk import DESK
from config.simulation.moves.published import begin_anew
from config.simulation.site_client import Answer, Ask
from config.simulation.stages import kind_of_round
from tournaments.models.rounds import Match, PairingChange

if TYPE_CHECKING:
    from config.simulation.day import Day


def seat_late(day: Day) -> Ask | None:
    """Against another who sits nowhere, or against the holder of a bye. Somebody may have come to sit in the same
    moment, two may have been told never to meet: then it is refused."""
    swiss = kind_of_round(day, day.expected.number) == "swiss"
    if day.expected.round_state not in ("published", "running") or not swiss:
        return None
    seated = {code for table in day.expected.tables.values() for code in table.seats.values()}
    waiting = [code for code in day.playing() if code not in seated]
    byes = [table.seats["A"] for table in day.expected.tables.values() if table.bye]
    if not waiting or len(waiting) + len(byes) < 2:
        return None
    entrant = day.chance.choice(waiting)
    opponent = day.chance.choice([code for code in (*waiting, *byes) if code != entrant])
    reason, number, who = day.word("seated"), day.expected.number, day.people.with_role(*DESK)
    day.ledger.send("tournaments.PairingChange.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.PairingChange.reason", reason)
        if number == day.expected.number and day.expected.round_state in ("published", "running"):
            _sits(day, entrant, opponent)

    body = {"entrant": entrant, "opponent": opponent, "reason": reason}
    path = day.path(f"rounds/{number}/seat-late/")
    return Ask("seat_late", who, "POST", path, body, day.word("k"), done)


def _sits(day: Day, entrant: str, opponent: str) -> None:
    """The table is there: the bye's, or a new one."""
    tables = day.expected.tables
    number = 1 + max((table.table or 0 for table in tables.values()), default=0)
    held = next((table for table in tables.values() if table.bye and table.seats["A"] == opponent), None)
    if held is None:
        there = Match.objects.filter(round__event__slug=day.slug, round__number=day.expected.number)
        match = there.exclude(round__state="withdrawn").get(table=number)
        held = tables[match.pk] = Table(match.pk, day.expected.number, number, {}, bye=False)
    held.bye, held.table, held.state, held.outcome = False, number, OPEN, None
    held.seats = {"A": opponent, "B": entrant}
    begin_anew(day, held)
    held.seated_late = (entrant, opponent)
    _told(day)


def unseat_late(day: Day) -> Ask | None:
    """The table is taken back while it has said nothing: the bye is a bye again, the other sits nowhere. Where judges
    were it stays."""
    given = [table for table in day.expected.tables.values() if table.seated_late]
    given = [table for table in given if table.state == OPEN and not table.logged]
    if day.expected.round_state not in ("published", "running") or not given:
        return None
    table, reason, number = day.chance.choice(given), day.word("unseated"), day.expected.number
    began = rows("tournaments.ClockEvent", "pk", match=table.pk, kind="full_time")
    code, who = day.chance.choice(table.seated_late), day.people.with_role(*DESK)
    day.ledger.send("tournaments.PairingChange.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.PairingChange.reason", reason)
        if table.pk in day.expected.tables and table.seated_late:
            _stands_up(day, table, [pk for (pk,) in began])

    path, body = day.path(f"rounds/{number}/unseat-late/"), {"entrant": code, "reason": reason}
    ask = Ask("unseat_late", who, "POST", path, body, day.word("k"), done)
    ask.never = ask.unless_beside = table.checked or table.called or bool(table.extended)
    return ask


def _stands_up(day: Day, table: Table, began: list[int]) -> None:
    """Where the table was made of a bye it is one again, as the row of the change says; else it is gone, with the row
    by which its clock began."""
    change = PairingChange.objects.filter(offer__round__event__slug=day.slug).order_by("pk").last()
    assert change is not None
    holder = next((code for code in table.seated_late if code in change.after["byes"]), None)
    if holder is None:
        del day.expected.tables[table.pk]
        day.gone |= {("tournaments.Match", table.pk), *(("tournaments.ClockEvent", pk) for pk in began)}
    else:
        table.bye, table.table, table.state, table.seats = True, None, DECIDED, {"A": holder}
        table.due = table.left = table.hard = table.hard_left = table.missing = None
        table.clock, table.called, table.seated_late = "none", False, ()
    _told(day)


def _told(day: Day) -> None:
    """What everybody reads of the round now."""
    tables = day.expected.tables.values()
    day.expected.published[day.expected.number] = sorted(
        (table.table or 0, tuple(table.seats.values())) for table in tables
    )
