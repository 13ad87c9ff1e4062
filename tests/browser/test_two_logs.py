"""A judge reads two logs of one game beside each other, on a phone and at a desk, and has them merged."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.alignments.finding import align_new
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.seats import log_for
from rules.kernel.selfplay import log_bytes
from rules.registry import load
from tests.browser.conftest import PHONE, Window, keep
from tests.referee.live.playing import match_of_game, played
from tests.tournaments.factories import at, player
from tournaments.jobs.tasks import work_due
from tournaments.models.rounds import Match, MatchState

pytestmark = pytest.mark.usefixtures("transactional_db")


def two_logs(game: str, *altered: bytes) -> tuple[Record, Record]:
    """The logs of both players of a self-played game; in B's one card is another."""
    match, whole = match_of_game(game), played(game, "two logs")
    mine, yours = (log_bytes(log_for(load(game), whole, seat)) for seat in "AB")
    first = attach_log(match, 1, mine, by=player(match, "A"), now=at(2))
    if altered:
        assert altered[0] in yours
        yours = yours.replace(*altered, 1)
    second = attach_log(match, 1, yours, by=player(match, "B"), now=at(3))
    align_new(at(4))
    while work_due(at(4)):
        pass
    return first, second


def test_logs_that_agree_are_merged_on_a_phone(window: Window) -> None:
    first, second = two_logs("looney_tunes")
    phone = window("jude", size=PHONE)
    phone.goto(f"/records/{first.pk}/beside/{second.pk}/")
    expect(phone.get_by_text("The logs tell the same.")).to_be_visible()
    phone.get_by_role("link", name="All entries").click()
    expect(phone.get_by_text("Page 1 of 2")).to_be_visible()
    keep(phone, "two-logs-agree-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    phone.get_by_text("Store the merged log", exact=True).click()
    phone.get_by_role("button", name="Store it").click()
    expect(phone.get_by_text("The merged log is stored and judged.")).to_be_visible()


def test_from_a_dispute_to_where_two_logs_part(window: Window) -> None:
    first, second = two_logs("highlander", b'"attack","card":"Middle Right', b'"attack","card":"Lower Left')
    desk = window("hedda")
    desk.goto(f"/events/{first.match.round.event.slug}/disputes/")
    desk.get_by_role("row").filter(has_text="tell different things").get_by_role("link").first.click()
    expect(desk.get_by_text("Two logs of one game part")).to_be_visible()
    keep(desk, "two-logs-dispute-desktop")
    desk.get_by_role("link", name="Both logs beside each other").click()
    expect(desk.get_by_text("The logs part.")).to_be_visible()
    keep(desk, "two-logs-part-desktop")
    phone = window("hedda", size=PHONE)
    phone.goto(f"/records/{first.pk}/beside/{second.pk}/")
    keep(phone, "two-logs-part-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_the_code_of_a_log_is_checked_on_a_phone(window: Window) -> None:
    first, _second = two_logs("looney_tunes")
    Match.objects.filter(pk=first.match_id).update(state=MatchState.DECIDED)
    desk = window("")
    desk.goto(f"/records/{first.pk}/")
    keep(desk, "log-code-desktop")
    code = desk.locator("#log-code .code").inner_text()
    phone = window("", size=PHONE)
    phone.goto("/")
    phone.get_by_role("link", name="Check a log").click()
    phone.get_by_label("Code of the log").fill(code.lower())
    phone.get_by_role("button", name="Check", exact=True).click()
    expect(phone.get_by_text("The log is what it was, up to entry 141.")).to_be_visible()
    keep(phone, "log-check-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
