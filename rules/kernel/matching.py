"""Whether what is found in a printed position is what a scenario expects of it.

A card fits a name that says as much of it as is unambiguous; an object fits when it has every fact given; of a list
also its ``size``, what it ``contains`` and what it ``lacks`` can be expected.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.kernel.cards import CardRef, Catalogue, named
from rules.kernel.json_types import Json

Fits = Callable[[Json, Json], bool]
CONDITIONS = frozenset({"size", "contains", "lacks"})
#: an unknown number more, at the end of a zone
MORE = {"more": True}
UNKNOWN = {"unknown": True}


def same(actual: Json, wanted: Json) -> bool:
    """Equal, and no number for a truth value."""
    return bool(actual == wanted) and isinstance(actual, bool) == isinstance(wanted, bool)


def is_condition(wanted: Json) -> bool:
    """Whether something is expected of a list instead of the list itself."""
    return isinstance(wanted, dict) and bool(wanted) and wanted.keys() <= CONDITIONS


def malformed(wanted: Json) -> bool:
    """Whether a condition cannot be one by its values."""
    return is_condition(wanted) and not (
        (type(wanted.get("size", 0)) is int or wanted["size"] == UNKNOWN)
        and all(isinstance(wanted.get(name, []), list) for name in ("contains", "lacks"))
    )


def meets(actual: list[Json], wanted: dict[str, Json], fits: Fits) -> bool:
    """Whether a list meets a condition. Where an unknown number more lies there, nobody knows its size."""
    known = [item for item in actual if item != MORE]
    size = len(actual) if len(known) == len(actual) else UNKNOWN
    return (
        ("size" not in wanted or same(size, wanted["size"]))
        and paired(actual, wanted.get("contains", []), fits)
        and not any(fits(item, one) for item in actual for one in wanted.get("lacks", []))
    )


def paired(actual: list[Json], wanted: list[Json], fits: Fits) -> bool:
    """Whether each of ``wanted`` has one of ``actual`` to itself that fits it."""
    taken: dict[int, int] = {}  # by a place in the actual list, which of the wanted has it

    def place(n: int, tried: set[int]) -> bool:
        for at, item in enumerate(actual):
            if at not in tried and fits(item, wanted[n]):
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = n
                    return True
        return False

    return len(wanted) <= len(actual) and all(place(n, set()) for n in range(len(wanted)))


def spread(zone: Json) -> list[Json]:
    """The cards of a printed zone one by one."""
    if zone == UNKNOWN:
        return [MORE]
    out: list[Json] = []
    for item in zone:
        count = item.get("count") if isinstance(item, dict) and item.get("unknown") is True else None
        out += [UNKNOWN] * count if type(count) is int and 0 <= count <= 10_000 else [item]
    return out


class Names:
    """Cards by what a scenario says of them. ``unknown`` collects names that fit no card at all."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.unknown: list[CardRef] = []

    def fit(self, actual: Json, wanted: Json) -> bool:
        """Whether a printed card is the one that is expected: every card it may be has to fit."""
        if same(actual, wanted):
            return True
        if isinstance(wanted, dict) and "as" in wanted:
            if not isinstance(actual, dict) or actual.get("as") != wanted["as"]:
                return False
            wanted = _without_label(wanted)
        actual = _without_label(actual)
        if actual is None or wanted is None or UNKNOWN in (actual, wanted) or MORE in (actual, wanted):
            return same(actual, wanted)
        may_be, meant = self._numbers(actual), self._numbers(wanted)
        if isinstance(wanted, dict) and "one_of" in wanted:
            return may_be == meant
        return bool(may_be) and may_be <= meant

    def fit_zone(self, actual: Json, wanted: Json, ordered: bool) -> bool:
        """The same of the cards of a zone."""
        if not isinstance(actual, list) and actual != UNKNOWN:
            return same(actual, wanted)
        if is_condition(wanted):
            return meets(spread(actual), wanted, self.fit)
        if not isinstance(actual, list) or not isinstance(wanted, list):
            return same(actual, wanted)
        here, there = spread(actual), spread(wanted)
        if len(here) != len(there):
            return False
        if ordered:
            return all(self.fit(one, other) for one, other in zip(here, there, strict=True))
        return paired(here, there, self.fit)

    def _numbers(self, card: Json) -> set[int]:
        refs = card["one_of"] if isinstance(card, dict) and isinstance(card.get("one_of"), list) else [card]
        numbers: set[int] = set()
        for ref in refs:
            try:
                spec = msgspec.convert(ref, CardRef)
            except msgspec.ValidationError:
                continue
            fitting = self.catalogue.find(spec) if named(spec) else ()
            numbers.update(fitting)
            if not fitting and named(spec):
                self.unknown.append(spec)
        return numbers


def _without_label(card: Json) -> Json:
    if not isinstance(card, dict) or "as" not in card:
        return card
    rest = {key: value for key, value in card.items() if key != "as"}
    return rest.get("card", rest)
