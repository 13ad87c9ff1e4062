"""A whole event out of a file: looked over, taken, and played on."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.playing import add_round, field, paired
from tournaments.models.events import Event


def test_an_event_comes_in_and_goes_on(window: Window, transactional_db: None, tmp_path: Path) -> None:
    rules = {"games_per_match": 1}
    made = field(6, {"kind": "swiss", "rounds": 3}, game="highlander", name="Möwe Cup", rules=rules)
    add_round(made, paired(made))
    file = tmp_path / "cup.json"
    file.write_text(json.dumps(made))
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(made | {"game": "chess"}))
    page = window("olga", size=PHONE)
    page.goto("/events/new/")
    page.get_by_role("link", name="Or import a whole event from a file").click()
    page.get_by_label("Event file").set_input_files(bad)
    page.get_by_role("button", name="Look it over").click()
    expect(page.get_by_role("alert")).to_contain_text("game: this site has no game of that name")
    page.get_by_label("Event file").set_input_files(file)
    page.get_by_role("button", name="Look it over").click()
    expect(page.get_by_role("heading", name="Möwe Cup")).to_be_visible()
    expect(page.get_by_text("6 players")).to_be_visible()
    keep(page, "66-import")
    assert not Event.objects.exists()
    page.get_by_role("button", name="Import this event").click()
    expect(page.get_by_text("The event is imported.")).to_be_visible()
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.get_by_role("button", name="Publish round 2")).to_be_visible()
