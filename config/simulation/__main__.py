"""The process of simulated days: `python -m config.simulation`, started by `simulate_day` and `simulate_days`.

Each line of standard input is the plan of a day as JSON, each line of standard output what came of it. The environment
is one of its own (`own_database`); the tables are made once, and emptied before each day that follows.
"""

from __future__ import annotations

import gc
import logging
import sys
import time
from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any

import msgspec

#: New objects between two searches for garbage: a day makes many, and few that hold each other.
GARBAGE = (50_000, 20, 20)


def main(lines: Iterable[bytes]) -> None:
    """Plays day after day, until nothing more is asked for."""
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    gc.set_threshold(*GARBAGE)
    from django.core.management import call_command

    from config.simulation.emptying import empty
    from config.simulation.quicker import quicken
    from config.simulation.redis_cache import forget

    quicken()
    call_command("migrate", run_syncdb=True, verbosity=0)
    for number, line in enumerate(lines):
        if number:
            empty()
        sys.stdout.buffer.write(msgspec.json.encode(played(msgspec.json.decode(line))) + b"\n")
        sys.stdout.buffer.flush()
    forget()


def played(told: dict[str, Any]) -> dict[str, Any]:
    """The report of a day, and the seconds of processor it took."""
    from config.simulation.branches import Branches
    from config.simulation.day import Day
    from config.simulation.plan import Plan
    from config.simulation.report import report_of

    begun = time.process_time()
    day = Day(Plan(**told["plan"] | {"faults": tuple(told["plan"]["faults"])}))
    with Branches() if told["branches"] else nullcontext() as branches:
        day.run()
    report = report_of(day, branches.report() if branches else None)
    return {"report": report, "processor": round(time.process_time() - begun, 2)}


if __name__ == "__main__":
    try:
        main(sys.stdin.buffer)
    except Exception as error:
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write(f"{type(error).__name__}: {' '.join(str(error).split())[:500]}\n")
        sys.exit(70)
