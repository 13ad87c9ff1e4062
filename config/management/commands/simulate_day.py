"""`simulate_day --seed S --players N --rounds R …`: a whole day through the site's own pages and API, with faults."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from msgspec import to_builtins

from config.simulation.added_up import added_up, in_words, of_report
from config.simulation.child import NotPlayed, child, play
from config.simulation.own_database import NoDatabase
from config.simulation.plan import FAULTS, LEAST_MOVES, MOST_MOVES, MOVES, faults_named
from tournaments.commands import INTERNAL, BadInput
from tournaments.commands import Command as BaseCommand

MAX_PLAYERS = 2000
MAX_ROUNDS = 1_000_000


class Command(BaseCommand):
    help = (
        "Plays whole days of an event through the site's own pages and API, with faults, on a database of its own. "
        "The same arguments give the same day. Ends with 1 when something that must be true was not."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", required=True, metavar="S", help="every draw comes from it")
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument(
            "--rounds", type=int, required=True, metavar="R", help="more than nine: several events"
        )
        parser.add_argument(
            "--faults", default="", metavar="LIST", help=f"all, or some of {', '.join(FAULTS)}"
        )
        parser.add_argument(
            "--database",
            default="",
            metavar="URL",
            help="postgres://… (a schema of the day's own is made there) or sqlite:/// and a new file; left out: a "
            "file that is gone afterwards",
        )
        parser.add_argument(
            "--days",
            type=int,
            default=1,
            metavar="D",
            help="that many days, of the seed and the numbers after it, and what they cover added up; default 1",
        )
        parser.add_argument(
            "--moves",
            type=int,
            default=MOVES,
            metavar="M",
            help="how much happens in a round: moves for each of its tables, default %(default)s",
        )
        parser.add_argument("--json", action="store_true", help="one object instead of sentences")

    def run(self, **options: Any) -> int | None:
        plan = _plan(options)
        if options["days"] > 1:
            return self._several(plan, options)
        try:
            report = play(plan, options["database"], traceback=options["traceback"])
        except NoDatabase as error:
            raise BadInput(str(error)) from None
        except NotPlayed:
            said = "The day could not be played; what is above says why."
            raise CommandError(said, returncode=INTERNAL) from None
        if options["json"]:
            self.write_json(report)
        else:
            from config.simulation import report as written

            self.stdout.write(written.in_words(report))
        return 1 if report["failures"] else 0

    def _several(self, plan: dict[str, Any], options: dict[str, Any]) -> int:
        """Days one after the other, each as it is played alone."""
        reports = []
        try:
            with child(options["database"], traceback=options["traceback"]) as process:
                for number in range(options["days"]):
                    reports.append(process.play(plan | {"seed": str(int(plan["seed"]) + number)}))
        except NoDatabase as error:
            raise BadInput(str(error)) from None
        except NotPlayed:
            said = "A day could not be played; what is above says why."
            raise CommandError(said, returncode=INTERNAL) from None
        whole = added_up(map(of_report, reports))
        failures = [{"seed": one["seed"], **failure} for one in reports for failure in one["failures"]]
        if options["json"]:
            sums = {name: sum(one[name] for one in reports) for name in ("finished", "steps", "faults")}
            days = [{name: one[name] for name in ("seed", "steps", "faults", "digest")} for one in reports]
            self.write_json({**sums, "days": days, "failures": failures, "covered": to_builtins(whole)})
        else:
            for failure in failures:
                self.stdout.write(
                    f"BROKEN seed {failure['seed']}: {failure['invariant']}: {failure['message']}"
                )
            self.stdout.write(in_words(whole))
        return 1 if failures else 0


def _plan(options: dict[str, Any]) -> dict[str, Any]:
    """The arguments, checked."""
    if not 1 <= len(options["seed"]) <= 64:
        raise BadInput("--seed: 1 to 64 characters")
    if options["days"] < 1 or (options["days"] > 1 and not options["seed"].isdecimal()):
        raise BadInput("--days: 1 or more; with more than one the seed is a whole number")
    if not 2 <= options["players"] <= MAX_PLAYERS:
        raise BadInput(f"--players: from 2 to {MAX_PLAYERS}")
    if not 1 <= options["rounds"] <= MAX_ROUNDS:
        raise BadInput(f"--rounds: from 1 to {MAX_ROUNDS}")
    if not LEAST_MOVES <= options["moves"] <= MOST_MOVES:
        raise BadInput(f"--moves: from {LEAST_MOVES} to {MOST_MOVES}")
    try:
        faults = faults_named(options["faults"])
    except ValueError as error:
        raise BadInput(f"--faults: there is no “{error}”; all, or some of {', '.join(FAULTS)}") from None
    return {
        "seed": options["seed"],
        "players": options["players"],
        "rounds": options["rounds"],
        "faults": faults,
        "moves": options["moves"],
    }
