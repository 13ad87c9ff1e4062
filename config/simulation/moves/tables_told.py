"""What is said of a table beside its result: who is missed there, and that its decks are checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED, OPEN, Table
from config.simulation.facts import rows
from config.simulation.moves.clocks import give_time, takes_time
from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Judges who do not play: nobody else reads what a check found.
JUDGES = ("organiser", "head_judge", "judge")


def say_missing(day: Day) -> Ask | None:
    """A player says that an opponent is not there. Nobody is missed where a result was reported."""
    playing = [t for t in day.expected.tables.values() if t.state == OPEN and not t.bye]
    if not playing or day.expected.round_state != "running":
        return None
    table = day.chance.choice(playing)
    one, other = day.chance.sample(sorted(table.seats.values()), 2)

    def done(answer: Answer) -> None:
        if {one, other} <= set(table.seats.values()):
            table.missing = other

    who, path = day.people.players[one], f"{API}matches/{table.pk}/missing/"
    sure = not table.logged
    again = _again(day, table, one)
    return Ask(
        "say_missing",
        who,
        "PUT",
        path,
        {"entrant": other},
        day.word("k"),
        done,
        sure=sure,
        answers_again=again,
    )


def say_came(day: Day) -> Ask | None:
    """Anybody of the table says that everybody is there; also where nobody was missed."""
    tables = [t for t in day.expected.tables.values() if not t.bye]
    if not tables or day.expected.round_state != "running":
        return None
    table = day.chance.choice([t for t in tables if t.missing is not None] or tables)

    def done(answer: Answer) -> None:
        table.missing = None

    code = day.chance.choice(sorted(table.seats.values()))
    who, path, again = day.people.players[code], f"{API}matches/{table.pk}/missing/", _again(day, table, code)
    return Ask(
        "say_came", who, "PUT", path, {"entrant": ""}, day.word("k"), done, sure=True, answers_again=again
    )


def _again(day: Day, table: Table, code: str) -> Callable[[Answer], None]:
    """What the same word must be answered once more: as it was, or with no where he sits elsewhere by now."""

    def again(answer: Answer) -> None:
        elsewhere = code not in table.seats.values() or table.pk not in day.expected.tables
        elsewhere = elsewhere or day.expected.statuses.get(code) != "playing"
        right = answer.done or elsewhere
        day.check(
            right, "sent twice counts once", f"{code} of {table} again: {answer.status} {answer.text[:200]}"
        )

    return again


# -- deck checks


def draw_table(day: Day) -> Ask | None:
    """A table to check, at random: one that plays and was not checked in this round."""
    if day.expected.round_state not in ("published", "running"):
        return None

    def done(answer: Answer) -> None:
        drawn = day.expected.tables.get(answer.data["match"])
        fits = drawn is not None and not drawn.bye and not drawn.checked
        day.check(fits, "deck checks", f"drawn: {drawn}")

    who, path = day.people.with_role(*JUDGES), day.path("deck-checks/draw/")
    return Ask("deck_check-draw", who, "POST", path, {}, "", done)


def begin_check(day: Day) -> Ask | None:
    """A judge begins to check the decks of a table; while that goes on, beginning it again is the same check."""
    playing = [t for t in day.expected.tables.values() if not t.bye and t.state != DECIDED]
    if not playing or day.expected.round_state not in ("published", "running"):
        return None
    table = day.chance.choice(playing)

    def done(answer: Answer) -> None:
        table.checked = True
        if table.checked_since is None:
            table.checked_since = day.asked_at
        kept = rows("tournaments.DeckCheck", "pk", match=table.pk, ended_at=None)
        day.check(len(kept) == 1, "deck checks", f"{len(kept)} checks of {table} are open")

    who, path = day.people.with_role(*JUDGES), f"{API}matches/{table.pk}/deck-check/"
    # a report may have come to stand since
    sure = day.choices["deck_lists"] != "none" and table.state == OPEN and not table.logged
    return Ask("deck_check-begin", who, "POST", path, {}, day.word("k"), done, sure=sure)


def keep_finding(day: Day) -> Ask | None:
    """What a judge counted in a deck, and what he says of it, for judges alone."""
    open_now = [t for t in day.expected.tables.values() if t.checked_since is not None]
    if not open_now or day.expected.round_state not in ("published", "running"):
        return None
    table = day.chance.choice(open_now)
    code = day.chance.choice(sorted(table.seats.values()))
    counts = _lines_of(day, code)
    note, extra = day.word("finding"), day.word("extra") if day.chance.once_in(3) else ""
    counted = None if counts is None else [count - day.chance.once_in(4 * len(counts)) for count in counts]
    for mark in filter(None, (note, extra)):
        day.marks.plant(mark, *JUDGES)
    day.ledger.send("tournaments.DeckFinding.note", note)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.DeckFinding.note", note)
        if _lines_of(day, code) != counts:
            return  # another list was handed in meanwhile
        here = {"entrant__event__slug": day.slug, "entrant__code": code}
        kept = rows("tournaments.DeckFinding", "outcome", note=note, **here)
        differs = bool(extra) or counted != counts
        wanted = "no_list" if counts is None else "differs" if differs else "fits"
        day.check(kept == [(wanted,)], "deck checks", f"{note} of {code} is {kept}, not {wanted}")
        standing = rows("tournaments.DeckFinding", "pk", deck_check__match=table.pk, replaced_at=None,
                        deck_check__ended_at=None, **here)  # fmt: skip
        day.check(len(standing) <= 1, "deck checks", f"{len(standing)} findings of {code} stand")

    body: dict[str, Any] = {"entrant": code, "note": note, "extra": extra}
    if counted is not None:
        body["counted"] = counted
    who, path = day.people.with_role(*JUDGES), f"{API}matches/{table.pk}/deck-check/"
    return Ask("deck_check-finding", who, "PUT", path, body, day.word("k"), done)


def _lines_of(day: Day, code: str) -> list[int] | None:
    """How many cards each line of the standing list says; None without a list."""
    here: dict[str, Any] = {"entrant__event__slug": day.slug, "entrant__code": code, "replaced_at": None}
    bodies = rows("tournaments.DeckList", "body", **here)
    if not bodies:
        return None
    return [line.get("count", 1) for lines in bodies[0][0].get("sections", {}).values() for line in lines]


def end_check(day: Day) -> Ask | None:
    """The check ends, and the table is given the time it took, once."""
    open_now = [t for t in day.expected.tables.values() if t.checked_since is not None]
    if not open_now:
        return None
    table = day.chance.choice(open_now)
    minutes = day.chance.choice((None, 0, 3))

    def done(answer: Answer) -> None:
        if table.checked_since is None:
            return  # somebody else did it in the same moment: twice is once
        table.checked_since = None
        ended = rows("tournaments.DeckCheck", "minutes", match=table.pk, order="-id")
        given = ended[0][0]
        takes = takes_time(day, table)
        allowed = {0} if not takes else {minutes} if minutes is not None else set(range(121))
        if table.logged:
            allowed |= {0}  # a log may have ended its match by now
        day.check(given in allowed, "deck checks", f"{table} was given {given} minutes, of {minutes}")
        if given:
            give_time(day, table, given)

    body = {"minutes": minutes} if minutes is not None else {}
    who, path = day.people.with_role(*JUDGES), f"{API}matches/{table.pk}/deck-check/end/"
    return Ask("deck_check-end", who, "POST", path, body, day.word("k"), done)
