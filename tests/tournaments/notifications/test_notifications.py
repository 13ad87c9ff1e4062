"""Notifications: who is told what, when it is sent, what a push service gets, and what is forgotten."""

from __future__ import annotations

import base64
import ipaddress
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import http_ece
import pytest
from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import (
    actor,
    at,
    player,
    published_round,
    running_event,
    seated,
    tables,
)
from tests.tournaments.phones.people import by_link, signed_in
from tests.tournaments.webhooks.listener import Listener, listening
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.claims import revoke_claim_links
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.leaving.changes import delete_account
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, State
from tournaments.models.notifications import FOR_PLAYERS, Notification, Subscription
from tournaments.models.rounds import Round
from tournaments.notifications import sending, tasks
from tournaments.notifications.changes import Phone, subscribe, unsubscribe
from tournaments.notifications.channels import public_key
from tournaments.notifications.words import words_of
from tournaments.now import now
from tournaments.rounds.changes import start_round
from tournaments.rounds.published import exchange_seats

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: RFC 8291, 5: the keys of its example, and the site's own of RFC 8292 made up here.
KEY = base64.urlsafe_b64encode((7**90 % 2**255).to_bytes(32)).rstrip(b"=").decode()


@dataclass
class Browser:
    """A browser with a push subscription of its own, which can read what comes."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def phone(self) -> Phone:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return Phone(self.endpoint, text_of(point), text_of(self.auth), "Linux")

    def read(self, body: bytes) -> dict[str, str]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm")
        said = json.loads(plain)
        assert isinstance(said, dict)
        return said


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@pytest.fixture(autouse=True)
def keys(settings: Any) -> None:
    settings.WEB_PUSH_KEY, settings.WEB_PUSH_CONTACT = KEY, "mailto:desk@example.org"
    settings.OUTGOING_HTTP, settings.OUTGOING_NETWORKS = True, (ipaddress.ip_network("127.0.0.1"),)


@pytest.fixture
def there() -> Iterator[Listener]:
    """A push service."""
    with listening() as listener:
        listener.status = 201
        yield listener


def asked(
    entrant: Entrant, browser: Browser, about: list[str] | None = None, language: str = "en"
) -> Subscription:
    by = actor(entrant.user.username) if entrant.user else actor(entrant.name.lower())
    return subscribe(
        entrant,
        about or [each.value for each in FOR_PLAYERS],
        language=language,
        by=by,
        now=at(-20),
        phone=browser.phone,
    )


def sent() -> list[str]:
    """Sends all that is due, here and now; gives what became of each."""
    return [sending.send(number) for number in sending.claim(now(), 100)]


def fresh() -> None:
    """What was written at the times of the factories is due now."""
    moment = now()
    Notification.objects.filter(state="waiting").update(
        created_at=moment, due_at=moment, expires_at=moment + timedelta(minutes=5)
    )


def entrant_of(event: Event, name: str) -> Entrant:
    return event.entrants.select_related("user", "event").get(name=name)


def test_a_new_round_reaches_the_phone_that_asked(there: Listener) -> None:
    event = running_event(4)
    mine, browser = entrant_of(event, "Player1"), Browser(there.url)
    asked(mine, browser)
    round = published_round(event)
    assert Notification.objects.count() == 1
    fresh()
    assert sent() == ["delivered"]
    [(headers, body)] = there.heard
    match = next(table for table in tables(round) if table.seats.filter(entrant=mine).exists())
    other = match.seats.exclude(entrant=mine).get().entrant
    said = browser.read(body)
    assert said["title"] == f"{event.name}, Round 1 of 2"
    assert said["body"] == f"Table {match.table} against {other.name}"
    assert said["path"] == reverse("tournaments:my_table", args=[event.slug])
    # RFC 8030, 5: how long it is worth keeping, what it takes the place of; RFC 8188: its coding.
    assert headers["content-encoding"] == "aes128gcm" and 0 < int(headers["ttl"]) <= 300
    assert headers["urgency"] == "high" and 0 < len(headers["topic"]) <= 32
    assert sent() == [] and len(there.heard) == 1


def test_the_signature_is_the_one_of_rfc_8292(there: Listener) -> None:
    event = running_event(4)
    asked(entrant_of(event, "Player1"), Browser(there.url))
    published_round(event)
    fresh()
    sent()
    scheme, _, rest = there.heard[0][0]["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and parts["k"] == public_key()
    head, claims, signature = parts["t"].split(".")
    assert json.loads(bytes_of(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(bytes_of(claims))
    assert said["aud"] == f"http://127.0.0.1:{there.port}" and said["sub"] == "mailto:desk@example.org"
    assert 0 < said["exp"] - now().timestamp() <= 24 * 3600
    raw = bytes_of(signature)
    number = [int.from_bytes(part) for part in (raw[:32], raw[32:])]
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(parts["k"]))
    public.verify(encode_dss_signature(*number), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))


def test_each_is_told_only_what_was_asked_for_in_the_own_language(there: Listener) -> None:
    event = running_event(4, round_minutes=30)
    one, two = Browser(there.url + "&one"), Browser(there.url + "&two")
    asked(entrant_of(event, "Player1"), one, ["time"], "de")
    asked(entrant_of(event, "Player2"), two, ["call"])
    round = published_round(event)
    assert not Notification.objects.exists()
    start_round(round, by=actor("olga"), now=at(0))
    assert call_due_times(at(31)) == 2
    assert [row.about for row in Notification.objects.all()] == ["time"]
    call_due_times(at(32))
    assert Notification.objects.count() == 1
    fresh()
    assert sent() == ["delivered"]
    assert one.read(there.heard[0][1])["body"].startswith("An Tisch ")


def test_who_is_seated_anew_is_told_the_new_table(there: Listener) -> None:
    event = running_event(4)
    browsers = {name: Browser(f"{there.url}&{name}") for name in ("Player1", "Player2", "Player3", "Player4")}
    for name, browser in browsers.items():
        asked(entrant_of(event, name), browser, ["round"])
    round = published_round(event)
    assert Notification.objects.count() == 4
    first, second = tables(round)
    one, two = seated(first, "A"), seated(second, "A")
    exchange_seats(round, one, two, reason="wrong", by=actor("olga"), now=at(0))
    # all four have another opponent; the words are of the time when it is sent
    assert Notification.objects.count() == 8
    fresh()
    assert sent() == ["delivered"] * 8
    match = tables(round)[0]
    newest = next(body for headers, body in reversed(there.heard) if headers["path"].endswith(two.name))
    assert browsers[two.name].read(newest)["body"].startswith(f"Table {match.table} against")


def test_a_judges_answer_is_told() -> None:
    from referee.disputes.answering import answer_call
    from referee.disputes.changes import open_dispute
    from referee.models.disputes import Dispute, Kind

    event = running_event(4)
    match = tables(start_round(published_round(event), by=actor("olga"), now=at(0)))[0]
    asked(seated(match, "A"), Browser("http://127.0.0.1:12345/x"), ["call"])
    open_dispute(match, Kind.CALL, "Rules?", by=player(match, "B"), now=at(1))
    answer_call(event, Dispute.objects.get().pk, "I am coming.", by=actor("jude"), now=at(2))
    row = Notification.objects.get()
    said = words_of(row)
    assert said is not None and said.text == "A judge has answered your call: I am coming."


def test_what_is_not_true_any_more_is_not_sent(there: Listener) -> None:
    event = running_event(4)
    asked(entrant_of(event, "Player1"), Browser(there.url))
    round = published_round(event)
    Round.objects.filter(pk=round.pk).update(state="withdrawn")
    fresh()
    assert sent() == ["failed"] and not there.heard


def test_old_news_is_not_sent(there: Listener) -> None:
    event = running_event(4)
    asked(entrant_of(event, "Player1"), Browser(there.url))
    published_round(event)
    Notification.objects.update(expires_at=now() - timedelta(seconds=1))
    assert tasks.notify_due(now()) == 0 and sent() == []
    assert Notification.objects.get().state == "failed" and not there.heard


@pytest.mark.parametrize(
    ("status", "state"), [(429, "waiting"), (503, "waiting"), (400, "failed"), (413, "failed")]
)
def test_a_push_service_that_refuses(there: Listener, status: int, state: str) -> None:
    event = running_event(4)
    row = asked(entrant_of(event, "Player1"), Browser(there.url))
    published_round(event)
    fresh()
    there.status = status
    assert sent() == [state]
    row.refresh_from_db()
    assert row.ended_at is None
    assert sent() == []  # later, if at all
    for _ in sending.BACK_OFF:
        fresh()
        sent()
    assert Notification.objects.get().state == "failed"
    assert len(there.heard) == (1 + len(sending.BACK_OFF) if state == "waiting" else 1)


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten(there: Listener, status: int) -> None:
    event = running_event(4)
    row = asked(entrant_of(event, "Player1"), Browser(there.url))
    published_round(event)
    fresh()
    there.status = status
    assert sent() == ["failed"]
    row.refresh_from_db()
    assert row.ended_at is not None and row.secret == ""


def test_no_inner_address_is_sent_to(there: Listener, settings: Any) -> None:
    event = running_event(4)
    asked(entrant_of(event, "Player1"), Browser(there.url))
    settings.OUTGOING_NETWORKS = ()
    published_round(event)
    fresh()
    assert sent() == ["failed"] and not there.heard


def test_mail_goes_to_the_confirmed_address_alone(settings: Any) -> None:
    settings.EMAIL_HOST = "mail.example.org"
    event = running_event(4)
    mine = entrant_of(event, "Player1")
    assert mine.user is not None
    by = actor("player1")
    address = EmailAddress.objects.create(
        user=mine.user, email="one@example.org", verified=False, primary=True
    )
    with pytest.raises(Conflict):
        subscribe(mine, ["round"], language="en", by=by, now=at(-20))
    address.verified = True
    address.save()
    subscribe(mine, ["round"], language="en", by=by, now=at(-20))
    published_round(event)
    fresh()
    assert sent() == ["delivered"]
    assert [(message.to, message.subject) for message in mail.outbox] == [
        (["one@example.org"], f"{event.name}, Round 1 of 2")
    ]


def test_only_the_player_asks_and_within_limits(there: Listener) -> None:
    event = running_event(4)
    mine, browser = entrant_of(event, "Player1"), Browser(there.url)
    for name in ("olga", "player2", "jude"):
        with pytest.raises(NotAllowed):
            subscribe(mine, ["round"], language="en", by=actor(name), now=at(0), phone=browser.phone)
    for about in ([], ["hands"], ["round", "x"]):
        with pytest.raises(Invalid):
            subscribe(mine, about, language="en", by=actor("player1"), now=at(0), phone=browser.phone)
    first = asked(mine, browser, ["round"])
    assert asked(mine, browser, ["time"]).pk == first.pk
    assert Subscription.objects.get().about == ["time"]
    for number in range(9):
        asked(mine, Browser(f"{there.url}&{number}"))
    with pytest.raises(Conflict):
        asked(mine, Browser(f"{there.url}&more"))
    unsubscribe(first, by=actor("player1"), now=at(1))
    asked(mine, Browser(f"{there.url}&more"))
    with pytest.raises(NotAllowed):
        unsubscribe(first, by=actor("player2"), now=at(1))


@pytest.mark.parametrize(
    "phone",
    [
        Phone("", "", ""),
        Phone("ftp://example.org/x", "AAAA", "AAAA"),
        Phone("https://user:word@example.org/", "AAAA", "AAAA"),
        Phone("https://example.org/" + "x" * 600, "AAAA", "AAAA"),
        Phone("https://example.org/x", "é", "=="),
        Phone("https://example.org/x", text_of(b"\x04" + b"\x01" * 64), text_of(b"0" * 16)),
        Phone("https://example.org/x", text_of(b"\x04" * 65), "A" * 5000),
        Phone("https://[::1", "AAAA", "AAAA"),
    ],
)
def test_what_is_no_phone_is_refused(phone: Phone) -> None:
    mine = entrant_of(running_event(4), "Player1")
    with pytest.raises(Invalid):
        subscribe(mine, ["round"], language="en", by=actor("player1"), now=at(0), phone=phone)
    assert not Subscription.objects.exists()


def test_a_phones_address_is_enciphered_and_shown_nowhere(there: Listener) -> None:
    event = running_event(4)
    mine, browser = entrant_of(event, "Player1"), Browser(there.url)
    row = asked(mine, browser)
    assert browser.endpoint not in row.secret and browser.phone.auth not in row.secret
    page = signed_in("player1").get(reverse("tournaments:notifications", args=[event.slug])).content.decode()
    assert "Linux" in page and browser.endpoint not in page and browser.phone.auth not in page
    other = signed_in("player2").get(reverse("tournaments:notifications", args=[event.slug])).content.decode()
    assert "Linux" not in other


def test_a_claim_link_asks_on_its_page_and_by_the_api(there: Listener) -> None:
    event = running_event(4)
    mine, browser = entrant_of(event, "Player3"), Browser(there.url)
    phone: Client = by_link(mine)
    page = reverse("tournaments:notifications", args=[event.slug])
    keys = {"endpoint": browser.endpoint, "p256dh": browser.phone.p256dh, "auth": browser.phone.auth}
    answer = phone.post(page, {"channel": "push", "about": ["round", "time"], **keys})
    assert answer.status_code == 303 and Subscription.objects.get().about == ["round", "time"]
    assert phone.post(page, {"channel": "push", "about": [], **keys}).status_code == 400
    door = f"/api/v1/events/{event.slug}/me/notifications/"
    told = signed_in("player3").get(door).json()
    assert [(row["channel"], row["about"]) for row in told] == [("push", ["round", "time"])]
    assert set(told[0]) == {"id", "channel", "about", "device", "created_at"}
    number = told[0]["id"]
    assert signed_in("player2").delete(f"{door}{number}/").status_code == 404
    assert phone.post(f"{page}{number}/stop/").status_code == 303
    assert not Subscription.objects.filter(ended_at=None).exists()
    assert signed_in("player3").delete(f"{door}{number}/").status_code == 204
    assert signed_in("olga").get(door).status_code == 404
    assert signed_in("olga").get(page).status_code == 404


def test_nothing_is_told_of_a_change_that_was_undone(there: Listener) -> None:
    event = running_event(4)
    asked(entrant_of(event, "Player1"), Browser(there.url))
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        published_round(event)
        raise ZeroDivisionError
    assert not Notification.objects.exists()


def test_the_sweep_sends_beside_itself_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4)
    for number in range(3):
        asked(entrant_of(event, "Player1"), Browser(f"http://127.0.0.1:12345/{number}"))
    published_round(event)
    fresh()
    moment = now()
    assert len(sending.claim(moment, 2)) == 2
    assert len(sending.claim(moment, 2)) == 1
    assert sending.claim(moment, 2) == []
    # whoever was ended: the claim runs out
    Notification.objects.update(expires_at=moment + timedelta(hours=1))
    assert len(sending.claim(moment + sending.LEASE, 9)) == 3


def test_a_sweep_with_nothing_to_do_only_asks() -> None:
    with CaptureQueriesContext(connection) as asked_of:
        assert tasks.notify_due(now()) == 0
    assert [query["sql"].split()[0] for query in asked_of] == ["SELECT"]


def test_where_nobody_asked_a_publication_costs_one_statement_more() -> None:
    from tournaments.outbox.notifications import notify_of_round

    round = published_round(running_event(8))
    with CaptureQueriesContext(connection) as asked_of:
        notify_of_round(round, now=at(0))
    assert len(asked_of) == 1


def test_what_is_over_is_forgotten(there: Listener) -> None:
    event = running_event(4)
    row = asked(entrant_of(event, "Player1"), Browser(there.url))
    published_round(event)
    assert tasks.forget_notifications(at(0) + timedelta(days=2)) == 0
    assert tasks.forget_notifications(at(0) + timedelta(days=8)) == 1
    assert Subscription.objects.filter(pk=row.pk).exists()
    assert tasks.forget_subscriptions(at(0) + timedelta(days=8)) == 0
    Event.objects.filter(pk=event.pk).update(state=State.FINISHED)
    assert tasks.forget_subscriptions(at(0) + timedelta(days=2)) == 0
    assert tasks.forget_subscriptions(at(0) + timedelta(days=8)) == 1
    assert not Subscription.objects.exists()


def test_a_link_that_is_revoked_ends_its_phones(there: Listener) -> None:
    event = running_event(4)
    mine, other = entrant_of(event, "Player1"), entrant_of(event, "Player2")
    phone = by_link(mine)
    keys = Browser(there.url).phone
    sent_keys = {"endpoint": keys.endpoint, "p256dh": keys.p256dh, "auth": keys.auth}
    page = reverse("tournaments:notifications", args=[event.slug])
    assert phone.post(page, {"channel": "push", "about": ["round"], **sent_keys}).status_code == 303
    asked(other, Browser(there.url))
    published_round(event)
    revoke_claim_links(mine, by=actor("olga"), now=at(0))
    fresh()
    assert sent() == ["delivered"]
    assert [row.entrant for row in Subscription.objects.filter(ended_at=None)] == [other]


def test_who_leaves_is_told_nothing_more(there: Listener) -> None:
    event = running_event(4)
    asked(entrant_of(event, "Player1"), Browser(there.url))
    delete_account(by=actor("player1"), now=now())
    assert not Subscription.objects.exists()


def test_without_keys_there_is_nothing_to_ask_for(settings: Any) -> None:
    settings.WEB_PUSH_KEY = ""
    event = running_event(4)
    page = signed_in("player1").get(reverse("tournaments:notifications", args=[event.slug])).content.decode()
    assert "push-form" not in page and "sends no notifications" in page
    table = signed_in("player1").get(reverse("tournaments:my_table", args=[event.slug])).content.decode()
    assert "/me/notifications/" not in table
    with pytest.raises(Conflict):
        asked(entrant_of(event, "Player1"), Browser("https://push.example.org/x"))


def test_a_key_that_was_drawn_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    from config.settings.wrong import WrongSetting, push_contact, push_key

    call_command("make_push_key")
    line = capsys.readouterr().out.strip()
    name, _, key = line.partition("=")
    assert name == "WEB_PUSH_KEY" and push_key(key) == key
    for bad in ("x", "é", "A" * 43, base64.urlsafe_b64encode(b"\xff" * 32).decode()):
        with pytest.raises(WrongSetting):
            push_key(bad)
    with pytest.raises(WrongSetting):
        push_contact("", key)
    assert push_contact("", "") == ""
