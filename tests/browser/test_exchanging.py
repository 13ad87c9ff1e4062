"""Seats of an offer exchanged by keyboard and by drag, the reason one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, at, running_event
from tournaments.rounds.changes import offer_round
from tournaments.rounds.offers import standing_offer

if TYPE_CHECKING:
    from tournaments.models.rounds import Round


def places(round: Round) -> list[list[str]]:
    return [table["seats"] for table in standing_offer(round).pairing["tables"]]


def test_seats_are_exchanged_by_keyboard_and_by_drag(window: Window, transactional_db: None) -> None:
    round = offer_round(running_event(6), by=actor("olga"), now=at())
    (a, b), (c, d), (e, f) = places(round)
    page = window("olga")
    page.goto(f"/events/{round.event.slug}/rounds/1/offer/")
    names = page.locator("[data-seat]")
    names.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#exchange-said")).to_contain_text("is chosen")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    keep(page, "63-exchange-desktop")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The places are changed.")).to_be_visible()
    expect(names.nth(0)).to_be_focused()
    assert places(round) == [[c, b], [a, d], [e, f]]
    names.nth(1).drag_to(names.nth(5))
    page.get_by_role("dialog").get_by_role("button", name="They have met before.").click()
    expect(page.get_by_role("heading", name="Computed, and as it stands")).to_be_visible()
    expect(page.locator("#change, .facts").first).to_be_visible()
    assert places(round) == [[c, f], [a, d], [e, b]]
    keep(page, "64-exchanged-desktop")
    phone = window("olga", size=PHONE)
    phone.goto(page.url)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    phone.locator("[data-seat]").nth(0).tap()
    phone.locator("[data-seat]").nth(2).tap()
    expect(phone.get_by_role("dialog")).to_be_visible()
    keep(phone, "65-exchange-phone")
