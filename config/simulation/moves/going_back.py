"""The organiser goes back past rounds that were played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.moves.desk import back_to_before
from config.simulation.site_client import Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

#: How many rounds are taken back at once, drawn from these.
HOW_MANY = (1, 1, 2, 3)


def undo_rounds(day: Day) -> Ask | None:
    """The last rounds are void, results and all: first what would change is read, then it is done."""
    newest = day.expected.number - (day.expected.round_state == "offered")
    if newest < 1 or day.expected.state != "running":
        return None
    to = max(0, newest - day.chance.choice(HOW_MANY))
    reason, olga = day.word("gone-back"), day.people.staff["olga"]
    day.ledger.send("tournaments.JournalEntry.reason", reason)
    known = _known(day)
    foretold = day.reading(olga, f"events/{day.slug}/undo/?to={to}")
    standing = sorted(n for n in {*day.expected.finished, newest} if n > to)
    day.check(
        sorted(row["number"] for row in foretold["rounds"]) == standing,
        "undo says what it does",
        f"going back to {to} would take {foretold['rounds']}, not {standing}",
    )

    def done(answer: Answer) -> None:
        undone = {row["number"] for row in answer.data} if isinstance(answer.data, list) else set(standing)
        if undone:
            day.ledger.keep("tournaments.JournalEntry.reason", reason)
        if day.expected.round_state == "offered":
            back_to_before(day)
        for number in [n for n in {*day.expected.finished, day.expected.number} if n > to]:
            day.expected.finished.pop(number, None)
            day.expected.published.pop(number, None)
        if day.expected.number > to:
            day.expected.number, day.expected.tables = to, {}
            day.expected.round_state = "finished" if to else "none"
            day.expected.paused = day.expected.stopped = False
        _as_foretold(day, to, foretold if known == _known(day) else None)

    body = {"to": to, "reason": reason, "void_results": True}
    return Ask("undo_rounds", olga, "POST", day.path("undo/"), body, day.word("k"), done, sure=True)


def _known(day: Day) -> tuple[int, ...]:
    """What the foretelling rests on, by how many rows there are: a request that was delayed, or whose answer was lost,
    may come again just before the step itself."""
    journal = rows("tournaments.JournalEntry", "kind", event__slug=day.slug)
    return (
        len(rows("tournaments.Entrant", "code", event__slug=day.slug)),
        len(rows("tournaments.Result", "pk", match__round__event__slug=day.slug)),
        len(rows("tournaments.PointAdjustment", "pk", entrant__event__slug=day.slug)),
        sum(kind != "undo_rounds" for (kind,) in journal),
    )


def _as_foretold(day: Day, to: int, foretold: dict[str, Any] | None) -> None:
    """The rounds that are left give the places that were foretold, unless somebody came, corrected or left meanwhile.
    Where another went further back in the same moment, nothing is left to compare; nor where the process ended right
    after the commit, for then the table is still to be worked out anew."""
    if day.expected.number < to:
        return
    left = sorted(day.expected.finished)
    day.check(
        left == list(range(1, to + 1)), "undo brings back", f"after going back to {to} {left} are played"
    )
    due = rows("tournaments.StandingsDue", "pk", event__slug=day.slug)
    if foretold is None or due or day.faults.met_another or not to or not foretold["standings"]:
        return
    wanted = {row["entrant"]: row["after"] for row in foretold["standings"] if row["after"] is not None}
    shown = day.reading(day.people.staff["olga"], f"events/{day.slug}/standings/?after={to}")
    places = {row["entrant"]: row["place"] for row in shown}
    day.check(places == wanted, "undo brings back", f"after going back to {to}: {places}, foretold {wanted}")
