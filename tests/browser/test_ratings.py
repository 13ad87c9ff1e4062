"""Somebody agrees to be shown, and finds the own rating and how it came about on a phone; the list on a wide window."""

from __future__ import annotations

from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, at, played_round, running_event
from tournaments.events.life import finish_event
from tournaments.people.changes import show_page
from tournaments.ratings.tasks import keep_due_ratings


def test_a_rating_is_found_and_explained(window: Window, transactional_db: None) -> None:
    event = running_event(4, swiss_rounds=2)
    for minute in (0, 60):
        played_round(event, minute)
    finish_event(event, by=actor("olga"), now=at(120))
    show_page(by=actor("player2"), now=at(130))
    phone = window("player1", size=PHONE)
    phone.goto("/profile/")
    phone.get_by_role("button", name="I agree: show my page").click()
    keep_due_ratings(at(140))
    phone.get_by_role("link", name="See your page").click()
    phone.get_by_role("link", name="Ratings", exact=True).click()
    expect(phone.get_by_role("heading", name="How a rating comes about")).to_be_visible()
    expect(phone.get_by_role("cell", name="Autumn Open")).to_be_visible()
    keep(phone, "rating-phone")
    phone.get_by_role("link", name="Looney Tunes").click()
    expect(phone.locator("tbody tr")).to_have_count(2)
    keep(phone, "ratings-phone")

    page = window("")
    page.goto("/")
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": page.url}])
    page.goto("/events/")
    page.get_by_role("link", name="Wertungszahlen").click()
    keep(page, "ratings-games-de")
    page.get_by_role("link", name="Looney Tunes").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    keep(
        page,
        "ratings-de",
    )
