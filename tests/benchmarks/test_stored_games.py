"""A site with 100,000 stored games opens as quickly as an empty one: pages, lists, the admin, the operator's page, what
runs by itself. Prints figures of both; decides nothing by time.

    STORED_GAMES=100000 .venv/bin/pytest -m bench -s tests/benchmarks/test_stored_games.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from io import StringIO
from statistics import median
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from config.sweeps import run_sweep
from config.timetable import TIMETABLE
from referee.models.records import PlayedCard, Record
from referee.records.changes import attach_log
from referee.rulebooks.played import note_cards
from rules import registry
from rules.kernel.selfplay import play_game
from tests.benchmarks.copied import copy_event
from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, finish, large_event, large_round
from tournaments.api_base import Door
from tournaments.events.life import finish_event
from tournaments.live.changes import add_up_the_past
from tournaments.memory import forget_all
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.now import now

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]

GAMES = int(os.environ.get("STORED_GAMES", "100000"))
GAME, PLAYERS, ROUNDS, ENTRIES, TIMES = "looney_tunes", 50, 2, 24, 3
#: Sweeps that do long work at once where it is due.
LEFT_OUT = ("config.backups", "config.retention", "referee.rejudging", "tournaments.jobs")
LOGS = PLAYERS // 2 * ROUNDS
ADMIN = "event entrant match seat result round journalentry user", "record recordpart notedlog playedcard"


def finished_event() -> Event:
    """An event that is over, with a log of every match."""
    event = large_event(PLAYERS, game=GAME, swiss_rounds=ROUNDS)
    game = registry.load(GAME)
    for number in range(1, ROUNDS + 1):
        played = large_round(event, number * 60)
        for n, match in enumerate(played.matches.filter(is_bye=False)):
            run = play_game(game, f"stored:{number}:{n}", 2)
            lines = [run.header, *run.entries[:ENTRIES]]
            log = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
            attach_log(match, 1, log, by=actor("sam"), now=at(number * 60 + 10))
        decide(played)
        finish(played, number * 60 + 40)
    for record in Record.objects.all():
        note_cards(record)
    return finish_event(event, by=actor("olga"), now=at(600))


def looks(event: Event) -> dict[str, Callable[[], object]]:
    """What is asked for, by a name for each."""
    record = Record.objects.filter(match__round__event=event).first()
    assert record is not None
    operator = User.objects.create_superuser(f"op{Event.objects.count()}", "op@example.org", "x")
    clients = {"nobody": Client(), "olga": Client(), "operator": Client()}
    clients["olga"].force_login(actor("olga").user)  # type: ignore[arg-type]
    clients["operator"].force_login(operator)
    card = PlayedCard.objects.filter(record=record).first()
    assert card is not None
    slug, match = event.slug, record.match_id
    pages = {
        "nobody": f"/ /events/ /events/?q=autumn /events/?page=2 /ratings/ /people/ /api/v1/events/ /api/v1/series/ "
        f"/events/{slug}/ /events/{slug}/standings/ /events/{slug}/charts/ /events/{slug}/rounds/1/ "
        f"/matches/{match}/ /matches/{match}/records/ /records/{record.pk}/ /records/{record.pk}/entries/9/ "
        f"/api/v1/records/{record.pk}/ /rules/{GAME}/cards/{card.key}/ /precedents/ /api/v1/ratings/",
        "olga": f"/ /events/ /profile/ /profile/data/ /jobs/ /events/{slug}/desk/ /events/{slug}/exports/ /upgrades/ "
        f"/api/v1/events/{slug}/export/results.csv /api/v1/events/{slug}/export/event.json",
        "operator": "/operating/ /metrics /readyz /jobs/ /upgrades/ /admin/",
    }
    listed = {
        f"operator admin {name}": reverse(f"admin:{app}_{name}_changelist")
        for app, names in zip(("tournaments", "referee"), ADMIN, strict=True)
        for name in names.split()
    }
    found: dict[str, Callable[[], object]] = {}

    def ask(client: Client, page: str) -> object:
        answer: Any = client.get(page)
        return answer.status_code, len(answer.getvalue())

    for who, addresses in pages.items():
        for page in addresses.split():
            named = page.replace(slug, "…").replace(str(record.pk), "R").replace(f"/{match}/", "/M/")
            found[f"{who} {named}"] = lambda who=who, page=page: ask(clients[who], page)  # type: ignore[misc]
    for name, page in listed.items():
        found[name] = lambda page=page: ask(clients["operator"], page)  # type: ignore[misc]
    found["tidy_site --dry-run"] = lambda: call_command("tidy_site", "--dry-run", stdout=StringIO())
    for sweep in TIMETABLE:
        if not sweep.path.startswith(LEFT_OUT):
            found[f"sweep {sweep.path}"] = lambda sweep=sweep: run_sweep(sweep)  # type: ignore[misc]
    return found


def times_of(event: Event) -> dict[str, tuple[float, object]]:
    """Milliseconds of each, the median of a few after a first: of the processor where the database works in this
    process, as SQLite does, else of the clock."""
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    taken = {}
    for name, look in looks(event).items():
        forget_all()
        cache.clear()
        answer, took = look(), []
        for _ in range(TIMES):
            begun = clock()
            look()
            took.append((clock() - begun) * 1000)
        taken[name] = median(took), answer
    return taken


def test_a_site_with_many_games_beside_an_empty_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "throttle_classes", [])
    event = finished_event()
    add_up_the_past(now())
    empty = times_of(event)
    begun = time.perf_counter()
    copy_event(GAMES // LOGS - 1)
    print(f"\ncopied in {time.perf_counter() - begun:.0f} s")
    full = times_of(event)
    print(
        f"{Record.objects.count():,} stored games, {Event.objects.count():,} events, {connection.vendor}, "
        f"load {os.getloadavg()[0]:.1f}: milliseconds with one event's games, with all; times"
    )
    for name, (took, answer) in sorted(full.items(), key=lambda each: -each[1][0]):
        before = empty[name][0]
        print(f"{name:55} {before:8.1f} {took:8.1f} {took / before:7.1f}  {answer}")
