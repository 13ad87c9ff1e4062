"""Ink, paper and letters of a picture, and lines of words that wrap."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
from PIL import Image, ImageDraw, ImageFont

import tournaments

FONT = Path(tournaments.__file__).parent / "paper" / "fonts" / "DejaVuSans.ttf"
GROUND, PAPER, INSET = "#f0f2ef", "#ffffff", "#e9ece8"
INK, SOFT, LINE, EDGE = "#141a17", "#4a544e", "#cdd2cd", "#707a74"
ACT, TINT = "#ffd02e", "#fff3bf"


class Run(msgspec.Struct, frozen=True):
    """Words of one kind. ``boxed``: with a frame around them; ``changed``: marked as what the entry changed."""

    text: str
    bold: bool = False
    soft: bool = False
    boxed: bool = False
    changed: bool = False


@lru_cache(maxsize=16)
def font_of(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), size)


class Pen:
    """Draws on one picture."""

    def __init__(self, width: int, height: int, size: int = 17) -> None:
        self.image = Image.new("RGB", (width, height), GROUND)
        self.draw = ImageDraw.Draw(self.image)
        self.width, self.height, self.size = width, height, size

    def line_height(self, size: int = 0) -> int:
        return round((size or self.size) * 1.4)

    def measure(self, text: str, size: int = 0, bold: bool = False) -> float:
        return font_of(size or self.size).getlength(text) + (1 if bold else 0)

    def word(self, x: float, y: float, text: str, run: Run, size: int = 0) -> float:
        """Draws a word; the place behind it. One font has every letter that names have: bold is drawn twice."""
        size = size or self.size
        font = font_of(size)
        width = self.measure(text, size, run.bold)
        if run.changed:
            self.draw.rectangle((x - 2, y, x + width + 2, y + self.line_height(size) - 1), fill=TINT)
            self.draw.line(
                (x - 2, y + self.line_height(size) - 1, x + width + 2, y + self.line_height(size) - 1), INK, 2
            )
        fill = SOFT if run.soft else INK
        top = y + (self.line_height(size) - size) / 2 - size * 0.1
        self.draw.text((x, top), text, font=font, fill=fill)
        if run.bold:
            self.draw.text((x + 1, top), text, font=font, fill=fill)
        if run.boxed:
            self.draw.rounded_rectangle(
                (x - 4, y + 1, x + width + 4, y + self.line_height(size) - 2), 3, outline=EDGE
            )
        return x + width

    def words(
        self, x: float, y: float, width: float, runs: list[Run], size: int = 0, dry: bool = False
    ) -> tuple[float, float]:
        """Draws runs as lines that wrap at the width; how wide and how far down they came. ``dry``: only measures."""
        space = self.measure(" ", size)
        at, top, widest = x, y, 0.0
        for run in runs:
            pieces = [run.text] if run.boxed else run.text.split()
            for number, piece in enumerate(pieces):
                text = self.cut(piece, width, size)
                long = self.measure(text, size, run.bold) + (8 if run.boxed else 0)
                if at > x and at + long > x + width:
                    at, top = x, top + self.line_height(size)
                if not dry:
                    start = at + (4 if run.boxed else 0)
                    self.word(start, top, text, run, size)
                at += long
                widest = max(widest, at - x)
                at += space if number < len(pieces) - 1 or not run.boxed else space + 2
        return widest, (top + self.line_height(size)) if runs else y

    def cut(self, text: str, width: float, size: int = 0) -> str:
        """The text, or as much of it as fits, with an ellipsis."""
        # hardly a letter is narrower than a dot; of a text without end no more is measured
        known, whole = text[: int(width) + 1], len(text) <= int(width) + 1
        if whole and self.measure(text, size) <= width:
            return text
        short, long = 0, len(known)
        while short < long:
            middle = (short + long + 1) // 2
            if self.measure(known[:middle] + "…", size) > width:
                long = middle - 1
            else:
                short = middle
        return known[:short] + "…"
