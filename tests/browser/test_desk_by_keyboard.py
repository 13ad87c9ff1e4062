"""A desk's round by the keyboard alone: every result entered without a reload, and the focus is never lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, running_event, running_round, tables
from tournaments.now import now
from tournaments.results.changes import clear_result, enter_result

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Parts of the desk that hold nothing and are drawn all the same.
EMPTY = """[...document.querySelectorAll("main > div:not(:has(*))")]
    .filter((part) => part.getClientRects().length).map((part) => part.id)"""


def focused(page: Page) -> str:
    """Where the focus is: the row, or the id."""
    return str(
        page.evaluate(
            "(document.activeElement.closest('[data-row]') || {dataset: {}}).dataset.row || document.activeElement.id"
        )
    )


def test_a_round_is_entered_by_keyboard_alone(window: Window, transactional_db: None) -> None:
    event = running_event(10)
    matches = tables(running_round(event))
    page = window("sam")
    page.goto(f"/events/{event.slug}/desk/")
    page.evaluate("window.untouched = true")
    page.get_by_label("Name or table").focus()
    # one looked for: back in the search afterwards, with its words chosen
    page.keyboard.type(str(matches[3].table))
    page.keyboard.press("Enter")
    expect(page.locator(f"#enter-{matches[3].pk}")).to_have_attribute("open", "")
    page.keyboard.press("2")
    expect(page.locator("#desk-said")).to_have_text("Table 4: the result is entered.")
    assert focused(page) == "q"
    expect(page.get_by_text("4 tables outstanding")).to_be_visible()
    page.keyboard.press("Delete")
    expect(page.locator("#tables tbody tr")).to_have_count(4)
    # and then one after another: the next outstanding table follows
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    keep(page, "66-desk-keys-desktop")
    page.keyboard.press("Escape")
    expect(page.locator(f"#enter-{matches[1].pk}")).not_to_have_attribute("open", "")
    assert focused(page) == str(matches[1].pk)
    page.keyboard.press("Enter")
    page.keyboard.press("1")
    expect(page.locator("#desk-said")).to_have_text("Table 2: the result is entered.")
    assert focused(page) == str(matches[2].pk)
    # a table that somebody else enters goes from under the focus: the next has it
    enter_result(matches[2], {"winner": "A"}, by=actor("olga"), now=now())
    expect(page.locator(f"#enter-{matches[2].pk}")).to_have_count(0)
    assert focused(page) == str(matches[4].pk)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.keyboard.press("0")
    expect(page.locator("#desk-said")).to_have_text("Table 1: the result is entered.")
    assert focused(page) == str(matches[4].pk)
    page.keyboard.press("1")
    # the page may hear of the result before its answer is here: the answer moves the focus
    expect(page.locator("#desk-said")).to_have_text("Table 5: the result is entered.")
    expect(page.get_by_text("Every table has reported.")).to_be_visible()
    assert focused(page) == "open-title"
    assert page.evaluate("window.untouched")
    values = [match.results.get(replaced_at=None).outcome["winner"] for match in matches]
    assert values == [None, "A", "A", "B", "A"]
    # a table that comes back exchanges the list under the focus: it stays where it was
    clear_result(matches[0], reason="They play on.", by=actor("hedda"), now=now())
    expect(page.locator("#tables .tables-now tbody tr")).to_have_count(1)
    assert focused(page) == "open-title"
    phone = window("sam", size=PHONE)
    phone.goto(page.url)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    # what has nothing to say takes no room above the tables
    assert phone.evaluate(EMPTY) == []
