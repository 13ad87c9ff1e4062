"""Webhooks: what is told, how it is signed, when it is sent again, and who may have it sent."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    played_round,
    running_event,
    tables,
)
from tests.tournaments.pages.conftest import Who
from tests.tournaments.pages.conftest import who as who  # the fixture
from tests.tournaments.webhooks.listener import listening
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import cancel_event, finish_event
from tournaments.models.events import Event
from tournaments.models.webhooks import Happening, WebhookDelivery, WebhookEndpoint
from tournaments.now import now
from tournaments.outgoing import Refused
from tournaments.results.staff import clear_result
from tournaments.rounds.steps import unfinish_round
from tournaments.webhooks import sending, tasks
from tournaments.webhooks.changes import add_endpoint, delete_endpoint, pause, resume, send_again, send_test

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
URL = "https://example.org/hook"


def added(event: Event, url: str = URL, kinds: list[str] | None = None) -> tuple[WebhookEndpoint, str]:
    return add_endpoint(event, url, kinds or Happening.values, by=actor("olga"), now=at(0))


def told(event: Event) -> list[tuple[str, dict[str, Any]]]:
    """What was written for the event's endpoints, in order: the kind and the data."""
    rows = WebhookDelivery.objects.filter(endpoint__event=event).order_by("id")
    return [(row.kind, json.loads(row.body)["data"]) for row in rows]


def test_each_fact_is_told_once_in_its_own_transaction() -> None:
    event = running_event(2, swiss_rounds=1)
    added(event)
    round = played_round(event)
    match = tables(round)[0]
    result, seats = {"match": match.pk, "round": 1, "table": 1}, {"A": "", "B": ""}
    seats = {seat.letter: seat.entrant.code for seat in match.seats.all()}
    unfinish_round(round, reason="again", by=actor("olga"), now=at(80))
    clear_result(match, reason="again", by=actor("olga"), now=at(81))
    of_round = [(kind, data["round"]) for kind, data in told(event) if kind.startswith("round")]
    assert of_round == [
        ("round.published", 1), ("round.started", 1), ("round.finished", 1), ("round.reopened", 1),
    ]  # fmt: skip
    of_result = [(kind, data) for kind, data in told(event) if kind.startswith("result")]
    base = {"event": event.slug, **result, "seats": seats}
    assert [kind for kind, _ in of_result] == ["result.final", "result.withdrawn"]
    assert {key: of_result[0][1][key] for key in base} == base and of_result[0][1]["outcome"]["winner"] == "A"
    assert of_result[1][1] == base
    before = len(told(event))
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        cancel_event(event, reason="rain", by=actor("olga"), now=at(90))
        raise ZeroDivisionError
    assert len(told(event)) == before
    cancel_event(event, reason="rain", by=actor("olga"), now=at(90))
    assert told(event)[-1] == ("event.state_changed", {"event": event.slug, "state": "cancelled"})


def test_only_what_was_chosen_is_told_and_nothing_of_drafts_or_to_the_paused() -> None:
    event = running_event(2, swiss_rounds=1)
    state, _ = added(event, kinds=["event.state_changed"])
    paused, _ = added(event, "https://example.org/other")
    pause(paused, by=actor("olga"), now=at(1))
    played_round(event)
    finish_event(event, by=actor("olga"), now=at(90))
    rows = WebhookDelivery.objects.filter(endpoint__event=event)
    assert [(row.endpoint_id, row.kind) for row in rows] == [(state.pk, "event.state_changed")]
    draft = make_event(name="Secret cup")
    endpoint, _ = added(draft)
    cancel_event(draft, reason="no hall", by=actor("olga"), now=at(2))
    row = WebhookDelivery.objects.get(endpoint=endpoint)  # from then on everybody sees that it is cancelled
    assert json.loads(row.body)["data"]["state"] == "cancelled"


def test_a_message_is_signed_as_the_specification_says(settings: Any) -> None:
    settings.OUTGOING_HTTP, settings.OUTGOING_NETWORKS = True, (ipaddress.ip_network("127.0.0.1"),)
    event = make_event(name="Secret cup")
    with listening() as there:
        endpoint, secret = added(event, there.url)
        assert secret.startswith("whsec_") and secret not in endpoint.secret
        row = send_test(endpoint, by=actor("olga"), now=now())
        assert sending.claim(now(), 5) == [endpoint.pk]
        assert sending.claim(now(), 5) == []  # nobody else sends to it meanwhile
        assert sending.take_turn(endpoint.pk) == 1
    headers, body = there.heard[0]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = b".".join([headers["webhook-id"].encode(), headers["webhook-timestamp"].encode(), body])
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["webhook-id"] == row.message_id
    assert abs(int(headers["webhook-timestamp"]) - now().timestamp()) < 60
    message = json.loads(body)
    assert (message["type"], message["data"]) == ("webhook.test", {})  # a draft is nobody's business
    row.refresh_from_db()
    assert (row.state, row.attempts, row.code, row.trouble) == ("delivered", 1, 204, "")


def test_it_is_tried_again_ever_later_and_then_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(2)
    endpoint, _ = added(event)
    row = send_test(endpoint, by=actor("olga"), now=at(0))
    clock = [at(0)]
    monkeypatch.setattr(sending, "now", lambda: clock[0])
    answers: list[object] = [Refused("network"), 500, 302, Refused("time"), *[503] * 6]

    def answer(*_: object) -> object:
        said = answers.pop(0)
        if isinstance(said, Refused):
            raise said
        return said

    monkeypatch.setattr(sending, "post", answer)
    waited = []
    while answers:
        assert sending.claim(clock[0], 5) == [endpoint.pk]
        sending.take_turn(endpoint.pk)
        row.refresh_from_db()
        waited.append((row.due_at - clock[0]).total_seconds())
        clock[0] = max(row.due_at, clock[0])
    # https://github.com/standard-webhooks: at once, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h
    hours = 3600.0
    assert waited[:9] == [
        5.0,
        300.0,
        1800.0,
        2 * hours,
        5 * hours,
        10 * hours,
        14 * hours,
        20 * hours,
        24 * hours,
    ]
    assert (row.state, row.attempts, row.code) == ("failed", 10, 503)
    endpoint.refresh_from_db()
    assert endpoint.paused_by_site
    with pytest.raises(Conflict):
        send_again(row, by=actor("olga"), now=clock[0])
    resume(endpoint, by=actor("olga"), now=clock[0])
    again = send_again(row, by=actor("olga"), now=clock[0])
    assert (again.message_id, again.body) == (row.message_id, row.body)
    answers.append(410)  # gone: no more is sent there
    sending.take_turn(endpoint.pk)
    endpoint.refresh_from_db()
    assert endpoint.paused_by_site and sending.claim(clock[0] + timedelta(days=9), 5) == []


def test_an_answer_that_comes_twice_counts_once_and_old_ones_go() -> None:
    endpoint, _ = added(running_event(2))
    row = send_test(endpoint, by=actor("olga"), now=at(0))
    sending.record(row, 500, "status", at(1))
    sending.record(row, 200, "", at(2))  # of the same attempt
    kept = WebhookDelivery.objects.get(pk=row.pk)
    assert (kept.attempts, kept.code) == (1, 500)
    assert tasks.forget_old_deliveries(at(0) + timedelta(days=29)) == 0
    assert tasks.forget_old_deliveries(at(0) + timedelta(days=31)) == 1


def test_only_an_organiser_has_something_sent_and_only_where_it_may_go(who: Who) -> None:
    event = running_event(2)
    with pytest.raises(NotAllowed):
        add_endpoint(event, URL, ["round.published"], by=actor("sam"), now=at(0))
    for url, kinds in (("http://example.org/", ["round.published"]), (URL, []), (URL, ["nothing"])):
        with pytest.raises(Invalid):
            add_endpoint(event, url, kinds, by=actor("olga"), now=at(0))
    endpoint, _ = added(event)
    with pytest.raises(Invalid):
        added(event)  # the same address once more
    for n in range(4):
        added(event, f"{URL}{n}")
    with pytest.raises(Conflict):
        added(event, f"{URL}9")
    other = running_event(2, name="Other")
    page = reverse("tournaments:webhook", args=[other.slug, endpoint.pk])
    assert who("olga").get(page).status_code == 404
    row = send_test(endpoint, by=actor("olga"), now=at(1))
    again = reverse("tournaments:webhook_again", args=[other.slug, row.pk])
    assert who("olga").post(again).status_code == 404
    delete_endpoint(endpoint, by=actor("olga"), now=at(2))
    endpoint.refresh_from_db()
    assert endpoint.secret == "" and not endpoint.deliveries.exists()


def test_the_pages_and_the_api_show_the_secret_once(who: Who) -> None:
    event, olga = running_event(2), who("olga")
    page = reverse("tournaments:webhooks", args=[event.slug])
    made = olga.post(page, {"url": URL, "kinds": ["round.published"]})
    assert "whsec_" in made.content.decode() and "example.org" in made.content.decode()
    assert "whsec_" not in olga.get(page).content.decode()
    number = event.webhooks.get().pk
    one = reverse("tournaments:webhook", args=[event.slug, number])
    olga.post(f"{one}test/")
    row = WebhookDelivery.objects.get()
    shown = olga.get(one).content.decode()
    assert row.message_id in shown and "Waiting" in shown
    api = f"/api/v1/events/{event.slug}/webhooks/"
    sent = {"url": f"{URL}/2", "kinds": ["result.final"]}
    answer = olga.post(api, json.dumps(sent), "application/json").json()
    assert answer["secret"].startswith("whsec_")
    assert [set(one) & {"secret"} for one in olga.get(api).json()] == [set(), set()]
    changed = olga.patch(f"{api}{answer['id']}/", '{"paused": true}', "application/json").json()
    assert changed["paused_at"]
    assert olga.post(f"{api}{answer['id']}/test/").status_code == 409
    assert [d["state"] for d in olga.get(f"/api/v1/events/{event.slug}/webhook-deliveries/").json()] == [
        "waiting"
    ]
    assert olga.delete(f"{api}{answer['id']}/").status_code == 204
    assert who("sam").get(api).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_the_sweep_sends_beside_itself(settings: Any) -> None:
    settings.OUTGOING_HTTP, settings.OUTGOING_NETWORKS = True, (ipaddress.ip_network("127.0.0.1"),)
    calls: list[int] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tasks, "take_turn", calls.append)
        endpoint, _ = added(running_event(2))
        send_test(endpoint, by=actor("olga"), now=at(1))
        assert tasks.deliver_due(now()) == 1
        for thread in [
            each for each in __import__("threading").enumerate() if each.name.startswith("webhook-")
        ]:
            thread.join(5)
        assert tasks.deliver_due(now()) == 0
    assert calls == [endpoint.pk]
