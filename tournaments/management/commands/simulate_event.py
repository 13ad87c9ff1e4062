"""`simulate_event --entrants N --rounds R [--seed S] [--pods] --out FILE`: a made-up event file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.event_file import write_event
from tournaments.simulation import simulated_event

MAX_ENTRANTS = 1_000_000
MAX_ROUNDS = 100


class Command(BaseCommand):
    help = "Writes a plausible event: results, draws, drops, byes, late entries."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--entrants", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--seed", default="simulated", metavar="S", help="the same seed, the same event")
        parser.add_argument("--pods", action="store_true", help="matches of three and four")
        parser.add_argument("--out", required=True, metavar="FILE")

    def run(self, **options: Any) -> int | None:
        entrants, rounds = options["entrants"], options["rounds"]
        if not 0 <= entrants <= MAX_ENTRANTS:
            raise BadInput(f"--entrants must be between 0 and {MAX_ENTRANTS}")
        if not 0 <= rounds <= MAX_ROUNDS:
            raise BadInput(f"--rounds must be between 0 and {MAX_ROUNDS}")
        event = simulated_event(entrants, rounds, options["seed"], options["pods"])
        try:
            Path(options["out"]).write_bytes(write_event(event) + b"\n")
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            raise BadInput(f"{options['out']} cannot be written: {reason}") from None
        return None
