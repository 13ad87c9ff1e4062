"""Notifications on a phone: asked for with a tap, shown by the service worker, stopped again."""

import base64
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.conftest import ARGUMENTS, CHROMIUM, PATIENCE, PHONE, Window, keep
from tests.tournaments.factories import running_event
from tournaments.models.notifications import Subscription

KEY = base64.urlsafe_b64encode((7**90 % 2**255).to_bytes(32)).rstrip(b"=").decode()
#: A push service cannot be reached from here: the browser is given the address that one would have made.
FAKE = """PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async () => ({
  endpoint: "https://push.example.org/send/abc",
  getKey: (name) => {
    const text = name === "p256dh" ? "%s" : "MDEyMzQ1Njc4OWFiY2RlZg==";
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
  },
});"""


@pytest.fixture(scope="module")
def browser(playwright_of_all: Playwright) -> Iterator[Browser]:
    """The whole Chromium: notifications are part of its face."""
    started = playwright_of_all.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
    yield started
    started.close()


def point() -> str:
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    return base64.b64encode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode()


def test_a_phone_asks_is_told_and_stops(window: Window, transactional_db: None, settings: Any) -> None:
    settings.WEB_PUSH_KEY, settings.WEB_PUSH_CONTACT = KEY, "mailto:desk@example.org"
    event = running_event(4)
    phone = window("player1", size=PHONE, worker=True)
    phone.context.grant_permissions(["notifications"])
    phone.add_init_script(FAKE % point())
    phone.goto(f"/events/{event.slug}/me/")
    phone.get_by_role("link", name="Notifications").click()
    keep(phone, "64-notifications")
    phone.get_by_label("Time is called at my table").uncheck()
    phone.get_by_role("button", name="Notify this phone").click()
    expect(phone.get_by_text("You will be told.")).to_be_visible()
    assert [row.about for row in Subscription.objects.all()] == [["round", "call", "penalty"]]
    # What a push service delivers is shown, and leads to the table.
    session = phone.context.new_cdp_session(phone)
    found: list[str] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(
        each["registrationId"] for each in told["registrations"]
    ))  # fmt: skip
    session.send("ServiceWorker.enable")
    end = time.monotonic() + PATIENCE / 1000
    while not found:
        assert time.monotonic() < end
        phone.wait_for_timeout(50)
    origin = phone.evaluate("location.origin")
    data = '{"title":"Cup, Round 1","body":"Table 3 against Bob","tag":"t","path":"/events/"}'
    told = {"origin": origin, "registrationId": found[0], "data": data}
    session.send("ServiceWorker.deliverPushMessage", told)
    shown: list[list[str]] = []
    while not shown:
        assert time.monotonic() < end
        phone.wait_for_timeout(50)
        shown = phone.evaluate(
            "async () => (await (await navigator.serviceWorker.ready).getNotifications())"
            ".map((n) => [n.title, n.body, n.data.path])"
        )
    assert shown == [["Cup, Round 1", "Table 3 against Bob", "/events/"]]
    keep(phone, "65-notifications-on")
    phone.get_by_role("button", name="Stop").click()
    expect(phone.get_by_text("Nothing more is sent there.")).to_be_visible()
    assert not Subscription.objects.filter(ended_at=None).exists()


def test_a_browser_that_does_not_let_the_site_says_so(
    window: Window, transactional_db: None, settings: Any
) -> None:
    settings.WEB_PUSH_KEY, settings.WEB_PUSH_CONTACT = KEY, "mailto:desk@example.org"
    event = running_event(4)
    phone = window("player1", size=PHONE, worker=True)
    phone.add_init_script("Notification.requestPermission = async () => 'denied';")
    phone.goto(f"/events/{event.slug}/me/notifications/")
    phone.get_by_role("button", name="Notify this phone").click()
    expect(phone.get_by_role("status").filter(has_text="does not let the site notify you")).to_be_visible()
    assert not Subscription.objects.exists()
