"""The desk finds what the site saved at the publication, and is told where that failed."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings as site
from playwright.sync_api import expect
from pytest_django import Settings

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import at, played_round, published_round, running_event
from tournaments.exports.saved import save_round, unsaved


def test_the_files_of_a_round_are_downloaded(
    window: Window, transactional_db: None, settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR, settings.SAVED_ROUNDS = tmp_path, 12
    (tmp_path / "saved").write_text("in the way")
    event = running_event(9)
    played_round(event)
    round = published_round(event, 60)
    assert not save_round(unsaved(at(60))[0], at(60))
    desk = window("olga", size=PHONE)
    desk.goto(f"/events/{event.slug}/desk/")
    expect(desk.get_by_role("alert").filter(has_text="could not be saved")).to_be_visible()
    keep(desk, "saving-failed-phone")
    (tmp_path / "saved").unlink()
    assert save_round(unsaved(at(60))[0], at(61))
    desk.reload()
    expect(desk.get_by_text("could not be saved. Save").first).to_have_count(0)
    page = window("sam")
    page.goto(f"/events/{event.slug}/exports/")
    keep(page, "saved-rounds")
    with page.expect_download() as download:
        page.get_by_role("link", name=f"Round {round.number} Paper pack (PDF)").click()
    paper = Path(download.value.path()).read_bytes()
    assert paper.startswith(b"%PDF-")
    (Path(__file__).parent / "screenshots" / "paper-pack.pdf").write_bytes(paper)
    with page.expect_download() as download:
        page.get_by_role("link", name=f"Round {round.number} Event file (JSON)").click()
    assert json.loads(Path(download.value.path()).read_text("utf-8"))["name"] == event.name
    page.context.add_cookies([{"name": site.LANGUAGE_COOKIE_NAME, "value": "de", "url": page.url}])
    page.reload()
    expect(page.get_by_role("link", name="Papierpaket (PDF)")).to_be_visible()
