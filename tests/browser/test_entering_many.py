"""The desk enters people: one after another by the keyboard alone, and many from a list on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window
from tests.tournaments.factories import open_event, walk_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHECKS = (Path(__file__).parent / "checks.js").read_text()


def sound(page: Page) -> None:
    assert page.evaluate(CHECKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_names_one_after_another_without_a_mouse(window: Window, transactional_db: None) -> None:
    event, page = open_event(), window("olga")
    page.goto(f"/events/{event.slug}/entrants/")
    page.get_by_label("Name", exact=True).focus()
    for name in ("Ann", "Ben", "Cleo"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{name} is entered.")).to_be_visible()
        expect(page.get_by_label("Name", exact=True)).to_be_focused()
        assert page.evaluate("window.scrollY") == 0
    assert list(event.entrants.order_by("pk").values_list("name", flat=True)) == ["Ann", "Ben", "Cleo"]


@pytest.mark.long
def test_a_list_pasted_on_a_phone(window: Window, transactional_db: None) -> None:
    event, page = open_event(capacity=4), window("olga", size=PHONE)
    walk_in(event, "Wanda Fox")
    page.goto(f"/events/{event.slug}/entrants/")
    page.get_by_role("link", name="Enter many").first.click()
    sound(page)
    text = "Name;E-mail;Seed;Rating;Club\nAnn Bell;ann@example.org;1;1850;Ravens\nBen Cole;;two;;\nWanda Fox;;;;\n"
    page.get_by_label("Names").fill(text)
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 3")
    sound(page)
    page.get_by_label("Names").fill(text.replace("two", "2") + "Cleo;;3;;\nDora;;4;;\n")
    page.get_by_role("button", name="Check it again").click()
    expect(page.get_by_role("heading", name="4 new players")).to_be_visible()
    expect(page.get_by_text("1 line is left out")).to_be_visible()
    expect(page.get_by_text("1 go on the waitlist")).to_be_visible()
    sound(page)
    page.get_by_role("button", name="Enter these 4 players").click()
    expect(page.get_by_text("4 players are entered. On the waitlist: 1.")).to_be_visible()
    assert event.entrants.count() == 5
