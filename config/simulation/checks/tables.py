"""Tables, seats, clocks and entrants are what the acknowledged requests made of them, and nothing else."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

from config.simulation.expected import Table, said
from config.simulation.punished import follow_tables
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.entrants import Entrant
from tournaments.models.results import Result
from tournaments.models.rounds import Match, Round, Seat

if TYPE_CHECKING:
    from config.simulation.day import Day


def check_tables(day: Day) -> None:
    """Every match of the round: who sits there, what is known of it, where its clock is."""
    standing = list(
        Round.objects.filter(event__slug=day.slug).exclude(state="withdrawn").values_list("number", "state")
    )
    expected = [(number, "finished") for number in sorted(day.expected.finished)]
    if day.expected.round_state in ("offered", "published", "running"):
        expected.append((day.expected.number, day.expected.round_state))
    day.check(sorted(standing) == expected, "rounds", f"rounds {sorted(standing)}, not {expected}")
    follow_tables(day)
    tables = day.expected.tables
    if not tables:
        return
    rows = Match.objects.filter(pk__in=tables).values_list("pk", "state", "missing__code")
    states = {pk: state for pk, state, _ in rows}
    missing = {pk: code for pk, _, code in rows if code is not None}
    told = {pk: table.missing for pk, table in tables.items() if table.missing is not None}
    day.check(missing == told, "who is missed", f"{missing}, not {told}")
    results = dict(Result.objects.filter(match__in=tables, replaced_at=None).values_list("match", "outcome"))
    for pk, table in tables.items():
        if table.logged:
            table.state = states[pk]
            table.outcome = said(results[pk]) if pk in results else None
            continue
        day.check(states.get(pk) == table.state, "results", f"{table}: the site says {states.get(pk)}")
        if not table.bye and table.state != "contested":
            outcome = said(results[pk]) if pk in results else None
            day.check(outcome == table.outcome, "results", f"{table}: the site says {outcome}")
    _check_seats(day)
    _check_clocks(day, tables)


def _check_seats(day: Day) -> None:
    held = Seat.objects.filter(round__event__slug=day.slug, match__in=day.expected.tables)
    seated: dict[int, dict[str, str]] = {}
    for match, letter, code in held.order_by("letter").values_list("match", "letter", "entrant__code"):
        seated.setdefault(match, {})[letter] = code
    wanted = {pk: table.seats for pk, table in day.expected.tables.items()}
    day.check(seated == wanted, "published never changes", f"seats {seated}, not {wanted}")
    twice = [code for code, n in Counter(c for t in seated.values() for c in t.values()).items() if n > 1]
    day.check(not twice, "seated once", f"{twice} sit twice")


def _check_clocks(day: Day, tables: dict[int, Table]) -> None:
    if day.expected.round_state != "running":
        return
    rows = Deadline.objects.filter(match__in=tables).values_list("match", "state", "due_at", "left_ms")
    for match, state, due, left in rows:
        table = tables[match]
        if table.logged:
            table.clock, table.due = state, due
            table.called = table.called or state == "called"
            table.left = None if left is None else timedelta(milliseconds=left)
        if table.clock == "none":
            continue
        day.check(state == table.clock, "deadlines", f"{table}: its clock is {state}")
        if state in ("running", "called"):
            day.check(due == table.due, "deadlines", f"{table}: due {due}")
        if state == "paused":
            wanted = None if table.left is None else round(table.left.total_seconds() * 1000)
            day.check(left == wanted, "deadlines", f"{table}: {left} ms are left, not {wanted}")
    calls = ClockEvent.objects.filter(match__in=tables, kind__in=("time_called", "hard_stop"))
    fired = Counter(calls.values_list("match", "occasion", "kind"))
    day.check(all(n == 1 for n in fired.values()), "deadlines fire once", f"{fired}")


def check_statuses(day: Day) -> None:
    """Everybody who entered is there, in the state he was acknowledged in."""
    entrants = Entrant.objects.filter(event__slug=day.slug)
    rows = list(entrants.values_list("code", "status", "dropped_after", "disqualified_after"))
    statuses = {code: status for code, status, _, _ in rows}
    day.check(statuses == day.expected.statuses, "entrants", f"{statuses}, not {day.expected.statuses}")
    for code, status, dropped, disqualified in rows:
        out, thrown_out = status in ("dropped", "no_show"), status == "disqualified"
        right = (disqualified is not None) == thrown_out and (thrown_out or (dropped is not None) == out)
        day.check(right, "who is in", f"{code} is {status}: dropped {dropped}, disqualified {disqualified}")
