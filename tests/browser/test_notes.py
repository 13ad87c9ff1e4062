"""Notes at entries in a real browser: on a phone with scripts and without; told by axe and the checks of every page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from referee.models.notes import EntryNote
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.selfplay import log_bytes
from tests.browser.axe import found_by_axe
from tests.browser.conftest import PHONE, Window, keep
from tests.referee.live.playing import match_of_game, played
from tests.tournaments.factories import actor, player
from tournaments.models.rounds import Match, MatchState
from tournaments.now import now

CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def record(transactional_db: None) -> Record:
    """A game of a match that is decided."""
    match = match_of_game("looney_tunes")
    record = attach_log(match, 1, log_bytes(played("looney_tunes", "doors")), by=actor("jude"), now=now())
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    return record


@pytest.mark.parametrize("scripts", [True, False], ids=["phone", "plain"])
def test_a_note_is_written_read_while_stepping_and_shown(
    window: Window, record: Record, scripts: bool
) -> None:
    name = f"phone{'' if scripts else '-plain'}-light"
    user = player(record.match, "A").user
    assert user is not None
    ann = window(user.username, size=PHONE, scripts=scripts)
    ann.goto(f"/records/{record.pk}/?entry=3")
    ann.locator("#new-note summary").click()
    ann.locator("#id_note_new_text").fill("Here I had the better Actor.")
    ann.locator("#new-note button").click()
    ann.wait_for_url(re.compile(r"entry=3#note-\d+$"))
    number = EntryNote.objects.get().pk
    note = ann.locator(f"#note-{number}")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text("You alone")
    keep(ann, f"note-written-{name}")
    if scripts:
        assert not ann.evaluate(CHECKS) and not found_by_axe(ann)
        assert ann.locator(".marks .noted").count() == 1
    ann.locator("#replay-steps [rel=next]").click()
    expect(note).to_have_count(0)
    expect(ann.locator(".entries li .noted")).to_have_count(1)
    ann.locator('#replay-jumps [data-jump="m"]').click()
    expect(note).to_be_visible()
    note.locator(f"#change-note-{number} summary").click()
    note.get_by_label("Everybody who may see this log").check()
    note.get_by_role("button", name="Write it down").click()
    expect(note).to_contain_text("changed")
    bob = window("", size=PHONE, scripts=scripts)
    bob.goto(f"/records/{record.pk}/?entry=3#note-{number}")
    expect(bob.locator(f"#note-{number}")).to_contain_text("Here I had the better Actor.")
    expect(bob.locator("#new-note")).to_have_count(0)
    if scripts:
        bob.keyboard.press("Home")
        expect(bob.locator('#replay[data-entry="0"]')).to_have_count(1)
        bob.keyboard.press("m")
        expect(bob.locator(f"#note-{number}")).to_be_visible()
        keep(bob, f"note-read-{name}")
        bob.set_viewport_size({"width": 1280, "height": 900})
        keep(bob, "note-read-desktop-light")
