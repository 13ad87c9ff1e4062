"""`python3 run.py test`: all checks, section by section, with a summary at the end."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby

from config.launch.sections import ROOT, Section, all_sections

COUNTS = re.compile(r"(\d+) (passed|failed|error|skipped|xfailed|xpassed)")
CLOSING = re.compile(r"^(?:=+ )?(?:no tests ran|\d+ \w+).* in [\d.]+s\b|^\d+ passed, \d+ failed$")
APART = ("DATABASE_URL", "REDIS_URL", "DATA_DIR", "PYTHONDONTWRITEBYTECODE")
# pytest's word for "nothing was collected".
NOTHING = 5
#: Where the lines of a section go.
Write = Callable[[str], None]
#: More failures than these in a section are no accident of the moment, and are not tried again.
FEW = 2


@dataclass
class Outcome:
    """How a section went."""

    section: Section
    word: str
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    again: int = 0


def main(arguments: list[str]) -> int:
    """Runs the sections; 0 when none failed, 1 otherwise, 64 for a section that does not exist."""
    parser = argparse.ArgumentParser(prog="run.py test", description="Runs all checks and tests.")
    parser.add_argument("--long", action="store_true", help="the full tier as well")
    parser.add_argument("section", nargs="*", help="only these sections")
    options = parser.parse_args(arguments)
    sections = all_sections(long=options.long)
    unknown = set(options.section) - {s.name for s in sections}
    if unknown:
        names = ", ".join(s.name for s in sections)
        sys.stderr.write(f"No section {', '.join(sorted(unknown))}. There are: {names}\n")
        return 64
    chosen = [s for s in sections if not options.section or s.name in options.section]
    strict = os.environ.get("CI", "").lower() in ("true", "1")
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="first-blood-checks-") as data:
        for narrow, sections_of_kind in groupby(chosen, lambda section: section.narrow):
            if narrow:
                outcomes += side_by_side(list(sections_of_kind), data, strict=strict)
            else:
                outcomes += [run(section, data, strict=strict) for section in sections_of_kind]
    return summary(outcomes)


def show(text: str) -> None:
    """On the screen, at once."""
    print(text, end="", flush=True)


def side_by_side(sections: list[Section], data: str, *, strict: bool) -> list[Outcome]:
    """Sections that use one processor each, two at a time; each is shown whole when it ends."""

    def one(section: Section) -> Outcome:
        said: list[str] = []
        try:
            return run(section, data, strict=strict, write=said.append)
        finally:
            show("".join(said))

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, sections))


def run(section: Section, data: str, *, strict: bool, write: Write = show) -> Outcome:
    """One section. What it needs and does not find is a skip, and in CI (`strict`) a failure."""
    write(f"\n== {section.title} ({section.name})\n")
    if section.missing:
        write(f"{'Failed' if strict else 'Skipped'}: {section.missing}.\n")
        return Outcome(section, "failed" if strict else "skipped")
    started = time.monotonic()
    outcome = Outcome(section, "passed")
    for command in section.commands:
        code = stream(command, environment(section, data), outcome.counts, write)
        if code and not (section.twice and second_try(command, data, outcome)):
            outcome.word = "failed"
            if code == NOTHING:
                write("There is nothing to run here.\n")
            break
    outcome.seconds = time.monotonic() - started
    return outcome


def second_try(command: list[str], data: str, outcome: Outcome) -> bool:
    """Runs the few tests that failed once more, one after another; whether they pass now. The summary names it."""
    failed = outcome.counts["failed"] + outcome.counts["error"]
    if not 0 < failed <= FEW:
        return False
    print(f"\nTried once more, alone: {failed}", flush=True)
    counts: Counter[str] = Counter()
    last = ["--last-failed", "--last-failed-no-failures=none", "-n", "0"]
    if stream([*command, *last], environment(outcome.section, data), counts) or counts["passed"] != failed:
        return False
    outcome.counts["failed"] = outcome.counts["error"] = 0
    outcome.counts += counts
    outcome.again = failed
    return True


def environment(section: Section, data: str) -> dict[str, str]:
    """The user's environment without what would point the tests at the user's own site, or have every process compile
    all of the program again.
    """
    kept = {k: v for k, v in os.environ.items() if k not in APART}
    kept["PYTHONPATH"] = str(ROOT)
    if not any("pytest" in part for command in section.commands for part in command):
        kept["DATA_DIR"] = os.path.join(data, section.name)
    return {**kept, **section.environ}


def stream(command: list[str], environ: dict[str, str], counts: Counter[str], write: Write = show) -> int:
    """Runs a command, writes its lines as they come, and adds up what pytest counts in its closing line."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout
    try:
        for line in process.stdout:
            write(line)
            if CLOSING.match(line):
                counts.update(
                    {
                        word.rstrip("s") if word == "errors" else word: int(n)
                        for n, word in COUNTS.findall(line)
                    }
                )
        return process.wait()
    except BaseException:
        process.terminate()
        process.wait()
        raise


def summary(outcomes: list[Outcome]) -> int:
    """Prints how each section went and the sum; gives the exit code."""
    print("\n== Summary")
    for outcome in outcomes:
        counts = ", ".join(f"{n} {word}" for word, n in outcome.counts.items())
        reason = outcome.section.missing if outcome.word == "skipped" else counts
        print(f"{outcome.word:8}{outcome.section.name:12}{outcome.seconds:7.1f} s  {reason}".rstrip())
    for outcome in outcomes:
        if outcome.again:
            print(f"At the second try only: {outcome.again} of {outcome.section.title}.")
    skipped = [o for o in outcomes if o.word == "skipped"]
    for outcome in skipped:
        print(f"Skipped: {outcome.section.title}: {outcome.section.missing}.")
    words = Counter(o.word for o in outcomes)
    tests = sum((o.counts for o in outcomes), Counter[str]())
    failed = tests["failed"] + tests["error"]
    took = sum(o.seconds for o in outcomes)
    print(
        f"Sections: {words['passed']} passed, {words['failed']} failed, {words['skipped']} skipped"
        f" in {took:.0f} s"
    )
    print(f"Tests: {tests['passed']} passed, {failed} failed, {tests['skipped']} skipped", flush=True)
    return 1 if words["failed"] else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
