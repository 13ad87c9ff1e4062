"""Players take back what they reported, as long as it does not stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.expected import CONTESTED, REPORTED
from config.simulation.facts import rows
from config.simulation.site_client import API, Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day


def take_back_report(day: Day) -> Ask | None:
    """One of those who have reported takes it back; now and then by what shows a report that he has replaced since."""
    told = [table for table in day.expected.tables.values() if table.state in (REPORTED, CONTESTED)]
    told = [table for table in told if table.reports and not table.logged]
    if day.expected.round_state != "running" or not told:
        return None
    table = day.chance.choice(told)
    code = day.chance.choice(sorted(table.reports))
    own = rows("tournaments.Report", "pk", "replaced_at", match=table.pk, entrant__code=code)
    replaced = [pk for pk, replaced_at in own if replaced_at is not None]
    standing = [pk for pk, replaced_at in own if replaced_at is None]
    old = bool(replaced) and day.chance.once_in(3)
    seen = day.chance.choice(replaced if old else standing)

    def done(answer: Answer) -> None:
        table.take_back(code, day.asked_at)
        if not ask.sure:
            return  # he may have reported again in the same moment
        left = rows("tournaments.Report", "pk", match=table.pk, entrant__code=code, replaced_at=None)
        day.check(not left, "taken back", f"the report of {code} at {table} still stands: {left}")

    ask = Ask(
        "take_back_report",
        day.people.players[code],
        "DELETE",
        f"{API}matches/{table.pk}/reports/",
        {"report": seen},
        day.word("k"),
        done,
        # what one alone has reported may have come to stand since
        sure=not old and table.state == CONTESTED,
    )
    ask.never = ask.unless_beside = old
    return ask
