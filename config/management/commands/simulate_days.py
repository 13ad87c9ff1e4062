"""`simulate_days --rounds R --kept FILE …`: as many rounds as wanted, day after day, going on where it was ended."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser

from config.simulation.child import NotPlayed, play
from config.simulation.ground import NoGround
from config.simulation.plan import FAULTS
from tournaments.commands import INTERNAL, BadInput
from tournaments.commands import Command as BaseCommand

#: Rounds of one day of many, and how many play in it.
PART, MIN_PLAYERS, MAX_PLAYERS = 9, 4, 12
SEED = 100_000


class Part(msgspec.Struct):
    """What is kept of a day that was played to its end."""

    seed: int
    players: int
    rounds: int
    steps: int
    faults: int
    seconds: float
    processor: float
    failures: list[dict[str, Any]]


class Command(BaseCommand):
    help = (
        "Plays days of an event with all faults until so many rounds were played, each with a seed and a process of "
        "its own. What was played is kept in a file: called again, it goes on from there. Ends with 1 when something "
        "that must be true was not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rounds", type=int, default=10_000, metavar="R", help="in all, default %(default)s"
        )
        parser.add_argument(
            "--kept", required=True, metavar="FILE", help="one line for each day that was played"
        )
        parser.add_argument("--minutes", type=float, metavar="M", help="begins no day after so many minutes")
        parser.add_argument("--database", default="", metavar="URL", help="as simulate_day takes it")

    def run(self, **options: Any) -> int | None:
        if options["rounds"] < 1:
            raise BadInput("--rounds: 1 or more")
        file = Path(options["kept"])
        kept = _read(file)
        until = None if options["minutes"] is None else time.monotonic() + 60 * options["minutes"]
        while (left := options["rounds"] - sum(part.rounds for part in kept)) > 0:
            if until is not None and time.monotonic() >= until:
                break
            part = self._play(len(kept), min(left, PART), options["database"])
            kept.append(part)
            with file.open("ab") as lines:
                lines.write(msgspec.json.encode(part) + b"\n")
            self._say(part)
        self.stdout.write(_summary(kept, options["rounds"]))
        return 1 if any(part.failures for part in kept) else 0

    def _play(self, number: int, rounds: int, database: str) -> Part:
        players = MIN_PLAYERS + number % (MAX_PLAYERS - MIN_PLAYERS + 1)
        plan = {"seed": str(SEED + number), "players": players, "rounds": rounds, "faults": tuple(FAULTS)}
        begun, computed = time.monotonic(), _computed()
        try:
            found = play(plan, database)
        except NoGround as error:
            raise BadInput(str(error)) from None
        except NotPlayed:
            said = f"The day with seed {SEED + number} could not be played; what is above says why."
            raise CommandError(said, returncode=INTERNAL) from None
        seconds, processor = round(time.monotonic() - begun, 1), round(_computed() - computed, 1)
        told = found["steps"], found["faults"], seconds, processor, found["failures"]
        return Part(SEED + number, players, rounds, *told)

    def _say(self, part: Part) -> None:
        for failure in part.failures:
            again = f"--seed {part.seed} --players {part.players} --rounds {part.rounds} --faults all"
            self.stdout.write(
                f"BROKEN {failure['invariant']} (simulate_day {again}): {failure['message'][:500]}"
            )


def _computed() -> float:
    """Seconds of processor that days took up to now; 0 where the machine does not count them."""
    spent = os.times()
    return spent.children_user + spent.children_system


def _read(file: Path) -> list[Part]:
    """The days kept in the file, which need not be there yet. A last line that was cut off is played again."""
    try:
        data = file.read_bytes() if file.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        kept = [msgspec.json.decode(line, type=Part) for line in whole.splitlines()]
        if whole != data:
            file.write_bytes(whole)
        file.touch()
    except (OSError, ValueError) as error:
        raise BadInput(f"--kept: {file} cannot be read, or is no file of days ({error})") from None
    return kept


def _summary(kept: list[Part], wanted: int) -> str:
    rounds, seconds = sum(part.rounds for part in kept), sum(part.seconds for part in kept)
    processor = sum(part.processor for part in kept)
    broken = sum(bool(part.failures) for part in kept)
    return (
        f"{rounds} of {wanted} rounds in {len(kept)} days, {sum(part.steps for part in kept)} steps, "
        f"{sum(part.faults for part in kept)} faults, {seconds / 60:.1f} minutes "
        f"({processor / 60:.1f} of processor); {broken} days broken"
    )
