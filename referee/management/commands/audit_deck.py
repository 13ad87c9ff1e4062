"""`manage.py audit_deck LOG --seat S --deck FILE [--json]`: what a log proves of a seat's cards, against a list."""

from typing import Any

from django.core.management.base import CommandParser

from referee.files import read_deck, read_game_log
from rules.audits.audit import Audited, Contradiction, audit
from rules.audits.listed import is_for
from rules.kernel.errors import LogError
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = (
        "Holds what a log shows of a seat's cards against a deck list (JSON). Ends with 0 when nothing speaks against "
        "it, 1 when something does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("log", metavar="LOG", help="a log file (JSON Lines)")
        parser.add_argument("--seat", metavar="S", required=True, help="whose cards")
        parser.add_argument(
            "--deck", metavar="FILE", required=True, help="the seat's deck list: name and sections"
        )
        parser.add_argument(
            "--json", action="store_true", dest="as_json", help="print the contradictions as JSON"
        )

    def run(self, **options: Any) -> int:
        game, log = read_game_log(options["log"])
        seat, deck = options["seat"], read_deck(options["deck"])
        if seat not in log.header.seats:
            raise BadInput(f"--seat: the seats of this log are {', '.join(log.header.seats)}")
        try:
            if not is_for(game, deck, log.header):
                raise BadInput(f"{options['deck']}: no card of {game.title} stands in this list")
            audited = audit(game, log, {seat: deck})[seat]
        except LogError as error:
            raise BadInput(f"{options['log']}: {error}") from None
        if options["as_json"]:
            self.write_json(
                {"seen": audited.seen, "contradictions": [_plain(one) for one in audited.contradictions]}
            )
        else:
            self._say(audited)
        return int(bool(audited.contradictions))

    def _say(self, audited: Audited) -> None:
        for one in audited.contradictions:
            self.stderr.write(f"{one.message} (entries: {', '.join(map(str, one.entries))})")
        if audited.stopped is not None:
            self.stderr.write(f"The log stops at entry {audited.stopped}; nothing after it was looked at.")
        if not audited.contradictions:
            self.stderr.write(
                f"Nothing in this log speaks against the list: {audited.seen} of its cards were seen.",
                self.style.NOTICE,
            )


def _plain(one: Contradiction) -> dict[str, Any]:
    """A contradiction as it is printed."""
    return {
        "card": one.card,
        "count": one.count,
        "listed": one.listed,
        "entries": one.entries,
        "message": one.message,
    }
