"""Two checkouts side by side: each records what it says in processes of its own; what differs is asked for whole."""

from __future__ import annotations

import difflib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import NamedTuple, TextIO

from config.simulation.own_database import own_database
from tests.differential.facts import Extent

#: Lines of one difference that are shown, and letters of a line.
LINES, WIDTH = 24, 300


class Sides(NamedTuple):
    """The two checkouts, and what is compared of them."""

    before: Path
    after: Path
    extent: Extent
    kinds: tuple[str, ...] = ()


def compared(sides: Sides, jobs: int, shown: int, out: TextIO) -> int:
    """Records both and writes what differs; 1 where something does, else 0."""
    tasks = [(side, part) for part in range(jobs) for side in (sides.before, sides.after)]
    with ThreadPoolExecutor(jobs) as pool:
        said = list(pool.map(lambda task: recorded(sides, task[0], (task[1], jobs)), tasks))
    before, after = _joined(said[::2]), _joined(said[1::2])
    wrong = differences(before, after)
    for kind, count in sorted(Counter(name.split("/")[0] for name in {**before, **after}).items()):
        differ = sum(name.startswith(f"{kind}/") for name in wrong)
        out.write(f"{kind}: {count} compared, {differ} differ\n")
    show(sides, wrong[:shown], out)
    if len(wrong) > shown:
        out.write("\nalso: " + "\n      ".join(wrong[shown : shown + 200]) + "\n")
    return int(bool(wrong) or not before)


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The names of what the two sides say differently, or only one of them says."""
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def show(sides: Sides, names: list[str], out: TextIO) -> None:
    """These facts of both sides, line against line."""
    if not names:
        return
    one, other = (recorded(sides, side, (0, 1), names) for side in (sides.before, sides.after))
    for name in names:
        out.write(f"\n== {name}\n")
        lines = difflib.unified_diff(
            one.get(name, "").split("\n"),
            other.get(name, "").split("\n"),
            "before",
            "after",
            n=1,
            lineterm="",
        )
        for text in islice(lines, 2, LINES):
            out.write(f"{text[:WIDTH]}\n")


def recorded(
    sides: Sides, checkout: Path, share: tuple[int, int], only: list[str] | None = None
) -> dict[str, str]:
    """What a checkout says: a hash for each fact, or the texts of those named. Raises CalledProcessError."""
    asked = {"extent": list(sides.extent), "kinds": sides.kinds, "share": share, "only": only or []}
    with own_database("") as environ:
        done = subprocess.run(
            [sys.executable, "-m", "tests.differential.record"],
            input=json.dumps(asked),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            cwd=checkout,
            env={**os.environ, **environ, "PYTHONPATH": str(checkout)},
        )
    return dict(json.loads(row) for row in done.stdout.splitlines())


def _joined(parts: list[dict[str, str]]) -> dict[str, str]:
    return {name: said for part in parts for name, said in part.items()}
