"""`manage.py check_deck GAME FILE [--json]`: is a deck list legal."""

from typing import Any

from django.core.management.base import CommandParser

from referee.files import engine, read_deck
from rules.kernel.cards import DeckList
from rules.kernel.game import Game
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Checks a deck list (JSON). Ends with 0 when it is legal, 1 when not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("file", metavar="FILE", help="a deck list: name and sections")
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="print the violations as JSON"
        )

    def run(self, **options: Any) -> int:
        game = engine(options["game"])
        deck = read_deck(options["file"])
        violations = deck_violations(game, deck)
        if options["as_json"]:
            self.write_json({"legal": not violations, "violations": violations})
            return int(bool(violations))
        for violation in violations:
            cards = f" [{', '.join(violation['cards'])}]" if violation["cards"] else ""
            self.stderr.write(f"{violation['rule']}: {violation['message']} ({violation['source']}){cards}")
        if not violations:
            self.stderr.write("This deck list is legal.", self.style.NOTICE)
        return int(bool(violations))


def deck_violations(game: Game, deck: DeckList) -> list[dict[str, Any]]:
    """Every rule of deck construction the list breaks, as the command prints them."""
    violations = game.check_deck(deck, game.options_type(), game.catalogue)
    return [
        {
            "rule": violation.rule,
            "message": violation.message,
            "source": game.rulebook.source(violation.rule),
            "cards": list(violation.cards),
        }
        for violation in violations
    ]
