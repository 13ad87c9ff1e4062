"""The HeroCard Nightmare table: the dream as hexagons with exits and figures, then the heroes as in a duel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin, sqrt
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, numbered
from referee.boards.scene import Scene
from referee.games.herocard.board import DRAWN, HeroBoard
from referee.games.herocard.cells import free_cells
from referee.games.herocard.words import clue_words
from referee.games.touch import APART

#: From a tile's middle to its corner, and to its side.
RADIUS = 66
APOTHEM = RADIUS * sqrt(3) / 2
MARGIN = 6
#: A wider map than this is panned on a phone.
WIDE = 560
#: Lines of text in a tile, around its middle: the Scene's name, then the figures in it.
TITLE_HIGH, FIGURE_HIGH = 22, 21


class Text(msgspec.Struct, frozen=True):
    """A line of text in a tile."""

    words: str
    y: int
    at: str
    dreamer: bool = False


class Door(msgspec.Struct, frozen=True):
    """An exit: a bar from inside the tile to its side."""

    x1: float
    y1: float
    x2: float
    y2: float
    at: str


class Tile(msgspec.Struct, frozen=True):
    """A Scene of the dream around its middle. Corners: the points of an SVG polygon."""

    scene: str
    x: float
    y: float
    corners: str
    doors: tuple[Door, ...]
    title_y: int
    figures: tuple[Text, ...]
    active: bool
    at: str


class Free(msgspec.Struct, frozen=True):
    """A free cell where something may be laid."""

    x: float
    y: float
    corners: str
    cell: str


class Dream(msgspec.Struct, frozen=True):
    """The drawing's size, tiles and free cells; ``described``: the tiles in words; ``wide``: a phone shows a part of it
    at a time."""

    width: int
    height: int
    tiles: tuple[Tile, ...]
    free: tuple[Free, ...]
    described: str
    wide: bool


class Fear(msgspec.Struct, frozen=True):
    """The facts that can be deduced about one player's secret cards."""

    name: str
    killers: tuple[str, ...]
    scenes: tuple[str, ...]
    all_killers: tuple[tuple[str, bool], ...]
    all_scenes: tuple[tuple[str, bool], ...]
    clues: tuple[tuple[int, str], ...]


class HeroNightmareBoard(HeroBoard):
    """Draws Nightmare."""

    template = "referee/boards/herocard_nightmare.html"
    drawn = DRAWN | {"dream", "dreamer", "killers", "declared"}

    def board(self, scene: Scene) -> dict[str, Any]:
        """The dream and what was announced, then everything a duel has."""
        position = scene.position
        board = super().board(scene)
        return board | {
            "wanted": None,
            "dream": dream_of(position),
            "away": _away(position),
            "declared": _declared(position, scene.names),
            "fears": _fears(scene),
        }


def dream_of(position: Mapping[str, Any]) -> Dream | None:
    """The dream laid out; None before its first tile. Direction 0 is east: corners point up and down."""
    tiles, cells = position.get("dream") or (), free_cells(position)
    if not tiles and not cells:
        return None
    places = [middle(int(tile["q"]), int(tile["r"])) for tile in tiles]
    middles = [*places, *(middle(q, r) for q, r in cells)]
    left, top = (min(at[i] for at in middles) for i in (0, 1))
    right, bottom = (max(at[i] for at in middles) for i in (0, 1))
    shift = APOTHEM + MARGIN - left, RADIUS + MARGIN - top
    drawn = tuple(
        _tile(tile, address("dream", n), x + shift[0], y + shift[1], position)
        for n, (tile, (x, y)) in enumerate(zip(tiles, places, strict=True))
    )
    shape = _shape()
    free = tuple(
        Free(round(x + shift[0], 1), round(y + shift[1], 1), shape, f"{APART}{q},{r}")
        for (q, r), (x, y) in zip(cells, middles[len(places) :], strict=True)
    )
    width = right - left + 2 * (APOTHEM + MARGIN)
    height = bottom - top + 2 * (RADIUS + MARGIN)
    described = "; ".join(_described(tile) for tile in drawn)
    return Dream(round(width), round(height), drawn, free, described, width > WIDE)


def middle(q: int, r: int) -> tuple[float, float]:
    """The centre of a cell; that of (0, 0) is the origin, y grows downwards."""
    return RADIUS * sqrt(3) * (q + r / 2), RADIUS * 1.5 * r


def _tile(tile: Mapping[str, Any], at: str, x: float, y: float, position: Mapping[str, Any]) -> Tile:
    name = str(tile["scene"])
    active = position.get("dreamer") == name
    killers = [who for who, where in (position.get("killers") or {}).items() if where == name]
    figures = [(_("Dreamer"), "dreamer", True)] if active else []
    figures += [(who, address("killers", who), False) for who in killers]
    title_y = 7 - FIGURE_HIGH * len(figures) // 2
    return Tile(
        name,
        round(x, 1),
        round(y, 1),
        _shape(),
        tuple(_door(int(way), address(at, "exits", n)) for n, way in enumerate(tile.get("exits") or ())),
        title_y,
        tuple(
            Text(str(words), title_y + TITLE_HIGH + FIGURE_HIGH * n, where, dreamer)
            for n, (words, where, dreamer) in enumerate(figures)
        ),
        active,
        at,
    )


def _shape() -> str:
    return " ".join(f"{a:.1f},{b:.1f}" for a, b in _corners())


def _corners() -> list[tuple[float, float]]:
    return [(RADIUS * cos(pi / 3 * n + pi / 6), RADIUS * sin(pi / 3 * n + pi / 6)) for n in range(6)]


def _door(direction: int, at: str) -> Door:
    """The exit in a direction: 0 east, then clockwise by sixths."""
    x, y = cos(pi / 3 * direction), sin(pi / 3 * direction)
    inside, outside = APOTHEM - 11, APOTHEM
    return Door(round(x * inside, 1), round(y * inside, 1), round(x * outside, 1), round(y * outside, 1), at)


def _described(tile: Tile) -> str:
    figures = ", ".join(figure.words for figure in tile.figures)
    return f"{tile.scene}: {figures}" if figures else tile.scene


def _away(position: Mapping[str, Any]) -> tuple[Note, ...]:
    """Figures that wait to be placed, and the tile taken up."""
    away = []
    for at, step in numbered(position.get("steps"), "steps"):
        if step.get("type") == "placing_killers":
            away += [Note(str(killer), at) for killer in step.get("killers") or ()]
        if step.get("type") == "placing_dreamer":
            away.append(Note(str(_("Dreamer")), at))
        if step.get("type") == "carrying" and step.get("scene"):
            away.append(Note(str(step["scene"]), at))
    return tuple(away)


def _declared(position: Mapping[str, Any], names: Mapping[str, str]) -> str:
    declared = position.get("declared")
    if not declared:
        return ""
    if declared.get("kind") == "scare":
        return str(_("An attack to scare is announced"))
    target = str(declared.get("target") or "")
    named = {"whom": names.get(target, target), "killer": declared.get("killer")}
    return str(_("An attack to kill %(whom)s with the %(killer)s is announced") % named)


def _fears(scene: Scene) -> list[Fear]:
    deduced = scene.deduced or {}
    return [
        Fear(
            scene.names.get(seat, seat),
            deduced[seat].killers,
            deduced[seat].scenes,
            _possible(scene.position.get("killers") or (), deduced[seat].killers),
            _possible((tile["scene"] for tile in scene.position.get("dream") or ()), deduced[seat].scenes),
            tuple((clue.entry, clue_words(clue)) for clue in deduced[seat].clues),
        )
        for seat in scene.seats
        if seat in deduced
    ]


def _possible(everything: Iterable[str], left: Iterable[str]) -> tuple[tuple[str, bool], ...]:
    """All of a kind that are on the table, each with whether it is among those left."""
    still = set(left)
    return tuple((str(one), one in still) for one in dict.fromkeys((*everything, *sorted(still))))
