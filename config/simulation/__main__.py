"""The process of a simulated day: `python -m config.simulation`, started by the command `simulate_day`.

It is told the plan as JSON on standard input, in an environment of its own (`ground`), and writes the report as JSON.
"""

from __future__ import annotations

import logging
import sys
from typing import Any

import msgspec


def main() -> int:
    """Makes the tables, plays the day, writes what came of it; 1 for a broken invariant."""
    told: dict[str, Any] = msgspec.json.decode(sys.stdin.buffer.read())
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.core.management import call_command

    from config.simulation.branches import Branches
    from config.simulation.day import Day
    from config.simulation.plan import Plan
    from config.simulation.report import report_of

    call_command("migrate", run_syncdb=True, verbosity=0)
    day = Day(Plan(told["seed"], told["players"], told["rounds"], tuple(told["faults"])))
    with Branches() as branches:
        day.run()
    sys.stdout.buffer.write(msgspec.json.encode(report_of(day, branches.report())))
    return 1 if day.failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception as error:
        if "--traceback" in sys.argv:
            raise
        sys.stderr.write(f"{type(error).__name__}: {' '.join(str(error).split())[:500]}\n")
        sys.exit(70)
