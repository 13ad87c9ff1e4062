"""A curve on two logarithmic axes as SVG, and the slope of the straight line that fits it best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 80, 24, 48, 56
INK, FAINT, LINE, FIT = "#1d2733", "#d5dbe1", "#14568f", "#b04a12"

Point = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """What is drawn: a title, what the axes are, and points with both parts above 0, at least two of them."""

    title: str
    across: str
    up: str
    points: tuple[Point, ...]

    @property
    def slope(self) -> float:
        """By how many powers it grows: 1 where twice as much across is twice as much up."""
        return fitted(self.points)[0]


def fitted(points: Sequence[Point]) -> tuple[float, float]:
    """Slope and height at 1 of the line of least squares through the logarithms (base 10) of the points."""
    xs, ys = [math.log10(x) for x, _ in points], [math.log10(y) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - mean_x) ** 2 for x in xs)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / spread
    return slope, mean_y - slope * mean_x


class Axis:
    """Places values between two pixels by their logarithms, whole powers of ten at the ends."""

    def __init__(self, values: Sequence[float], first: float, last: float) -> None:
        self.low, self.high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
        self.high = max(self.high, self.low + 1)
        self.first, self.last = first, last

    def at(self, value: float) -> float:
        """The pixel of a value."""
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.first + share * (self.last - self.first), 1)

    def powers(self) -> list[float]:
        """The powers of ten that get a line."""
        return [10.0**power for power in range(self.low, self.high + 1)]


def svg_of(curve: Curve) -> str:
    """The curve as a picture that needs nothing else: light ground, words as text, the fitted line dashed."""
    across = Axis([x for x, _ in curve.points], LEFT, WIDTH - RIGHT)
    up = Axis([y for _, y in curve.points], HEIGHT - BOTTOM, TOP)
    slope, height = fitted(curve.points)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(curve.title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        word(LEFT, 26, f"{curve.title} (slope {slope:.2f})", size=16),
        word(WIDTH / 2, HEIGHT - 12, curve.across, "middle"),
        f'<g transform="rotate(-90 18 {middle})">{word(18, middle, curve.up, "middle")}</g>',
    ]
    for value in across.powers():
        parts.append(stroke([(across.at(value), TOP), (across.at(value), HEIGHT - BOTTOM)], FAINT))
        parts.append(word(across.at(value), HEIGHT - BOTTOM + 20, f"{value:,g}", "middle"))
    for value in up.powers():
        parts.append(stroke([(LEFT, up.at(value)), (WIDTH - RIGHT, up.at(value))], FAINT))
        parts.append(word(LEFT - 8, up.at(value) + 4, short(value), "end"))
    ends = [curve.points[0][0], curve.points[-1][0]]
    line = [(across.at(x), up.at(10 ** (height + slope * math.log10(x)))) for x in ends]
    parts.append(stroke(line, FIT, 'stroke-dasharray="6 5"'))
    places = [(across.at(x), up.at(y)) for x, y in curve.points]
    parts.append(stroke(places, LINE, 'stroke-width="2"'))
    parts += [f'<circle cx="{x}" cy="{y}" r="4" fill="{LINE}"/>' for x, y in places]
    return "\n".join([*parts, "</svg>", ""])


def short(value: float) -> str:
    """A power of ten for an axis, without many noughts."""
    return f"{value:g}" if value < 10_000 else f"{value:.0e}".replace("e+0", "e")


def word(x: float, y: float, text: str, anchor: str = "start", size: int = 13) -> str:
    """A line of text."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}">{escape(text)}</text>'


def stroke(places: Sequence[Point], colour: str, more: str = "") -> str:
    """A line through places."""
    given = " ".join(f"{x},{y}" for x, y in places)
    return f'<polyline points="{given}" fill="none" stroke="{colour}" {more}/>'
