"""An organiser's day, counted: sixteen players, four rounds and a top 4, from nothing to the final standings in at most
70 clicks and 400 keystrokes beside names. Results go by the keys; by the mouse alone it is a click more for each."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Window
from tournaments.models.events import Event
from tournaments.models.rounds import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_CLICKS, MOST_KEYS = 70, 400
NAMES = [
    "Ann Bell", "Ben Cole", "Cleo Dart", "Dora Egan", "Eve Gray", "Finn Moss", "Gil Stone", "Hal Wood",
    "Ivy Lake", "Jon Penn", "Kit Rowe", "Lou Shaw", "Mia Todd", "Ned Vane", "Oda West", "Pia York",
]  # fmt: skip


@dataclass
class Hands:
    """What an organiser does at the desk, counted."""

    page: Page
    clicks: int = 0
    keys: int = 0

    def click(self, what: Locator) -> None:
        """A click on what stands in view, or is scrolled to."""
        self.clicks += 1
        what.click()

    def button(self, name: str) -> None:
        """A click on a button that leads on."""
        with self.page.expect_navigation():
            self.click(self.page.get_by_role("button", name=name, exact=True).first)

    def link(self, name: str) -> None:
        """A click on a link."""
        with self.page.expect_navigation():
            self.click(self.page.get_by_role("link", name=name, exact=True).first)

    def write(self, text: str) -> None:
        """Keys pressed where the focus is."""
        self.keys += len(text)
        self.page.keyboard.type(text)

    def paste(self, text: str) -> None:
        """A list from elsewhere: the two keys that paste."""
        self.keys += 2
        self.page.keyboard.insert_text(text)


@pytest.mark.long
def test_a_day_of_sixteen_players_takes_few_clicks(window: Window, transactional_db: None) -> None:
    page = window("olga")
    hands = Hands(page)
    page.goto("/")
    _before_the_first_round(hands)
    chance = random.Random(1)
    for number in range(1, 5):
        _round(hands, number, chance)
    for number in (5, 6):
        _round(hands, number, chance)
    hands.button("Finish the event")
    hands.link("Standings")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    event = Event.objects.get()
    assert event.state == "finished" and event.entrants.count() == 16
    assert Match.objects.filter(round__event=event, is_bye=False).count() == 4 * 8 + 2 + 1
    print(f"\nan organiser's day: {hands.clicks} clicks, {hands.keys} keys beside names")
    assert hands.clicks <= MOST_CLICKS
    assert hands.keys <= MOST_KEYS


def _before_the_first_round(hands: Hands) -> None:
    page = hands.page
    hands.link("Create an event")
    hands.click(page.get_by_label("Name", exact=True))
    hands.write("Autumn Open")
    hands.click(page.get_by_label("Game", exact=True))
    page.get_by_label("Game", exact=True).select_option("looney_tunes")
    hands.clicks += 1  # the line of the list
    hands.click(page.get_by_text("Rounds", exact=True))
    hands.click(page.get_by_label("Swiss rounds"))
    page.get_by_label("Swiss rounds").fill("")
    hands.write("4")
    hands.click(page.get_by_label("Then a cut"))
    page.get_by_label("Then a cut").select_option("4")
    hands.clicks += 1
    hands.button("Create the event")
    hands.button("Open registration")
    hands.link("Players")
    hands.link("Enter many")
    hands.click(page.get_by_label("Names"))
    hands.paste("\n".join(NAMES))
    hands.button("Check it")
    hands.button("Enter these 16 players")
    hands.link("Desk")
    hands.click(page.get_by_text("Start without check-in"))
    hands.button("Start the event")


def _round(hands: Hands, number: int, chance: random.Random) -> None:
    page = hands.page
    hands.button(f"Pair round {number}")
    hands.button("Publish and start at once")
    tables = Match.objects.filter(round__number=number, is_bye=False).count()
    rows = page.locator("#tables .tables-now tbody tr")
    expect(rows).to_have_count(tables)
    hands.click(rows.first.locator("summary"))
    for left in range(tables, 0, -1):
        expect(page.locator("#tables details[open]")).to_be_visible()
        hands.write(chance.choice("12"))
        expect(rows).to_have_count(left - 1)
    hands.button(f"Finish round {number}")
