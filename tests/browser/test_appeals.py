"""An appeal on two phones: one tap by the player, decided by the head judge on the floor."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.browser.test_log_and_ruling import CHECKS, name_of
from tests.tournaments.factories import actor, running_event, running_round, tables, win
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.results.changes import enter_result


@pytest.fixture
def match(transactional_db: None) -> Match:
    return tables(running_round(running_event(4)))[0]


def test_appealed_by_one_tap_and_decided(window: Window, match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=now(), reason="The slip.")
    slug = match.round.event.slug
    mine = window(name_of(match, "B"), size=PHONE)
    mine.goto(f"/events/{slug}/me/")
    mine.get_by_text("Appeal to the head judge").click()
    keep(mine, "appeal-phone-light")
    mine.get_by_role("button", name="Appeal", exact=True).click()
    expect(mine.get_by_text("You have appealed. The head judge decides.")).to_be_visible()
    keep(mine, "appealed-phone-light")
    head = window("hedda", size=PHONE)
    head.goto(f"/events/{slug}/floor/")
    head.get_by_text("Decide", exact=True).click()
    head.get_by_label("Reason", exact=True).fill("The slip is right.")
    keep(head, "appeal-floor-phone-light")
    assert not head.evaluate(CHECKS)
    head.get_by_role("button", name="The decision stands").click()
    expect(head.get_by_text("The appeal is decided.")).to_be_visible()
    mine.goto(f"/events/{slug}/me/")
    mine.get_by_text("Appeal to the head judge").click()
    expect(mine.get_by_text("That is final.")).to_be_visible()
