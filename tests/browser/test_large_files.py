"""A large file of an event: who presses its link waits on a page, and has the file once it is made."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.axe import found_by_axe
from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import played_round, running_event
from tournaments.jobs.working import work_for
from tournaments.made_files.makers import Maker


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_who_presses_the_link_waits_and_has_the_file(
    window: Window, transactional_db: None, monkeypatch: pytest.MonkeyPatch, scripts: bool
) -> None:
    monkeypatch.setattr(Maker, "is_large", lambda maker, things: things > 0)
    event = running_event(4)
    played_round(event, 0)
    phone = window("olga", size=PHONE, scripts=scripts)
    phone.goto(f"/api/v1/events/{event.slug}/export/results.csv")
    expect(phone.get_by_role("heading", name="The file is being made")).to_be_visible()
    keep(phone, f"large-file-waits-{'phone' if scripts else 'no-scripts'}")
    if scripts:
        assert found_by_axe(phone) == []
    work_for()
    # With scripts the page says so by itself: the link that was there goes while somebody presses it.
    link = phone.get_by_role("link", name="Open it" if scripts else "Look whether it is there")
    with phone.expect_download() as download:
        link.click()
    assert download.value.suggested_filename.endswith(".csv")
    assert "Player1" in download.value.path().read_text()
