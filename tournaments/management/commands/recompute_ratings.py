"""`recompute_ratings [GAME ...]`: all ratings anew from the facts of finished events."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.now import now
from tournaments.ratings.changes import games_rated, recompute_ratings


class Command(BaseCommand):
    help = "Works all ratings out anew from the facts of finished events."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", metavar="GAME", nargs="*", help="only of these games")

    def run(self, **options: Any) -> int | None:
        rated = games_rated()
        unknown = sorted(set(options["games"]) - set(rated))
        if unknown:
            raise BadInput(f"{unknown[0]}: there is no finished event of this game")
        for game in options["games"] or rated:
            self.stdout.write(f"{game}: {recompute_ratings(game, now=now())}")
        return None
