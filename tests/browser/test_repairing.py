"""A judge repairs a position on the board in a real browser: from the ruling to the board and back; on a phone, and
without scripts."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from referee.judging.judged import judged
from referee.models.records import Record
from referee.records.changes import attach_log
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.referee.live.playing import match_of_game
from tests.referee.repairing.test_on_board import TABLE, WRONG
from tests.tournaments.factories import actor
from tournaments.now import now

CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def record(transactional_db: None) -> Record:
    data = "\n".join(map(json.dumps, (TABLE, WRONG))).encode()
    return attach_log(match_of_game("highlander"), 1, data, by=actor("jude"), now=now())


@pytest.mark.parametrize(
    ("size", "scripts"), [(PHONE, True), (DESKTOP, True), (PHONE, False)], ids=["phone", "desktop", "plain"]
)
def test_what_is_wrong_is_touched(
    window: Window, record: Record, size: tuple[int, int], scripts: bool
) -> None:
    name = f"{'phone' if size == PHONE else 'desktop'}{'' if scripts else '-plain'}-light"
    page = window("jude", size=size, scripts=scripts)
    page.goto(f"/records/{record.pk}/?entry=1")
    page.get_by_text("Correct the position").click()
    page.get_by_label("Reason", exact=True).fill("The cards fell.")
    page.get_by_role("button", name="Repair the position on the board").click()
    expect(page.get_by_text("Nothing is changed yet.")).to_be_visible()
    keep(page, f"repair-begun-{name}")
    if scripts:
        page.locator("#b-players-A-hand-0").click()
    else:
        page.locator('.place[value="players.A.hand"]').click()
        page.locator('.lying .place[value="players.A.hand.0"]').click()
    expect(page.locator("#touched-title")).to_contain_text("Dodge")
    keep(page, f"repair-touched-{name}")
    page.locator("#moves button", has_text="Discard pile").first.click()
    expect(page.locator(".fixes li")).to_have_count(1)
    page.locator('.place[value="players.A.ability"]').first.click()
    page.locator("#put-value").fill("9")
    page.locator("#set").click()
    expect(page.locator(".fixes li")).to_have_count(2)
    expect(page.locator(".fixes")).to_contain_text("Ability is now 9")
    assert not page.evaluate(CHECKS) if scripts else True
    keep(page, f"repair-made-{name}")
    page.locator("#drop-2").click()
    expect(page.locator(".fixes li")).to_have_count(1)
    page.get_by_role("button", name="To the ruling with this repair").click()
    expect(page.locator("#repair")).to_contain_text("Dodge goes from")
    expect(page.get_by_label("Reason", exact=True)).to_have_value("The cards fell.")
    keep(page, f"repair-in-ruling-{name}")
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Issue the ruling").click()
    expect(page).to_have_url(re.compile(r"entry=2$"))
    position = judged(Record.objects.get(pk=record.pk)).run.printed()
    assert position["players"]["A"]["discard_pile"] == ["Dodge"]
    assert position["players"]["A"]["ability"] == 12
