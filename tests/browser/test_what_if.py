"""What if, on the board: from a log's entry three touches, a verdict with its rule, and a step taken back."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.disputes.opening import open_by_hand
from referee.records.changes import attach_log
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import actor, at, player
from tournaments.models.rounds import Match

CHECKS = (Path(__file__).parent / "checks.js").read_text()
pytestmark = pytest.mark.timeout(600)
#: B has to defend against A's attack, which covers four squares: one of the two Blocks covers them, the other none.
LOG = "\n".join(
    json.dumps(line)
    for line in (
        {
            "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
            "position": {"turn": "A", "phase": "defense", "number": 5, "players": {
                "A": {"turns": 2, "hand": ["Upper Left Block", "Lower Right Block", "Thrust"]},
                "B": {"turns": 2, "attacks": [{"owner": "B", "card": "Upper Left Attack"}]},
            }},
        },
        {"by": "A", "do": "defend", "card": "Upper Left Block", "attack": 1},
    )
).encode()  # fmt: skip


def touched(page: Page, at: str) -> None:
    page.locator(f'#live-board [data-touch="{at}"]').first.click()


@pytest.fixture
def match(transactional_db: None) -> Match:
    return match_of_game("highlander")


def test_from_an_entry_by_touch(window: Window, match: Match) -> None:
    record = attach_log(match, 1, LOG, by=actor("jude"), now=at(10))
    page = window("jude", size=PHONE)
    page.goto(f"/records/{record.pk}/?entry=1")
    page.get_by_role("link", name="Instead of entry 1").click()
    touched(page, "players.A.hand.1")
    touched(page, "players.B.attacks.0")
    tried = page.locator(".tried li").last
    expect(tried).to_contain_text("illegal")
    expect(tried.locator(".rule a")).to_have_count(1)
    expect(page.locator("#live-offers")).not_to_contain_text("players.")
    keep(page, "what-if-illegal-phone")
    page.get_by_role("button", name="Take the last one back").click()
    expect(page.locator(".tried")).to_have_count(0)
    touched(page, "players.A.hand.0")
    expect(page.locator('#live-board [data-touch="players.B.attacks.0"]')).to_have_class("touch aim")
    keep(page, "what-if-held-phone")
    touched(page, "players.B.attacks.0")
    expect(page.locator(".tried li.legal")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.evaluate(CHECKS) == []


@pytest.mark.long
def test_a_branch_of_a_dispute_by_touch(window: Window, match: Match) -> None:
    record = attach_log(match, 1, LOG, by=actor("jude"), now=at(10))
    words = "Could he?"
    dispute = open_by_hand(
        match, "rules", words, record=record.pk, entry=1, by=player(match, "A"), now=at(11)
    )
    page = window("jude", size=DESKTOP)
    page.goto(f"/events/{dispute.event.slug}/disputes/{dispute.pk}/branches/")
    touched(page, "players.A.hand.0")
    touched(page, "players.B.attacks.0")
    expect(page.locator(".tried li.legal")).to_have_count(1)
    keep(page, "what-if-branch-desktop")
    assert page.evaluate(CHECKS) == []
    page.get_by_label("Name of the branch").fill("Upper left")
    page.get_by_role("button", name="Keep the branch").click()
    expect(page.get_by_text("The branch is kept in the dispute.")).to_be_visible()
