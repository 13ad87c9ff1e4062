"""What is no words on a board, as a picture: Grids, ropes, maps, and who is ahead."""

from __future__ import annotations

import re

from referee.pictures.pen import ACT, EDGE, INK, INSET, PAPER, Pen, Run, font_of
from referee.pictures.tree import Element

RED, GOLD, BLUE, GREEN, PURPLE = "#d03a2f", "#e0ac1c", "#2f6fd0", "#1f7f43", "#8a4fc0"
#: a colour by the class that gives it on the pages: of a Grid, of what lies over it, of a card's band
INKS = {"red": RED, "gold": GOLD, "blue": BLUE, "green": GREEN}
_TRANSLATED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_NAME, _FIGURE, _LANE = 190, 44, 26


def ink_of(element: Element, kind: str = "ink") -> str:
    """The colour that a class such as ``ink-red`` or ``over-blue`` gives; empty where there is none."""
    return next(
        (INKS.get(name[len(kind) + 1 :], "") for name in element.classes if name.startswith(f"{kind}-")), ""
    )


def draw_grid(pen: Pen, grid: Element, x: float, y: float, side: int) -> float:
    """Three by three squares: filled where something hits, framed where a Defense covers, both where they meet."""
    of, over = ink_of(grid) or INK, ink_of(grid, "over")
    squares = list(grid.all("i")) or list(grid.elements())
    for number, square in enumerate(squares[:9]):
        left, top = x + number % 3 * (side + 1), y + number // 3 * (side + 1)
        hit, held = "hit" in square.classes, "held" in square.classes
        box = (left, top, left + side - 1, top + side - 1)
        pen.draw.rectangle(box, fill=(over or BLUE) if hit and held else of if hit else PAPER, outline=EDGE)
        if held:
            edge = max(2, side // 6)
            pen.draw.rectangle(box, outline=over or (of if of != INK else ACT), width=edge)
            if hit:
                inner = (box[0] + edge, box[1] + edge, box[2] - edge, box[3] - edge)
                pen.draw.rectangle(inner, outline=of, width=max(1, edge // 2))
    return y + 3 * (side + 1)


def draw_rope(pen: Pen, svg: Element, x: float, y: float, width: float) -> float:
    """A tug of war: each card's part of the rope, the middle, and the knot where the sides meet."""
    for pull in svg.all("rect"):
        left, wide = (float(pull.attributes.get(name) or 0) * width / 100 for name in ("x", "width"))
        box = (x + left, y + 4, x + left + max(1, wide - 2), y + 24)
        pen.draw.rectangle(box, fill=RED if "attack" in pull.classes else BLUE)
    for mark in svg.all("path"):
        at = x + float((_NUMBER.findall(mark.attributes.get("d", "")) or ["50"])[0]) * width / 100
        pen.draw.line((at, y, at, y + 28), INK, 6 if "knot" in mark.classes else 2)
    return y + 34


def draw_race(pen: Pen, lanes: list[Element], x: float, y: float, width: float) -> float:
    """A lane for each player: the name, how far, the score."""
    for lane in lanes:
        name = next((part for part in lane.elements() if "who" in part.classes), lane).text()
        bar = next(iter(lane.all("rect")), None)
        far = float(bar.attributes.get("width") or 0) if bar is not None else 0.0
        score = next((part.text() for part in lane.all("b")), "")
        leads = "leads" in lane.classes
        pen.word(x, y, pen.cut(name, _NAME - 8), Run(name, bold=leads))
        whole = width - _NAME - _FIGURE
        left, top = x + _NAME, y + _LANE / 2 - 6
        pen.draw.rectangle((left, top, left + whole, top + 11), fill=INSET)
        if far:
            end = left + max(1, whole * min(far, 100) / 100)
            pen.draw.rectangle((left, top, end, top + 11), fill=GREEN if leads else EDGE)
        pen.word(x + width - pen.measure(score, bold=True), y, score, Run(score, bold=True))
        y += _LANE
    return y


def draw_map(pen: Pen, svg: Element, x: float, y: float, width: float) -> float:
    """Polygons with words in them, as large as the width and a third of the picture allow."""
    if "width" not in svg.attributes:
        return y
    wide, high = (float(svg.attributes[name] or 1) for name in ("width", "height"))
    scale = min(width / wide, pen.height / 2.6 / high, 1.0)
    left = x + (width - wide * scale) / 2
    for group in svg.all("g"):
        shift = _TRANSLATED.match(group.attributes.get("transform", ""))
        if shift is not None:
            _tile(pen, group, left + float(shift[1]) * scale, y + float(shift[2]) * scale, scale)
    return y + high * scale


def _tile(pen: Pen, group: Element, x: float, y: float, scale: float) -> None:
    """A hexagon with its exits, its name, and the figures in it, light on dark."""
    for polygon in group.all("polygon"):
        numbers = [float(n) * scale for n in _NUMBER.findall(polygon.attributes.get("points", ""))]
        corners = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
        framed = "active" in group.classes
        pen.draw.polygon(corners, fill=PAPER, outline=PURPLE if framed else EDGE, width=5 if framed else 1)
    for door in group.all("path"):
        x1, y1, x2, y2 = (float(n) * scale for n in _NUMBER.findall(door.attributes.get("d", ""))[:4])
        pen.draw.line((x + x1, y + y1, x + x2, y + y2), INK, max(2, round(14 * scale)))
    for pawn in group.all("rect"):
        a, b, wide, high = (
            float(pawn.attributes.get(name) or 0) * scale for name in ("x", "y", "width", "height")
        )
        fill = PURPLE if "of-dreamer" in pawn.classes else INK
        pen.draw.rounded_rectangle((x + a, y + b, x + a + wide, y + b + high), high / 2, fill=fill)
    for words in group.all("text"):
        title = "scene-name" in words.classes
        size = max(9, round((17 if title else 15) * scale))
        text = words.text()[:100]
        middle, top = (
            x - pen.measure(text, size, title) / 2,
            y + float(words.attributes.get("y") or 0) * scale,
        )
        if title:
            pen.word(
                middle, top - size, text, Run(text, True, changed="data-changed" in words.attributes), size
            )
        else:
            pen.draw.text((middle, top - size * 1.02), text, font=font_of(size), fill=PAPER)
