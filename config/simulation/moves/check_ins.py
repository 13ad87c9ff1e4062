"""Check-ins of many at once, taken back by their step or by name; and by the code of a slip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from config.simulation.site_client import Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

DESK = ("organiser", "scorekeeper")


def some_at_once(day: Day) -> Iterator[Ask]:
    """Some are checked in together; sometimes that step is taken back, or one of them, and they come again."""
    if not day.chance.once_in(2):
        return
    here = [code for code, status in day.expected.statuses.items() if status == "registered"]
    chosen = sorted(day.chance.sample(here, day.chance.randint(1, len(here)))) if here else []
    marks: list[str] = []
    yield _many(day, chosen, marks)
    if day.chance.once_in(2) and marks:
        yield _back(day, {"mark": marks[0]}, chosen)
        if day.chance.once_in(2):
            yield _many(day, None, [])
    elif chosen and day.chance.once_in(3):
        yield _back(day, {"entrants": chosen[:1]}, chosen[:1])


def _many(day: Day, codes: list[str] | None, marks: list[str]) -> Ask:
    """Those named, or everybody registered."""
    wanted = [
        code
        for code, status in day.expected.statuses.items()
        if status == "registered" and (codes is None or code in codes)
    ]

    def done(answer: Answer) -> None:
        without = set(answer.data["without_list"])
        owing = set(wanted) & day.expected.without_list()
        day.check(without == owing, "check-ins", f"left out: {sorted(without)}, not {sorted(owing)}")
        moved = [code for code in wanted if code not in without]
        day.check(answer.data["changed"] == len(moved), "check-ins", f"{answer.text[:200]}, not {moved}")
        day.expected.statuses |= dict.fromkeys(moved, "checked_in")
        marks.append(answer.data["mark"])

    body: dict[str, Any] = {} if codes is None else {"entrants": codes}
    who, path = day.people.with_role(*DESK), day.path("check-ins/")
    return Ask("check_in_many", who, "POST", path, body, day.word("k"), done, sure=True)


def _back(day: Day, body: dict[str, Any], codes: list[str]) -> Ask:
    """All of that step, or those named."""
    wanted = [code for code in codes if day.expected.statuses[code] == "checked_in"]

    def done(answer: Answer) -> None:
        day.check(answer.data["changed"] == len(wanted), "check-ins", f"{answer.text[:200]}, not {wanted}")
        day.expected.statuses |= dict.fromkeys(wanted, "registered")

    who, path = day.people.with_role(*DESK), day.path("check-ins/undo/")
    return Ask("undo_check_in_many", who, "POST", path, body, day.word("k"), done, sure=bool(wanted))


def by_code(day: Day, code: str) -> Ask:
    """The desk types the code of a slip, or its number alone."""

    def done(answer: Answer) -> None:
        meant = answer.data["code"] if answer.data else code  # a page's answer leads on
        day.check(meant == code, "check-ins", f"{typed} meant {meant}")
        day.expected.statuses[code] = "checked_in"

    who, path = day.people.with_role(*DESK), day.path("check-ins/code/")
    typed = day.chance.choice((code, code.lower(), code.removeprefix("P").lstrip("0")))
    sure = code not in day.expected.without_list()
    return Ask("check_in_code", who, "POST", path, {"code": typed}, day.word("k"), done, sure=sure)
