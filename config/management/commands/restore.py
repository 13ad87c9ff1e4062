"""`restore`: brings a backup back, into either kind of database."""

from __future__ import annotations

import argparse
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from config.backups.at_work import alone
from config.backups.errors import BadBackup, NotHere
from config.backups.incoming import as_file, forget_left
from config.backups.reading import Backup, read_back
from config.backups.restoring import other_key, restore
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.now import now


class Command(BaseCommand):
    help = (
        "Brings a backup into the database of this site, which is empty or, with --replace, gives up what it has: "
        "all of it or nothing. A backup of SQLite goes into PostgreSQL as well, and the other way round; one of an "
        "older version is brought up to this one."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("file", help="the backup; - for standard input")
        parser.add_argument("--replace", action="store_true", help="delete what the site has now")
        parser.add_argument(
            "--anyway",
            action="store_true",
            help="also while processes of the site give signs of life (not over SQLite)",
        )
        parser.add_argument(
            "--check", action="store_true", help="only read the file to its end and say what is in it"
        )

    def run(self, **options: Any) -> int | None:
        try:
            if options["check"]:
                with self._file(options["file"]) as path, path.open("rb") as file:
                    self.stdout.write(f"The backup is whole, {_said(read_back(file))}.")
            else:
                with alone(now(), anyway=options["anyway"]):
                    forget_left()
                    with self._file(options["file"]) as path:
                        self._restore(path, options)
        except (BadBackup, NotHere) as error:
            raise BadInput(f"{options['file']}: {error}") from None
        except OSError as error:
            raise BadInput(f"{options['file']}: {error.strerror or error}.") from None
        return None

    def _file(self, named: str) -> AbstractContextManager[Path]:
        return as_file(sys.stdin.buffer, self.stderr.write) if named == "-" else nullcontext(Path(named))

    def _restore(self, path: Path, options: dict[str, Any]) -> None:
        kept = restore(path, replace=options["replace"])
        self.stdout.write(f"Restored what was {_said(kept)}.")
        if options["anyway"]:
            self.stderr.write("Start every process of the site anew: what they remember is of before.")
        if other_key(kept.header):
            self.stderr.write(
                "SECRET_KEY is another than the one the backup was made under: set that one, or have it among "
                "SECRET_KEY_FALLBACKS, or sessions, claim links, second steps and heads of logs are good no more."
            )


def _said(kept: Backup) -> str:
    return f"made {kept.header.made} from {kept.header.database}: {kept.whole}"
