"""Where each match of a bracket is drawn. Pure: coordinates in units of the drawing, no texts and no colours.

Each side of the bracket is a forest: a place stands in the middle of the places of its own side that lead to it, and
those without any have a row each, from the top. Two places of one column are so never nearer than one row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.stage_pages.places import Bracket, column_of
from tournaments.structures.elimination.draw import FINAL, SECOND_FINAL, THIRD_PLACE, Place

BOX_WIDTH, BOX_HEIGHT = 210, 50
COLUMN, ROW = 250, 78
#: Above the first row of a side: the names of its rounds.
HEAD = 44
MARGIN = 4


@dataclass(frozen=True)
class Box:
    """A match: its upper left corner."""

    place: Place
    x: float
    y: float

    @property
    def middle(self) -> float:
        """Half its height down."""
        return self.y + BOX_HEIGHT / 2


@dataclass(frozen=True)
class Join:
    """The line from a match to the one that its winner comes to."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Head:
    """Where the name of a round stands, of which `place` is the first."""

    place: Place
    x: float
    y: float


@dataclass(frozen=True)
class Layout:
    """The whole drawing."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    joins: tuple[Join, ...]
    heads: tuple[Head, ...]


def lay_out(bracket: Bracket, shown: Collection[Place] | None = None) -> Layout:
    """The drawing of these places of the bracket (all, unless said): winners' side, losers' side below it, finals."""
    places = [place for place in bracket.draw if shown is None or place in shown]
    columns = {place: column_of(place, bracket.depth, bracket.double) for place in places}
    first = min(columns.values(), default=0)
    tops: dict[Place, float] = {}
    bottom: float = MARGIN
    heads: list[Head] = []

    def x_of(place: Place) -> float:
        return MARGIN + (columns[place] - first) * COLUMN

    sides = (("winners", "final"), ("losers",)) if not bracket.double else (("winners",), ("losers",))
    for names in sides:
        own = [place for place in places if place.side in names and place != SECOND_FINAL]
        if own:
            rows = _rows(bracket, own)
            top = bottom + HEAD
            tops |= {place: top + row * ROW for place, row in rows.items()}
            heads += [Head(place, x_of(place), bottom) for place in _firsts(own) if place != FINAL]
            bottom = max(tops.values()) + ROW
    bottom = _finals(bracket, places, tops, bottom)
    for place in (FINAL, SECOND_FINAL, THIRD_PLACE):
        if place in tops:
            heads.append(Head(place, x_of(place), tops[place] - HEAD))
    boxes = tuple(Box(place, x_of(place), tops[place]) for place in places)
    width = max((box.x for box in boxes), default=0) + BOX_WIDTH + MARGIN
    return Layout(width, bottom, boxes, _joins(bracket, boxes), tuple(heads))


def _rows(bracket: Bracket, own: Collection[Place]) -> dict[Place, float]:
    """The row of each place of a side, in the order of the tree, so that lines never cross."""
    inside = set(own)
    leads = {
        place: [feed.place for feed in bracket.draw[place] if feed.what == "winner" and feed.place in inside]
        for place in own
    }
    led = {each for feeds in leads.values() for each in feeds}
    rows: dict[Place, float] = {}
    free = 0

    def place_it(place: Place) -> float:
        nonlocal free
        before = [place_it(each) for each in leads[place] if each is not None]
        if not before:
            before = [free]
            free += 1
        rows[place] = sum(before) / len(before)
        return rows[place]

    for root in sorted((place for place in own if place not in led), key=lambda place: (place.slot, place)):
        place_it(root)
    return rows


def _firsts(own: Collection[Place]) -> list[Place]:
    """The first place of each round of a side."""
    firsts: dict[tuple[str, int], Place] = {}
    for place in own:
        firsts.setdefault((place.side, place.round), place)
    return list(firsts.values())


def _finals(bracket: Bracket, places: Collection[Place], tops: dict[Place, float], bottom: float) -> float:
    """Places the finals and the match for the third place; gives where the drawing ends."""
    if FINAL in places and FINAL not in tops:
        leading = [
            tops[feed.place]
            for feed in bracket.draw[FINAL]
            if feed.place in tops and feed.what == "winner" and feed.place is not None
        ]
        tops[FINAL] = sum(leading) / len(leading) if leading else bottom + HEAD
        bottom = max(bottom, tops[FINAL] + ROW)
    if SECOND_FINAL in places:
        tops[SECOND_FINAL] = tops.get(FINAL, bottom + HEAD)
        bottom = max(bottom, tops[SECOND_FINAL] + ROW)
    if THIRD_PLACE in places:
        tops[THIRD_PLACE] = tops[FINAL] + ROW + HEAD if FINAL in tops else bottom + HEAD
        bottom = max(bottom, tops[THIRD_PLACE] + ROW)
    return bottom


def _joins(bracket: Bracket, boxes: tuple[Box, ...]) -> tuple[Join, ...]:
    at = {box.place: box for box in boxes}
    joins = []
    for box in boxes:
        for feed in bracket.draw[box.place]:
            source = at.get(feed.place) if feed.place is not None and feed.what == "winner" else None
            if source is not None:
                joins.append(Join(source.x + BOX_WIDTH, source.middle, box.x, box.middle))
    return tuple(joins)
