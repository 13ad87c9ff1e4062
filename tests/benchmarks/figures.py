"""The site's figures beside others', in one run.

    .venv/bin/python -m tests.benchmarks.figures                    prints the tables
    .venv/bin/python -m tests.benchmarks.figures --only growth      one part: pairing, replay, growth or phone
    .venv/bin/python -m tests.benchmarks.figures --write            writes them into docs/figures.md, plots beside it

The others are installed into a folder of their own (``--peers``), and never seen by the site. Who cannot be had is
named with the reason. bbpPairings has to be built by whoever wants it: ``--bbppairings`` names the program.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from tests.benchmarks.peers.growth import grown, growth_text
from tests.benchmarks.peers.installed import ROOT, Peers, usual_folder
from tests.benchmarks.peers.pairing import pairing_table
from tests.benchmarks.peers.plots import svg_of
from tests.benchmarks.peers.replaying import replay_table
from tests.benchmarks.phone_views import phone_table

PAGE = ROOT / "docs" / "figures.md"
IMAGES = ROOT / "docs" / "images"
PARTS = ("pairing", "replay", "growth", "phone")


def markers(part: str) -> tuple[str, str]:
    """The comments between which a part of the page is written."""
    return f"<!-- {part}: begin -->", f"<!-- {part}: end -->"


def page_with(text: str, part: str, tables: str) -> str:
    """The page with these tables between the part's markers, all else as it was. Raises ValueError: no markers."""
    begin, end = markers(part)
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(end) < text.index(begin):
        raise ValueError(f"The page needs {begin} and, after it, {end}, each once.")
    before, after = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    return f"{before}\n\n{tables}\n\n{after}"


def measured_on() -> str:
    """When and on what: date, processor, cores, Python, load."""
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return (
        f"Measured by one run of `python -m tests.benchmarks.figures` on {datetime.now(UTC):%d %B %Y}: {processor()}, "
        f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{load}; "
        "seconds are those of the processor."
    )


def processor() -> str:
    """The processor's model, where the system says it."""
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    return model or platform.processor() or platform.machine()


def tables_of(part: str, asked: argparse.Namespace, say: Callable[[str], None]) -> tuple[str, dict[str, str]]:
    """A part's tables, with when and on what, and its pictures by their names."""
    on, peers = measured_on(), Peers(asked.peers, say)
    if part == "pairing":
        return f"{on}\n\n{pairing_table(peers, asked.bbppairings, asked.limit, say)}", {}
    if part == "replay":
        return f"{on}\n\n{replay_table(peers, 4 * asked.limit, say)}", {}
    if part == "phone":
        return f"{on}\n\n{phone_table(say)}", {}
    growths = list(grown(say))
    return f"{on}\n\n{growth_text(growths)}", {each.picture: svg_of(each.curve) for each in growths}


def parsed(words: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    parser.add_argument("--write", action="store_true", help="write them into docs/figures.md")
    parser.add_argument("--peers", type=Path, default=usual_folder(), help="the folder for the others")
    parser.add_argument("--bbppairings", type=Path, help="the program bbpPairings, built")
    parser.add_argument("--limit", type=float, default=120.0, help="seconds for one pairing of a peer")
    return parser.parse_args(words)


def main() -> None:
    """The command. Each part is written as soon as it is measured."""
    asked = parsed()
    for part in [asked.only] if asked.only else PARTS:
        tables, pictures = tables_of(part, asked, lambda line: print(line, file=sys.stderr, flush=True))
        if not asked.write:
            print(f"\n{tables}")
            continue
        text = page_with(PAGE.read_text(encoding="utf-8"), part, tables)
        for name, picture in pictures.items():
            (IMAGES / name).write_text(picture, encoding="utf-8")
        PAGE.write_text(text, encoding="utf-8")
        print(f"{part}: written into {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
