"""Work for strangers is bounded: what computes for too long is stopped where it stands, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from referee import spending
from referee.budget import TooCostly, budget
from rules.kernel.cards import MAX_CARDS
from rules.registry import games
from tests.tournaments.factories import actor

pytestmark = pytest.mark.anywhere
API = "/api/v1/positions"
ROOT = Path(__file__).resolve().parents[2]


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


def test_work_inside_other_work_ends_each_by_its_own_budget() -> None:
    with pytest.raises(TooCostly), budget(0.2):
        with pytest.raises(TooCostly), budget(0.05):
            compute(30)
        compute(30)
    with pytest.raises(TooCostly), budget(0.05):
        with pytest.raises(TooCostly), budget(0.05):
            compute(30)
        compute(30)


def test_a_process_that_stopped_work_can_still_be_traced() -> None:
    """In a process of its own: with anything left over the interpreter hangs at the first traced call."""
    program = (
        "import sys, time\n"
        "from referee.budget import TooCostly, budget\n"
        "for work in (0.2, 0.05, 0.06):\n"
        "    try:\n"
        "        with budget(0.05):\n"
        "            end = time.thread_time() + work\n"
        "            while time.thread_time() < end: pass\n"
        "    except TooCostly: pass\n"
        "sys.settrace(lambda *event: None)\n"
        "(lambda: None)()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=20, cwd=ROOT)


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


@pytest.fixture
def asked() -> Iterator[APIClient]:
    cache.clear()
    yield APIClient(raise_request_exception=True)
    cache.clear()


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


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["Token nobodys", "Claim nobodys"])
def test_a_word_that_is_no_good_is_refused_in_words(asked: APIClient, word: str) -> None:
    for game in games():
        address = f"{API}/{game}/"
        for answer in (
            asked.get(address, headers={"authorization": word}),
            asked.post(address, {}, format="json", headers={"authorization": word}),
        ):
            assert answer.status_code in (401, 404)
            assert answer.json()["message"]
