"""An organiser gives an event its own cards on a phone; at the table they are picked by two letters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from referee.live.opening import open_live_table
from tests.browser.conftest import Window
from tests.tournaments.factories import at, player, running_event, running_round, tables

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHECKS = (Path(__file__).parent / "checks.js").read_text()
NARROW = (360, 780)
LIST = """title,type,color,rank,points,summary
Midnight Corridor Chase,scene,blue,5,4,
Stubborn Doorman,actor,red,3,,
Letter from Home,special effect,red,,,Whoever has no Actor of the color of the Scene shows the whole hand to all others.
"""


def sound(page: Page) -> None:
    assert page.evaluate(CHECKS) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


def test_own_cards_from_the_list_to_the_table(window: Window, transactional_db: None) -> None:
    event = running_event(2)
    match = tables(running_round(event))[0]
    page = window("olga", size=NARROW)
    page.goto(f"/events/{event.slug}/card-list/")
    sound(page)
    page.get_by_label("Or paste it here").fill(LIST + "Odd One,hero,red,2,,\n")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("Line 5")
    sound(page)
    page.get_by_label("Or paste it here").fill(LIST)
    page.get_by_role("button", name="Check it again").click()
    page.get_by_label("Reason").fill("The printed cards")
    sound(page)
    page.get_by_role("button", name="Use these 3 cards").click()
    expect(page.get_by_role("status").first).to_contain_text("The card list is in use: 3 cards.")
    sound(page)

    table = open_live_table(match, 1, "phones", by=player(match, "A"), now=at(1))
    name = player(match, "A").label.lower()
    phone = window(name, size=NARROW)
    with phone.expect_response("**/cards.json"):
        phone.goto(f"/live/{table.pk}/?do=add_scene")
    phone.locator("#something").evaluate("node => node.open = true")
    phone.locator("#verb-add_scene").evaluate("node => node.open = true")
    field = phone.locator('#verb-add_scene [name="a.add_scene.card"]')
    field.press_sequentially("mc")
    expect(phone.locator("#verb-add_scene [role=option]").first).to_contain_text("Midnight Corridor Chase")
    field.press("Enter")
    expect(field).to_have_value("Midnight Corridor Chase")
