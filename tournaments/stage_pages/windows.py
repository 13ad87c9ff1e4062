"""Parts of a bracket that fit on a sheet of paper or on the wall. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from tournaments.stage_pages.places import Bracket
from tournaments.structures.elimination.draw import FINAL, THIRD_PLACE, Place


def windows(
    bracket: Bracket, rows: int, columns: int, start: Mapping[str, int] | None = None
) -> list[list[Place]]:
    """The places in parts of so many rounds, with so many matches in the first of them; every place is in one part.

    With `start` only from that round of each side on. The finals of a double elimination stand with the last
    rounds where there is room, else they are a part of their own.
    """
    parts: list[list[Place]] = []
    for side in ("winners", "losers"):
        first = (start or {}).get(side, 1)
        places: dict[tuple[int, int], list[Place]] = defaultdict(list)
        for place in bracket.draw:
            round, slot = _counted(place, bracket)
            if _side(place, bracket) != side or round < first:
                continue
            window = (round - first) // columns
            begin = first + window * columns
            ahead = _slots(side, begin, bracket) // max(1, _slots(side, round, bracket))
            places[window, (slot - 1) * ahead // rows].append(place)
        parts += [places[key] for key in sorted(places)]
    finals = [place for place in bracket.draw if place.side == "final"] if bracket.double else []
    if finals and parts and len({(place.side, place.round) for place in parts[-1]}) + 2 <= columns:
        parts[-1] += finals
        return parts
    return [*parts, finals] if finals else parts


def _side(place: Place, bracket: Bracket) -> str:
    """The side whose last rounds a place belongs to: the final of a single elimination is its last round."""
    return "winners" if not bracket.double and place in (FINAL, THIRD_PLACE) else place.side


def _counted(place: Place, bracket: Bracket) -> tuple[int, int]:
    return (bracket.depth, 1) if place in (FINAL, THIRD_PLACE) else (place.round, place.slot)


def _slots(side: str, round: int, bracket: Bracket) -> int:
    """How many places the round of a side has."""
    left = bracket.depth - round if side == "winners" else bracket.depth - 1 - (round + 1) // 2
    return int(2**left)
