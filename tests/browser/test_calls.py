"""A hand is raised on one phone and answered on another, and both pages keep up by themselves."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, player, running_event, running_round, tables
from tournaments.clocks.whole_round import call_time_now
from tournaments.now import now


def test_a_call_from_the_table_to_the_answer(window: Window, transactional_db: None) -> None:
    event = running_event(4, game="highlander", round_minutes=50)
    round = running_round(event)
    match = tables(round)[0]
    mine, other = (player(match, letter).user for letter in "AB")
    assert mine is not None and other is not None
    phone = window(mine.username, size=PHONE)
    opponent = window(other.username, size=PHONE, dark=True)
    floor = window("jude", size=PHONE)
    desk = window("hedda", dark=True)
    floor.goto(f"/events/{event.slug}/floor/")
    desk.goto(f"/events/{event.slug}/floor/")
    expect(floor.get_by_text("No table is calling.")).to_be_visible()
    for page in (phone, opponent):
        page.goto(f"/events/{event.slug}/me/")
    phone.locator("#call summary").click()
    phone.get_by_label("In words, if you like").fill("May he block that?")
    phone.get_by_role("button", name="A question about the rules").click()
    for page in (phone, opponent):
        expect(page.get_by_role("heading", name="A judge is called")).to_be_visible()
    for page in (floor, desk):
        expect(page.locator("#calls").get_by_text("May he block that?")).to_be_visible()
    keep(phone, "call-phone")
    keep(floor, "floor-phone")
    keep(desk, "floor-desk-dark")
    floor.get_by_role("button", name="I am coming").click()
    for page in (phone, opponent):
        expect(page.get_by_text("is on the way.")).to_be_visible()
    expect(desk.locator("#calls").get_by_text("is coming").first).to_be_visible()
    floor.get_by_role("button", name="I am at the table").click()
    expect(phone.get_by_role("button", name="Take the call back")).to_have_count(0)
    floor.locator("#calls details.confirm > summary").click()
    floor.get_by_label("What you said (if it matters)").fill("Yes.")
    keep(floor, "floor-answering")
    floor.get_by_role("button", name="Answered, no time given").click()
    expect(floor.get_by_text("No table is calling.")).to_be_visible()
    expect(phone.locator("#call summary")).to_be_visible()


def test_first_blood_step_by_step_without_a_log(window: Window, transactional_db: None) -> None:
    event = running_event(4, game="highlander", round_minutes=50)
    round = running_round(event)
    call_time_now(round, reason="Time.", by=actor("olga"), now=now())
    match = tables(round)[0]
    user = player(match, "A").user
    assert user is not None
    phone, floor = window(user.username, size=PHONE), window("jude", size=PHONE, dark=True)
    phone.goto(f"/events/{event.slug}/me/")
    floor.goto(f"/events/{event.slug}/floor/")
    expect(floor.locator("#past-time").get_by_text("0 / 9").first).to_be_visible()
    steps = phone.locator("#procedure li")
    expect(steps).to_have_count(9)
    steps.first.get_by_role("button").click()
    expect(phone.locator("#procedure li[aria-current=step]")).to_contain_text("A judge invokes First Blood.")
    expect(floor.locator("#past-time").get_by_text("1 / 9")).to_be_visible()
    keep(phone, "procedure-phone")
    keep(floor, "floor-past-time-dark")
