"""The bracket as SVG. Texts, colours and lines are those of the site's sheets; nothing is written into a style."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.pages.translation import translated
from tournaments.stage_pages.cells import Cell, Filled, Side, heading
from tournaments.stage_pages.layout import BOX_HEIGHT, BOX_WIDTH, Box, Join, Layout, lay_out
from tournaments.structures.elimination.draw import Place

#: Sizes of the picture: pixels for a unit; "fit" is as wide as the page.
SIZES = {"small": 0.6, "normal": 1.0, "large": 1.5}
#: Letters of a name that fit in a box; what is wider than its letters are usually is cut off by the box.
LETTERS = 19
HALF = BOX_HEIGHT / 2


def picture(
    filled: Filled, size: str = "normal", mine: str = "", shown: Collection[Place] | None = None
) -> SafeString:
    """The drawing of a bracket, or of these places of it. `mine`: the code of the reader's own entrant.

    Hidden from screen readers: the list beside it says the same and has the same links.
    """
    drawn = [cell for cell in filled.drawn() if shown is None or cell.place in shown]
    layout = lay_out(filled.bracket, {cell.place for cell in drawn})
    return format_html(
        '<svg class="bracket" viewBox="0 0 {} {}"{} aria-hidden="true" focusable="false">{}{}{}</svg>',
        ceil(layout.width),
        ceil(layout.height),
        _measures(layout, size),
        format_html_join("", '<path class="join" d="{}"/>', ((_line(join),) for join in layout.joins)),
        format_html_join(
            "",
            '<text class="round" x="{}" y="{}">{}</text>',
            (
                (_n(head.x), _n(head.y + 14), translated(heading(head.place, filled.bracket)))
                for head in layout.heads
            ),
        ),
        format_html_join("", "{}", ((_match(filled.cells[box.place], box, mine),) for box in layout.boxes)),
    )


def _measures(layout: Layout, size: str) -> SafeString:
    if size not in SIZES:
        return SafeString("")
    scale = SIZES[size]
    return format_html(' width="{}" height="{}"', ceil(layout.width * scale), ceil(layout.height * scale))


def _n(value: float) -> str:
    """A number as a drawing has it, without a needless fraction."""
    return f"{value:g}"


def _line(join: Join) -> str:
    middle = join.x2 - 20
    return f"M{_n(join.x1)} {_n(join.y1)}H{_n(middle)}V{_n(join.y2)}H{_n(join.x2)}"


def _match(cell: Cell, box: Box, mine: str) -> SafeString:
    own = bool(mine) and any(side.code == mine for side in cell.sides)
    inside = format_html(
        '<title>{}</title><text class="note" x="{}" y="{}">{}</text>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="4"/><path class="between" d="M{} {}h{}"/>{}{}',
        " – ".join(said for said in (_said(side) for side in cell.sides) if said),
        _n(box.x + 2),
        _n(box.y - 5),
        note(cell),
        _n(box.x),
        _n(box.y),
        BOX_WIDTH,
        BOX_HEIGHT,
        _n(box.x),
        _n(box.middle),
        BOX_WIDTH,
        _seat(cell, 0, box.x, box.y),
        _seat(cell, 1, box.x, box.y + HALF),
    )
    row = "-".join(str(part) for part in cell.place)
    kinds = f"match {cell.state}" + (" mine" if own else "")
    if cell.match is None or cell.state == "bye":
        return format_html('<g class="{}" data-row="{}">{}</g>', kinds, row, inside)
    address = reverse("tournaments:match_page", args=[cell.match])
    return format_html(
        '<a class="{}" data-row="{}" href="{}" tabindex="-1">{}</a>', kinds, row, address, inside
    )


def note(cell: Cell) -> str:
    """The label over a match: its number, and its table while it is played."""
    parts = [] if cell.number is None else [str(cell.number)]
    if cell.state in ("playing", "published", "contested") and cell.table:
        parts.append(_("Table %(n)s") % {"n": cell.table})
    words = {
        "contested": _("contested"),
        "reported": _("not confirmed yet"),
        "playing": _("being played"),
    }
    if cell.state in words:
        parts.append(words[cell.state])
    elif cell.decided_by:
        parts.append(_("by %(what)s") % {"what": translated(cell.decided_by)})
    return " · ".join(parts)


def _said(side: Side) -> str:
    return side.name or translated(side.source)


def _seat(cell: Cell, at: int, x: float, y: float) -> SafeString:
    side = cell.sides[at]
    base = _n(y + 17)
    if not side.code:
        word = translated(side.source) if side.source else _empty(cell, at)
        return format_html('<text class="source" x="{}" y="{}">{}</text>', _n(x + 34), base, word)
    kinds = "side" + ("" if side.won is None else " won" if side.won else " lost") + " gone" * side.gone
    name = side.name if len(side.name) <= LETTERS else side.name[: LETTERS - 1].rstrip() + "…"
    return format_html(
        '<g class="{}"><text class="seed" x="{}" y="{}">{}</text>'
        '<svg x="{}" y="{}" width="{}" height="{}"><text x="0" y="17">{}</text></svg>'
        '<text class="score" x="{}" y="{}">{}</text></g>',
        kinds,
        _n(x + 26),
        base,
        side.seed or "",
        _n(x + 34),
        _n(y),
        BOX_WIDTH - 34 - 26,
        _n(HALF),
        name,
        _n(x + BOX_WIDTH - 8),
        base,
        side.score,
    )


def _empty(cell: Cell, at: int) -> str:
    """The text in a place that nobody takes: a bye for who is at the other seat."""
    return _("Bye") if cell.sides[1 - at].code and cell.state in ("bye", "coming") else "–"
