"""Run as a program, before the site is started: a database with one running match of Highlander whose clock is paused
with a few seconds left, and its live table. Says in JSON what a browser needs to know."""

from __future__ import annotations

import json
import sys

import django

#: Seconds that are left when the organiser lets the clock go on.
LEFT = 2


def main() -> None:
    """Migrates the database and makes the match."""
    django.setup()
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0, interactive=False)
    with transaction.atomic():
        found = make_table()
    sys.stdout.write(json.dumps(found))


def make_table() -> dict[str, object]:
    """Everything by the site's own changes; the round began so long ago that only LEFT seconds remain."""
    from datetime import timedelta

    from tests.browser.conftest import session_of
    from tests.browser.first_blood_game import game_log
    from tests.referee.live.playing import opened
    from tests.tournaments.factories import actor, player, published_round, running_event, tables
    from tournaments.clocks.changes import pause_clock
    from tournaments.models.events import Event
    from tournaments.models.rounds import Match
    from tournaments.now import now
    from tournaments.rounds.changes import start_round

    event = running_event(2, name="Gathering", logs="assisted", turn_seconds=30)
    Event.objects.filter(pk=event.pk).update(game="highlander")
    event.refresh_from_db()
    here, olga = now(), actor("olga")
    round = published_round(event)
    started = start_round(round, by=olga, now=here - timedelta(minutes=event.round_minutes, seconds=-LEFT))
    pause_clock(started, by=olga, now=here)
    match = Match.objects.select_related("round__event").get(pk=tables(round)[0].pk)
    table = opened(match, header=game_log().header)
    people = {letter: player(match, letter) for letter in "AB"} | {"judge": actor("jude"), "desk": olga}
    return {
        "table": table.pk,
        "match": match.pk,
        "event": event.slug,
        "names": {letter: people[letter].label for letter in "AB"},
        "sessions": {who: session_of(by) for who, by in people.items()},
    }


if __name__ == "__main__":
    main()
