"""A card of several versions at the live table: each has a button that says which it is."""

import pytest
from playwright.sync_api import expect

from referee.judging.words import plain_entry
from tests.browser.conftest import PHONE, Window, keep
from tests.referee.live.playing import match_of_game, opened, play, played, tap
from tests.tournaments.factories import player

pytestmark = pytest.mark.timeout(600)
TITLE = "Watcher"


def test_each_version_of_a_card_in_hand_has_a_button_with_its_words(
    window: Window, transactional_db: None
) -> None:
    log = played("highlander", "live")
    match = match_of_game("highlander", logs="competitive", clock_kind="none")
    table = opened(match)
    play(table, log, 3)
    drawn = plain_entry(log.entries[3])
    cards = [TITLE if isinstance(card, dict) and card["title"] == TITLE else card for card in drawn["cards"]]
    assert TITLE in cards and drawn["by"] == "A"
    tap(table, "A", {"by": "A", "do": "draw", "cards": cards})
    page = window(player(match, "A").label.lower(), size=PHONE)
    page.goto(f"/live/{table.pk}/")
    page.get_by_role("link", name="All actions").click()
    page.locator("#verb-play > summary").click()
    buttons = page.locator("#verb-play .hand-picks button")
    expect(buttons.first).to_be_visible()
    words = [text.strip() for text in buttons.all_inner_texts()]
    assert all(words) and len(set(words)) == len(words), words
    versions = [text for text in words if text.startswith(TITLE)]
    assert len(versions) > 1 and all(" · " in text for text in versions), words
    keep(page, "live-versions")
