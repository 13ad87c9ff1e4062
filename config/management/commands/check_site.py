"""`check_site`: what is wrong with a site as it is set up and runs, and what to do."""

from __future__ import annotations

import argparse
from typing import Any

from config.site_checks.looking import remarks_on_site
from tournaments.commands import Command as BaseCommand
from tournaments.now import now


class Command(BaseCommand):
    help = (
        "Looks at the whole site as it is set up and runs, and says one line for each thing: ok, warning or wrong, "
        "and what to do. Call it with the variables of the site, as its own user. No secret is printed. Exit code 1 "
        "where something is wrong."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="everything as one JSON value")
        parser.add_argument("--quiet", action="store_true", help="only warnings and what is wrong")

    def run(self, **options: Any) -> int | None:
        told = remarks_on_site(now())
        if options["json"]:
            self.write_json(
                [
                    {
                        "level": one.level,
                        "about": one.about,
                        "said": str(one.said),
                        "todo": str(one.todo or ""),
                    }
                    for one in told
                ]
            )
        else:
            for one in told:
                if options["quiet"] and one.level == "ok":
                    continue
                todo = f" {one.todo}" if one.todo else ""
                self.stdout.write(f"{one.level:<8} {one.about}: {one.said}{todo}")
        return int(any(one.level == "wrong" for one in told))
