"""What stands around a round, by hand in a browser: the plan of the day."""

from datetime import timedelta

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import actor, published_round, running_event
from tournaments.now import now
from tournaments.rounds.changes import start_round


def test_times_are_planned_at_the_desk_and_read_on_a_phone(window: Window, transactional_db: None) -> None:
    event = running_event(4, starts_at=now() - timedelta(minutes=20), time_zone="Europe/Berlin")
    desk = window("olga", size=DESKTOP)
    desk.goto(f"/events/{event.slug}/desk/")
    desk.get_by_role("link", name="Planned times").click()
    desk.get_by_label("Minutes from one round's start to the next").fill("60")
    desk.locator("#id_plan_rounds").fill("3")
    desk.locator("#id_plan_breaks").fill("1 30 Lunch")
    desk.get_by_role("button", name="Save the plan").click()
    expect(desk.get_by_text("Saved.")).to_be_visible()
    expect(desk.locator("dl.facts")).to_contain_text("Lunch")
    keep(desk, "63-plan")
    start_round(published_round(event), by=actor("olga"), now=now())
    phone = window("player1", size=PHONE)
    phone.goto(f"/events/{event.slug}/me/")
    ahead = phone.get_by_role("region", name="What comes next")
    expect(ahead).to_contain_text("Lunch:")
    expect(ahead).to_contain_text("about")
    keep(phone, "63-plan-on-my-table")
    phone.goto(f"/events/{event.slug}/")
    expect(phone.get_by_role("region", name="Planned times")).to_contain_text("started")
    keep(phone, "63-plan-on-the-page")
    wall = window("", size=DESKTOP)
    wall.goto(f"/events/{event.slug}/projector/")
    keep(wall, "63-plan-wall")
