"""The day that docs/organisers-day.md tells, walked in real windows: what it says to press is there, and its
pictures are of these pages. `GUIDE_PICTURES=docs/images python3 run.py test browser --long` takes them anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser import guides
from tests.browser.conftest import PHONE, Window
from tests.tournaments.factories import actor, tables, win
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.now import now
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

if TYPE_CHECKING:
    from playwright.sync_api import Page

GUIDE = guides.guide("organisers-day.md")
NAMES = [
    "Ann Bell", "Ben Cole", "Cleo Dart", "Dora Egan", "Eve Gray", "Finn Moss", "Gil Stone", "Hal Wood",
    "Ivy Lake", "Jon Penn", "Kit Rowe", "Lou Shaw", "Mia Todd", "Ned Vane", "Oda West", "Pia York",
]  # fmt: skip
#: A page of the guide is 1,000 pixels wide.
WIDE = (1000, 720)


def picture(page: Page, name: str, top: str = "") -> None:
    """A picture of this guide."""
    guides.picture(page, name, GUIDE, top)


def press(page: Page, label: str) -> None:
    """A button that the guide names, and the page that follows."""
    assert re.search(rf"\*{re.escape(label)}\*", GUIDE), label
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).first.click()


def follow(page: Page, label: str) -> None:
    """A link that the guide names."""
    assert re.search(rf"\*{re.escape(label)}\*", GUIDE), label
    with page.expect_navigation():
        page.get_by_role("link", name=label, exact=True).first.click()


@pytest.mark.long
def test_the_day_of_the_guide(window: Window, transactional_db: None) -> None:
    desk = window("olga", size=WIDE)
    before_the_day(desk)
    event = Event.objects.get()
    at_the_doors(desk)
    first_round(desk, event, window)
    for _ in range(3):
        played(event)
    the_cut(desk, event, window)
    afterwards(desk, event)


def before_the_day(desk: Page) -> None:
    """An event of four rounds and a cut, and its players from a list."""
    desk.goto("/events/")
    follow(desk, "Create an event")
    desk.get_by_label("Name", exact=True).fill("Autumn Open")
    desk.get_by_label("Game", exact=True).select_option("looney_tunes")
    desk.get_by_text("Rounds", exact=True).click()
    desk.get_by_label("Swiss rounds").fill("4")
    desk.get_by_label("Then a cut").select_option("4")
    picture(desk, "day-create", "details.fold[open]")
    press(desk, "Create the event")
    press(desk, "Open registration")
    follow(desk, "Players")
    follow(desk, "Enter many")
    desk.get_by_label("Names").fill("\n".join([*NAMES, "Ann Bell"]))
    press(desk, "Check it")
    picture(desk, "day-enter-many")
    with desk.expect_navigation():
        desk.get_by_role("button", name="Enter these 16 players", exact=True).click()


def at_the_doors(desk: Page) -> None:
    """Check-in, a code at a time, and the rest at once."""
    follow(desk, "Desk")
    press(desk, "Open check-in")
    follow(desk, "Players")
    follow(desk, "Check-in")
    for code in ("7", "P03"):
        desk.keyboard.type(code)
        with desk.expect_navigation():
            desk.keyboard.press("Enter")
    picture(desk, "day-check-in")
    assert "*Check in everybody*" in GUIDE
    desk.get_by_text("Check in everybody", exact=True).click()
    with desk.expect_navigation():
        desk.get_by_role("button", name="Check in 14 players", exact=True).click()
    follow(desk, "Desk")
    press(desk, "Start the event")


def first_round(desk: Page, event: Event, window: Window) -> None:
    """From the offer to the standings, with phones and the wall."""
    press(desk, "Pair round 1")
    picture(desk, "day-offer")
    press(desk, "Publish and start at once")
    round = Round.objects.get(event=event, number=1)
    match = tables(round)[2]
    seat = match.seats.get(letter="A")
    first_name = seat.entrant.name.split()[0]
    seat.entrant.user = actor(first_name.lower()).user
    seat.entrant.save(update_fields=["user"])
    phone = window(first_name.lower(), size=PHONE)
    phone.goto(f"/events/{event.slug}/me/")
    picture(phone, "day-my-table")
    press(phone, "I won")
    for played_at in tables(round)[:2]:
        enter_result(played_at, win("A"), by=actor("olga"), now=now())
    desk.goto(f"/events/{event.slug}/desk/")
    desk.locator("#tables tbody tr").nth(1).locator("summary").click()
    picture(desk, "day-desk", "#tables")
    wall = window("", size=(1280, 720))
    wall.goto(f"/events/{event.slug}/projector/")
    expect(wall.locator(".wall-top .clock")).to_be_visible()
    picture(wall, "day-projector")
    for left in tables(round)[2:]:
        enter_result(left, win("A"), by=actor("olga"), now=now(), reason="Seen at the table")
    desk.goto(f"/events/{event.slug}/desk/")
    press(desk, "Finish round 1")


def played(event: Event) -> None:
    """A round without a look at it: the lower table number wins with seat A, the others with seat B."""
    olga = actor("olga")
    event = Event.objects.get(pk=event.pk)
    round = start_round(
        publish_round(offer_round(event, by=olga, now=now()), by=olga, now=now()), by=olga, now=now()
    )
    for number, match in enumerate(tables(round)):
        enter_result(match, win("AB"[number % 2]), by=olga, now=now())
    finish_round(round, by=olga, now=now())


def the_cut(desk: Page, event: Event, window: Window) -> None:
    """Who is in, the bracket, and the last two rounds."""
    desk.goto(f"/events/{event.slug}/desk/")
    follow(desk, "Standings")
    picture(desk, "day-standings")
    desk.goto(f"/events/{event.slug}/desk/")
    press(desk, "Pair round 5")
    press(desk, "Publish and start at once")
    for number in (5, 6):
        round = Round.objects.get(event=event, number=number)
        for match in tables(round):
            enter_result(match, win("A"), by=actor("olga"), now=now())
        desk.goto(f"/events/{event.slug}/desk/")
        with desk.expect_navigation():
            desk.get_by_role("button", name=f"Finish round {number}", exact=True).click()
        if number == 5:
            with desk.expect_navigation():
                desk.get_by_role("button", name="Pair round 6", exact=True).click()
            press(desk, "Publish and start at once")
    page = window("", size=WIDE)
    page.goto(f"/events/{event.slug}/")
    follow(page, "Top 4")
    picture(page, "day-bracket")


def afterwards(desk: Page, event: Event) -> None:
    """The end, and the files."""
    desk.goto(f"/events/{event.slug}/desk/")
    press(desk, "Finish the event")
    follow(desk, "All exports")
    picture(desk, "day-exports")
