"""The desk says something: every open page shows it at once, and a phone sounds only where that was switched on."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, running_event, running_round
from tournaments.announcements.changes import post_announcement
from tournaments.now import now

COUNT = """() => { window.sounded = 0;
    document.addEventListener("announcement:sounded", () => { window.sounded += 1; }); }"""


def test_it_is_shown_everywhere_at_once_and_taken_back(window: Window, transactional_db: None) -> None:
    event = running_event(4)
    running_round(event)
    phone, other = window("player1", size=PHONE), window("player2", size=PHONE, dark=True)
    visitor, wall, desk = window(""), window("", size=(1280, 720)), window("olga")
    phone.goto(f"/events/{event.slug}/me/")
    other.goto(f"/events/{event.slug}/me/")
    visitor.goto(f"/events/{event.slug}/")
    wall.goto(f"/events/{event.slug}/projector/")
    desk.goto(f"/events/{event.slug}/desk/")
    for page in (phone, other):
        page.evaluate(COUNT)
    button = phone.get_by_role("button", name="Sound at a message from the desk")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    # switching it on lets it be heard once
    assert phone.evaluate("window.sounded") == 1

    text = "A deck box was found: <ask> at the desk"
    desk.locator("#desk-announce summary").click()
    desk.get_by_label("Message", exact=True).fill(text)
    desk.get_by_role("button", name="Show the message").click()
    for page in (phone, other, visitor, wall, desk):
        expect(page.locator("#announcements").get_by_text(text).first).to_be_visible()
    for page in (phone, other, visitor):
        expect(page.locator("#announced")).to_have_text(f"Message from the desk: {text}")
    assert phone.evaluate("window.sounded") == 2
    assert other.evaluate("window.sounded") == 0
    keep(phone, "announcement-phone")
    keep(wall, "announcement-wall")
    keep(desk, "announcement-desk")
    keep(visitor, "announcement-event")
    desk.locator("#announcements").get_by_role("button", name="Take back").click()
    for page in (phone, other, visitor, wall, desk):
        expect(page.locator("#announcements").get_by_text(text)).to_have_count(0)
    assert phone.evaluate("window.sounded") == 2


def test_it_goes_when_its_time_is_over_and_the_wall_shows_one_at_a_time(
    window: Window, transactional_db: None
) -> None:
    event = running_event(4)
    start = now() + timedelta(seconds=6) - timedelta(minutes=10)
    post_announcement(event, "Lunch is nearly over", 10, by=actor("olga"), now=start)
    post_announcement(event, "x" * 280, by=actor("olga"), now=start)
    wall, page = window("", size=(1024, 768)), window("olga")
    wall.goto(f"/events/{event.slug}/projector/")
    expect(wall.locator("#announcements p:visible")).to_have_count(1)
    keep(wall, "wall-said")
    page.goto(f"/events/{event.slug}/")
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": page.url}])
    expect(page.get_by_text("Lunch is nearly over")).to_have_count(0)
    expect(wall.get_by_text("Lunch is nearly over")).to_have_count(0)
    assert wall.evaluate("document.documentElement.scrollWidth") <= 1024
    page.goto(f"/events/{event.slug}/desk/announcements/")
    keep(page, "announcements-de")
    expect(page.get_by_role("heading", name="Jetzt gezeigt")).to_be_visible()
