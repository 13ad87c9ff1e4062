"""A phone without a connection: what it shows, what it forgets."""

import re
import time

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, PHONE, Window, keep
from tests.tournaments.factories import actor, player, published_round, running_event, seated, tables
from tournaments.now import now
from tournaments.rounds.changes import start_round

TABLES = """async () => { let found = 0; for (const name of await caches.keys()) if (name.startsWith("seen-tables-"))
    found += (await (await caches.open(name)).keys()).length; return found; }"""


RULES = TABLES.replace("seen-tables-", "rules-")
STARTED = "navigator.serviceWorker.controller !== null"


def await_answer(page: Page, script: str, wanted: object) -> None:
    """Waits until a script gives this."""
    until = time.monotonic() + PATIENCE / 1000
    while page.evaluate(script) != wanted:
        assert time.monotonic() < until
        page.wait_for_timeout(50)


def await_tables(page: Page, wanted: int) -> None:
    """Waits until so many tables are kept on the phone."""
    await_answer(page, TABLES, wanted)


def test_a_phone_without_a_connection(window: Window, transactional_db: None) -> None:
    round = start_round(published_round(running_event(4)), by=actor("olga"), now=now())
    match = tables(round)[0]
    slug = round.event.slug
    phone = window(player(match, "A").label.lower(), size=PHONE, worker=True)
    phone.goto(f"/events/{slug}/me/")
    await_tables(phone, 1)
    phone.context.set_offline(True)
    phone.goto(f"/events/{slug}/me/")
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    expect(phone.get_by_text(f"Table {match.table}")).to_be_visible()
    expect(phone.get_by_text(f"against {seated(match, 'B').name}")).to_be_visible()
    expect(phone.get_by_text(re.compile(r"Seen at \d\d:\d\d, no connection"))).to_be_visible()
    expect(phone.locator(".clock output")).to_have_text(re.compile(r"^\d+:\d\d$"))
    keep(phone, "60-my-table-offline")
    phone.context.set_offline(False)
    expect(phone.locator("#my-table")).to_be_visible()
    # Signing out leaves nothing of it on the phone.
    phone.goto("/profile/")
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    await_tables(phone, 0)
    phone.context.set_offline(True)
    phone.goto(f"/events/{slug}/me/")
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    expect(phone.locator("#offline-tables .sheet")).to_have_count(0)


def test_rules_that_were_opened_are_there_without_a_connection(
    window: Window, transactional_db: None
) -> None:
    phone = window("", size=PHONE, worker=True)
    phone.goto("/rules/")
    await_answer(phone, STARTED, True)
    for n, address in enumerate(("/rules/highlander/head-shot/", "/rules/highlander/cards/head-shot/"), 1):
        phone.goto(address)
        await_answer(phone, RULES, n)
    phone.context.set_offline(True)
    phone.goto("/rules/highlander/head-shot/")
    expect(phone.get_by_role("heading", name="Head Shot", exact=True)).to_be_visible()
    expect(phone.get_by_text("No connection: this is kept on the phone")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    keep(phone, "61-rule-offline")
    phone.goto("/rules/highlander/cards/head-shot/")
    expect(phone.get_by_role("heading", name="Head Shot", exact=True)).to_be_visible()
    # One that was never opened is not there.
    phone.goto("/rules/highlander/dodges/")
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
