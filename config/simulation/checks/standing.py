"""Each change of somebody's standing begins where the one before it has led: none was made by what was out of date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.facts import rows

if TYPE_CHECKING:
    from config.simulation.day import Day

#: The event's own steps move everybody among these, and leave no row of anybody's own.
IN_IT = ("registered", "checked_in", "playing")
#: Kinds of changes that do not lead from one standing to another, or are not begun by one.
BY_THEMSELVES = ("entered", "late_entry", "edited")


def check_standing(day: Day) -> None:
    """Of every entrant, change after change."""
    last: dict[str, str] = {}
    undone = bool(rows("tournaments.JournalEntry", "pk", event__slug=day.slug, kind="unstart_event"))
    kept = rows(
        "tournaments.EntrantChange",
        "entrant__code",
        "kind",
        "before",
        "after",
        entrant__event__slug=day.slug,
    )
    for code, kind, before, after in kept:
        if kind not in BY_THEMSELVES:
            was = last.get(code, _place(before))
            # a start that was undone let everybody in again whom it had left out, without a row of his own
            again = undone and (was, before) == ("no_show", "registered")
            day.check(
                again or _place(before) == was,
                "change after change",
                f"{code}: {kind} from {before}, but is {was}",
            )
        last[code] = _place(after)


def _place(status: str) -> str:
    return "in it" if status in IN_IT else status
