"""Reports made without a connection: kept on the phone, sent once, compared with what stands when they arrive."""

import re
import time
from contextlib import suppress
from typing import Any

from playwright.sync_api import Error, Page, expect

from tests.browser.conftest import PATIENCE, PHONE, Window, keep
from tests.tournaments.factories import actor, player, published_round, running_event, seated, tables, win
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match, MatchState
from tournaments.now import now
from tournaments.results.changes import report_result
from tournaments.rounds.changes import start_round

KEPT = """async () => { let found = 0; for (const name of await caches.keys()) if (name.startsWith("seen-tables-"))
    found += (await (await caches.open(name)).keys()).length; return found; }"""
WAITING = "async () => (await window.waitingReports.all()).length"


def under_way() -> Match:
    event = running_event(4, games_per_match=3)
    return tables(start_round(published_round(event), by=actor("olga"), now=now()))[0]


def until(page: Page, asked: str, wanted: int) -> None:
    end = time.monotonic() + PATIENCE / 1000
    found = -1
    while found != wanted:
        assert time.monotonic() < end
        page.wait_for_timeout(50)
        with suppress(Error):  # the page goes on to another
            found = page.evaluate(asked)


def phone_at(window: Window, match: Match, letter: str, **how: Any) -> Page:
    phone = window(player(match, letter).label.lower(), size=PHONE, **how)
    phone.goto(f"/events/{match.round.event.slug}/me/")
    return phone


def test_a_report_waits_for_a_connection(window: Window, transactional_db: None) -> None:
    match = under_way()
    phone = phone_at(window, match, "A", worker=True)
    until(phone, KEPT, 1)
    phone.context.set_offline(True)
    phone.get_by_role("button", name="I won 2–1").click()
    waiting = phone.locator("#waiting-reports")
    expect(waiting).to_contain_text("Not sent yet")
    expect(waiting).to_contain_text("I won 2–1")
    keep(phone, "61-report-waits")
    assert not Report.objects.exists()
    # Whatever page is opened then: it still waits, also where the connection is gone.
    phone.goto("/events/")
    expect(phone.get_by_role("heading", name="No connection")).to_be_visible()
    expect(waiting).to_contain_text("I won 2–1")
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Events")
    expect(waiting).to_be_hidden()
    assert [each.outcome["games"] for each in Report.objects.all()] == [[2, 1, 0]]
    phone.goto(f"/events/{match.round.event.slug}/me/")
    expect(phone.get_by_text("You reported:")).to_be_visible()


def test_a_report_is_made_on_the_page_for_no_connection(window: Window, transactional_db: None) -> None:
    match = under_way()
    phone = phone_at(window, match, "B", worker=True)
    until(phone, KEPT, 1)
    phone.context.set_offline(True)
    phone.reload()
    phone.get_by_role("button", name="I won 2–0").click()
    # Another tap takes its place: one report waits for a table.
    phone.get_by_role("button", name=f"{seated(match, 'A').name} won 2–0").click()
    until(phone, WAITING, 1)
    expect(phone.locator("#waiting-reports .message")).to_have_count(1)
    keep(phone, "62-report-offline")
    phone.context.set_offline(False)
    expect(phone.get_by_text("You reported:")).to_be_visible()
    assert [each.outcome["games"] for each in Report.objects.all()] == [[2, 0, 0]]


def test_what_stands_meanwhile_is_not_written_over(window: Window, transactional_db: None) -> None:
    match = under_way()
    phone = phone_at(window, match, "A")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="I won 2–0").click()
    expect(phone.locator("#waiting-reports")).to_contain_text("Not sent yet")
    report_result(match, win("B", games=(0, 2, 0)), by=player(match, "A"), now=now())
    phone.context.set_offline(False)
    expect(phone.locator("#waiting-reports")).to_contain_text("Your report was not taken")
    expect(phone.locator("#waiting-reports")).to_contain_text("You have reported something else since.")
    keep(phone, "63-report-refused")
    assert [each.outcome["winner"] for each in Report.objects.all()] == ["B"]
    # It is said until it was read, on any page.
    phone.goto("/")
    phone.get_by_role("button", name="I have read this").click()
    expect(phone.locator("#waiting-reports")).to_be_hidden()
    phone.reload()
    expect(phone.get_by_role("heading", level=1)).to_be_visible()
    until(phone, WAITING, 0)


def test_a_yes_waits_too(window: Window, transactional_db: None) -> None:
    match = under_way()
    report_result(match, win("A", games=(2, 0, 0)), by=player(match, "A"), now=now())
    phone = phone_at(window, match, "B")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Yes, that is right").click()
    expect(phone.locator("#waiting-reports")).to_contain_text("Not sent yet")
    phone.context.set_offline(False)
    expect(phone.locator("#my-table")).to_contain_text("confirmed")
    match.refresh_from_db()
    assert match.state == MatchState.DECIDED and Result.objects.filter(replaced_at=None).count() == 1


def test_a_lost_answer_is_one_report(window: Window, transactional_db: None) -> None:
    """The site took it, its answer never came: it waits, is sent again, and is there once."""
    match = under_way()
    phone = phone_at(window, match, "A")
    lost: list[int] = []

    def lose(route: Any) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort("internetdisconnected")

    phone.route(re.compile(r"/report/$"), lose)
    phone.get_by_role("button", name="I won 2–0").click()
    expect(phone.get_by_text("You reported:")).to_be_visible()
    assert lost == [200] and Report.objects.count() == 1


def test_somebody_else_on_the_phone_sends_nothing(window: Window, transactional_db: None) -> None:
    match = under_way()
    phone = phone_at(window, match, "A")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="I won 2–0").click()
    expect(phone.locator("#waiting-reports")).to_contain_text("Not sent yet")
    cookies = window("sam").context.cookies()
    phone.context.add_cookies([cookie for cookie in cookies if "session" in cookie["name"]])
    phone.context.set_offline(False)
    until(phone, WAITING, 0)
    assert not Report.objects.exists()


def test_signing_out_asks_first(window: Window, transactional_db: None) -> None:
    match = under_way()
    phone = phone_at(window, match, "A")
    phone.goto("/profile/")
    item = (
        "{match:'1',key:'k',address:'/',entrant:1,word:'/',fields:[],text:'x',page:'/',problem:{message:''}}"
    )
    phone.evaluate(
        f"() => window.waitingReports.put(Object.assign({item}, {{reader: document.body.dataset.reader}}))"
    )
    phone.reload()
    expect(phone.locator("#waiting-reports")).to_be_visible()
    asked: list[str] = []

    def answer(dialog: Any, yes: bool) -> None:
        asked.append(dialog.message)
        dialog.accept() if yes else dialog.dismiss()

    phone.once("dialog", lambda dialog: answer(dialog, False))
    phone.get_by_role("button", name="Sign out").click()
    until(phone, WAITING, 1)
    phone.once("dialog", lambda dialog: answer(dialog, True))
    phone.get_by_role("button", name="Sign out").click()
    expect(phone.get_by_role("link", name="Sign in", exact=True)).to_be_visible()
    until(phone, WAITING, 0)
    assert len(asked) == 2 and "not sent yet" in asked[0]


def test_without_scripts_the_form_is_a_form(window: Window, transactional_db: None) -> None:
    match = under_way()
    phone = phone_at(window, match, "A", scripts=False)
    phone.get_by_role("button", name="I won 2–0").click()
    expect(phone.get_by_text("You reported:")).to_be_visible()
