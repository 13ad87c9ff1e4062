"""`manage.py import_rulebook GAME FILE [--for NAME] [--json]`: brings in the text of a rulebook."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from referee.files import engine, read_file
from referee.original_texts.changes import import_rulebook
from referee.original_texts.queries import missing_of, to_have
from tournaments.access import Actor
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.errors import DomainError
from tournaments.models.accounts import User
from tournaments.now import now

#: So many entries without wording are named.
MOST_TOLD = 20


class Command(BaseCommand):
    help = (
        "Brings in the text of a game's rulebook, which then stands beside our summaries: for the account named with "
        "--for alone, else for those who run the site. It is in no export and no answer to anybody else."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", metavar="GAME")
        parser.add_argument("file", metavar="FILE", help="the rulebook as plain text")
        parser.add_argument(
            "--for", metavar="NAME", dest="owner", default="", help="the account that owns it"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the result as JSON")

    def run(self, **options: Any) -> None:
        game = engine(options["game"])
        data = read_file(options["file"])
        by = Actor.system()
        if options["owner"]:
            user = User.objects.filter(username=options["owner"], is_active=True).first()
            if user is None:
                raise BadInput(f"there is no account “{options['owner'][:40]}”")
            by = Actor(user=user, is_system=True, label=user.shown_name)
        name = Path(options["file"]).name
        try:
            kept = import_rulebook(game.name, name, data, by=by, now=now(), for_site=by.user is None)
        except DomainError as error:
            raise BadInput(f"{options['file']}: {error.message}") from None
        entries, missing = to_have(kept), [entry.id for entry in missing_of(kept)]
        if options["as_json"]:
            self.write_json({"entries": len(entries), "matched": kept.matched, "missing": missing})
        else:
            for entry in missing[:MOST_TOLD]:
                self.stderr.write(f"{entry}: no wording")
            if len(missing) > MOST_TOLD:
                self.stderr.write(f"and {len(missing) - MOST_TOLD} more without wording")
            self.stderr.write(
                f"{kept.matched} of {len(entries)} entries have their wording", self.style.NOTICE
            )
