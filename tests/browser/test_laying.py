"""A position laid out by touch in a real browser, on a phone: examples of the rulebooks, counted and timed as a hand
would need for them; the letters, the keyboard, and the same without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Window, first_of, keep

#: A second and a half to see and touch something, a third of a second for a key.
TOUCH, KEY = 1.5, 0.33
MINUTE = 60


class Finger:
    """A finger on the editor, and what it has done."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.touches = 0
        self.seconds = 0.0

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.touches += 1
        self.seconds += TOUCH
        expect(self.page.locator("#editor:not([aria-busy])")).to_have_count(1)

    def place(self, at: str) -> None:
        self.press(f'.place[value="{at}"]')
        expect(self.page.locator(f'#touched[data-held="{at}"]')).to_be_visible()

    def card(self, letters: str, title: str) -> None:
        """Two letters, or some more, and the Enter key for the first that fits."""
        field = self.page.locator("#find")
        expect(field).to_be_focused()
        field.press_sequentially(letters)
        first = self.page.locator("#hits button").first
        expect(first).to_contain_text(title)
        field.press("Enter")
        self.seconds += KEY * (len(letters) + 1)
        expect(self.page.locator(".lying")).to_contain_text(title)
        expect(self.page.locator("#find")).to_have_value("")

    def legal(self, words: str) -> None:
        before = self.page.locator("#played li").count()
        self.press(f'#legal .offer:has-text("{words}")')
        expect(self.page.locator("#played li")).to_have_count(before + 1)


def colour(finger: Finger) -> str:
    """LT-02: at a red 5, red 4 takes it from blue 5."""
    finger.place("storyboard")
    finger.card("lo", "Long-Haired Hare")
    finger.place("players.A.hand")
    finger.card("red 4", "red 4")
    finger.place("players.B.hand")
    finger.card("blue 5", "blue 5")
    finger.legal("chooses Long-Haired Hare")
    finger.legal("sends red 4")
    finger.legal("sends blue 5")
    finger.legal("reveals")
    finger.legal("reveals")
    finger.legal("the Scene goes to A")
    return "Score pile"


def block(finger: Finger) -> str:
    """An Upper Left Attack is blocked by an Upper Left Block, from the table of an attack."""
    finger.place("players.A.hand")
    finger.card("up le b", "Upper Left Block")
    finger.press("#drop-1")
    finger.legal("Upper Left Block")
    return "Upper Left Block"


EXAMPLES: dict[str, tuple[str, Callable[[Finger], str]]] = {
    "looney_tunes": ("?empty=1", colour),
    "highlander": ("?start=what-does-it-do", block),
}


@pytest.mark.parametrize("game", first_of(EXAMPLES))
def test_an_example_by_touch(window: Window, transactional_db: None, game: str) -> None:
    opened, example = EXAMPLES[game]
    page = window("", size=PHONE)
    page.goto(f"/positions/{game}/{opened}")
    finger = Finger(page)
    said = example(finger)
    expect(page.locator("#board")).to_contain_text(said)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    keep(page, f"laying-{game}")
    assert finger.seconds < MINUTE, finger.seconds


def test_by_keyboard_and_at_its_place(window: Window, transactional_db: None) -> None:
    page = window("", size=DESKTOP)
    page.goto("/positions/highlander/?start=may-i-block")
    touched = page.locator('#board [data-at="players.A.hand.0"] > .touch')
    touched.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#touched-title")).to_have_text("A: Upper Left Block")
    expect(touched).to_have_class("touch held")
    expect(page.locator("#glance")).to_contain_text("legal")
    page.locator('.place[value="players.A.ability"]').click()
    field = page.locator("#put-value")
    expect(field).to_be_focused()
    field.fill("many")
    field.press("Enter")
    expect(page.locator("#touched-error")).to_contain_text("A whole number is expected here, not “many”.")
    expect(field).to_have_value("many")
    page.locator("#less").click()
    expect(page.locator('#board [data-at="players.A.ability"]')).to_contain_text("14")
    page.keyboard.press("Escape")
    expect(page.locator("#touched")).to_be_hidden()


def test_in_one_line(window: Window, transactional_db: None) -> None:
    """A whole question typed on a phone: what was understood is said, and the verdict stands beside it; a slip keeps
    the line."""
    page = window("", size=PHONE)
    page.goto("/positions/highlander/?empty=1")
    line = page.locator("#say")
    line.fill("turn: B; A hand: up le b; ph: def; B at: lo le atx; A > defend up le b, 1?")
    line.press("Enter")
    expect(page.locator("#say-error")).to_contain_text("lo le atx")
    line.fill("turn: B; A hand: up le b; ph: def; B at: lo le a; A > defend up le b, 1?")
    line.press("Enter")
    expect(page.locator(".say [role=status]")).to_contain_text("B: Attacks: Lower Left Attack")
    expect(page.locator("#board")).to_contain_text("Lower Left Attack")
    expect(page.locator("#glance")).to_contain_text("illegal")
    expect(line).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    keep(page, "laying-a-line")


def test_without_scripts(window: Window, transactional_db: None) -> None:
    page = window("", size=PHONE, scripts=False)
    page.goto("/positions/looney_tunes/?empty=1")
    page.locator('.place[value="storyboard"]').click()
    page.locator("#find").fill("lo")
    page.get_by_role("button", name="Find", exact=True).last.click()
    page.locator("#hits button").first.click()
    expect(page.locator("#board")).to_contain_text("Long-Haired Hare")
    expect(page.locator("#legal")).to_contain_text("chooses Long-Haired Hare")
