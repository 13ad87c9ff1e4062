"""Which places of a bracket are ever played, and their numbers. Pure: it follows from the number of entrants alone.

A place that nobody can come to is not drawn; one that only one can come to is a bye, and has no number. So neither the
drawing nor a number changes while the bracket is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tournaments.structures.elimination import double_draw, rounds_of, single_draw
from tournaments.structures.elimination.draw import SECOND_FINAL, Feed, Feeds, Place


@dataclass(frozen=True)
class Bracket:
    """The places of a bracket in the order in which they can be decided, with whence their seats come.

    `coming`: for each of both seats whether anybody can come. `numbers`: of the places with a match.
    """

    entrants: int
    depth: int
    double: bool
    draw: Mapping[Place, Feeds]
    coming: Mapping[Place, tuple[bool, bool]]
    numbers: Mapping[Place, int]


@lru_cache(maxsize=64)
def bracket_of(entrants: int, double: bool, third_place: bool = False, reset: bool = False) -> Bracket:
    """The bracket of so many. Of fewer than two it has no place."""
    depth = rounds_of(entrants)
    if entrants < 2:
        return Bracket(entrants, depth, double, {}, {}, {})
    whole = double_draw(depth) if double else single_draw(depth, third_place)
    coming: dict[Place, tuple[bool, bool]] = {}

    def comes(feed: Feed) -> bool:
        if feed.place is None:
            return feed.seed <= entrants
        return any(coming[feed.place]) if feed.what == "winner" else all(coming[feed.place])

    for place, (upper, lower) in whole.items():
        coming[place] = comes(upper), comes(lower)
    drawn = [place for place in whole if any(coming[place]) and (reset or place != SECOND_FINAL)]
    matches = [
        place for place in sorted(drawn, key=lambda place: turn_of(place, depth)) if all(coming[place])
    ]
    return Bracket(
        entrants,
        depth,
        double,
        {place: whole[place] for place in drawn},
        {place: coming[place] for place in drawn},
        {place: number for number, place in enumerate(matches, start=1)},
    )


def column_of(place: Place, depth: int, double: bool) -> int:
    """The column in which a place is drawn, from 0: the round in which it is played."""
    if place.side == "winners":
        return place.round - 1
    if place.side == "losers":
        return place.round
    return (2 * depth - 1 if double else depth - 1) + (place.side == "final") * (place.round - 1)


_SIDES = {"winners": 0, "losers": 1, "third_place": 2, "final": 3}


def turn_of(place: Place, depth: int) -> tuple[int, int, int]:
    """The order of the numbers: by round, the winners' side first."""
    column = place.round - 1 if place.side == "winners" else place.round
    last = place.side in ("final", "third_place")
    return (2 * depth + place.round if last else column), _SIDES[place.side], place.slot
