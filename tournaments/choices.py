"""The choices of an event and their defaults."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from rules.registry import event_rules_of, games, title
from tournaments.errors import Invalid
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.standings.profiles import DEFAULT, PROFILES
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

# What the figures of the standings rest on.
OF_STANDINGS = frozenset(
    {
        "profile",
        "tiebreakers",
        "floor",
        "points_win",
        "points_draw",
        "points_loss",
        "points_bye",
        "pod_points",
    }
)
POD_SIZES = range(3, 9)
MAX_PRIZES = 100
AMOUNT = re.compile(r"\d{1,9}(?:\.\d{1,2})?", re.ASCII)
MAX_RANGES, MAX_TABLE = 20, 100_000


def never_drawn(game: str) -> bool:
    """Whether play of this game cannot end in a draw; one that two players agree on is another thing."""
    return event_rules_of(game).never_drawn


def game_choices() -> list[tuple[str, str]]:
    """The games with their titles."""
    return [(name, title(name)) for name in games()]


def default_procedure(game: str) -> str:
    """The game's procedure when time is called; used unless the event sets its own. Empty for an unknown game."""
    return event_rules_of(game).time_procedure


def clean_tiebreakers(value: object, profile: str) -> list[str]:
    """The chain, the profile's own when none is given. Raises Invalid for unknown or repeated names."""
    if value in (None, [], ()):
        return list(PROFILES.get(profile, PROFILES[DEFAULT]).tiebreakers)
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise _refused(_("A list of names."))
    unknown = [name for name in value if name not in TIEBREAKERS]
    if unknown:
        raise _refused(_("There is no tiebreaker “%(name)s”.", name=unknown[0][:40]))
    if len(set(value)) != len(value):
        raise _refused(_("A tiebreaker is in the list twice."))
    return list(value)


def _refused(why: Message) -> Invalid:
    return Invalid(_("The tiebreakers cannot be used. %(why)s", why=why), fields={"tiebreakers": why})


def clean_table_ranges(value: object) -> list[dict[str, Any]]:
    """Tables with a name, from the first to the last. Raises Invalid where two have a name or a table in common."""
    if value in (None, "", [], ()):
        return []
    if not isinstance(value, list | tuple) or len(value) > MAX_RANGES:
        raise _ranges_refused(_("A list of at most %(n)s ranges.", n=MAX_RANGES))
    ranges: list[dict[str, Any]] = []
    for row in value:
        one = _range(row)
        for other in ranges:
            if other["name"] == one["name"]:
                raise _ranges_refused(_("“%(name)s” stands there twice.", name=one["name"]))
            if other["first"] <= one["last"] and one["first"] <= other["last"]:
                said = _(
                    "“%(one)s” and “%(other)s” have a table in common.", one=other["name"], other=one["name"]
                )
                raise _ranges_refused(said)
        ranges.append(one)
    return ranges


def clean_hall_rows(value: object) -> list[dict[str, Any]]:
    """The rows of tables in the hall, from the first to the last of each. Raises Invalid as for ranges."""
    try:
        rows = clean_table_ranges(value)
    except Invalid as error:
        raise Invalid(error.message, fields={"hall_rows": error.message}) from None
    return [{name: row[name] for name in ("name", "first", "last")} for row in rows]


def clean_prizes(value: object) -> list[dict[str, Any]]:
    """The prizes by place, in their order. Raises Invalid where two are for one place, or one is for none."""
    if value in (None, "", [], ()):
        return []
    if not isinstance(value, list | tuple) or len(value) > MAX_PRIZES:
        raise _prizes_refused(_("A list of at most %(n)s prizes.", n=MAX_PRIZES))
    prizes = sorted((_prize(row) for row in value), key=lambda prize: int(prize["first"]))
    for before, after in pairwise(prizes):
        if after["first"] <= before["last"]:
            raise _prizes_refused(_("Place %(n)s has two prizes.", n=after["first"]))
    return prizes


def _prize(row: object) -> dict[str, Any]:
    if not isinstance(row, Mapping) or set(row) - {"first", "last", "amount", "what"}:
        raise _prizes_refused(_("A prize has its first and its last place, an amount, and what it is."))
    first, last, amount, what = (row.get(key) for key in ("first", "last", "amount", "what"))
    if type(first) is not int or type(last) is not int or not 1 <= first <= last <= MAX_TABLE:
        raise _prizes_refused(_("The first place of a prize comes before the last."))
    if not isinstance(what, str) or len(what) > 80 or (what and not what.isprintable()):
        raise _prizes_refused(_("What a prize is has at most 80 letters."))
    if amount is not None and (not isinstance(amount, str) or not AMOUNT.fullmatch(amount)):
        raise _prizes_refused(_("An amount is a number with at most two digits after the point."))
    if amount is None and not what.strip():
        raise _prizes_refused(_("A prize is an amount, or something in words."))
    return {"first": first, "last": last, "amount": amount, "what": what.strip()}


def _prizes_refused(why: Message) -> Invalid:
    return Invalid(_("The prizes cannot be used. %(why)s", why=why), fields={"prizes": why})


def _range(row: object) -> dict[str, Any]:
    if not isinstance(row, Mapping) or set(row) - {"name", "first", "last", "kept_free"}:
        raise _ranges_refused(_("A range has a name, its first and its last table."))
    name, first, last, kept_free = (row.get(key) for key in ("name", "first", "last", "kept_free"))
    if not isinstance(name, str) or not 0 < len(name.strip()) <= 40 or not name.isprintable():
        raise _ranges_refused(_("A name has 1 to 40 letters."))
    if type(first) is not int or type(last) is not int or not 1 <= first <= last <= MAX_TABLE:
        raise _ranges_refused(_("“%(name)s”: the first table comes before the last.", name=name.strip()))
    if kept_free not in (None, True, False):
        raise _ranges_refused(_("A range has a name, its first and its last table."))
    return {"name": name.strip(), "first": first, "last": last, **({"kept_free": True} if kept_free else {})}


def _ranges_refused(why: Message) -> Invalid:
    return Invalid(_("The table ranges cannot be used. %(why)s", why=why), fields={"table_ranges": why})


def clean_pod_points(value: object) -> dict[str, list[int]]:
    """The points of each place by the size of a table of three or more, the first place first. Raises Invalid where a
    table has more or fewer than its places, or a later place is worth more than an earlier one."""
    if value in (None, "", {}):
        return {}
    if not isinstance(value, Mapping):
        raise _pods_refused(_("Give the points of its places for each table size."))
    points: dict[str, list[int]] = {}
    for size, row in value.items():
        if str(size) not in map(str, POD_SIZES):
            raise _pods_refused(_("Tables have 3 to 8 players."))
        if not isinstance(row, list | tuple) or any(type(worth) is not int for worth in row):
            raise _pods_refused(_("Points are whole numbers."))
        if len(row) != int(size):
            raise _pods_refused(_("A table of %(n)s has %(n)s places.", n=size))
        if any(not -1000 <= worth <= 1000 for worth in row):
            raise _pods_refused(_("Points lie between -1000 and 1000."))
        if list(row) != sorted(row, reverse=True):
            raise _pods_refused(_("An earlier place is worth at least as much as a later one."))
        points[str(size)] = list(row)
    return points


def _pods_refused(why: Message) -> Invalid:
    return Invalid(_("The points of places cannot be used. %(why)s", why=why), fields={"pod_points": why})
