"""A million players on one weekend, worked out from what one of each thing costs: `docs/scale.md`.

    .venv/bin/python -m tests.benchmarks.weekend            prints the tables
    .venv/bin/python -m tests.benchmarks.weekend --write    writes them into docs/scale.md

No site is started. Events are laid over two days and the time zones; each round of each is laid over the seconds in
which its phones ask, report, tap and are called. What a thing costs is `COSTS`, measured by `test_costs.py`; what
people do is `HABITS`, which is an assumption and says so.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "scale.md"
BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"
HOUR = 3600


@dataclass(frozen=True)
class Cost:
    """What one of a thing takes: milliseconds of a processor core in Python, statements to the database, bytes sent."""

    milliseconds: float
    statements: float
    bytes: int


#: Of the site as it is, an event of 40 on SQLite: milliseconds and statements as one run of `test_costs.py` printed
#: them on 29 November 2026 on a machine 1.6 times as slow as a quick one, with nothing else at work (pages after a
#: result elsewhere; a tap and a look the mean of Looney Tunes and Highlander; a message without the server's own
#: work); bytes as they go out compressed.
COSTS = {
    "My table": Cost(9.0, 17.6, 4_000),
    "Event page": Cost(33.3, 29, 7_000),
    "Standings": Cost(13.7, 13, 9_000),
    "Report": Cost(30.2, 47.9, 2_000),
    "Tap": Cost(3.25, 6.2, 1_500),
    "Look after a tap": Cost(1.65, 2, 1_500),
    "Message of the stream": Cost(0.046, 0, 120),
    "Time called at a table": Cost(0.92, 1.6, 0),
    "Round begun, for each player": Cost(1.68, 1.9, 0),
    "Round finished, for each player": Cost(0.86, 1.2, 0),
}
#: Bytes of rows for a player in a round, for an entry of a log; both with their indexes.
ROW_BYTES, ENTRY_BYTES = 1_500, 400


#: What one of each part bears in a second: statements of a PostgreSQL of two cores and messages that a Redis hands on,
#: as `test_ceilings.py` printed them; phones connected, as a process of the stream takes them (`config/stream.py`);
#: milliseconds of a core.
STATEMENTS_BORNE, MESSAGES_BORNE, LISTENERS, CORE = 27_000, 2_400_000, 5_000, 1_000


@dataclass(frozen=True)
class Part:
    """A part of the site: what is asked of it in the busiest second, what one bears, whether there can be more."""

    name: str
    asked: float
    bears: float
    more: str

    @property
    def needed(self) -> float:
        """How many of it the busiest second keeps wholly busy."""
        return self.asked / self.bears


@dataclass(frozen=True)
class Habits:
    """What people do; assumed."""

    players: int = 1_000_000
    #: of them on the first of the two days
    first_day: float = 0.65
    #: players of an event in the median; how far they spread; the largest
    median, spread, largest = 22, 0.9, 5_000
    #: share of the players by the hours their clock is ahead of UTC
    zones = (
        (-8, 0.08),
        (-5, 0.27),
        (-3, 0.05),
        (0, 0.08),
        (1, 0.27),
        (3, 0.04),
        (5.5, 0.06),
        (8, 0.1),
        (9, 0.05),
    )
    #: share of the events by the hour they start at
    starts = ((10, 0.45), (11, 0.2), (13, 0.15), (18, 0.2))
    #: minutes of a round with its pause, and of its clock
    round, clock = 65, 50
    #: seconds after a publication in which the phones ask
    crowd = 30
    #: share of tables that log, and the seconds between two entries there
    logging, entry = 0.15, 7
    #: times a player looks at the event page and the standings in a round
    event_looks, standings_looks = 0.5, 1.5
    #: share of tables that still play when time is called
    over_time = 0.2


class Rate:
    """How much of something is asked for in each second, kept as changes of the rate: a stretch is two of them."""

    def __init__(self) -> None:
        self.total = 0.0
        self._changes: defaultdict[int, float] = defaultdict(float)

    def spread(self, number: float, begin: int, seconds: int) -> None:
        """So many, evenly over a stretch from a second on."""
        self.total += number
        self._changes[begin] += number / seconds
        self._changes[begin + seconds] -= number / seconds

    def changes(self) -> Iterator[tuple[int, float]]:
        """Each second at which the rate changes, and by how much."""
        yield from self._changes.items()

    def peak(self) -> float:
        """The most in a second."""
        return highest([(1.0, self)])


def highest(parts: list[tuple[float, Rate]]) -> float:
    """The most in a second of several together, each by its weight."""
    changes: defaultdict[int, float] = defaultdict(float)
    for weight, rate in parts:
        for second, change in rate.changes():
            changes[second] += weight * change
    now, most = 0.0, 0.0
    for second in sorted(changes):
        now += changes[second]
        most = max(most, now)
    return most


@dataclass
class Weekend:
    """What is asked for of each kind, who is in an event, and what came to be."""

    asked: dict[str, Rate]
    here: Rate
    tables: int = 0
    events: int = 0
    players: int = 0
    rounds: int = 0

    def most(self, of: str) -> float:
        """Milliseconds, statements or bytes in the busiest second."""
        return highest([(getattr(COSTS[kind], of), rate) for kind, rate in self.asked.items()])

    def all(self, of: str) -> float:
        """The same over the whole weekend."""
        return sum(getattr(COSTS[kind], of) * rate.total for kind, rate in self.asked.items())


def size_of(chance: random.Random, habits: Habits) -> int:
    """The players of one event: log-normal, from four up."""
    return min(habits.largest, max(4, round(math.exp(chance.gauss(math.log(habits.median), habits.spread)))))


def rounds_of(players: int) -> int:
    """Rounds of a Swiss event after which one player at most is unbeaten, three at least."""
    return max(3, math.ceil(math.log2(players)))


def laid_out(habits: Habits, seed: int = 1) -> Weekend:
    """The weekend: events until the players are spent."""
    chance = random.Random(seed)
    weekend = Weekend({kind: Rate() for kind in COSTS}, Rate())
    while weekend.players < habits.players:
        players = size_of(chance, habits)
        zone = chance.choices(*zip(*habits.zones, strict=True))[0]
        hour = chance.choices(*zip(*habits.starts, strict=True))[0]
        day = 0 if chance.random() < habits.first_day else 1
        late = chance.gauss(10, 8)  # minutes: nobody starts at the stroke
        lay_event(weekend, habits, players, int((day * 24 + 24 + hour - zone) * HOUR + late * 60))
    return weekend


def lay_event(weekend: Weekend, habits: Habits, players: int, start: int) -> None:
    """One event from its first round on, which is published at a second of the weekend."""
    asked, tables, length, clock = weekend.asked, players // 2, habits.round * 60, habits.clock * 60
    for number in range(rounds_of(players)):
        begun = start + number * length
        called, half = begun + clock, clock // 2
        asked["Round begun, for each player"].spread(players, begun, 1)
        asked["Round finished, for each player"].spread(players, called + 300, 1)
        asked["Message of the stream"].spread(players, begun, 1)
        asked["My table"].spread(players, begun, habits.crowd)
        # results come in over the second half: one phone reports, the other confirms, both pages follow
        asked["Report"].spread(2 * tables, called - half, half)
        asked["My table"].spread(4 * tables, called - half, half)
        asked["Message of the stream"].spread(4 * tables, called - half, half)
        asked["Event page"].spread(players * habits.event_looks, begun, length)
        asked["Standings"].spread(players * habits.standings_looks, called, length - clock)
        taps = tables * habits.logging * clock / habits.entry
        for kind, times in (("Tap", 1), ("Look after a tap", 1), ("Message of the stream", 2)):
            asked[kind].spread(taps * times, begun, clock)
        asked["Time called at a table"].spread(tables * habits.over_time, called, 1)
        weekend.tables += tables
    whole = rounds_of(players) * length
    weekend.here.spread(players * whole, start, whole)
    weekend.events += 1
    weekend.players += players
    weekend.rounds += rounds_of(players)


def parts_of(weekend: Weekend) -> list[Part]:
    """The parts of a site that is one large form, the most strained first."""
    asked, here = weekend.asked, weekend.here.peak()
    # every process of the stream hears of every change
    told = highest([(1.0, asked[kind]) for kind in ("Tap", "Report")]) * math.ceil(here / LISTENERS)
    sweeps = COSTS["Time called at a table"].milliseconds * asked["Time called at a table"].peak()
    parts = [
        Part("Processes of the event stream: phones connected", here, LISTENERS, "yes, and machines"),
        Part("Cores for pages, taps and steps: ms", weekend.most("milliseconds"), CORE, "yes, and machines"),
        Part(
            "PostgreSQL of two cores: statements", weekend.most("statements"), STATEMENTS_BORNE, "no; larger"
        ),
        Part("Redis: messages handed on to the stream", told, MESSAGES_BORNE, "no"),
        Part("The sweep of the clocks: ms", sweeps, CORE, "not needed"),
    ]
    return sorted(parts, key=lambda part: part.needed, reverse=True)


def tables_of(weekend: Weekend) -> str:
    """The tables of the page."""
    lines = [
        "| what | in the weekend | in the busiest second |",
        "| --- | ---: | ---: |",
        f"| Events; players | {weekend.events:,}; {weekend.players:,} | {weekend.here.peak():,.0f} players at once |",
        f"| Rounds; matches | {weekend.rounds:,}; {weekend.tables:,} | |",
    ]
    for kind, rate in weekend.asked.items():
        lines.append(f"| {kind} | {rate.total:,.0f} | {rate.peak():,.0f} |")
    lines += [
        "",
        "| what it takes | in the weekend | in the busiest second |",
        "| --- | ---: | ---: |",
        f"| Processor in Python | {weekend.all('milliseconds') / 3.6e6:,.0f} core hours "
        f"| {weekend.most('milliseconds') / 1000:,.0f} cores busy |",
        f"| Statements to databases | {weekend.all('statements'):,.0f} | {weekend.most('statements'):,.0f} |",
        f"| Sent, compressed | {weekend.all('bytes') / 1e12:,.2f} TB "
        f"| {weekend.most('bytes') * 8 / 1e9:,.2f} Gbit |",
        f"| Rows kept | {kept_bytes(weekend) / 1e9:,.0f} GB | |",
        "",
        "| part, in the busiest second | asked | one bears | kept busy | can there be more? |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    lines += [
        f"| {part.name} | {part.asked:,.0f} | {part.bears:,.0f} | {part.needed:,.2f} | {part.more} |"
        for part in parts_of(weekend)
    ]
    return "\n".join(lines)


def kept_bytes(weekend: Weekend) -> float:
    """Bytes of rows that stay: of every player in every round, and of every entry of a log."""
    return ROW_BYTES * weekend.tables * 2 + ENTRY_BYTES * weekend.asked["Tap"].total


def page_with(tables: str) -> str:
    """The page with these tables in their place."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return f"{text[:begin]}\n\n{tables}\n\n{text[end:]}"


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="write the tables into docs/scale.md")
    tables = tables_of(laid_out(Habits()))
    if parser.parse_args().write:
        PAGE.write_text(page_with(tables), encoding="utf-8")
    else:
        print(tables)


if __name__ == "__main__":
    main()
