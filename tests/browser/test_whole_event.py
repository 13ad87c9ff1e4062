"""A day in the hall: three rounds, eight players, two staff, on phones and on desktops."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.browser.day import Day
from tests.tournaments.factories import UserFactory
from tournaments.models.events import Event

ACCOUNTS = ["Ann Bell", "Cyd Ray", "Dee Fox", "Eve Gray"]
WALK_INS = ["Finn Moss", "Gil Stone", "Hal Wood", "Ivy Lake"]
WITH_LINK = WALK_INS[:2]


@pytest.mark.longest
@pytest.mark.timeout(600)
def test_a_whole_event(window: Window) -> None:
    day = Day(desk=window(size=DESKTOP), scores=window("sam", size=DESKTOP))
    make_the_event(day)
    people_register(day, window)
    walk_ins_arrive(day, window)
    everybody_checks_in(day)
    first_round(day)
    second_round(day)
    third_round(day)
    the_end(day, window)


def make_the_event(day: Day) -> None:
    """Olga signs in, makes the event, takes Sam on as scorekeeper, opens registration."""
    olga = UserFactory.create(username="olga", display_name="Olga Price")
    olga.set_password("correct horse battery")
    olga.save()
    page = day.desk
    page.goto("/events/new/")
    page.get_by_label("Username or e-mail address").fill("olga")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    day.press(page, "Sign in")
    page.get_by_label("Name", exact=True).fill("Autumn Open")
    page.get_by_label("Game", exact=True).select_option("looney_tunes")
    page.get_by_text("Rounds", exact=True).click()
    page.get_by_label("Swiss rounds").fill("3")
    keep(page, "01-new-event-desktop")
    day.press(page, "Create the event")
    expect(page).to_have_url(re.compile(r"/events/autumn-open/desk/$"))
    day.slug = "autumn-open"
    page.goto(day.url("staff"))
    page.get_by_label("Username").fill("sam")
    page.get_by_label("Role of this account").select_option("scorekeeper")
    day.press(page, "Give the role")
    expect(page.get_by_text("Sam is Scorekeeper now.")).to_be_visible()
    expect(page.get_by_label("Role the link gives")).to_be_visible()
    expect(page.locator("summary", has_text="Take back: Sam, Scorekeeper")).to_be_visible()
    day.at_desk("Open registration")


def people_register(day: Day, window: Window) -> None:
    """Four players with accounts, each on a phone."""
    for number, name in enumerate(ACCOUNTS):
        UserFactory.create(username=f"account{number}", display_name=name)
        phone = day.phones[name] = window(f"account{number}", size=PHONE, dark=number % 2 == 1)
        phone.goto(day.url())
        phone.get_by_role("link", name="Register").first.click()
        if number == 0:
            keep(phone, "02-register-phone")
        day.press(phone, "Register for Autumn Open")
        expect(phone.get_by_text("You are registered", exact=True)).to_be_visible()


def walk_ins_arrive(day: Day, window: Window) -> None:
    """Four by name at the desk; two of them scan the code on their slip."""
    page = day.desk
    for name in WALK_INS:
        page.goto(day.url("entrants"))
        page.get_by_label("Name", exact=True).fill(name)
        day.press(page, "Add")
    keep(page, "03-players-desktop")
    for name in WITH_LINK:
        page.goto(day.url("entrants"))
        page.get_by_role("link", name=name, exact=True).click()
        page.get_by_role("link", name="Show the slip").click()
        link = page.locator(".claim-slip .code").inner_text()
        keep(page, "04-slip-desktop")
        phone = day.phones[name] = window(size=PHONE)
        phone.goto(link)
        keep(phone, "05-claim-phone")
        day.press(phone, f"Yes, I am {name}")
        expect(phone).to_have_url(re.compile(r"/me/$"))


def everybody_checks_in(day: Day) -> None:
    """Players with phones by themselves, the others at the desk. Then the event starts."""
    day.at_desk("Open check-in")
    for name in day.phones:
        day.says(name, "Check in")
        expect(day.phones[name].get_by_text("You are checked in")).to_be_visible()
    for name in WALK_INS[2:]:
        day.scores.goto(day.url("entrants"))
        day.press(day.scores, f"Check in {name}")
    day.at_desk("Start the event")
    expect(day.desk.get_by_text("Swiss, 3 rounds")).to_be_visible()


def publish(day: Day, number: int) -> None:
    """Paired, looked at, published, started."""
    day.at_desk(f"Pair round {number}")
    keep(day.desk, f"06-offer-{number}-desktop")
    day.press(day.desk, f"Publish round {number}")
    day.at_desk(f"Start round {number}")


def first_round(day: Day) -> None:
    """Results by phone and by the desk; at one table the two reports differ, and staff decide."""
    publish(day, 1)
    keep(day.desk, "07-desk-desktop")
    day.scores.goto(day.url("projector"))
    keep(day.scores, "08-projector-desktop")
    tables = day.tables(1)
    by_phone = {no: who for no, who in tables.items() if set(who) <= set(day.phones)}
    if by_phone:
        table, (first, second) = next(iter(by_phone.items()))
        day.says(first, "I won")
        keep(day.phones[first], "09-reported-phone")
        phone = day.phones[second]
        phone.goto(day.url("me"))
        phone.get_by_text("No, it went differently").click()
        keep(phone, "10-differs-phone")
        day.press(phone, "I won")
        expect(phone.get_by_text("Your reports differ").first).to_be_visible()
        day.desk.goto(day.url("desk"))
        keep(day.desk, "11-contested-desktop")
        day.desk.get_by_role("link", name=re.compile("^Decide")).click()
        day.desk.locator("#enter").get_by_label("Reason", exact=True).fill(
            "Both looked at the score piles again."
        )
        day.press(day.desk, f"{first} won")
        tables.pop(table)
    for table, (first, second) in tables.items():
        if first in day.phones and second in day.phones:
            day.says(first, "I won")
            day.says(second, "Yes, that is right")
        else:
            day.enter(table, f"{first} won")
    day.at_desk("Finish round 1")
    day.scores.goto(day.url("standings"))
    expect(day.scores.locator("#standings tbody tr")).to_have_count(8)
    keep(day.scores, "12-standings-desktop")
    day.scores.locator("#standings a.figure").nth(1).click()
    expect(day.scores.locator(".figure-working")).to_have_count(4)
    keep(day.scores, "13-working-desktop")


def second_round(day: Day) -> None:
    """The clock is paused and runs again, a table gets time, and one player leaves afterwards."""
    publish(day, 2)
    day.at_desk("Pause")
    expect(day.desk.locator("#desk-top .clock.paused")).to_be_visible()
    day.press(day.desk, "Resume")
    table = day.desk.locator("#tables tbody tr").first
    table.get_by_role("link").first.click()
    day.desk.get_by_label("Minutes", exact=True).fill("3")
    day.press(day.desk, "Give the time")
    expect(day.desk.get_by_text("+3 min").first).to_be_visible()
    phone = day.phones["Ann Bell"]
    phone.goto(day.url("me"))
    expect(phone.locator(".clock output").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    keep(phone, "14-my-table-phone")
    day.play(2)
    day.at_desk("Finish round 2")
    leaver = day.phones["Eve Gray"]
    leaver.goto(day.url("me"))
    leaver.locator("#confirm-drop summary").click()
    day.press(leaver, "Drop from the event")
    keep(leaver, "15-dropped-phone")


def third_round(day: Day) -> None:
    """Seven are left: somebody has a bye."""
    publish(day, 3)
    day.scores.goto(day.url("rounds", 3))
    expect(day.scores.locator("#pairings tbody tr")).to_have_count(4)
    expect(day.scores.locator("#pairings").get_by_text("Bye", exact=True)).to_be_visible()
    day.play(3)
    day.at_desk("Finish round 3")


def the_end(day: Day, window: Window) -> None:
    """Final standings and the seed, for everybody to see."""
    day.at_desk("Finish the event")
    event = Event.objects.get(slug=day.slug)
    assert event.state == "finished"
    for size, name in ((PHONE, "phone"), (DESKTOP, "desktop")):
        visitor: Page = window(size=size, dark=size == PHONE)
        visitor.goto(day.url("standings"))
        expect(visitor.get_by_role("heading", name="Final standings")).to_be_visible()
        keep(visitor, f"16-final-{name}")
        visitor.goto(day.url())
        expect(visitor.get_by_text(event.drawn_seed.value)).to_be_visible()
        keep(visitor, f"17-event-{name}")
