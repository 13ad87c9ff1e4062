"""Sent twice counts once: at every door, whatever became of cache, process or reply in between."""

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from rest_framework.authtoken.models import Token

from tests.tournaments.factories import actor, at, player, round_under_way, running_event, tables
from tests.tournaments.races.together import alone, together
from tournaments.api_base import UNSAFE, Door
from tournaments.clocks import whole_round
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.clocks import ClockEvent
from tournaments.models.entrants import Entrant
from tournaments.models.results import Result
from tournaments.models.rounds import Round
from tournaments.rounds.changes import offer_round

pytestmark = pytest.mark.django_db


def extensions() -> int:
    return ClockEvent.objects.filter(kind="extended").count()


def program(name: str) -> Client:
    """A program that sends this person's token."""
    user = actor(name).user
    assert user is not None
    return Client(headers={"Authorization": f"Token {Token.objects.get_or_create(user=user)[0].key}"})


def send(client: Client, path: str, body: dict[str, Any], key: str, method: str = "post") -> Any:
    ask = getattr(client, method)
    return ask(f"/api/v1/{path}", body, content_type="application/json", headers={"Idempotency-Key": key})


@pytest.fixture
def round(db: None) -> Round:
    return round_under_way(4)


def test_a_table_and_a_round_get_time_once(round: Round) -> None:
    olga, match = program("olga"), tables(round)[0]
    for path in (f"matches/{match.pk}/extend/", f"events/{round.event.slug}/rounds/1/clock/extend/"):
        before = extensions()
        first, again = (send(olga, path, {"minutes": 5}, "same") for _ in range(2))
        assert (first.status_code, again.status_code, extensions()) == (200, 200, before + 1)
        assert again.json() == first.json()
        assert send(olga, path, {"minutes": 5}, "another").status_code == 200
        assert extensions() == before + 2


def test_a_swap_is_not_swapped_back() -> None:
    event = running_event(4)
    offer = offer_round(event, by=actor("olga"), now=at()).offers.get()
    (first, _), (second, _) = (table["seats"] for table in offer.pairing["tables"])
    body = {"first": first, "second": second, "reason": "Brothers."}
    answers = [send(program("olga"), f"events/{event.slug}/offer/swap/", body, "swap") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    offer.refresh_from_db()
    assert offer.pairing["tables"][0]["seats"][0] == second
    assert offer.changes.count() == 1


def test_a_key_with_other_contents_is_refused() -> None:
    event = running_event(4)
    path, olga = f"events/{event.slug}/late-entries/", program("olga")
    assert send(olga, path, {"name": "Ann"}, "L1").json()["name"] == "Ann"
    refused = send(olga, path, {"name": "Bob"}, "L1")
    assert (refused.status_code, refused.json()["code"]) == (409, "key_used")
    assert not Entrant.objects.filter(name="Bob").exists()
    assert send(program("sam"), path, {"name": "Bob"}, "L1").json()["name"] == "Bob"


def test_a_report_that_arrives_late_again_turns_nothing_back(round: Round) -> None:
    match = tables(round)[0]
    user = player(match, "A").user
    assert user is not None
    ann, path = program(user.username), f"matches/{match.pk}/reports/"
    said = [("A", "k1"), ("A", "k2"), ("B", "k3"), ("A", "k2")]
    answers = [send(ann, path, {"winner": winner}, key) for winner, key in said]
    assert [answer.status_code for answer in answers] == [201] * 4
    assert Result.objects.get(match=match, replaced_at=None).outcome["winner"] == "B"


def test_a_refusal_leaves_the_key_free(round: Round) -> None:
    sam, match = program("sam"), tables(round)[0]
    path = f"matches/{match.pk}/result/"
    assert send(sam, path, {"winner": "Q"}, "k", "put").status_code == 400
    assert not AnsweredRequest.objects.exists()
    assert send(sam, path, {"winner": "A"}, "k", "put").status_code == 200


def browser(name: str) -> tuple[Client, str]:
    """Somebody's browser, with the word against forgery of a page it shows."""
    client = Client(enforce_csrf_checks=True)
    user = actor(name).user
    assert user is not None
    client.force_login(user)
    page = client.get(reverse("tournaments:event_new")).content.decode()
    return client, page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]


def press(client: Client, round: Round, **form: str) -> int:
    address = reverse("tournaments:clock_step", args=[round.event.slug, 1, "extend"])
    return client.post(address, {"minutes": "5", **form}).status_code


def test_a_form_without_a_key_of_its_own_counts_once_from_one_page(round: Round) -> None:
    client, word = browser("olga")
    assert [press(client, round, csrfmiddlewaretoken=word) for _ in range(3)] == [303] * 3
    assert extensions() == 1
    assert press(client, round, csrfmiddlewaretoken=word, minutes="6") == 303
    fresh = browser("olga")
    assert press(fresh[0], round, csrfmiddlewaretoken=fresh[1]) == 303
    assert extensions() == 3


def test_a_form_counts_once_also_when_the_cache_was_emptied(round: Round) -> None:
    client, word = browser("olga")
    for _ in range(2):
        assert press(client, round, csrfmiddlewaretoken=word, idempotency_key="k") == 303
        cache.clear()
    assert extensions() == 1


@pytest.mark.django_db(transaction=True)
def test_the_same_form_three_times_at_once(round: Round) -> None:
    client, word = browser("olga")
    answers = together(*[lambda: press(client, round, csrfmiddlewaretoken=word)] * 3)
    assert answers == [("done", 303)] * 3
    assert extensions() == 1


@pytest.mark.django_db(transaction=True)
def test_who_is_killed_in_the_middle_leaves_nothing_of_it(
    round: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, word = browser("olga")

    def killed() -> None:
        whole_round.note = lambda *args, **more: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
        press(client, round, csrfmiddlewaretoken=word)

    assert alone(killed) == -signal.SIGKILL
    assert (extensions(), AnsweredRequest.objects.count()) == (0, 0)
    assert press(client, round, csrfmiddlewaretoken=word) == 303
    assert extensions() == 1


#: What changes nothing, has keys of its own, or answers with a secret of which no copy may be kept; a claim link does
#: the same each time it is opened.
PAGES_LEFT_OUT = {
    "settings",
    "claim",
    "check_log",
    "slip_code",
    "dispute_position",
    "dispute_branches",
    "what_if",
    "repair",
    "result_follows",
    "position_games",
    "position_editor",
    "own_data",
    "entry_data",
}
DOORS_LEFT_OUT = {
    *(
        "WhatIf",
        "RulingEffects",
        "ResultFollows",
        "Schema",
        "Legal",
        "Ask",
        "File",
        "ClaimLinks",
        "RoleLinks",
    ),
    *("Tokens", "MyToken", "MyTokens", "Webhooks", "MyDeletion", "EntryDeletion"),
}


def views(patterns: list[Any]) -> Iterator[URLPattern]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        else:
            yield pattern


def ours(pattern: URLPattern) -> bool:
    module = getattr(pattern.callback, "__module__", "")
    return module.startswith(("tournaments.", "referee."))


@pytest.mark.anywhere
def test_every_door_counts_once() -> None:
    pages, doors = set(), set()
    for pattern in views(get_resolver().url_patterns):
        if not ours(pattern):
            continue
        door = getattr(pattern.callback, "cls", None)
        if door is None:
            if not getattr(pattern.callback, "counts_once", False):
                pages.add(pattern.name)
        elif any(hasattr(door, method) for method in UNSAFE) and not (
            issubclass(door, Door) and door.counts_once
        ):
            doors.add((door.__module__, door.__name__))
    assert {name for name in pages if not str(name).startswith("live")} == PAGES_LEFT_OUT | {"event_live"}
    assert {name for module, name in doors if not module.startswith("referee.live")} == DOORS_LEFT_OUT


#: What computes for long and keeps transactions of its own: a second time, after whoever worked was killed before the
#: answer was kept, it does nothing. Why it does not.
DONE_ONCE_OF_ITSELF = {
    "MatchRecords": "the same file again is the log that is there",
    "EventAudits": "a log that was audited is passed over",
    "Rulings": "the sender says how many entries he has seen",
    "RuleByBranch": "the sender says how many entries he has seen",
    "Adopt": "the outcome that counts is the one that is taken",
    "Pictures": "the same file again is the picture that is there",
    "Stored": "a position that is stored is not stored again",
    "MatchTables": "a game has one live table",
}


@pytest.mark.anywhere
def test_what_is_no_single_transaction_does_nothing_when_done_twice() -> None:
    long = {
        door.__name__
        for pattern in views(get_resolver().url_patterns)
        if ours(pattern) and issubclass(door := getattr(pattern.callback, "cls", object), Door)
        if not door.whole and any(hasattr(door, method) for method in UNSAFE)
    }
    assert long == set(DONE_ONCE_OF_ITSELF)
