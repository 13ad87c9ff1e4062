"""`tidy_site`: deletes what was kept long enough, or says what would go."""

from __future__ import annotations

import argparse
from typing import Any

from config.retention.kinds import KEPT
from config.retention.tidying import tidy_now
from tournaments.commands import Command as BaseCommand
from tournaments.now import now


class Command(BaseCommand):
    help = (
        "Deletes what the site has kept long enough, a part at a time while it runs, and says how many of each kind. "
        "The site does so once a day by itself. --dry-run deletes nothing and says what would go."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="delete nothing, say what would go")
        parser.add_argument("--json", action="store_true", help="everything as one JSON value")

    def run(self, **options: Any) -> int | None:
        moment = now()
        told = ((kept, kept.count(moment)) for kept in KEPT) if options["dry_run"] else tidy_now(moment)
        if options["json"]:
            self.write_json({kept.name: count for kept, count in told})
            return None
        for kept, count in told:
            self.stdout.write(f"{count:>9}  {kept.name}: {kept.what}")
        return None
