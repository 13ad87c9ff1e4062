"""A position of a dispute laid out by touch on a phone, with scripts and without; the other side goes on from it and
reads no hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.disputes.opening import open_by_hand
from referee.models.disputes import Dispute, DisputeRow, Kind
from tests.browser.axe import found_by_axe
from tests.browser.conftest import PHONE, Window, keep
from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import player
from tournaments.now import now

CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def dispute(transactional_db: None) -> Dispute:
    match = match_of_game("highlander")
    return open_by_hand(match, Kind.PLAY, "May I block this?", by=player(match, "A"), now=now())


def settled(page: Page) -> None:
    expect(page.locator("#editor:not([aria-busy])")).to_have_count(1)


@pytest.mark.parametrize("scripts", [True, False], ids=["phone", "plain"])
def test_each_side_lays_out_the_own_hand(window: Window, dispute: Dispute, scripts: bool) -> None:
    name = f"phone{'' if scripts else '-plain'}-light"
    address = f"/events/{dispute.event.slug}/disputes/{dispute.pk}/position/"
    ann, bob = (
        window(player(dispute.match, letter).label.lower(), size=PHONE, scripts=scripts) for letter in "AB"
    )
    ann.goto(address)
    ann.get_by_role("link", name="An empty table").click()
    ann.locator('.place[value="players.A.hand"]').click()
    settled(ann)
    ann.locator("#find").fill("dod")
    if not scripts:
        ann.locator("#touched").get_by_role("button", name="Find").click()
    ann.locator("#hits button", has_text="Dodge").first.click()
    settled(ann)
    expect(ann.locator(".lying")).to_contain_text("Dodge")
    if scripts:
        assert not ann.evaluate(CHECKS) and not found_by_axe(ann)
    keep(ann, f"dispute-position-touched-{name}")
    ann.locator("#put-down").click()
    settled(ann)
    ann.get_by_role("button", name="Begin with this position").click()
    expect(ann.get_by_text("Your side of the position is written down.")).to_be_visible()
    assert DisputeRow.objects.latest("pk").payload["header"]["position"]["players"]["A"]["hand"] == ["Dodge"]
    bob.goto(address)
    bob.locator("#begin summary").click()
    bob.get_by_role("link", name="What the other side laid out").click()
    expect(bob.locator("#board")).to_be_visible()
    assert "Dodge" not in bob.content()
    bob.locator('.place[value="players.A.hand"]').click()
    settled(bob)
    assert "Dodge" not in bob.locator("#touched").inner_text()
    keep(bob, f"dispute-position-others-{name}")
    bob.get_by_role("button", name="So it was").click()
    expect(bob.get_by_text("Your side of the position is written down.")).to_be_visible()
