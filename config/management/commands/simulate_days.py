"""`simulate_days --rounds R --kept FILE …`: as many rounds as wanted, day after day, going on where it was ended."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser

from config.simulation.added_up import Covered, added_up, in_words, of_report
from config.simulation.child import Child, NotPlayed, child
from config.simulation.own_database import NoDatabase
from config.simulation.plan import FAULTS, Plan
from tournaments.commands import INTERNAL, BadInput
from tournaments.commands import Command as BaseCommand

#: Rounds of one day of many, and how many play in them, in turn: most faults show in a small field.
PART = 9
PLAYERS = (4, 5, 6, 4, 5, 7, 4, 8, 6)
#: How much happens in a round of theirs, in turn: in most little, so that many rounds are played; each size of a field
#: meets each of these.
MANY_MOVES = (4, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1)
SEED = 100_000
#: Days that one process plays, one after the other.
TOGETHER = 30


class Part(msgspec.Struct):
    """A day that was played, as it is kept: asked for with so many rounds, of which so many came to their end."""

    seed: int
    players: int
    rounds: int
    moves: int
    finished: int
    steps: int
    faults: int
    seconds: float
    processor: float
    failures: list[dict[str, Any]]
    #: What it covered, where that was counted.
    covered: Covered | None = None


class Command(BaseCommand):
    help = (
        "Plays days of an event with all faults until so many rounds were played, each with a seed of its own, as "
        "simulate_day plays it alone but for the count of branches. What was played is kept in a file: called again, "
        "it goes on from there. Ends with 1 when something that must be true was not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rounds", type=int, default=10_000, metavar="R", help="in all, default %(default)s"
        )
        parser.add_argument(
            "--kept", required=True, metavar="FILE", help="one line for each day that was played"
        )
        parser.add_argument("--minutes", type=float, metavar="M", help="begins no day after so many minutes")
        parser.add_argument(
            "--first",
            type=int,
            default=0,
            metavar="N",
            help="number of the first day, so that two runs beside each other play different days; default %(default)s",
        )
        parser.add_argument("--database", default="", metavar="URL", help="as simulate_day takes it")
        parser.add_argument(
            "--branches",
            action="store_true",
            help="counts what the days cover (branches of changes, verbs by state), and says it of all together at the "
            "end; a day takes half as long again",
        )

    def run(self, **options: Any) -> int | None:
        if options["rounds"] < 1:
            raise BadInput("--rounds: 1 or more")
        if options["first"] < 0:
            raise BadInput("--first: 0 or more")
        file = Path(options["kept"])
        kept = _read(file)
        if kept and kept[0].seed != SEED + options["first"]:
            raise BadInput(f"--first: the days in {file} begin with number {kept[0].seed - SEED}")
        until = None if options["minutes"] is None else time.monotonic() + 60 * options["minutes"]
        while not _enough(kept, options["rounds"], until):
            with _process(options["database"]) as process:
                for _ in range(TOGETHER):
                    number = options["first"] + len(kept)
                    rounds = min(options["rounds"] - _rounds(kept), PART)
                    part = _play(process, number, rounds, branches=options["branches"])
                    kept.append(part)
                    with file.open("ab") as lines:
                        lines.write(msgspec.json.encode(part) + b"\n")
                    self._say(part)
                    if not part.steps or _enough(kept, options["rounds"], until):
                        break
            if len(kept) > 1 and not any(part.steps for part in kept[-2:]):
                said = "Two days in a row could not be played; what is above says why."
                raise CommandError(said, returncode=INTERNAL)
        self.stdout.write(_summary(kept, options["rounds"]))
        if counted := [part.covered for part in kept if part.covered is not None]:
            self.stdout.write(in_words(added_up(counted)))
        return 1 if any(part.failures for part in kept) else 0

    def _say(self, part: Part) -> None:
        for failure in part.failures:
            size = f"--players {part.players} --rounds {part.rounds} --moves {part.moves}"
            again = f"--seed {part.seed} {size} --faults all"
            self.stdout.write(
                f"BROKEN {failure['invariant']} (simulate_day {again}): {failure['message'][:500]}"
            )


def _rounds(kept: list[Part]) -> int:
    return sum(part.finished for part in kept)


def _enough(kept: list[Part], rounds: int, until: float | None) -> bool:
    """Whether no further day begins: all rounds are played, or the time is up."""
    return _rounds(kept) >= rounds or (until is not None and time.monotonic() >= until)


@contextmanager
def _process(database: str) -> Iterator[Child]:
    try:
        with child(database) as process:
            yield process
    except NoDatabase as error:
        raise BadInput(str(error)) from None


def plan_of(number: int, rounds: int = PART) -> Plan:
    """The arguments of one of many days."""
    players, moves = PLAYERS[number % len(PLAYERS)], MANY_MOVES[number % len(MANY_MOVES)]
    return Plan(str(SEED + number), players, rounds, tuple(FAULTS), moves)


def _play(process: Child, number: int, rounds: int, *, branches: bool = False) -> Part:
    """One day of them; the same number is the same day."""
    plan = plan_of(number, rounds)
    begun = time.monotonic()
    try:
        report = process.play(msgspec.to_builtins(plan), branches=branches)
    except NotPlayed:
        told = {"invariant": "played", "message": "the day broke off by a fault of the simulator"}
        report = {"finished": 0, "steps": 0, "faults": 0, "failures": [told]}
    return Part(
        seed=SEED + number,
        players=plan.players,
        rounds=plan.rounds,
        moves=plan.moves,
        finished=report["finished"],
        steps=report["steps"],
        faults=report["faults"],
        seconds=round(time.monotonic() - begun, 1),
        processor=process.processor,
        failures=report["failures"],
        covered=of_report(report) if branches and "covered" in report else None,
    )


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
    rounds, seconds = _rounds(kept), sum(part.seconds for part in kept)
    processor = sum(part.processor for part in kept)
    broken = sum(bool(part.failures) for part in kept)
    return (
        f"{rounds} of {wanted} rounds in {len(kept)} days, {sum(part.steps for part in kept)} steps, "
        f"{sum(part.faults for part in kept)} faults, {seconds / 60:.1f} minutes "
        f"({processor / 60:.1f} of processor); {broken} days broken"
    )
