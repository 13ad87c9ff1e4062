"""`import_event FILE --organiser USERNAME`: an event file of any size as a new event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from tournaments.access import Actor
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.errors import DomainError
from tournaments.importing.changes import import_event
from tournaments.models.accounts import User
from tournaments.now import now


class Command(BaseCommand):
    help = "Imports an event file as a new event, whole or not at all. The page takes files of up to 30 MB."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="an event file (JSON)")
        parser.add_argument("--organiser", required=True, metavar="USERNAME", help="the account that has it")

    def run(self, **options: Any) -> int | None:
        user = User.objects.filter(username=options["organiser"], is_active=True).first()
        if user is None:
            raise BadInput(f"--organiser: there is no account {options['organiser']}")
        try:
            data = Path(options["event"]).read_bytes()
        except OSError as error:
            raise BadInput(f"{options['event']} cannot be read: {error.strerror}") from None
        try:
            event = import_event(data, by=Actor.of_user(user), now=now())
        except DomainError as error:
            fields = error.details.get("fields")
            more = (
                " ".join(f"{name}: {text}" for name, text in fields.items())
                if isinstance(fields, dict)
                else ""
            )
            raise BadInput(f"{options['event']}: {error.message} {more}".strip()) from None
        self.stdout.write(f"/events/{event.slug}/")
        return None
