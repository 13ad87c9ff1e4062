"""Every page and address of an event of 5,000 players in the midst of a round: what an answer takes at the server, and
whether it asks the database more often than in an event of 60. Prints figures; decides nothing by time.

    [EVENT_PLAYERS=5000] [EVENT_FILES=1] [EVENT_PAGES=undo] \
        .venv/bin/pytest -m bench -s tests/benchmarks/test_large_pages.py
"""

from __future__ import annotations

import gc
import os
import re
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import cycle
from statistics import median
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from config.frames import with_room
from config.launch.warming import collect_rarely
from rules import registry
from rules.kernel.selfplay import play_game
from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, finish, large_event, large_round
from tournaments.api_base import Door
from tournaments.memory import forget_all
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]

PLAYERS = int(os.environ.get("EVENT_PLAYERS", "5000"))
ROUNDS = int(os.environ.get("EVENT_ROUNDS", "8"))
WITH_FILES = bool(os.environ.get("EVENT_FILES"))
#: A pattern in the addresses that are asked for; empty for all.
WANTED = re.compile(os.environ.get("EVENT_PAGES", ""))
GOAL, FEW, TIMES = 0.1, 60, 3
GAME = "looney_tunes"
#: Made to be kept or printed, with the whole field: asked for once, and only with EVENT_FILES=1.
FILES = (".pdf", ".csv", ".json", "/decks/", "/slips/")
#: of them a list is handed in
LISTS = 24
Costs = dict[tuple[str, str], "Cost"]


class Cost:
    """Of one page for one reader: the first answer of a process, those after a change, those after no change."""

    def __init__(self) -> None:
        self.first, self.size = 0.0, 0
        self.changed: list[float] = []
        self.again: list[float] = []
        self.statements = 0

    @property
    def usual(self) -> float:
        """Seconds of an answer after a change; of what is asked for once, of that."""
        return median(self.changed) if self.changed else self.first


def names(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The names of all addresses, with their namespaces."""
    for each in patterns:
        if isinstance(each, URLResolver):
            yield from names(each.url_patterns, f"{before}{each.namespace}:" if each.namespace else before)
        elif each.name:
            yield before + each.name


def pages_of(event: Event) -> list[str]:
    """Every address of the event that a reader may ask for, of one entrant, of the round being played."""
    entrant = event.entrants.get(code="P11")
    number = ROUNDS + 1
    given = {
        "slug": (event.slug,),
        "number": (number, ROUNDS),
        "entrant_id": (entrant.pk,),
        "code": (entrant.code, "s1"),
        "what": ("players", "standings"),
    }
    found: dict[str, None] = {}
    for name in dict.fromkeys(names(get_resolver().url_patterns)):
        for at_number in given["number"]:
            for code in given["code"]:
                for keys in (
                    ("slug",),
                    ("slug", "number"),
                    ("slug", "entrant_id"),
                    ("slug", "code"),
                    ("slug", "number", "entrant_id"),
                ):
                    values = {key: given[key][0] for key in keys} | (
                        {"number": at_number} if "number" in keys else {}
                    )
                    values |= {"code": code} if "code" in keys else {}
                    try:
                        found[reverse(name, kwargs=values)] = None
                    except NoReverseMatch:
                        continue
    match = event.rounds.get(number=number).matches.filter(is_bye=False).first()
    assert match is not None
    found[reverse("tournaments:match_page", args=[match.pk])] = None
    return [page for page in found if WANTED.search(page) and (WITH_FILES or not page.endswith(FILES))]


def field(players: int) -> Event:
    """An event with a list of everybody, published, some rounds over and one half played."""
    event = large_event(players, game=GAME, swiss_rounds=13, clock_kind="fixed", hard_stop_minutes=5)
    Event.objects.filter(pk=event.pk).update(deck_lists="required", open_decks="start")
    event.refresh_from_db()
    game = registry.load(GAME)
    headers = [play_game(game, f"lists:{n}", 2).header for n in range(LISTS // 2)]
    bodies = [msgspec.to_builtins(player.deck) for header in headers for player in header.players]
    DeckList.objects.bulk_create(
        [
            DeckList(
                entrant=entrant,
                body=bodies[n % LISTS] | {"name": f"Kind {n % LISTS}"},
                legal=True,
                at=at(-100),
                by="x",
            )
            for n, entrant in enumerate(Entrant.objects.filter(event=event))
        ],
        batch_size=500,
    )
    for number in range(1, ROUNDS + 1):
        played = large_round(event, number * 60)
        decide(played)
        finish(played, number * 60 + 40)
    last = large_round(event, (ROUNDS + 1) * 60)
    decide(last, leave=players // 4)
    return event


def results(event: Event) -> Iterator[object]:
    """Results of the round being played, as often as one is asked for: at each of the open tables, and there anew."""
    matches = list(event.rounds.get(number=ROUNDS + 1).matches.exclude(state="decided").order_by("table"))
    for n, winner in ((n, winner) for winner in cycle("AB") for n in range(len(matches))):
        match = Match.objects.get(pk=matches[n].pk)
        now = at((ROUNDS + 1) * 60 + 20)
        yield enter_result(match, {"winner": winner}, by=actor("hedda"), now=now, reason="A slip.")


def answered(client: Client, page: str) -> tuple[float, int, int]:
    """Seconds, statements and bytes of an answer; bytes below 0: what it answers instead. The seconds are of the
    processor where the database works in this process, as SQLite does, else of the clock."""
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    sent = [0]

    def counted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        sent[0] += 1
        return execute(sql, params, many, context)

    began = clock()
    with connection.execute_wrapper(counted):
        answer = client.get(page)
        size = len(answer.getvalue())
    return clock() - began, sent[0], size if answer.status_code == 200 else -answer.status_code


def looked_at(event: Event, times: int) -> Costs:
    """Every page by who runs the event and by a player."""
    costs: Costs = defaultdict(Cost)
    # As a process of the pages does, which has not made the event itself.
    gc.collect()
    gc.freeze()
    collect_rarely()
    changes = results(event)
    pages = pages_of(event)
    for name in ("olga", "player11"):
        client, user = Client(), actor(name).user
        assert user is not None
        client.force_login(user)
        client.get(reverse("tournaments:event_page", args=[event.slug]))
        for page in pages:
            cost = costs[name, page.replace(event.slug, "…")]

            forget_all()
            cost.first, cost.statements, cost.size = answered(client, page)
            if cost.size < 0:
                del costs[name, page.replace(event.slug, "…")]
                continue
            for _ in range(0 if page.endswith(FILES) else times):
                next(changes)
                took, sent, _size = answered(client, page)
                cost.changed.append(took)
                cost.statements = max(cost.statements, sent)
                cost.again.append(answered(client, page)[0])
    return costs


def test_every_page_of_a_large_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "throttle_classes", [])
    cache.clear()
    # As a thread of the pages has it.
    look = with_room(looked_at)
    small = look(field(FEW), 1)
    cache.clear()
    large = look(field(PLAYERS), TIMES)
    few = {(who, page.split("/…/")[-1]): cost.statements for (who, page), cost in small.items()}
    print(
        f"\n{PLAYERS} players, {ROUNDS} rounds over, {connection.vendor}, load {os.getloadavg()[0]:.1f}; milliseconds "
        "of the first answer of a process, after a result (median, longest), again (median); statements, KB"
    )
    ranked = sorted(large.items(), key=lambda each: -each[1].usual)
    for (who, page), cost in ranked:
        grown = cost.statements - few.get((who, page.split("/…/")[-1]), cost.statements)
        print(
            f"{who:9} {page:58} {cost.first * 1000:7.0f} {cost.usual * 1000:6.0f} "
            f"{max([*cost.changed, 0]) * 1000:6.0f} {median(cost.again or [0]) * 1000:6.0f} {cost.statements:5} "
            f"{f'+{grown}' if grown > 0 else '':4} {cost.size // 1024:5}"
        )
    slow = [each for each, cost in ranked if cost.usual > GOAL]
    print(f"{len(ranked)} pages, {len(slow)} above {GOAL * 1000:.0f} ms")
