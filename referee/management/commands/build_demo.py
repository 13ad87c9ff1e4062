"""`manage.py build_demo`: a demo event to look around in, and three accounts to do it with."""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from referee.demo.event import Demo
from referee.demo.people import make_account
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.now import now


class Command(BaseCommand):
    help = "Builds a demo event of 16 players in its third round. For an empty database; prints the accounts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also beside what is there already")

    def run(self, **options: Any) -> None:
        if not options["force"] and (User.objects.exists() or Event.objects.exists()):
            raise BadInput("This database is not empty. To build the demo beside what is there: --force")
        names = [
            ("olivia", "Olivia Hart", "organiser"),
            ("jude", "Jude Weir", "head judge"),
            ("ann", "Ann Bell", "player"),
        ]
        taken = User.objects.filter(username__in=[name for name, _, _ in names])
        if taken.exists():
            raise BadInput(f"There is an account called “{taken[0].username}” already.")
        with transaction.atomic():
            organiser, judge, player = (make_account(*person) for person in names)
            event = Demo(organiser, judge, player, now()).build()
        self.stdout.write(f"Demo event: /events/{event.slug}/")
        for account in (organiser, judge, player):
            self.stdout.write(f"{account.role}: {account.user.username}, password {account.password}")
