"""`manage.py view LOG --seat S [--out FILE]`: a log as one seat could have written it."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from referee.files import read_game_log
from referee.logs.seen import seen_file
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Writes a log as one seat could have written it: without what it may not know, and without salts and hashes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", metavar="LOG", help="a log file (JSON Lines)")
        parser.add_argument(
            "--seat", metavar="S", required=True, help="the seat, or “public” for a spectator"
        )
        parser.add_argument("--out", metavar="FILE", help="write it there (default: standard output)")

    def run(self, **options: Any) -> int:
        name, seat, out = options["log"], options["seat"], options["out"]
        game, log = read_game_log(name)
        if seat != "public" and seat not in log.header.seats:
            raise BadInput(f"--seat: the seats of this log are {', '.join(log.header.seats)} and public")
        seen = seen_file(game, log, seat)
        if out is None:
            self.stdout.write(seen.decode(), ending="")
            return 0
        try:
            Path(out).write_bytes(seen)
        except (OSError, ValueError) as error:
            why = (getattr(error, "strerror", None) or str(error)).lower()
            raise BadInput(f"--out: {out} cannot be written ({why})") from None
        return 0
