"""Players at their tables, on their phones: they report, differ, correct themselves, confirm, look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED, OPEN, REPORTED, Said, Table, said
from config.simulation.facts import rows
from config.simulation.moves.outcomes import outcome_for
from config.simulation.punished import LOSSES, costs_at, with_last
from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Reports that wait on phones.
MAX_WAITING = 8


def report(day: Day) -> Ask | None:
    """A player says what happened; mostly what the other said."""
    open_now = _played(day)
    if not open_now:
        return None
    table = day.chance.choice(open_now)
    agrees = table.outcome is not None and table.state == REPORTED and not day.chance.once_in(4)
    return report_of(day, table, day.chance.choice(sorted(table.seats.values())), agrees=agrees)


def report_otherwise(day: Day) -> Ask | None:
    """A player who has reported says something else, or something of a table that is decided."""
    told = [t for t in day.expected.tables.values() if not t.bye and t.reports]
    if not told:
        return None
    table = day.chance.choice(told)
    return report_of(day, table, day.chance.choice(sorted(table.seats.values())), agrees=False)


def _played(day: Day) -> list[Table]:
    return [t for t in day.expected.tables.values() if not t.bye and t.state != DECIDED]


@dataclass(frozen=True)
class Waiting:
    """A report that a phone without connection keeps: what its player saw of the table when he made it."""

    table: Table
    code: str
    outcome: dict[str, Any]
    seen: tuple[int, int]


def _seen(table: Table, code: str) -> tuple[int, int]:
    """The player's own report that stands, and the newest result there, also of one that was cleared; 0 for none."""
    mine = rows("tournaments.Report", "pk", match=table.pk, entrant__code=code, replaced_at=None)
    newest = rows("tournaments.Result", "pk", match=table.pk, order="-pk")
    return (mine[0][0] if mine else 0), (newest[0][0] if newest else 0)


def report_without_connection(day: Day) -> None:
    """A player reports on a phone that has no connection: the report waits there."""
    playing = _played(day)
    if not playing or day.expected.round_state != "running":
        return
    table = day.chance.choice(playing)
    code = day.chance.choice(sorted(table.seats.values()))
    made = Waiting(table, code, outcome_for(day, table), _seen(table, code))
    day.phones = [*day.phones[-MAX_WAITING:], made]


def report_arrives(day: Day) -> Ask | None:
    """The phone is connected again. The report takes the place of none that its player made since, and of no result
    that staff took away since."""
    here = [one for one in day.phones if one.table.pk in day.expected.tables and not one.table.logged]
    here = [one for one in here if one.code in one.table.seats.values()]
    if not here or day.expected.round_state != "running":
        return None
    one = day.chance.choice(here)
    day.phones.remove(one)
    (report, result), table = _seen(one.table, one.code), one.table
    since = report not in (0, one.seen[0]) and table.reports.get(one.code) != said(one.outcome)
    cleared = table.state == OPEN and result != one.seen[1]
    ask = report_of(day, table, one.code, agrees=False, outcome=one.outcome)
    ask.verb, ask.body = (
        "report_late",
        {**one.outcome, "seen": dict(zip(("report", "result"), one.seen, strict=True))},
    )
    ask.never = ask.unless_beside = since or cleared
    return ask


def report_of(
    day: Day, table: Table, code: str, *, agrees: bool, outcome: dict[str, Any] | None = None
) -> Ask:
    """A report of one player at the table."""
    outcome = outcome or outcome_for(day, table)
    if agrees and table.outcome is not None and table.outcome[0] in ("played", "conceded"):
        kind, winner, games = table.outcome
        outcome = {"kind": kind, "winner": winner, **({"games": list(games)} if games else {})}
        if len(table.seats) > 2:
            outcome = {"kind": kind, "ranking": [list(group) for group in games]}
    key = day.word("report")
    was = table.state
    standing = table.outcome

    def done(answer: Answer) -> None:
        # a correction carried out beside it may have made it what stands
        against = said(outcome) not in (standing, table.outcome)
        if was == DECIDED and against and table.state == DECIDED:
            day.check(
                table.reports.get(code) == said(outcome) or table.logged,
                "decided stands",
                f"a report against what stands was taken: {answer.text[:200]}",
            )
        day.ledger.reports[answer.data["id"]] = (
            table.pk,
            code,
            _kept(day, table, answer.data["id"], said(outcome)),
        )
        day.ledger.report_keys[key] = table.pk
        table.report(code, said(outcome), day.asked_at)

    who = day.people.players[code]
    return Ask("report_result", who, "POST", f"{API}matches/{table.pk}/reports/", outcome, key, done)


def _kept(day: Day, table: Table, number: int, outcome: Said) -> Said:
    """The report as it was taken in: at a table of three or more with whoever has lost the match by a penalty last. One
    may have been given, or taken back, in the same moment: then whoever is last was given one."""
    if len(table.seats) == 2:
        return outcome
    ((stored,),) = rows("tournaments.Report", "outcome", pk=number)
    kept, lost = said(stored), costs_at(day, table).match
    right = kept in (outcome, with_last(outcome, lost))
    if not right and kept == with_last(outcome, kept[2][-1]):
        here: dict[str, Any] = {"entrant__event__slug": day.slug, "penalty__in": LOSSES}
        right = {table.seats[letter] for letter in kept[2][-1]} <= {
            code for (code,) in rows("tournaments.Penalty", "entrant__code", **here)
        }
    day.check(right, "penalties", f"report {number} at {table} is {kept}, not {outcome} with {lost} last")
    return kept


def confirm(day: Day) -> Ask | None:
    """The other player agrees; sometimes the one who reported tries to."""
    told = [t for t in day.expected.tables.values() if not t.bye and t.state == REPORTED and not t.logged]
    if not told:
        return None
    table = day.chance.choice(told)
    code = day.chance.choice(sorted(table.seats.values()))
    own = code in table.reports

    def done(answer: Answer) -> None:
        if table.state != DECIDED:
            day.check(not own, "confirmed by the other", f"{code} confirmed his own report")
            if table.outcome is not None:
                table.report(code, table.outcome, day.asked_at)

    who = day.people.players[code]
    path = f"{API}matches/{table.pk}/confirm/"
    return Ask("confirm_result", who, "POST", path, {}, day.word("k"), done)


def look(day: Day) -> Ask | None:
    """Somebody looks: at his table, the round, the standings, the event's file, the journal."""
    person = day.chance.choice([day.people.visitor, *day.people.players.values()])
    rest = day.chance.choice(
        (
            "mine/",
            "me/penalties/",
            "standings/",
            f"rounds/{day.expected.number}/",
            "journal/",
            "export/event.json",
            "",
        )
    )
    return Ask("look", person, "GET", day.path(rest), may=None)
