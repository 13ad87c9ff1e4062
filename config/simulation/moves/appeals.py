"""Appeals: made by a player, taken back, decided by the head judge with the time given back, and by nobody else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.disputed import Appealed
from config.simulation.expected import Table
from config.simulation.facts import rows
from config.simulation.moves.citing import cite, note_cited
from config.simulation.moves.clocks import give_time, takes_time
from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

STAFF = ("organiser", "head_judge", "judge", "scorekeeper")


def appeal(day: Day) -> Ask | None:
    """A player appeals what was decided at his table last; where nothing was, that is refused."""
    tables = [table for table in _tables(day) if not table.bye]
    decided = {
        *rows("tournaments.Result", "match", replaced_at=None, provenance__in=("staff", "adjudicated")),
        *rows(
            "referee.Dispute",
            "match",
            resolved_at__isnull=False,
            kind__in=("call", "rules", "play", "result"),
        ),
        *rows("referee.IssuedRuling", "record__match", superseded_by=None),
    }
    fitting = [table for table in tables if (table.pk,) in decided]
    if not tables or day.expected.state != "running" or not (fitting or day.chance.once_in(5)):
        return None
    table = day.chance.choice(fitting or tables)
    code = day.chance.choice(sorted(table.seats.values()))
    who = day.people.players[code]
    if not who.authorization:
        return None
    words = day.word("appealed")
    day.marks.plant(words, *_names(day, table), *STAFF)
    day.ledger.send("referee.Appeal.words", words)

    def done(answer: Answer) -> None:
        told = answer.data
        open_now = rows("referee.Appeal", "pk", match=table.pk, decided_at=None)
        day.check(len(open_now) <= 1, "appeals", f"{len(open_now)} appeals of {table} are open")
        if told["words"] == words:
            day.ledger.keep("referee.Appeal.words", words)
        letter = next(seat for seat, each in table.seats.items() if each == code)
        known = day.expected.appeals.setdefault(told["id"], Appealed(told["id"], table.pk, letter))
        day.check((told["seat"], told["match"]) == (known.seat, known.match), "appeals", f"{known} is {told}")

    path = f"{API}matches/{table.pk}/appeals/"
    return Ask("appeal", who, "POST", path, {"words": words}, day.word("k"), done)


def take_back(day: Day) -> Ask | None:
    """Who appealed takes it back."""
    one = _open_one(day)
    if one is None:
        return None
    table = _table(day, one)
    who = day.people.players[table.seats[one.seat]] if table and one.seat in table.seats else None
    if who is None or not who.authorization:
        return None

    def done(answer: Answer) -> None:
        if answer.data["id"] == one.pk:
            one.how = "withdrawn"

    path = f"{API}matches/{one.match}/appeals/"
    return Ask("take_back_appeal", who, "DELETE", path, {}, day.word("k"), done, may=None)


def decide(day: Day) -> Ask | None:
    """The head judge lets the decision stand, or answers otherwise; the table gets its time back."""
    one = _open_one(day)
    if one is None:
        return None
    table = _table(day, one)
    names = _names(day, table) if table is not None else []
    reason, answer_words = day.word("decided"), day.word("instead")
    for words in (reason, answer_words):
        day.marks.plant(words, *names, *STAFF)
    day.ledger.send("referee.Appeal.reason", reason)
    minutes = day.chance.choice((None, None, 0, 3))
    body: dict[str, Any] = {"upheld": not day.chance.once_in(3), "reason": reason, "minutes": minutes}
    body["answer"] = answer_words
    there = cite(day, reason, body)

    def done(answer: Answer) -> None:
        told = answer.data
        day.ledger.keep("referee.Appeal.reason", reason)
        note_cited(day, reason, body)
        one.how = told["how"]
        day.check(one.how == ("upheld" if body["upheld"] else "changed"), "appeals", f"{one}: {told}")
        if told["minutes"]:
            fits = table is not None and (takes_time(day, table) or table.logged)
            day.check(fits, "appeals", f"{table} was given {told['minutes']} minutes, and has no clock")
            if table is not None:
                give_time(day, table, told["minutes"])

    path = day.path(f"appeals/{one.pk}/")
    hugo = day.people.staff["hugo"]
    return Ask("decide_appeal", hugo, "POST", path, body, day.word("k"), done, never=not there)


def without_right(day: Day) -> Ask | None:
    """Somebody who is not head judge decides, or the other side takes the appeal back."""
    one = _open_one(day)
    if one is None:
        return None
    if day.chance.once_in(2):
        who = day.people.without("head_judge")
        body = {"upheld": True, "reason": day.word("not-his")}
        path = day.path(f"appeals/{one.pk}/")
        return Ask("appeal not his", who, "POST", path, body, day.word("k"), may=False)
    table = _table(day, one)
    mine = table.seats.get(one.seat) if table is not None else None
    others = [person for code, person in day.people.players.items() if code != mine]
    who = day.chance.choice([*others, day.people.visitor, *day.people.staff.values()])
    path = f"{API}matches/{one.match}/appeals/"
    return Ask("appeal not his", who, "DELETE", path, {}, day.word("k"), may=False)


def look(day: Day) -> Ask | None:
    """Somebody reads the appeals, of the event or of a table."""
    who = day.chance.choice([*day.people.staff.values(), *day.people.players.values(), day.people.visitor])
    one = _open_one(day)
    path = f"{API}matches/{one.match}/appeals/" if one is not None else day.path("appeals/?state=all")
    return Ask("look_at_appeals", who, "GET", path, may=None)


def _tables(day: Day) -> list[Table]:
    """The tables of the round that is on, or of the last one."""
    if day.expected.round_state == "running":
        return list(day.expected.tables.values())
    if day.expected.round_state == "published" or not day.expected.finished:
        return []
    return list(day.expected.finished[max(day.expected.finished)].values())


def _table(day: Day, one: Appealed) -> Table | None:
    return next((table for table in day.expected.every_table() if table.pk == one.match), None)


def _names(day: Day, table: Table | None) -> list[str]:
    return [] if table is None else [day.people.players[code].name for code in table.seats.values()]


def _open_one(day: Day) -> Appealed | None:
    if day.expected.state != "running":
        return None
    waiting = {pk for (pk,) in rows("referee.Appeal", "pk", decided_at=None)}
    known = [one for one in day.expected.appeals.values() if one.pk in waiting and _table(day, one)]
    return day.chance.choice(known) if known else None
