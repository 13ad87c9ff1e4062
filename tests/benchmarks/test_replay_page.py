"""How long the replay page takes: the first look at a long log, and a step. Prints figures; decides nothing."""

import time

import pytest
from django.test import Client
from django.urls import reverse

from referee.judging.judged import forget
from referee.records.changes import attach_log
from rules.kernel.log import Log
from rules.kernel.seats import hidden_log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.tournaments.factories import actor, player, running_event, running_round, tables
from tournaments.now import now

pytestmark = [pytest.mark.bench, pytest.mark.django_db]


def test_first_look_and_step() -> None:
    game = load("looney_tunes")
    runs = [play_game(game, f"long:{seed}", 2) for seed in range(12)]
    longest = max(runs, key=lambda run: len(run.entries))
    log = hidden_log(game, Log(longest.header, tuple(longest.entries)))
    match = tables(running_round(running_event(4)))[0]
    record = attach_log(match, 1, log_bytes(log), by=player(match, "A"), now=now())
    client = Client()
    user = actor("jude").user
    assert user is not None
    client.force_login(user)
    address = reverse("referee:record_page", args=[record.pk])
    client.get(address)
    forget()
    start = time.perf_counter()
    client.get(address)
    first = time.perf_counter() - start
    start = time.perf_counter()
    for n in range(20):
        client.get(reverse("referee:record_entry", args=[record.pk, n * 5]), headers={"X-Fragment": "1"})
    step = (time.perf_counter() - start) / 20
    print(
        f"\nreplay page, {record.entries} entries: first look {first * 1000:.0f} ms, a step {step * 1000:.0f} ms"
    )
