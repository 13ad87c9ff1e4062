"""`manage.py build_demo`: an event of each game to look around in, and three accounts to do it with."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import transaction
from django.urls import reverse

from referee.demo.event import build
from referee.demo.links import Person, write_links
from referee.demo.people import Account, make_account
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.now import now


class Command(BaseCommand):
    help = "Builds the demo: an event of each game. For an empty database; prints the accounts."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also beside what is there already")

    def run(self, **options: Any) -> None:
        if not options["force"] and (User.objects.exists() or Event.objects.exists()):
            raise BadInput("This database is not empty. To build the demo beside what is there: --force")
        names = [
            ("olivia", "Olivia Hart", "organiser"),
            ("jude", "Jude Weir", "head judge"),
            ("rhea", "Rhea Stone", "judge"),
            ("ann", "Ann Bell", "player"),
        ]
        taken = User.objects.filter(username__in=[name for name, _, _ in names])
        if taken.exists():
            raise BadInput(f"There is an account called “{taken[0].username}” already.")
        with transaction.atomic():
            accounts = [
                make_account(*person, password="" if person[0] == "rhea" else None) for person in names
            ]
            events = build(accounts, now())
            shown = [account for account in accounts if account.password]
            if settings.EMBEDDED:
                transaction.on_commit(lambda: _keep_links(shown, events[0]))
        for event in events:
            self.stdout.write(f"Demo event: /events/{event.slug}/")
        for account in shown:
            self.stdout.write(f"{account.role}: {account.user.username}, password {account.password}")


def _keep_links(accounts: list[Account], event: Event) -> None:
    """What `serve` prints one-click links from. Each leads to where that person looks first."""
    pages = {
        "organiser": reverse("tournaments:desk", args=[event.slug]),
        "head judge": reverse("referee:floor", args=[event.slug]),
        "player": reverse("tournaments:my_table", args=[event.slug]),
    }
    people = [
        (
            Person(user.username, user.shown_name, account.role, user.pk, "", pages[account.role]),
            user.password,
        )
        for account in accounts
        for user in [account.user]
    ]
    write_links(settings.DATA_DIR, people, reverse("tournaments:event_page", args=[event.slug]))
