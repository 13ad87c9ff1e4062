"""Run as a program, before the site is started: a database with the demo and an event of 500 in its second round. Says
in JSON where the main pages are, each with the session of who looks at it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import django

PLAYERS = 500


def main() -> None:
    """Migrates the database and makes all of it."""
    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0, interactive=False)
    with transaction.atomic():
        pages = list(pages_made())
    sys.stdout.write(json.dumps(pages))


def pages_made() -> Iterator[tuple[str, str, str]]:
    """Name, session and address of each."""
    from tests.browser.conftest import session_of
    from tests.browser.main_pages import build_demo, main_pages
    from tests.tournaments.factories import actor, at
    from tests.tournaments.large.large import decide, large_event, large_round
    from tournaments.access import Actor
    from tournaments.models.accounts import User
    from tournaments.rounds.changes import finish_round

    demo = build_demo()
    event = large_event(PLAYERS)
    decide(first := large_round(event))
    finish_round(first, by=actor("olga"), now=at(40))
    large_round(event, 60)
    of_500 = f"/events/{event.slug}/"
    for name, who, rest in (
        ("event of 500", "", ""),
        ("its pairings", "", "rounds/2/"),
        ("its standings", "", "standings/"),
        ("its players", "", "entrants/"),
        ("its projector", "", "projector/"),
        ("its desk", "olga", "desk/"),
        ("my table there", "player1", "me/"),
    ):
        yield name, session_of(actor(who)) if who else "", of_500 + rest
    known: dict[str, str] = {"": ""}
    left_out = {"event", "pairings", "standings", "players", "projector", "desk", "my-table"}
    for name, who, address in main_pages(demo):
        if who not in known:
            known[who] = session_of(Actor.of_user(User.objects.get(username=who)))
        if name not in left_out:
            yield name, known[who], address


if __name__ == "__main__":
    main()
