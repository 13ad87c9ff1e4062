"""A fifth round paired by ours and by others, on the same fields."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from tests.benchmarks.peers.fields import field_to_pair
from tests.benchmarks.peers.installed import ROOT, Missing, Peers, our_version, run_out
from tests.benchmarks.peers.trf import trf_of
from tournaments.pairing import pair_next_round
from tournaments.pairing.costs import costs_of
from tournaments.pairing.swiss import EXACT_UP_TO

SIZES = (16, 64, 256, 1024)
SCRIPTS = Path(__file__).parent / "scripts"
#: ours: the best of so many
RUNS = 5


@dataclass(frozen=True)
class Paired:
    """Processor seconds, and what came of it: pairs, and the sum of squared differences where it is reckoned."""

    seconds: float
    pairs: int
    squared: int | None = None


@dataclass(frozen=True)
class Pairer:
    """One that pairs: its name with the version, how, and a function from players to what it took."""

    name: str
    how: str
    pair: Callable[[int], Paired]


def ours(players: int) -> Paired:
    """From the event's facts to tables, the field made from them included."""
    event, field = field_to_pair(players)
    seconds = float("inf")
    for _ in range(RUNS):
        begun = time.process_time()
        made = pair_next_round(event)
        seconds = min(seconds, time.process_time() - begun)
    at = {name: i for i, name in enumerate(field.ids)}
    pairs = [(at[match.seats[0]], at[match.seats[1]]) for match in made.matches]
    squared = costs_of(field, pairs, [at[name] for name in made.byes]).squared
    return Paired(seconds, len(pairs), int(squared))


def by_graph(library: str, limit: float) -> Callable[[int], Paired]:
    """A general matching of that library, in a process that is ended after ``limit`` seconds."""

    def pair(players: int) -> Paired:
        command = [sys.executable, "-m", "tests.benchmarks.peers.matching", library, str(players)]
        return Paired(**json.loads(run_out(command, {"PYTHONPATH": str(ROOT)}, limit)))

    return pair


def by_py4swiss(peers: Peers, limit: float) -> Callable[[int], Paired]:
    """The Dutch system of py4swiss."""

    def pair(players: int) -> Paired:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "event.trf"
            file.write_text(trf_of(field_to_pair(players)[0]), encoding="utf-8")
            command = [sys.executable, str(SCRIPTS / "py4swiss_pairing.py"), str(file)]
            return Paired(**json.loads(run_out(command, peers.environment, limit)))

    return pair


def by_bbppairings(program: Path, limit: float) -> Callable[[int], Paired]:
    """The Dutch system of bbpPairings, its whole run from the file on."""

    def pair(players: int) -> Paired:
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "event.trf", Path(folder) / "pairs.txt"
            file.write_text(trf_of(field_to_pair(players)[0]), encoding="utf-8")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            run_out([str(program), "--dutch", str(file), "-p", str(out)], limit=limit)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            lines = out.read_text(encoding="utf-8").splitlines()[1:]
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        return Paired(used, sum(not line.endswith(" 0") for line in lines if line))

    return pair


def pairers(peers: Peers, bbppairings: Path | None, limit: float) -> Iterator[Pairer | tuple[str, str]]:
    """All that pair beside ours; one that is missing as its name and the reason."""
    for library in ("networkx", "rustworkx"):
        name = f"{library} {version(library)}"
        yield Pairer(name, "matching on the same weights, complete graph", by_graph(library, limit))
    try:
        yield Pairer(
            f"py4swiss {peers.version('py4swiss')}", "Dutch system, same results", by_py4swiss(peers, limit)
        )
    except Missing as missing:
        yield "py4swiss", str(missing)
    if bbppairings is None:
        yield "bbpPairings", "it has to be built: give the program with --bbppairings"
        return
    try:
        said = version_of(bbppairings)
        yield Pairer(said, "Dutch system, same results", by_bbppairings(bbppairings, limit))
    except Missing as missing:
        yield "bbpPairings", str(missing)


def version_of(program: Path) -> str:
    """What bbpPairings says of itself. It ends with a fault where it is asked for nothing else, so that counts not."""
    try:
        ran = subprocess.run([str(program), "-r"], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{program.name} cannot be run") from error
    line = next((line for line in (ran.stdout + ran.stderr).splitlines() if "BBP Pairings" in line), "")
    said = re.search(r"v\d[\w.]*", line)
    return f"bbpPairings {said[0]}" if said else "bbpPairings"


def pairing_table(peers: Peers, bbppairings: Path | None, limit: float, say: Callable[[str], None]) -> str:
    """The table of who took how long, in Markdown, with the ratios to ours and who was skipped."""
    mine = {size: ours(size) for size in SIZES}
    say("pairing: ours done")
    rows = [
        "| fifth round | " + " | ".join(f"{size:,} players" for size in SIZES) + " |",
        "| --- |" + " ---: |" * len(SIZES),
        f"| ours, {our_version()}, from the facts to the tables | "
        + " | ".join(f"{in_words(mine[size].seconds)}" for size in SIZES)
        + " |",
    ]
    skipped, better = [], []
    for one in pairers(peers, bbppairings, limit):
        if isinstance(one, tuple):
            skipped.append(f"- {one[0]} was skipped: {one[1]}.")
            continue
        cells = []
        for size in SIZES:
            try:
                paired = one.pair(size)
            except Missing as missing:
                cells.append(str(missing))
                continue
            cells.append(
                f"{in_words(paired.seconds)}, {times(paired.seconds / mine[size].seconds)} times ours"
            )
            if paired.pairs != mine[size].pairs:
                better.append(f"- {one.name} made {paired.pairs} pairs of {size:,}, ours {mine[size].pairs}.")
            if paired.squared is not None and paired.squared != mine[size].squared:
                better.append(
                    f"- {one.name} came to a sum of squared differences of {paired.squared} for {size:,} players, "
                    f"ours to {mine[size].squared}."
                )
            say(f"pairing: {one.name}, {size}: {cells[-1]}")
        rows.append(f"| {one.name} ({one.how}) | " + " | ".join(cells) + " |")
    whole = (
        f"- Ours matches a field of up to {EXACT_UP_TO} whole, and parts of a larger one (docs/pairing.md)."
    )
    same = ["- The matchings came to the same sum of squared differences as ours, and all to as many pairs."]
    return "\n".join([*rows, "", *(better or same), whole, *skipped])


def in_words(seconds: float) -> str:
    """Seconds as a table says them."""
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def times(ratio: float) -> str:
    """A ratio with two digits that count."""
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}" if ratio >= 1 else f"{ratio:.2f}"
