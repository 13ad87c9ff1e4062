"""Where the lines and bars of a picture stand. Words, colours and strokes are the template's and the style sheet's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.charts.lengths import Bar
from tournaments.charts.places import Course

#: Units of the picture: the field of the lines, what is left for numbers before it and for names behind it.
WIDTH, HEIGHT, BEFORE, BEHIND, ABOVE, BELOW = 440, 260, 34, 190, 14, 26
#: The least distance between two names, and the letters of one that fit.
APART, LETTERS = 18, 22
#: How many numbers stand at the side, about.
TICKS = 5


@dataclass(frozen=True)
class Point:
    """A place in the picture with what is written there."""

    x: float
    y: float
    text: str = ""


@dataclass(frozen=True)
class Line:
    """One player's line: unbroken pieces, points, and the name at its end. `kind` numbers the strokes."""

    course: Course
    kind: int
    own: bool
    pieces: tuple[str, ...]
    points: tuple[Point, ...]
    label: Point


@dataclass(frozen=True)
class LineChart:
    """Places over rounds, the first at the top."""

    width: int
    height: int
    lines: tuple[Line, ...]
    rounds: tuple[Point, ...]
    places: tuple[Point, ...]

    @property
    def right(self) -> int:
        """Where the field ends."""
        return BEFORE + WIDTH


@dataclass(frozen=True)
class BarBox:
    """A bar in two parts, those drawn below."""

    bar: Bar
    x: float
    width: float
    won_y: float
    won_height: float
    drawn_y: float
    drawn_height: float


@dataclass(frozen=True)
class BarChart:
    """Bars beside each other."""

    width: int
    height: int
    bars: tuple[BarBox, ...]
    ticks: tuple[Point, ...]
    counts: tuple[Point, ...]


def line_chart(rounds: Sequence[int], courses: Sequence[Course], own: str = "") -> LineChart:
    """The picture of these places."""
    worst = max((place for each in courses for place in each.places if place is not None), default=1)
    step = WIDTH / max(1, len(rounds) - 1)

    def x(at: int) -> float:
        return round(BEFORE + at * step, 1)

    def y(place: int) -> float:
        return round(ABOVE + (place - 1) * HEIGHT / max(1, worst - 1), 1)

    ends = [next((y(place) for place in reversed(each.places) if place is not None), 0.0) for each in courses]
    labels = dict(zip(sorted(range(len(courses)), key=ends.__getitem__), _apart(sorted(ends)), strict=True))
    lines = tuple(
        Line(
            each,
            number % 8,
            each.code == own,
            tuple(_pieces([(x(at), y(place)) if place else None for at, place in enumerate(each.places)])),
            tuple(Point(x(at), y(place), str(place)) for at, place in enumerate(each.places) if place),
            Point(BEFORE + WIDTH + 12, labels[number], _short(f"{each.places[-1] or '–'}. {each.name}")),
        )
        for number, each in enumerate(courses)
    )
    return LineChart(
        BEFORE + WIDTH + BEHIND,
        int(max(ABOVE + HEIGHT, *labels.values(), 0)) + BELOW if labels else ABOVE + HEIGHT + BELOW,
        lines,
        tuple(Point(x(at), ABOVE + HEIGHT + 20, str(number)) for at, number in enumerate(rounds)),
        tuple(Point(BEFORE - 10, y(place), str(place)) for place in _ticks(1, worst)),
    )


def bar_chart(bars: Sequence[Bar], *, centred: bool = False) -> BarChart:
    """The picture of these bars; ``centred``: each says below its middle from where to where it goes, instead of where
    it begins."""
    most = max((bar.matches for bar in bars), default=1)
    wide = (WIDTH + BEHIND) / max(1, len(bars))

    def high(count: int) -> float:
        return round(count * HEIGHT / most, 1)

    boxes = tuple(
        BarBox(
            bar,
            x=round(BEFORE + at * wide + wide * 0.1, 1),
            width=round(wide * 0.8, 1),
            won_y=round(ABOVE + HEIGHT - high(bar.drawn) - high(bar.won), 1),
            won_height=high(bar.won),
            drawn_y=round(ABOVE + HEIGHT - high(bar.drawn), 1),
            drawn_height=high(bar.drawn),
        )
        for at, bar in enumerate(bars)
    )
    ticks = tuple(
        Point(
            round(BEFORE + at * wide + (wide / 2 if centred else 0), 1),
            ABOVE + HEIGHT + 20,
            _span(bar) if centred else str(bar.first),
        )
        for at, bar in enumerate(bars)
    )
    counts = tuple(
        Point(BEFORE - 10, round(ABOVE + HEIGHT - high(count), 1), str(count)) for count in _ticks(0, most)
    )
    return BarChart(BEFORE + WIDTH + BEHIND, ABOVE + HEIGHT + BELOW, boxes, ticks, counts)


def _span(bar: Bar) -> str:
    if bar.last is None:
        return f"{bar.first}+"
    return str(bar.first) if bar.first == bar.last else f"{bar.first}–{bar.last}"


def _pieces(points: Sequence[tuple[float, float] | None]) -> list[str]:
    """The unbroken parts of a line, as a drawing has them."""
    pieces: list[list[str]] = [[]]
    for point in points:
        if point is None:
            pieces.append([])
        else:
            pieces[-1].append(f"{point[0]:g},{point[1]:g}")
    return [" ".join(piece) for piece in pieces if len(piece) > 1]


def _apart(heights: Sequence[float]) -> list[float]:
    """The same in their order, none nearer to the one before than a line of writing."""
    made: list[float] = []
    for height in heights:
        made.append(max(height, made[-1] + APART) if made else height)
    return made


def _ticks(low: int, high: int) -> list[int]:
    """A few whole numbers from the lowest to the highest."""
    steps = [factor * 10**power for power in range(7) for factor in (1, 2, 5)]
    step = next(each for each in steps if (high - low) / each <= TICKS)
    between = [number for number in range(step, high, step) if number > low and high - number >= step / 2]
    return sorted({low, *between, high})


def _short(text: str) -> str:
    return text if len(text) <= LETTERS else text[: LETTERS - 1].rstrip() + "…"
