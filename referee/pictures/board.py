"""A board as a picture: the same drawing that the pages show, laid out by the kinds of its parts.

It knows nothing of any game: a list is a row of cards, a section a part of the table, a drawing of polygons a map.
What is below the picture's edge is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.pictures.pen import EDGE, INK, INSET, LINE, PAPER, Pen, Run
from referee.pictures.shapes import BLUE, INKS, PURPLE, RED, draw_grid, draw_map, draw_race, draw_rope
from referee.pictures.tree import Element

_BLOCKS = frozenset({"div", "section", "header", "p", "h2", "h3", "h4", "ul", "ol", "dl", "svg"})
#: Parts that stand beside each other, whatever is in them.
_IN_LINE = frozenset({"header", "dl", "p"})
_BOLD = frozenset({"b", "h2", "h3", "h4", "dd", "strong"})
_GAP = 6
_CARD = 210
#: Letters of one piece of text that are drawn: more than a picture has room for.
_MOST = 1000
#: a card's colour by the class that gives it its band on the pages
_TONES = {
    "tone-red": "#c8372d", "tone-blue": "#2c6fbb", "tone-green": "#3a8a3f", "tone-yellow": "#d9a400",
    "tone-purple": "#7d4ba3", "tone-orange": "#d9741a", "tone-black": "#333333", "tone-white": "#dddddd",
    "tone-pink": "#d36a9a", "tone-brown": "#8a5a33",
    **{f"ink-{name}": colour for name, colour in INKS.items()},
    "active": PURPLE, "attacking": RED, "blocking": BLUE,
}  # fmt: skip


def draw_board(pen: Pen, board: Element, x: float, y: float, width: float) -> None:
    """Draws the board from there on; two sides of a table or more stand beside each other."""
    parts = list(board.elements())
    while len(parts) == 1 and parts[0].tag == "div":
        parts = list(parts[0].elements())
    parts = [inner for part in parts for inner in (part.elements() if _holds_sides(part) else (part,))]
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


def _holds_sides(part: Element) -> bool:
    return part.tag == "div" and any("side" in inner.classes for inner in part.elements())


def _block(pen: Pen, element: Element, x: float, y: float, width: float) -> float:
    """Draws a part of the board; how far down it came."""
    if y > pen.height:
        return y
    if "race" in element.classes:
        return draw_race(pen, list(element.elements()), x, y, width)
    if "clash-sides" in element.classes:
        return _beside(pen, list(element.elements()), x, y, width)
    if element.tag in ("ul", "ol"):
        return _row(pen, list(element.elements()), x, y, width)
    if element.tag == "svg" and "rope" in element.classes:
        return draw_rope(pen, element, x, y, width)
    if element.tag == "svg":
        return draw_map(pen, element, x, y, width)
    if "grid-area" in element.classes:
        return draw_grid(pen, element, x, y, 22) + _GAP
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
        square = 26 if "exchange" in item.classes else 7
        indent = 14 + (3 * square + 5 if grid else 0)
        most = min(width, 2 * _CARD if len(lines) < 2 or square > 7 else _CARD) - indent
        sizes = [pen.words(0, 0, most, line, dry=True) for line in lines]
        wide = max((size[0] for size in sizes), default=20) + indent
        tall = max(sum(size[1] for size in sizes) + 4, 3 * square + 9 if grid else 24)
        if left > x and left + wide > x + width:
            left, y, tallest = x, y + tallest + _GAP, 0.0
        if y < pen.height:
            _card(pen, item, (left, y, left + wide, y + tall))
            if grid:
                draw_grid(pen, grid, left + 8, y + 3, square)
            top = y + 1
            for line in lines:
                top = pen.words(left + indent - 6, top, most, line)[1]
        left += wide + _GAP
        tallest = max(tallest, tall)
    return y + tallest


def _beside(pen: Pen, columns: list[Element], x: float, y: float, width: float) -> float:
    """Parts that face each other."""
    wide = (width - _GAP) / max(1, len(columns))
    return max((_block(pen, one, x + n * (wide + _GAP), y, wide) for n, one in enumerate(columns)), default=y)


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
