"""`backup`: the whole site in one file, taken while it runs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from django.conf import settings

from config.backups.errors import BadBackup, NotHere
from config.backups.making import make_backup, only_one, write_backup
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.now import now


class Command(BaseCommand):
    help = (
        "Keeps the whole site as it is at one moment in one file: the database, uploads, saved rounds, mail kept as "
        "files, and the secret key where the site drew it. The file is read back before it has its name. It holds "
        "everything that the site knows: keep it as you would the site itself."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "--to",
            metavar="FOLDER",
            default="",
            help="where the file goes; - for standard output (not read back)",
        )

    def run(self, **options: Any) -> int | None:
        to = options["to"]
        try:
            if to == "-":
                if sys.stdout.isatty():
                    raise BadInput("A backup is not for a screen: send standard output somewhere.")
                write_backup(sys.stdout.buffer, now())
                return None
            folder = Path(to) if to else settings.BACKUP_FOLDER
            with only_one(folder):
                path, kept = make_backup(folder, now())
        except (BadBackup, NotHere) as error:
            raise BadInput(str(error)) from None
        except OSError as error:
            raise BadInput(f"The backup cannot be written: {error.strerror or error}.") from None
        self.stdout.write(f"{path}: {kept.whole}, read back.")
        return None
