"""The logger's forms: what they say as entries, once each, and what a refusal answers."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from referee.live.api_base import TapThrottle
from referee.live.live_replay import forget
from referee.live.opening import feature_table
from referee.live.queries import live_table
from referee.logs.storage import stored_log
from referee.models.live import LiveTable
from tests.referee.live.playing import match_of_game, opened, play, played
from tests.tournaments.factories import actor, at, player
from tournaments.access import Actor
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
SCRIPT = {"X-Tap": "1"}


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    cache.clear()
    forget()
    yield
    forget()


@pytest.fixture
def table() -> LiveTable:
    return opened(
        match_of_game("highlander", logs="competitive"), header=played("highlander", "short4", 8).header
    )


def client_of(who: Actor) -> Client:
    client = Client()
    assert who.user is not None
    client.force_login(who.user)
    return client


def by_seat(table: LiveTable, letter: str) -> Client:
    return client_of(player(table.record.match, letter))


def test_a_form_of_fields_is_an_entry_and_the_same_key_is_the_same_entry(table: LiveTable) -> None:
    client = by_seat(table, "A")
    form = {"do": "roll", "by": "table", "a.roll.seat": "A", "a.roll.value": "4", "after": "0", "key": "one"}
    first = client.post(f"/live/{table.pk}/tap/", form, headers=SCRIPT).json()
    again = client.post(f"/live/{table.pk}/tap/", form, headers=SCRIPT).json()
    assert (first, again) == ({"n": 1, "again": False}, {"n": 1, "again": True})
    (entry,) = stored_log(live_table(table.pk).record, "highlander").entries
    assert (entry.do, entry.by, entry.seat, entry.value) == ("roll", "table", "A", 4)  # type: ignore[union-attr]


def test_who_comes_second_is_told(table: LiveTable) -> None:
    form = {"do": "roll", "by": "table", "a.roll.seat": "A", "a.roll.value": "4", "after": "0"}
    by_seat(table, "A").post(f"/live/{table.pk}/tap/", {**form, "key": "one"}, headers=SCRIPT)
    answer = by_seat(table, "B").post(f"/live/{table.pk}/tap/", {**form, "key": "two"}, headers=SCRIPT)
    assert answer.status_code == 409
    assert answer.json()["code"] == "came_first"
    plain = by_seat(table, "B").post(f"/live/{table.pk}/tap/", {**form, "key": "three"}, follow=True)
    assert b"Another entry came first" in plain.content
    assert live_table(table.pk).record.entries == 1


def test_nonsense_in_a_form_is_said_at_its_field_and_kept(table: LiveTable) -> None:
    form = {"do": "roll", "by": "table", "a.roll.seat": "A", "a.roll.value": "many", "after": "0", "key": "k"}
    answer = by_seat(table, "A").post(f"/live/{table.pk}/tap/", form)
    assert answer.status_code == 400
    assert b"A whole number is expected here" in answer.content and b'value="many"' in answer.content
    assert live_table(table.pk).record.entries == 0


def test_a_judge_declares_what_a_card_did_by_a_form(table: LiveTable) -> None:
    play(table, played("highlander", "short4", 8), 6)
    form = {
        "do": "declare",
        "by": "judge",
        "a.declare.changes.0.change": "set",
        "a.declare.changes.0.fact": "players.A.ability",
        "a.declare.changes.0.value": "12",
        "after": "6",
        "key": "declared",
    }
    answer = client_of(actor("jude")).post(f"/live/{table.pk}/tap/", form, headers=SCRIPT)
    assert answer.json() == {"n": 7, "again": False}
    page = by_seat(table, "A").get(f"/live/{table.pk}/")
    assert page.context["state"]["position"]["players"]["A"]["ability"] == 12
    refused = by_seat(table, "A").post(f"/live/{table.pk}/tap/", {**form, "key": "mine"}, headers=SCRIPT)
    assert refused.status_code == 403


def test_a_seat_token_asks_as_its_seat_and_an_old_one_as_who_is_signed_in(table: LiveTable) -> None:
    client = by_seat(table, "A")
    word = client.get(f"/live/{table.pk}/").context["seat_token"]
    parts = {"X-Fragment": "1"}
    stranger = Client().get(f"/live/{table.pk}/", headers={**parts, "Authorization": f"Seat {word}"})
    assert stranger.context["phone"].view == "A"
    old = client.get(f"/live/{table.pk}/", headers={**parts, "Authorization": "Seat forged"})
    assert old.context["phone"].view == "A"
    assert (
        Client().get(f"/live/{table.pk}/", headers={**parts, "Authorization": "Seat forged"}).status_code
        == 404
    )


def test_somebody_else_does_not_see_the_page(table: LiveTable) -> None:
    assert Client().get(f"/live/{table.pk}/").status_code == 404
    assert Client().get(f"/live/{table.pk}/watch/").status_code == 404


def rolled(key: str, after: int) -> dict[str, str]:
    return {
        "do": "roll",
        "by": "table",
        "a.roll.seat": "A",
        "a.roll.value": "4",
        "after": str(after),
        "key": key,
    }


@pytest.mark.parametrize("by_word", [False, True], ids=["signed in", "by seat token"])
def test_taps_are_counted_by_seat(table: LiveTable, monkeypatch: pytest.MonkeyPatch, by_word: bool) -> None:
    monkeypatch.setattr(TapThrottle, "rate", "2/min")
    address = f"/live/{table.pk}/"

    def tapped(letter: str, key: str, path: str = "tap/", **headers: str) -> HttpResponse:
        client = by_seat(table, letter)
        if by_word:
            headers["Authorization"] = f"Seat {client.get(address).context['seat_token']}"
        return client.post(address + path, rolled(key, 1), headers={**SCRIPT, **headers})

    # What is refused counts as well: there is no entry that it comes after.
    assert [tapped("A", f"k{n}").status_code for n in range(3)] == [400, 400, 429]
    refused = tapped("A", "k4", "undo/", **{"accept-language": "de"})
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert refused.json()["code"] == "throttled"
    assert refused.json()["message"].startswith("Hier wurde in kurzer Zeit zu viel getippt.")
    plain = by_seat(table, "A").post(address + "tap/", rolled("k5", 0), follow=True)
    assert b"Too much was tapped here" in plain.content
    assert live_table(table.pk).record.entries == 0
    # The other seat has its own, and so has the judge.
    assert tapped("B", "b").status_code == 400
    assert client_of(actor("jude")).post(address + "undo/", {}, headers=SCRIPT).status_code == 400


def test_a_seat_has_no_more_taps_by_the_api_and_by_new_words(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TapThrottle, "rate", "2/min")
    statuses = []
    with time_machine.travel(at(1), tick=False) as clock:
        for key in ("one", "two", "three"):
            clock.shift(1)
            word = by_seat(table, "A").get(f"/live/{table.pk}/").context["seat_token"]
            headers = {"Authorization": f"Seat {word}"}
            body = {"entry": {"do": "roll", "by": "table", "seat": "A", "value": 4}, "after": 9, "key": key}
            posted = Client().post(
                f"/api/v1/live/{table.pk}/entries/", body, content_type="application/json", headers=headers
            )
            statuses.append(posted.status_code)
    assert statuses == [400, 400, 429]
    monkeypatch.setattr(TapThrottle, "rate", "3/min")
    with time_machine.travel(at(1) + timedelta(seconds=5), tick=False):
        statuses = [
            by_seat(table, "A").post(f"/live/{table.pk}/tap/", rolled(key, 1), headers=SCRIPT).status_code
            for key in ("four", "five")
        ]
    assert statuses == [400, 429]


def test_who_has_no_seat_is_counted_apart(table: LiveTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TapThrottle, "rate", "1/min")
    feature_table(live_table(table.pk), True, by=actor("sam"), now=now())
    spectator = client_of(actor("stranger"))
    address = f"/live/{table.pk}/tap/"
    told = [spectator.post(address, rolled("s", 0), headers=SCRIPT).status_code for _ in range(2)]
    assert told == [403, 429]
    assert by_seat(table, "A").post(address, rolled("a", 0), headers=SCRIPT).status_code == 200


@pytest.mark.filterwarnings("error::django.core.cache.CacheKeyWarning")
def test_whoever_is_counted_is_a_key_that_every_cache_takes(table: LiveTable) -> None:
    address = f"/live/{table.pk}/undo/"
    assert client_of(actor("jude")).post(address, {}, headers=SCRIPT).status_code == 400
    for word in ("no good", "x" * 400):
        looked = Client().get(f"/api/v1/live/{table.pk}/", headers={"authorization": f"Seat {word}"})
        assert looked.status_code == 401
