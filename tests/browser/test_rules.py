"""The rules at hand: from a question to the rule, its example and a card, on a phone and at a desk."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep


def test_from_a_question_to_a_rule_and_its_example(window: Window, transactional_db: None) -> None:
    phone = window(size=PHONE)
    phone.goto("/")
    phone.get_by_role("link", name="Rules", exact=True).first.click()
    phone.get_by_label("Rule, card or question").fill("what stops a Head Shot")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", name="Found for “what stops a Head Shot”")).to_be_visible()
    keep(phone, "rules-found-phone")
    phone.locator("main .picks a").first.click()
    expect(phone.get_by_role("heading", name="Head Shot", level=1)).to_be_visible()
    keep(phone, "rules-rule-phone")
    phone.get_by_role("link", name="Head Shot", exact=True).click()
    expect(phone.get_by_text("Handbook")).to_be_visible()
    keep(phone, "rules-card-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    desk = window(dark=True)
    desk.goto("/rules/highlander/head-shot/")
    keep(desk, "rules-rule-desktop")
    desk.locator("#examples ~ ul a").first.click()
    expect(desk.get_by_role("heading", name="Position editor: Highlander")).to_be_visible()
    keep(desk, "rules-example-desktop")
    desk.goto("/rules/highlander/")
    keep(desk, "rules-book-desktop")
