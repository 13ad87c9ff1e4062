"""How what the site does grows with the players: curves for the docs, and their slopes."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import msgspec

from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.peers.installed import ROOT, Missing, run_out
from tests.benchmarks.peers.plots import Curve, Point
from tournaments.facts import Rules
from tournaments.pairing import pair_next_round
from tournaments.simulation import simulated_event
from tournaments.standings import standings_of
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

PAIRED = (500, 1_000, 2_000, 4_000, 8_000, 16_000)
RANKED = (125, 500, 2_000, 8_000)
KEPT = (16, 64, 256, 1024)
SEATS = (2, 3, 4, 5, 6)
SHOWN = (50, 200, 800, 3_200)
LIVE = (1, 10, 100, 1_000)
#: pages by the names of their addresses
PAGES = {
    "event_page": "Event page",
    "my_table": "My table",
    "standings": "A page of the standings",
    "desk": "Desk",
    "charts": "Charts",
}
#: runs of which the best counts, and games of which the mean does
RUNS, GAMES = 3, 8
GAME = "nightmare_before_christmas"


@dataclass(frozen=True)
class Growth:
    """A curve, the name of its picture, and what a reader should know of how it was measured."""

    picture: str
    curve: Curve
    how: str


def best_of(work: Callable[[], object], runs: int = RUNS) -> float:
    """Processor seconds of the quickest of some runs."""
    least = float("inf")
    for _ in range(runs):
        begun = time.process_time()
        work()
        least = min(least, time.process_time() - begun)
    return least


def pairing_growth() -> Growth:
    """Seconds to pair a fifth round."""
    points = []
    for size in PAIRED:
        event = simulated_event(size, 4, "figures")
        points.append((float(size), best_of(lambda event=event: pair_next_round(event))))  # type: ignore[misc]
    curve = Curve("Pairing a fifth round", "players", "processor seconds", tuple(points))
    return Growth("growth-pairing.svg", curve, "a fifth round, best of three")


def standings_growth() -> Growth:
    """Seconds to reckon the standings after five rounds, with all tiebreakers."""
    points = []
    rules = msgspec.convert({"profile": "mtr", "tiebreakers": tuple(TIEBREAKERS)}, Rules)
    for size in RANKED:
        event = msgspec.structs.replace(simulated_event(size, 5, "figures"), rules=rules)
        points.append((float(size), best_of(lambda event=event: standings_of(event))))  # type: ignore[misc]
    curve = Curve("Standings after five rounds", "players", "processor seconds", tuple(points))
    return Growth(
        "growth-standings.svg", curve, f"{len(TIEBREAKERS)} tiebreakers, profile mtr, best of three"
    )


def log_growth() -> Growth:
    """Entries of a self-played game's log by the players at the table."""
    game = registry.load(GAME)
    points = []
    for seats in SEATS:
        lengths = [len(play_game(game, f"figures:{seats}:{n}", seats).entries) for n in range(GAMES)]
        points.append((float(seats), statistics.fmean(lengths)))
    curve = Curve("Length of a game's log", "players at the table", "entries", tuple(points))
    return Growth(
        "growth-log.svg", curve, f"{registry.GAMES[GAME][0]}, the mean of {GAMES} self-played games"
    )


def database_growth() -> Growth:
    """Bytes that an event of two rounds adds to the database."""
    command = [sys.executable, "-m", "tests.benchmarks.peers.sizes", *map(str, KEPT)]
    rows = json.loads(run_out(command, {"PYTHONPATH": str(ROOT)}).splitlines()[-1])
    points: tuple[Point, ...] = tuple((float(players), float(size)) for players, size in rows)
    curve = Curve("Database, two rounds of an event", "players", "bytes added", points)
    return Growth("growth-database.svg", curve, "SQLite, with its indexes; two rounds played and finished")


def page_growths() -> Iterator[Growth]:
    """Processor seconds of pages after a result, by players, and of a tap, by live tables."""
    words = [",".join(map(str, sizes)) for sizes in (SHOWN, LIVE)]
    command = [sys.executable, "-m", "tests.benchmarks.peers.pages", *words]
    measured = json.loads(run_out(command, {"PYTHONPATH": str(ROOT)}, 900).splitlines()[-1])
    for name, title in PAGES.items():
        points = tuple((float(players), float(seconds)) for players, seconds in measured[name])
        curve = Curve(title, "players", "processor seconds", points)
        yield Growth(
            f"growth-page-{name.replace('_', '-')}.svg",
            curve,
            "SQLite, half of a round played, the quickest of nine after a result",
        )
    points = tuple((float(tables), float(seconds)) for tables, seconds in measured["tap"])
    curve = Curve("A tap at a live table", "live tables of the event", "processor seconds", points)
    yield Growth("growth-live-tables.svg", curve, "SQLite, Looney Tunes over the API, the median of 40 taps")


def grown(say: Callable[[str], None]) -> Iterable[Growth]:
    """All the curves; one that cannot be measured is said and left out."""
    for work in (pairing_growth, standings_growth, log_growth, database_growth, page_growths):
        try:
            made = work()
            growths = [made] if isinstance(made, Growth) else list(made)
        except Missing as missing:
            say(f"growth: {work.__name__} left out: {missing}")
            continue
        for growth in growths:
            say(f"growth: {growth.curve.title}: slope {growth.curve.slope:.2f}")
            yield growth


def growth_text(growths: Iterable[Growth]) -> str:
    """The curves as a table in Markdown and as pictures that lie in ``docs/images``."""
    rows = ["| growth | measured | slope |", "| --- | --- | ---: |"]
    pictures = []
    for growth in growths:
        curve = growth.curve
        said = "; ".join(f"{x:,.0f}: {amount(y)}" for x, y in curve.points)
        rows.append(
            f"| {curve.title} ({growth.how}), {curve.up} by {curve.across} | {said} | {curve.slope:.2f} |"
        )
        pictures.append(f"![{curve.title}: {curve.up} by {curve.across}](images/{growth.picture})")
    note = (
        "The slope is that of the line of least squares through the logarithms: 1 is linear, 2 would be quadratic; "
        "below 1 a fixed part still weighs."
    )
    return "\n".join([*rows, "", note, "", *pictures])


def amount(value: float) -> str:
    """A figure with three digits that count."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
