"""`manage.py import_precedents FILE [--look] [--json]`: takes in the precedents of another site."""

from typing import Any

from django.core.management.base import CommandParser

from referee.files import read_file
from referee.precedents.exchange import LookedOver, look_over
from referee.precedents.taking import import_precedents
from tournaments.access import Actor
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.errors import DomainError
from tournaments.now import now


class Command(BaseCommand):
    help = (
        "Takes in every new precedent of a file that export_precedents wrote, or none. Ends with 0, or 1: lines are "
        "wrong, and nothing was taken in."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="JSON Lines, as export_precedents writes them")
        parser.add_argument(
            "--look", action="store_true", help="say what would come of it, and store nothing"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the result as JSON")

    def run(self, **options: Any) -> int:
        data = read_file(options["file"])
        try:
            looked = look_over(data, whole=True)
            takes = looked.sound and not options["look"]
            if takes:
                import_precedents(data, by=Actor.system(), now=now(), looked=looked.digest)
        except DomainError as error:
            raise BadInput(f"{options['file']}: {error.message}") from None
        if options["as_json"]:
            self.write_json(_as_json(looked, takes))
        else:
            self._tell(looked, takes)
        return int(not looked.sound)

    def _tell(self, looked: LookedOver, takes: bool) -> None:
        for problem in looked.problems:
            self.stderr.write(f"line {problem.line}: {problem.message}")
        for name, why in looked.failing:
            self.stderr.write(f"{name}: does not hold here: {why}")
        done = "taken in" if takes else "new"
        self.stderr.write(
            f"{len(looked.new)} {done}, {len(looked.known)} here already, {len(looked.problems)} wrong",
            self.style.NOTICE,
        )


def _as_json(looked: LookedOver, taken: bool) -> dict[str, object]:
    return {
        "taken": [line.name for line in looked.new] if taken else [],
        "new": [line.name for line in looked.new],
        "known": list(looked.known),
        "failing": [{"name": name, "why": why} for name, why in looked.failing],
        "problems": [{"line": one.line, "message": one.message} for one in looked.problems],
    }
