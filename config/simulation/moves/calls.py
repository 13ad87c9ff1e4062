"""Calls from tables: made, taken back, taken, handed over, on the way, there, answered with minutes given back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.disputed import Called
from config.simulation.expected import DECIDED
from config.simulation.facts import rows
from config.simulation.moves.clocks import give_time, takes_time
from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

JUDGES = ("organiser", "head_judge", "judge")
REASONS = ("rules", "result", "slow_play", "deck", "other")


def call(day: Day) -> Ask | None:
    """A player calls a judge to his table; a call that is open there is not made twice."""
    tables = [t for t in day.expected.tables.values() if not t.bye and t.state != DECIDED]
    if not tables or day.expected.round_state not in ("published", "running"):
        return None
    table = day.chance.choice(tables)
    who = day.people.players[day.chance.choice(sorted(table.seats.values()))]
    if not who.authorization:
        return None
    names = [day.people.players[code].name for code in table.seats.values()]
    words = day.marks.plant(day.word("called-for"), *names, *JUDGES, "scorekeeper")
    day.ledger.send("referee.DisputeRow.text", words)

    def done(answer: Answer) -> None:
        number = answer.data["id"]
        open_now = rows("referee.Dispute", "pk", match=table.pk, kind="call", resolved_at=None)
        day.check(len(open_now) <= 1, "calls", f"{len(open_now)} calls of {table} are open")
        if answer.data["question"] == words:
            day.ledger.keep("referee.DisputeRow.text", words)
        day.expected.calls.setdefault(number, Called(number, table.pk))

    body = {"reason": day.chance.choice(REASONS), "words": words}
    sure = not table.logged and table.state == "open"
    return Ask(
        "call_judge", who, "POST", f"{API}matches/{table.pk}/call/", body, day.word("k"), done, sure=sure
    )


def take_back(day: Day) -> Ask | None:
    """A player of the table takes the call back, while nobody has come."""
    called = _open_one(day)
    if called is None:
        return None
    table = day.expected.tables[called.match]
    who = day.people.players[day.chance.choice(sorted(table.seats.values()))]
    here = called.here

    def done(answer: Answer) -> None:
        now = day.expected.calls[answer.data["id"]]
        day.check(not now.here, "calls", f"{now} was taken back, and a judge is there")
        now.steps.append(("taken_back", None))

    path = f"{API}matches/{table.pk}/call/"
    ask = Ask("take_back_call", who, "DELETE", path, {}, day.word("k"), done, sure=not here)
    ask.never = ask.unless_beside = here
    return ask


def step(day: Day) -> Ask | None:
    """A judge takes a call, hands it over or back into the list, says that he comes, is there."""
    called = _open_one(day)
    if called is None:
        return None
    who = day.people.with_role(*JUDGES)
    word = day.chance.choice(("take", "hand-over", "coming", "coming", "here", "here"))
    body: dict[str, Any] = {"step": word}
    to = ""
    if word == "hand-over":
        to = day.chance.choice(("", "olga", "hugo", "jude"))
        body["to"] = rows("tournaments.User", "pk", username=to)[0][0] if to else None

    def done(answer: Answer) -> None:
        if word == "hand-over":
            if called.judge != to:
                called.judge, called.coming, called.here = to, False, False
                called.steps.append(("handed" if to else "let_go", None))
            return
        theirs = called.judge not in ("", who.name)
        day.check(not theirs, "calls", f"{who} took a call of {called.judge}: {answer.text[:200]}")
        called.take(who.name)
        if word == "coming" and not called.coming:
            called.coming = True
            called.steps.append(("coming", None))
        if word == "here" and not called.here:
            called.here = True
            called.steps.append(("here", None))

    path = day.path(f"calls/{called.pk}/")
    return Ask(f"call-{word}", who, "POST", path, body, day.word("k"), done)


def finish(day: Day) -> Ask | None:
    """A judge answers, and gives the table its minutes back: once."""
    called = _open_one(day)
    if called is None:
        return None
    table = day.expected.tables[called.match]
    who, minutes = day.people.with_role(*JUDGES), day.chance.choice((None, 0, 2, 5))
    words = day.word("settled")
    names = [day.people.players[code].name for code in table.seats.values()]
    day.marks.plant(words, *names, *JUDGES, "scorekeeper")
    day.ledger.send("referee.DisputeRow.text", words)

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.DisputeRow.text", words)
        called.steps.append(("done", minutes or None))
        if minutes:
            fits = takes_time(day, table) or table.logged
            day.check(fits, "calls", f"{table} was given {minutes} minutes, and has no clock")
            give_time(day, table, minutes)

    body = {"step": "done", "answer": words, "minutes": minutes}
    path = day.path(f"calls/{called.pk}/")
    return Ask("call-done", who, "POST", path, body, day.word("k"), done)


def without_right(day: Day) -> Ask | None:
    """Somebody who is no judge takes a call, or one who plays elsewhere calls for this table."""
    called = _open_one(day)
    if called is None:
        return None
    table = day.expected.tables[called.match]
    if day.chance.once_in(2):
        who = day.people.without(*JUDGES)
        path, body = day.path(f"calls/{called.pk}/"), {"step": day.chance.choice(("take", "done"))}
        return Ask("call not his", who, "POST", path, body, day.word("k"), may=False)
    others = [p for code, p in day.people.players.items() if code not in table.seats.values()]
    who = day.chance.choice([*others, day.people.visitor, *day.people.staff.values()])
    return Ask("call not his", who, "DELETE", f"{API}matches/{table.pk}/call/", {}, day.word("k"), may=False)


def _open_one(day: Day) -> Called | None:
    """A call that waits at a table of the round that is on."""
    if day.expected.round_state not in ("published", "running") or day.expected.state != "running":
        return None
    waiting = {pk for (pk,) in rows("referee.Dispute", "pk", match__in=day.expected.tables, resolved_at=None)}
    called = [each for each in day.expected.calls.values() if each.pk in waiting]
    return day.chance.choice(called) if called else None
