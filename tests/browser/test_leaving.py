"""Somebody takes the own data along on a phone and leaves, in the reader's language; a walk-in by the claim link."""

from __future__ import annotations

import json
from pathlib import Path

from django.conf import settings
from django.utils.timezone import now
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Window, keep
from tests.tournaments.factories import actor, make_event, open_event, walk_in
from tournaments.entrants.claims import make_claim_link
from tournaments.models.accounts import FORMER, User


def test_an_account_is_taken_along_and_deleted(window: Window, transactional_db: None) -> None:
    event = open_event(2)
    User.objects.filter(username="player1").update(display_name="Zoe Quicksilver")
    person = User.objects.get(username="player1")
    person.set_password("a long way round")
    person.save()
    page = window("player1", size=PHONE)
    page.goto("/profile/")
    page.get_by_role("link", name="Your data: download, delete the account").click()
    keep(page, "leaving-phone")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download (JSON)").click()
    held = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert (held["account"]["username"], held["entries"][0]["event"]) == ("player1", event.slug)
    page.get_by_label("Your password").fill("something else")
    page.get_by_label("I have read").check()
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("This password is wrong.").first).to_be_visible()
    page.get_by_label("Your password").fill("a long way round")
    page.get_by_label("I have read").check()
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_role("status").first).to_contain_text("Your account is deleted.")
    page.goto(f"/events/{event.slug}/entrants/")
    expect(page.get_by_text(FORMER).first).to_be_visible()
    assert "Quicksilver" not in page.content()


def test_who_runs_an_event_alone_is_told_and_a_walk_in_leaves(window: Window, transactional_db: None) -> None:
    event = make_event()
    desk = window("olga")
    desk.goto("/")
    desk.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": desk.url}])
    desk.goto("/profile/data/")
    keep(desk, "leaving-alone-de")
    expect(desk.get_by_role("link", name=event.name)).to_be_visible()
    expect(desk.get_by_role("button", name="Mein Konto löschen")).to_have_count(0)

    wanda = walk_in(open_event(name="Other Open"))
    token = make_claim_link(wanda, by=actor("olga"), now=now())
    phone = window("", size=PHONE, dark=True)
    phone.goto(f"/claim/{token}/")
    phone.get_by_role("button", name="Yes, I am Wanda").first.click()
    phone.get_by_role("link", name="Your data: download, delete your name").click()
    keep(phone, "leaving-walk-in-phone")
    phone.get_by_label("I have read").check()
    phone.get_by_role("button", name="Delete my name").click()
    expect(phone.get_by_role("status").first).to_contain_text("Your name is deleted from this event.")
