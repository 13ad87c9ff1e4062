"""`manage.py export_precedents [--game GAME]`: the open copies of all precedents, as a file for another site."""

from typing import Any

from django.core.management.base import CommandParser

from referee.files import engine
from referee.precedents.exchange import exported
from referee.precedents.queries import readable
from tournaments.access import Actor
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Writes the precedents that are open to all, as JSON Lines for import_precedents of another site."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", metavar="GAME", default="", help="of this game alone")

    def run(self, **options: Any) -> None:
        game = engine(options["game"]).name if options["game"] else ""
        self.stdout.write(exported(readable(Actor.anonymous(), game).order_by("pk")).decode(), ending="")
