"""A board as a picture: the same drawing that the pages show, laid out by the kinds of its parts.

It knows nothing of any game: a list is a row of cards, a section a part of the table, a drawing of polygons a map.
What is below the picture's edge is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.pictures.pen import ACT, EDGE, INK, INSET, LINE, PAPER, Pen, Run
from referee.pictures.tree import Element

_BLOCKS = frozenset({"div", "section", "header", "p", "h2", "h3", "h4", "ul", "ol", "dl", "svg"})
#: Parts that stand beside each other, whatever is in them.
_IN_LINE = frozenset({"header", "dl", "p"})
_BOLD = frozenset({"b", "h2", "h3", "h4", "dd", "strong"})
_GAP = 6
_CARD = 210
#: Letters of one piece of text that are drawn: more than a picture has room for.
_MOST = 1000
_TRANSLATED = re.compile(r"translate\(([-\d.]+) ([-\d.]+)\)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
#: a card's colour by the class that gives it its band on the pages
_TONES = {
    "tone-red": "#c8372d", "tone-blue": "#2c6fbb", "tone-green": "#3a8a3f", "tone-yellow": "#d9a400",
    "tone-purple": "#7d4ba3", "tone-orange": "#d9741a", "tone-black": "#333333", "tone-white": "#dddddd",
    "tone-pink": "#d36a9a", "tone-brown": "#8a5a33",
}  # fmt: skip


def draw_board(pen: Pen, board: Element, x: float, y: float, width: float) -> None:
    """Draws the board from there on; two sides of a table or more stand beside each other."""
    parts = list(board.elements())
    while len(parts) == 1 and parts[0].tag == "div":
        parts = list(parts[0].elements())
    sides = [part for part in parts if part.classes & {"side", "area"}]
    if len(sides) < 2:
        sides = []
    for part in parts:
        if part not in sides:
            y = _block(pen, part, x, y, width) + _GAP
    if not sides:
        return
    column = (width - 3 * _GAP) / 2
    ends = [y, y]
    for side in sides:
        shorter = 0 if ends[0] <= ends[1] else 1
        left = x + shorter * (column + 3 * _GAP)
        pen.draw.line((left, ends[shorter], left + column, ends[shorter]), LINE)
        ends[shorter] = _block(pen, side, left, ends[shorter] + _GAP, column) + _GAP


def _block(pen: Pen, element: Element, x: float, y: float, width: float) -> float:
    """Draws a part of the board; how far down it came."""
    if y > pen.height:
        return y
    if element.tag in ("ul", "ol"):
        return _row(pen, list(element.elements()), x, y, width)
    if element.tag == "svg":
        return _map(pen, element, x, y, width)
    if "grid-area" in element.classes:
        return _grid(pen, element, x, y, 22) + _GAP
    in_line = element.tag in _IN_LINE or "pile-row" in element.classes
    if in_line or not any(_is_block(child) for child in element.elements()):
        return pen.words(x, y, width, list(_runs(element)))[1]
    line: list[Run] = []
    for child in element.parts():
        if isinstance(child, Element) and _is_block(child):
            y = _block(pen, child, x, pen.words(x, y, width, line)[1], width) + 2
            line = []
        else:
            line += _runs(child, bold=element.tag in _BOLD)
    return pen.words(x, y, width, line)[1]


def _is_block(element: Element) -> bool:
    if element.tag in _BLOCKS or "grid-area" in element.classes:
        return True
    return element.tag != "li" and any(_is_block(child) for child in element.elements())


def _runs(
    element: Element | str, bold: bool = False, soft: bool = False, changed: bool = False
) -> Iterator[Run]:
    """The words in an element, each with how it is written."""
    if isinstance(element, str):
        if element.strip():
            yield Run(" ".join(element[:_MOST].split()), bold, soft, changed=changed)
        return
    if element.is_apart or element.tag == "svg":
        return
    changed = changed or "data-changed" in element.attributes
    if "tag" in element.classes:
        yield Run(element.text()[:_MOST], boxed=True, changed=changed)
        return
    bold = bold or element.tag in _BOLD
    soft = (soft or element.tag in ("small", "dt") or bool(element.classes & {"soft", "label"})) and not bold
    for child in element.parts():
        yield from _runs(child, bold, soft, changed)


def _row(pen: Pen, items: list[Element], x: float, y: float, width: float) -> float:
    """Cards beside each other; one that does not fit begins the next row."""
    left, tallest = x, 0.0
    for item in items:
        lines = list(_lines(item))
        grid = next((each for each in item.all("div") if "grid-area" in each.classes), None)
        grid = grid or next((each for each in item.all("span") if "grid-area" in each.classes), None)
        indent = 14 + (26 if grid else 0)
        most = min(width, 2 * _CARD if len(lines) < 2 else _CARD) - indent
        sizes = [pen.words(0, 0, most, line, dry=True) for line in lines]
        wide = max((size[0] for size in sizes), default=20) + indent
        tall = max(sum(size[1] for size in sizes) + 4, 24 if grid else 0)
        if left > x and left + wide > x + width:
            left, y, tallest = x, y + tallest + _GAP, 0.0
        if y < pen.height:
            _card(pen, item, (left, y, left + wide, y + tall))
            if grid:
                _grid(pen, grid, left + 8, y + 3, 7)
            top = y + 1
            for line in lines:
                top = pen.words(left + indent - 6, top, most, line)[1]
        left += wide + _GAP
        tallest = max(tallest, tall)
    return y + tallest


def _lines(item: Element) -> Iterator[list[Run]]:
    """What is written on a card, line by line; cards beneath it are lines of their own."""
    line: list[Run] = []
    for child in item.parts():
        if isinstance(child, Element) and "grid-area" in child.classes:
            continue
        if isinstance(child, Element) and (_is_block(child) or child.tag == "li"):
            if line:
                yield line
                line = []
            yield from _lines(child)
        else:
            line += _runs(child)
    if line:
        yield line


def _card(pen: Pen, item: Element, box: tuple[float, float, float, float]) -> None:
    back = "back" in item.classes
    changed = "data-changed" in item.attributes
    pen.draw.rounded_rectangle(
        box, 4, fill=INSET if back else PAPER, outline=INK if changed else EDGE, width=3 if changed else 1
    )
    tone = next((_TONES[name] for name in item.classes if name in _TONES), None)
    if tone:
        pen.draw.rectangle((box[0] + 1, box[1] + 2, box[0] + 5, box[3] - 2), fill=tone)


def _grid(pen: Pen, grid: Element, x: float, y: float, side: int) -> float:
    """Three by three squares: dark where something hits, framed where it is held off."""
    squares = list(grid.all("i")) or list(grid.elements())
    for number, square in enumerate(squares[:9]):
        left, top = x + number % 3 * (side + 1), y + number // 3 * (side + 1)
        hit, held = "hit" in square.classes, "held" in square.classes
        box = (left, top, left + side - 1, top + side - 1)
        pen.draw.rectangle(box, fill=INK if hit else PAPER, outline=EDGE)
        if held:
            pen.draw.rectangle(box, outline=ACT, width=max(2, side // 5))
    return y + 3 * (side + 1)


def _map(pen: Pen, svg: Element, x: float, y: float, width: float) -> float:
    """Polygons with words in them, as large as the width and a third of the picture allow."""
    if "width" not in svg.attributes:
        return y
    wide, high = (float(svg.attributes[name] or 1) for name in ("width", "height"))
    scale = min(width / wide, pen.height / 2.6 / high, 1.0)
    left = x + (width - wide * scale) / 2
    for group in svg.all("g"):
        shift = _TRANSLATED.match(group.attributes.get("transform", ""))
        if shift is None:
            continue
        at_x, at_y = left + float(shift[1]) * scale, y + float(shift[2]) * scale
        for polygon in group.all("polygon"):
            numbers = [float(n) * scale for n in _NUMBER.findall(polygon.attributes.get("points", ""))]
            corners = [(at_x + a, at_y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]
            framed = "active" in group.classes
            pen.draw.polygon(corners, fill=PAPER, outline=INK if framed else EDGE, width=4 if framed else 1)
        for door in group.all("path"):
            x1, y1, x2, y2 = (float(n) * scale for n in _NUMBER.findall(door.attributes.get("d", ""))[:4])
            pen.draw.line((at_x + x1, at_y + y1, at_x + x2, at_y + y2), INK, max(2, round(14 * scale)))
        for words in group.all("text"):
            size = max(9, round(14 * scale))
            run = Run(words.text(), "scene-name" in words.classes, changed="data-changed" in words.attributes)
            middle = at_x - pen.measure(run.text, size, run.bold) / 2
            pen.word(middle, at_y + float(words.attributes.get("y") or 0) * scale - size, run.text, run, size)
    return y + high * scale
