"""Work for strangers is bounded: what computes for too long is stopped where it stands, and nothing else is."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from referee import spending
from referee.budget import QUESTION, TooCostly, budget
from rules.kernel.cards import MAX_CARDS
from rules.registry import games, load
from tests.tournaments.factories import actor

pytestmark = pytest.mark.anywhere
API = "/api/v1/positions"


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_work_that_takes_too_long_is_stopped() -> None:
    begun = time.thread_time()
    with pytest.raises(TooCostly), budget(0.05):
        compute(30)
    assert time.thread_time() - begun < 5


def test_an_engine_that_catches_every_exception_is_stopped_too() -> None:
    with pytest.raises(TooCostly), budget(0.05):
        while True:
            try:
                compute(30)
            except Exception:
                continue


def test_waiting_is_no_work() -> None:
    with budget(0.2):
        time.sleep(0.4)


def test_what_is_done_in_time_is_left_alone_afterwards() -> None:
    for _ in range(8):
        with budget(0.05):
            compute(0.04)
        compute(0.03)


def test_of_several_threads_the_one_that_computes_is_stopped() -> None:
    found: dict[str, str] = {}

    def work(name: str, task: Callable[[float], None]) -> None:
        try:
            with budget(0.3):
                task(1.5)
            found[name] = "done"
        except TooCostly:
            found[name] = "stopped"

    threads = [threading.Thread(target=work, args=each) for each in (("busy", compute), ("idle", time.sleep))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found == {"busy": "stopped", "idle": "done"}


# -- the position editor --------------------------------------------------------------------------------------------

#: What a deck list calls its sections, by game.
SECTIONS = {
    "looney_tunes": ("personal",),
    "nightmare_before_christmas": ("main", "locales"),
    "herocard_duel": ("attributes", "actions"),
    "herocard_nightmare": ("attributes", "actions"),
    "highlander": ("deck", "pre_game"),
}


def hostile(game: str, seed: int) -> dict[str, Any]:
    """A request of a few kilobytes put together to be dear: many cards, known and unknown, lists, entries."""
    draw = random.Random(f"{game} {seed}")
    titles = [card.title for card in load(game).catalogue.cards]
    seats = "ABCDEF"[: draw.randint(*load(game).seats)]
    # Mostly as many as are let in, and sometimes more.
    share = draw.choice([1, 1, 1, 5]) * MAX_CARDS // (2 * len(seats) + 1)

    def cards() -> list[Any]:
        unknown = {"unknown": True, "count": share}
        return draw.choice([[unknown], [draw.choice(titles)] * share, [{"unknown": True}] * share])

    lines = {
        section: draw.sample(titles, min(draw.choice([5, 20]), len(titles))) for section in SECTIONS[game]
    }
    copies = draw.choice([1, 40, 40, 1000])
    deck = {
        section: [{"card": title, "count": copies} for title in chosen] for section, chosen in lines.items()
    }
    sides = {seat: {"hand": cards(), "discard_pile": cards()} for seat in seats}
    entry = {"by": draw.choice(seats), "do": "draw", "count": draw.choice([1, 7, 1000])}
    declare = {"by": "judge", "do": "declare", "changes": [{"do": "note", "text": "x"}] * 20}
    return {
        "players": [{"seat": seat, "deck": draw.choice([None, {"sections": deck}])} for seat in seats],
        "position": draw.choice([None, {"players": sides}]),
        "entries": [draw.choice([entry, declare])] * draw.choice([0, 1, 50]),
    }


@pytest.fixture
def asked() -> Iterator[APIClient]:
    cache.clear()
    yield APIClient(raise_request_exception=True)
    cache.clear()


def seconds_of(client: Client, path: str, body: dict[str, Any]) -> tuple[float, int]:
    said = {"format": "json"} if isinstance(client, APIClient) else {}
    begun = time.thread_time()
    status = client.post(path, body, **said).status_code
    return time.thread_time() - begun, status


@pytest.mark.django_db
@pytest.mark.parametrize("game", games())
def test_the_dearest_question_is_bounded(
    game: str, asked: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spending, "ALLOWED", 1e9)
    worst = 0.0
    for seed in range(10):
        for operation in ("", "legal/"):
            took, status = seconds_of(asked, f"{API}/{game}/{operation}", hostile(game, seed))
            assert status in (200, 400), (seed, status)
            worst = max(worst, took)
    ordinary = min(seconds_of(Client(), f"/positions/{game}/", {"seats": "2"})[0] for _ in range(5))
    print(f"{game}: worst {worst * 1000:.0f} ms of computing, {worst / ordinary:.0f} ordinary ones")
    # Laid out and offered, each within its budget, however slow the machine; and what is around it.
    assert worst < 2 * QUESTION + 1
    assert worst < 50 * ordinary


@pytest.mark.django_db
def test_the_unknown_cards_of_a_position_are_counted_together(asked: APIClient) -> None:
    most = {"unknown": True, "count": MAX_CARDS}
    fits = asked.post(
        f"{API}/looney_tunes/", {"position": {"players": {"A": {"hand": [most]}}}}, format="json"
    )
    assert fits.status_code == 200
    more = {"players": {"A": {"hand": [most]}, "B": {"hand": ["Long-Haired Hare"]}}}
    refused = asked.post(f"{API}/looney_tunes/", {"position": more}, format="json")
    assert refused.status_code == 400
    assert "2000 cards at most" in refused.json()["message"]


@pytest.mark.django_db
def test_an_address_without_an_account_has_an_allowance(
    asked: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"position": {"players": {}}}
    assert asked.post(f"{API}/looney_tunes/", body, format="json").status_code == 200
    monkeypatch.setattr(spending, "ALLOWED", 0.0)
    refused = asked.post(f"{API}/looney_tunes/", body, format="json")
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    page = Client().post("/positions/looney_tunes/", {"seats": "2"})
    assert (page.status_code, page["Retry-After"]) == (429, "60")
    person = actor("ann").user
    assert person is not None
    asked.force_authenticate(person)
    assert asked.post(f"{API}/looney_tunes/", body, format="json").status_code == 200
