"""`python -m tests.differential COMMIT [--games N] [--decks N] [--days N] [--kind K …] [--jobs N]`

Compares this checkout with another commit of it: both say the same of games, scenarios, deck lists, schemas and pages,
or what differs is shown. Ends with 0 when nothing does, else 1. The commit must hold this folder too.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.differential.compare import Sides, compared
from tests.differential.facts import Extent

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("schemas", "decks", "scenarios", "games", "pages")


def main() -> int:
    whole = Extent()
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    parser.add_argument("commit", help="what to compare with")
    parser.add_argument("--games", type=int, default=whole.games, help="self-played games of each game")
    parser.add_argument("--decks", type=int, default=whole.decks, help="deck lists")
    parser.add_argument(
        "--days", type=int, default=whole.days, help="simulated days whose pages are compared"
    )
    parser.add_argument(
        "--kind", action="append", choices=KINDS, default=[], help="only these; several times"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--shown", type=int, default=5, help="how many differences are shown whole")
    told = parser.parse_args()
    with TemporaryDirectory(prefix="differential-") as folder:
        other = Path(folder) / "other"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(other), told.commit], check=True)
        try:
            sides = Sides(other, ROOT, Extent(told.games, told.decks, told.days), tuple(told.kind))
            return compared(sides, told.jobs, told.shown, sys.stdout)
        finally:
            subprocess.run([*git, "remove", "--force", str(other)], check=True)


if __name__ == "__main__":
    sys.exit(main())
