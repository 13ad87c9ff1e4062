"""A plan of rounds as an organiser chooses it: checked, and worked out into times. Pure.

It holds no time for each round but what the times follow from: the minutes from one start to the next, the breaks, and
the rounds that begin at a time of their own, as the first of a further day does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.text import clean_int, clean_line

MOST_ROUNDS = 50
MOST_MINUTES = 1440
MOST_PARTS = 20
#: A day later than this after the one before is no part of one event.
LONGEST = timedelta(days=366)
KEYS = ("every", "rounds", "starts", "breaks")
Plan = Mapping[str, Any]
_BREAK = re.compile(r"(\d{1,3})[ ,;:\t]+(\d{1,4})(?:[ ,;:\t]+(.*))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Planned:
    """A round (`round` is its number) or a break (0) of the plan. `expected`: when it is to be expected by now, where
    that is later; `started`: when it did start."""

    at: datetime
    round: int = 0
    name: str = ""
    minutes: int = 0
    expected: datetime | None = None
    started: datetime | None = None

    @property
    def until(self) -> datetime:
        """When a break is to end."""
        return self.at + timedelta(minutes=self.minutes)


def clean_plan(value: object) -> dict[str, Any]:
    """The plan as it is kept; empty for none. Raises Invalid with what is wrong in it by itself."""
    if not value:
        return {}
    if not isinstance(value, Mapping) or set(value) - set(KEYS):
        raise _wrong(_("A plan has the minutes from one round to the next, its rounds, starts and breaks."))
    plan: dict[str, Any] = {"every": clean_int(value.get("every"), "every", 5, MOST_MINUTES)}
    rounds = value.get("rounds")
    plan["rounds"] = None if rounds is None else clean_int(rounds, "rounds", 1, MOST_ROUNDS)
    plan["starts"] = sorted(map(_start, _parts(value.get("starts"))), key=lambda each: each["round"])
    plan["breaks"] = sorted(map(_break, _parts(value.get("breaks"))), key=lambda each: each["after"])
    numbers = [each["round"] for each in plan["starts"]]
    if len(set(numbers)) < len(numbers):
        raise _wrong(_("A round can begin only once."))
    return plan


def check_order(plan: Plan, starts_at: datetime | None) -> None:
    """Raises Invalid where a round would begin before the one before it."""
    last = max([each["round"] for each in plan["starts"]] if plan else [0], default=0)
    before: Planned | None = None
    for each in times_of(plan, starts_at, last):
        if before is not None and each.round and not timedelta() < each.at - before.at < LONGEST:
            raise _wrong(_("Round %(n)s must begin after the round before it.", n=each.round))
        before = each if each.round else before


def times_of(
    plan: Plan,
    starts_at: datetime | None,
    rounds: int,
    started: Mapping[int, datetime] | None = None,
    now: datetime | None = None,
) -> list[Planned]:
    """The rounds and breaks in their order. `started` says which rounds did start; who waits for the next one by `now`
    is told no time that is over. A round with a time of its own takes up what was lost before it."""
    if not plan:
        return []
    started, every = started or {}, timedelta(minutes=plan["every"])
    own = {1: starts_at} if starts_at is not None else {}
    own |= {each["round"]: datetime.fromisoformat(each["at"]) for each in plan["starts"]}
    last = max(started, default=0)
    times: list[Planned] = []
    planned: datetime | None = None
    expected: datetime | None = None
    for number in range(1, rounds + 1):
        planned = own.get(number, planned)
        if planned is None:
            continue
        expected = max(planned, expected or planned)
        if now is not None and number == last + 1:
            expected = max(expected, now)
        expected = started.get(number, expected)
        late = None if number <= last else _later(expected, planned)
        times.append(Planned(planned, number, expected=late, started=started.get(number)))
        planned, expected = planned + every, expected + every
        for each in plan["breaks"]:
            if each["after"] == number and number < rounds:
                late = None if number < last else _later(expected, planned)
                times.append(Planned(planned, 0, each["name"], each["minutes"], late))
                length = timedelta(minutes=each["minutes"])
                planned, expected = planned + length, expected + length
    return times


def _later(expected: datetime, planned: datetime) -> datetime | None:
    """The time to expect, where it is a minute or more behind the plan."""
    return expected if expected - planned >= timedelta(minutes=1) else None


def breaks_in(text: str) -> list[dict[str, Any]]:
    """The breaks of a form's field, one a line: after which round, minutes, name. Raises Invalid with the line."""
    breaks = []
    for number, line in enumerate(filter(None, map(str.strip, text.splitlines())), start=1):
        said = _BREAK.fullmatch(line)
        if said is None:
            raise Invalid(
                _(
                    "Line %(n)s: give the round before the break, its minutes and a name, as “2 45 Lunch”.",
                    n=number,
                )
            )
        breaks.append({"after": int(said[1]), "minutes": int(said[2]), "name": said[3] or ""})
    return breaks


def breaks_text(plan: Plan) -> str:
    """The same as that field shows it."""
    return "\n".join(f"{each['after']} {each['minutes']} {each['name']}" for each in plan.get("breaks", ()))


def _parts(value: object) -> list[Mapping[str, Any]]:
    parts = [] if value is None else value
    if not isinstance(parts, list) or not all(isinstance(each, Mapping) for each in parts):
        raise _wrong(_("Starts and breaks are lists."))
    if len(parts) > MOST_PARTS:
        raise _wrong(_("At most %(n)s.", n=MOST_PARTS))
    return parts


def _start(each: Mapping[str, Any]) -> dict[str, Any]:
    at = each.get("at")
    try:
        moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    except ValueError:
        moment = None
    if not isinstance(moment, datetime) or moment.tzinfo is None or not 2000 <= moment.year <= 9000:
        raise _wrong(_("A start needs a date and a time."))
    return {
        "round": clean_int(each.get("round"), "round", 1, MOST_ROUNDS),
        "at": moment.astimezone(UTC).isoformat().replace("+00:00", "Z"),
    }


def _break(each: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "after": clean_int(each.get("after"), "after", 1, MOST_ROUNDS),
        "minutes": clean_int(each.get("minutes"), "minutes", 1, MOST_MINUTES),
        "name": clean_line(each.get("name") or "", "name", limit=60),
    }


def _wrong(said: str) -> Invalid:
    return Invalid(said, fields={"plan": said})
