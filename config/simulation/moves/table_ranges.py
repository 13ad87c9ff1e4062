"""Tables with a name: the organiser sets them, the desk puts players there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.moves.entrants import DESK
from config.simulation.site_client import Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

#: The hall of the simulated events: one of these, or no table has a name. Two have a range of one name.
HALLS: tuple[list[dict[str, Any]], ...] = (
    [],
    [{"name": "Stream", "first": 1, "last": 1, "kept_free": True}],
    [
        {"name": "Stream", "first": 2, "last": 3},
        {"name": "Door", "first": 5, "last": 6, "kept_free": True},
    ],
)


def set_ranges(day: Day) -> Ask:
    """Another hall. A range in which somebody is does not go."""
    hall, olga = day.chance.choice(HALLS), day.people.staff["olga"]
    names = {one["name"] for one in hall}
    empties = all(name in names for name in day.expected.inside.values())

    def done(answer: Answer) -> None:
        day.expected.ranges = hall
        day.check(answer.data["table_ranges"] == hall, "table ranges", f"{answer.data['table_ranges']}")

    body = {"table_ranges": hall}
    ask = Ask("set_ranges", olga, "PATCH", day.path(), body, day.word("k"), done, sure=empties)
    ask.never = ask.unless_beside = not empties
    return ask


def put_in_range(day: Day) -> Ask | None:
    """Somebody belongs to a range from now on, or to none any more."""
    here = day.playing()
    if not here:
        return None
    code = day.chance.choice(here)
    name = day.chance.choice(["", *(one["name"] for one in day.expected.ranges)])

    def done(answer: Answer) -> None:
        day.expected.inside[code] = name
        if not name:
            day.expected.inside.pop(code)

    who = day.people.with_role(*DESK)
    path, body = day.path(f"entrants/{code}/"), {"table_range": name}
    return Ask("put_in_range", who, "PATCH", path, body, day.word("k"), done, sure=True)


def check_ranges(day: Day) -> None:
    """The hall, and who belongs where, are what was acknowledged."""
    kept = dict(rows("tournaments.Entrant", "code", "table_range", event__slug=day.slug))
    inside = {code: name for code, name in kept.items() if name}
    day.check(inside == day.expected.inside, "table ranges", f"{inside}, not {day.expected.inside}")
    hall = rows("tournaments.Event", "table_ranges", slug=day.slug)[0][0]
    day.check(hall == day.expected.ranges, "table ranges", f"{hall}, not {day.expected.ranges}")


def check_numbers(day: Day) -> None:
    """The tables of the offer that was published, as they were computed: whoever belongs to a range sits in it while it
    has room, nobody else sits where a range is kept free, no number is there twice."""
    here: dict[str, Any] = {"round__event__slug": day.slug, "round__number": day.expected.number}
    offers = rows("tournaments.Offer", "computed", round__state="published", replaced_at=None, **here)
    if not offers:
        return  # somebody took it back in the same moment
    computed = offers[0][0]
    tables = {row["table"]: row["seats"] for row in computed["tables"]}
    day.check(len(tables) == len(computed["tables"]), "table ranges", f"one number twice: {computed}")
    inside = day.expected.inside
    wanted = {number: {inside[code] for code in seats if code in inside} for number, seats in tables.items()}
    taken = {
        one["name"]: [number for number in tables if one["first"] <= number <= one["last"]]
        for one in day.expected.ranges
    }
    for one in day.expected.ranges:
        name, size = one["name"], one["last"] - one["first"] + 1
        strangers = [number for number in taken[name] if name not in wanted[number]]
        outside = [
            number
            for number, names in wanted.items()
            if name in names and not any(number in taken[other] for other in names)
        ]
        crowded = len(taken[name]) == size and not strangers
        day.check(not outside or crowded, "table ranges", f"{outside} belong to {one}: {tables}, {wanted}")
        day.check(
            not one.get("kept_free") or not strangers, "table ranges", f"{strangers} sit in {one}: {wanted}"
        )
