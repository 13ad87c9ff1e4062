"""A whole event in pods, from the form to the final standings: the site seats every table, and the desk enters places
by the keys alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tournaments.models.events import Event
from tournaments.models.rounds import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ["Ann Bell", "Ben Cole", "Cleo Dart", "Dora Egan", "Eve Gray", "Finn Moss", "Gil Stone"]
#: what a place is worth at a table of four, and of three
WORTH = {4: (5, 3, 2, 1), 3: (4, 2, 1)}


def press(page: Page, label: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).first.click()


def test_a_whole_event_in_pods(window: Window, transactional_db: None) -> None:
    page = window("olga")
    _made(page)
    event = Event.objects.get()
    page.goto(f"/events/{event.slug}/entrants/many/")
    page.get_by_label("Names").fill("\n".join(NAMES))
    press(page, "Check it")
    press(page, "Enter these 7 players")
    page.goto(f"/events/{event.slug}/desk/")
    page.get_by_text("Start without check-in").click()
    press(page, "Start the event")
    points = dict.fromkeys(NAMES, 0)
    for number in (1, 2):
        _played(page, number, points)
    press(page, "Finish the event")
    page.goto(f"/events/{event.slug}/standings/")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    for name, worth in points.items():
        row = page.get_by_role("row").filter(has_text=name)
        expect(row.locator('[data-label="Points"], [data-label="Match points"]').first).to_contain_text(
            str(worth)
        )
    assert sum(points.values()) == 2 * (5 + 3 + 2 + 1 + 4 + 2 + 1)


def _made(page: Page) -> None:
    """The form asks for the size of a table as soon as the chosen game seats more than two, and only what it seats; and
    offers the tiebreaks that the game has."""
    page.goto("/events/new/")
    size = page.get_by_label("Players at a table")
    game = page.get_by_label("Game", exact=True)
    page.get_by_label("Name", exact=True).fill("Pods")
    last = page.get_by_label("An equal match of the bracket is decided by")
    for name, sizes, own in (
        ("highlander", "", ""),
        ("nightmare_before_christmas", "23456", "a further Day"),
        ("looney_tunes", "2345678", "a further Scene"),
    ):
        game.select_option(name)
        expect(last.locator("option")).to_have_count(5 if own else 4)
        if own:
            expect(last.get_by_text(own)).to_have_count(1)
        expect(size).to_be_visible(visible=bool(sizes))
        if sizes:
            expect(size.locator("option")).to_have_text(list(sizes))
    game.select_option("herocard_nightmare")
    size.select_option("4")
    page.get_by_label("Structure").select_option("round_robin")
    expect(size).to_be_hidden()
    page.get_by_label("Structure").select_option("swiss")
    expect(size).to_have_value("4")
    page.get_by_text("Rounds", exact=True).click()
    page.get_by_label("Swiss rounds").fill("2")
    press(page, "Create the event")
    press(page, "Open registration")


def _played(page: Page, number: int, points: dict[str, int]) -> None:
    press(page, f"Pair round {number}")
    press(page, "Publish and start at once")
    page.evaluate("window.untouched = true")
    matches = list(Match.objects.filter(round__number=number).order_by("table"))
    assert sorted(match.seats.count() for match in matches) == [3, 4]
    if number == 1:
        phone = page.context.new_page()
        phone.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        phone.goto(page.url)
        phone.locator("#tables summary").first.click()
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        keep(phone, "67-desk-pods-phone")
        phone.close()
    page.locator(f"#enter-{matches[0].pk} summary").focus()
    page.keyboard.press("Enter")
    for match in matches:
        seats = list(match.seats.order_by("letter").values_list("letter", "entrant__name"))
        expect(page.get_by_label(f"Place of {seats[0][1]}")).to_be_focused()
        order = sorted(name for _letter, name in seats)
        if match == matches[0] and number == 1:
            page.keyboard.type("9")
            page.keyboard.press("Escape")  # forgotten, and begun anew
            expect(page.locator(f"#enter-{match.pk}")).not_to_have_attribute("open", "")
            page.keyboard.press("Enter")
            expect(page.get_by_label(f"Place of {seats[0][1]}")).to_be_focused()
            expect(page.get_by_label(f"Place of {seats[0][1]}")).to_have_value("")
        for _letter, name in seats:
            place = order.index(name)
            page.keyboard.type(str(place + 1))
            points[name] += WORTH[len(seats)][place]
        page.keyboard.press("Enter")
        expect(page.locator("#desk-said")).to_have_text(f"Table {match.table}: the result is entered.")
    assert page.evaluate("window.untouched")
    press(page, f"Finish round {number}")
