"""What stands around a round, by hand in a browser: the plan of the day, players who are late, a stand-in."""

from datetime import timedelta

from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import actor, make_event, published_round, running_event, seated, tables, win
from tournaments.entrants.changes import register
from tournaments.events.life import publish_event
from tournaments.now import now
from tournaments.results.changes import enter_result, say_missing
from tournaments.rounds.changes import finish_round, start_round


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


def test_who_is_late_loses_the_match_and_is_kept_by_a_tap(window: Window, transactional_db: None) -> None:
    event, late_by = running_event(4, swiss_rounds=3), now() - timedelta(minutes=12)
    round = start_round(published_round(event), by=actor("olga"), now=late_by)
    match, other = tables(round)
    gone = seated(match, "B")
    opponent = seated(match, "A").user
    assert opponent is not None
    say_missing(match, gone, by=actor(opponent.username), now=now())
    judge = window("jude", size=PHONE)
    judge.goto(f"/events/{event.slug}/desk/")
    judge.locator(f'tr[data-row="{match.pk}"]').get_by_role("link", name="Late").click()
    late = judge.get_by_role("region", name="Late")
    expect(late).to_contain_text("loses the match after 10 minutes")
    keep(judge, "64-late")
    late.get_by_role("button", name=f"Match loss: {gone.name}").click()
    expect(judge.get_by_text(f"{gone.name} has lost the match.")).to_be_visible()
    enter_result(other, win("A"), by=actor("sam"), now=now())
    finish_round(round, by=actor("olga"), now=now())
    desk = window("olga", size=DESKTOP)
    desk.goto(f"/events/{event.slug}/desk/")
    desk.get_by_role("button", name="Pair round 2").click()
    expect(desk.get_by_text("Say whether they are dropped or kept")).to_be_visible()
    keep(desk, "64-did-not-come")
    desk.locator("#desk-absent").get_by_role("button", name="Keep").click()
    expect(desk.get_by_text(f"{gone.name} is paired again.")).to_be_visible()
    desk.get_by_role("button", name="Pair round 2").click()
    desk.wait_for_url("**/rounds/2/offer/")


def test_a_player_stands_in_at_the_organiser_s_table(window: Window, transactional_db: None) -> None:
    event = publish_event(make_event(swiss_rounds=3), by=actor("olga"), now=now())
    for name in ("olga", "player1", "player2", "player3"):
        register(event, by=actor(name), now=now())
    desk = window("olga", size=DESKTOP)
    desk.goto(f"/events/{event.slug}/desk/")
    desk.get_by_role("link", name="Name a stand-in").click()
    # whoever it is must not sit against her: the first round is paired before somebody is named
    desk.goto(f"/events/{event.slug}/desk/")
    desk.get_by_text("Start without check-in").click()
    desk.get_by_role("button", name="Start the event").click()
    expect(desk.get_by_text("Name a stand-in under Staff")).to_be_visible()
    keep(desk, "65-no-stand-in")
    event.refresh_from_db()
    round = start_round(published_round(event), by=actor("olga"), now=now())
    hers, other = sorted(
        tables(round), key=lambda each: not each.seats.filter(entrant__user__username="olga")
    )
    stands_in = seated(other, "A")
    assert stands_in.user is not None
    desk.goto(f"/events/{event.slug}/staff/")
    desk.get_by_label("Stand-in at the organiser's tables").select_option(f"entrant-{stands_in.pk}")
    desk.get_by_role("button", name="Name", exact=True).click()
    expect(desk.get_by_text(f"{stands_in.name} stands in.")).to_be_visible()
    phone = window(stands_in.user.username, size=PHONE)
    phone.goto(f"/events/{event.slug}/me/")
    place = phone.get_by_role("region", name="You stand in for the organiser")
    keep(phone, "65-stands-in")
    place.get_by_role("link", name=f"Table {hers.table}").click()
    phone.get_by_role("button", name=f"{seated(hers, 'A').name} won").click()
    expect(phone.get_by_text("the result is entered")).to_be_visible()
