"""Pages keep themselves current, leave alone what somebody is writing, and work without scripts."""

import re

import pytest
from playwright.sync_api import Route, expect
from pytest_django import Settings

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import (
    actor,
    played_round,
    player,
    published_round,
    running_event,
    running_round,
    tables,
    win,
)
from tournaments.live.changes import mark_changed
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.rounds import MatchState
from tournaments.now import now
from tournaments.results.changes import enter_result, report_result
from tournaments.rounds.changes import start_round


def test_the_desk_sees_a_report_come_in(window: Window, transactional_db: None) -> None:
    round = running_round(running_event(4))
    match, other = tables(round)
    page = window("olga")
    page.goto(f"/events/{round.event.slug}/desk/")
    expect(page.locator("#tables tbody tr")).to_have_count(2)
    report_result(match, win("A"), by=player(match, "A"), now=now())
    expect(page.get_by_text("1 table outstanding")).to_be_visible()
    expect(page.locator("#fold-reported tbody tr")).to_have_count(1)
    # A step that stands open is left open while the rest of the page goes on.
    row = page.locator(f"#enter-{other.pk}")
    row.locator("summary").click()
    enter_result(match, win("A"), by=actor("sam"), now=now(), reason="Seen.")
    expect(page.get_by_text("Done 1 of 2")).to_be_visible()
    assert row.evaluate("fold => fold.open")


def test_what_is_being_written_is_left_alone(window: Window, transactional_db: None) -> None:
    round = running_round(running_event(4, games_per_match=3))
    match, other = tables(round)
    page = window(player(match, "A").label.lower(), size=PHONE)
    page.goto(f"/events/{round.event.slug}/me/")
    page.get_by_text("Points, concession, anything else").click()
    field = page.locator("input[name=score_A]")
    field.fill("41")
    enter_result(other, win("A", [2, 0, 0]), by=actor("sam"), now=now())
    page.wait_for_timeout(5500)
    expect(field).to_have_value("41")


def test_a_phone_shows_the_table_when_the_round_is_published(window: Window, transactional_db: None) -> None:
    event = running_event(4)
    page = window("player1", size=PHONE)
    page.goto(f"/events/{event.slug}/me/")
    expect(page.get_by_text("No pairing yet")).to_be_visible()
    round = published_round(event)
    expect(page.get_by_text(re.compile(r"^Table \d$"))).to_be_visible()
    start_round(round, by=actor("olga"), now=now())
    expect(page.locator(".clock output").first).to_have_text(re.compile(r"^\d+:\d\d$"))
    # By now it hears of its own match: what the opponent says there, and what becomes of it.
    match = next(each for each in tables(round) if each.seats.filter(entrant__name="Player1").exists())
    letter = match.seats.exclude(entrant__name="Player1").get().letter
    report_result(match, win(letter), by=player(match, letter), now=now())
    expect(page.get_by_role("button", name="Yes, that is right")).to_be_visible()


def test_what_changed_before_the_first_question_is_not_missed(window: Window, transactional_db: None) -> None:
    """There is no stream here, so the page asks for versions: its first question is held until something changed."""
    event = running_event(4)
    page, held = window("player1", size=PHONE), list[Route]()
    page.route("**/live/", lambda route: held.append(route))
    page.goto(f"/events/{event.slug}/me/")
    expect(page.get_by_text("No pairing yet")).to_be_visible()
    page.wait_for_timeout(500)
    published_round(event)
    assert held
    # letting the address go lets the question that was held go on
    page.unroute("**/live/")
    expect(page.get_by_text(re.compile(r"^Table \d$"))).to_be_visible()


def test_time_fills_the_wall_when_it_comes(window: Window, transactional_db: None) -> None:
    event = running_event(4)
    round = start_round(published_round(event), by=actor("olga"), now=now())
    page = window()
    page.goto(f"/events/{event.slug}/projector/")
    expect(page.locator(".wall-top .clock output")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(page.locator("#wall-time")).to_be_hidden()
    Deadline.objects.filter(round=round).update(state=ClockState.CALLED, called_at=now(), due_at=None)
    round.time_called_at = now()
    round.save()
    mark_changed(event.pk, "clock")
    expect(page.locator("#wall-time")).to_be_visible()
    keep(page, "22-time-projector")
    for size in ((1920, 1080), (1280, 720), (1024, 1366)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        # The word stands whole on the wall.
        wide = page.evaluate(
            "() => { const r = document.createRange(); r.selectNodeContents(document.getElementById('wall-time'));"
            " const b = r.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; }"
        )
        assert wide[0] >= 0 and wide[1] >= 0 and wide[2] <= size[0] and wide[3] <= size[1], (size, wide)
    expect(page.get_by_text("Time is called. Still playing:")).to_be_attached()
    expect(page.locator("#wall-playing .called")).to_have_count(2)


@pytest.mark.long
def test_everything_works_by_reload_without_scripts(window: Window, transactional_db: None) -> None:
    event = running_event(4)
    played_round(event, 0)
    round = running_round(event, 60)
    match = tables(round)[0]
    first = window(player(match, "A").label.lower(), size=PHONE, scripts=False)
    second = window(player(match, "B").label.lower(), size=PHONE, scripts=False)
    for page in (first, second):
        page.goto(f"/events/{event.slug}/me/")
    keep(first, "23-my-table-without-scripts")
    first.get_by_role("button", name="I won", exact=True).click()
    second.reload()
    second.get_by_role("button", name="Yes, that is right").click()
    expect(second.get_by_text("Confirmed: the result stands.")).to_be_visible()
    match.refresh_from_db()
    assert match.state == MatchState.DECIDED
    second.locator("#foot-theme").select_option("dark")
    second.get_by_role("button", name="Change").click()
    assert second.locator("html").get_attribute("data-theme") == "dark"
    desk = window("olga", scripts=False)
    desk.goto(f"/events/{event.slug}/desk/")
    keep(desk, "24-desk-without-scripts")
    desk.locator("#tables tbody tr summary").first.click()
    desk.locator("#tables tbody tr").first.get_by_role("button").first.click()
    expect(desk.get_by_text("the result is entered")).to_be_visible()
    desk.goto(f"/events/{event.slug}/standings/")
    keep(desk, "25-standings-without-scripts")


def test_a_stream_that_stays_silent_is_not_waited_for(
    window: Window, transactional_db: None, settings: Settings
) -> None:
    settings.STREAM_URL = "/stream/"
    event = running_event(4)
    page, held = window("player1", size=PHONE), list[Route]()
    page.route("**/stream/**", lambda route: held.append(route))
    page.clock.install()
    page.goto(f"/events/{event.slug}/me/")
    expect(page.get_by_text("No pairing yet")).to_be_visible()
    published_round(event)
    page.clock.run_for(7000)
    assert len(held) == 1
    expect(page.get_by_text("No pairing yet")).to_be_visible()
    # Eight seconds without an answer: the page asks by itself.
    page.clock.run_for(6000)
    expect(page.get_by_text(re.compile(r"^Table \d$"))).to_be_visible()
