"""`manage.py replay LOG [--json] [--until N] [--seat S]`: judges a log."""

from typing import Any

from django.core.management.base import CommandParser

from referee.files import read_file, whole_number
from referee.replays.text import report_text
from rules.kernel.errors import LogError
from rules.kernel.log import game_of, read_log
from rules.kernel.report import EXIT, judge_log
from rules.registry import load
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Judges a log (or a scenario, its expectations ignored). Ends with 0, 1 (illegal) or 2 (undetermined)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", metavar="LOG", help="a log file (JSON Lines)")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the report as JSON")
        parser.add_argument("--until", type=whole_number, metavar="N", help="judge the first N entries only")
        parser.add_argument("--seat", metavar="S", help="as this seat may see it, or “public”")

    def run(self, **options: Any) -> int:
        name, until, seat = options["log"], options["until"], options["seat"]
        data = read_file(name)
        try:
            game = load(game_of(data))
            log = read_log(data, game.all_verbs)
            if until is not None and not 0 <= until <= len(log.entries):
                raise BadInput(f"--until: the log has {len(log.entries)} entries, so 0 to {len(log.entries)}")
            if seat is not None and seat != "public" and seat not in log.header.seats:
                raise BadInput(f"--seat: the seats of this log are {', '.join(log.header.seats)} and public")
            report = judge_log(game, log, until, seat)
        except LogError as error:
            raise BadInput(f"{name}: {error}") from None
        if options["as_json"]:
            self.write_json(report)
        else:
            self.stderr.write(report_text(report, log.header.seats), self.style.NOTICE)
        return EXIT[report["status"]]
