"""Sheets of paper as a PDF: headings, lists in columns, and what else is drawn line by line."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from fpdf import FPDF
from fpdf.fonts import TTFFont

from tournaments.paper.sheets import HIGH, LEFT, LINE, TOP, WIDE

FONT = Path(__file__).parent / "fonts" / "DejaVuSans.ttf"
#: Drawn for a letter that the font lacks; the player's code then stands beside the name.
LACKING = "\u25a1"


class Pack(FPDF):
    """A document of sheets with a heading each, and lists in columns."""

    def __init__(self, title: str, at: datetime) -> None:
        super().__init__(format="A4", unit="mm")
        self.of = title
        self.made = at
        self.add_font("DejaVu", fname=str(FONT))
        font = self.fonts["dejavu"]
        assert isinstance(font, TTFFont)
        self.known = frozenset(font.cmap)
        self.set_auto_page_break(False)
        self.set_margins(LEFT, TOP)
        self.set_title(title)
        self.set_creation_date(at)

    def written(self, text: str, code: str = "") -> str:
        """The text as the font can write it."""
        drawn = "".join(sign if ord(sign) in self.known else LACKING for sign in text)
        return f"{drawn} ({code})" if code and drawn != text else drawn

    def put(self, x: float, y: float, wide: float, text: str, size: float, align: str = "L") -> None:
        """A line of text, smaller or cut where it is too long."""
        self.set_font("DejaVu", size=size)
        while self.get_string_width(text) > wide and size > 6:
            size -= 0.5
            self.set_font("DejaVu", size=size)
        while len(text) > 1 and self.get_string_width(text) > wide:
            text = text[:-2] + "…"
        self.set_xy(x, y)
        self.cell(wide, LINE, text, align=align)

    def small(self, x: float, y: float, text: str, size: float, wide: float | None = None) -> None:
        """Text of a drawing on the line at `y`, cut where it is wider."""
        self.set_font("DejaVu", size=size)
        while wide is not None and len(text) > 1 and self.get_string_width(text) > wide:
            text = text[:-2] + "…"
        if text:
            self.text(x, y, text)

    def sheet(self, heading: str, across: bool = False) -> float:
        """A new sheet with its heading, upright or across; gives where the list begins."""
        wide = HIGH if across else WIDE
        self.add_page(orientation="landscape" if across else "portrait")
        self.put(LEFT, TOP, wide, self.written(self.of), 9)
        self.put(LEFT, TOP + 6, wide, self.written(heading), 16)
        self.line(LEFT, TOP + 15, LEFT + wide, TOP + 15)
        return TOP + 17

    def listed(
        self,
        heading: str,
        rows: Sequence[Sequence[str]],
        widths: Sequence[float],
        columns: int = 1,
        across: bool = False,
    ) -> None:
        """Rows down the sheet, in so many columns, on as many sheets as they need. `widths` are shares of a column."""
        sheet_wide, sheet_high = (HIGH, WIDE) if across else (WIDE, HIGH)
        y = self.sheet(heading, across)
        lines = int((TOP + sheet_high - y) // LINE)
        gap = 6.0
        wide = (sheet_wide - gap * (columns - 1)) / columns
        for n, row in enumerate(rows):
            at = n % (lines * columns)
            if n and not at:
                self.sheet(heading, across)
            x, line = LEFT + (at // lines) * (wide + gap), y + (at % lines) * LINE
            for share, text in zip(widths, row, strict=True):
                self.put(x, line, share * wide - 1, text, 10)
                x += share * wide
