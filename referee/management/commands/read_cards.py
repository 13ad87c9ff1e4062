"""`manage.py read_cards GAME FILE`: an organiser's own cards as the declarations that a log's header takes."""

from pathlib import PurePath
from typing import Any

import msgspec
from django.core.management.base import CommandParser

from referee.files import engine, read_file
from rules import card_lists
from rules.kernel.messages import plainly
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = (
        "Reads a card list (CSV or JSON) and prints one object: the cards as a log's header takes them, for HeroCard "
        "the decks too, and what is wrong by line. Ends with 0 when nothing is wrong, else 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("file", metavar="FILE", help="a list of cards, named .csv or .json")

    def run(self, **options: Any) -> int:
        game = engine(options["game"])
        form = PurePath(options["file"]).suffix.lower().removeprefix(".")
        if form not in ("csv", "json"):
            raise BadInput(f"{options['file']}: a card list is named .csv or .json")
        card_list = card_lists.read(game.name, read_file(options["file"]), form)
        printed: dict[str, Any] = {"cards": card_list.cards, "problems": card_list.problems}
        if card_list.decks:
            printed["decks"] = card_list.decks
        self.write_json(msgspec.to_builtins(printed, enc_hook=plainly))
        for problem in card_list.problems:
            self.stderr.write(f"line {problem.line}: {problem.message}")
        return int(bool(card_list.problems))
