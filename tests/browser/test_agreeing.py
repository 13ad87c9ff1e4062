"""Two things that people do for each other, on phones: let spectators see hidden cards, and take a role by a link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from referee.models.live import LiveTable
from tests.browser.conftest import PHONE, Window, keep
from tests.browser.live_games import Secrets
from tests.referee.live.playing import match_of_game, opened, play, played
from tests.tournaments.factories import UserFactory, make_event, player


@pytest.mark.long
def test_both_players_let_spectators_see_hidden_cards(window: Window, transactional_db: None) -> None:
    log = played("looney_tunes", "short0", 8)
    match = match_of_game("looney_tunes", logs="assisted", spectators="delayed", spectator_delay=15)
    table = opened(match, header=log.header)
    play(table, log, 12)  # long ago: the minutes are over
    LiveTable.objects.filter(pk=table.pk).update(featured=True)
    secrets, of = Secrets(log), {"A": set[str](), "B": set[str]()}
    for entry in log.entries[:12]:
        secrets.take(entry)
        if entry.do == "draw":
            of[str(entry.by)] |= {str(card) for card in entry.cards}  # type: ignore[attr-defined]
    # none that the other could see on a page of his own, in his deck
    of = {seat: of[seat] - secrets.open - secrets.seen[other] for seat, other in ("AB", "BA")}
    assert of["A"] and of["B"]

    def seen_by(page: Page) -> set[str]:
        page.goto(f"/live/{table.pk}/watch/" if page is visitor else f"/live/{table.pk}/")
        text = page.content()
        return {title for title in of["A"] | of["B"] if title in text}

    first, second = (window(player(match, letter).label.lower(), size=PHONE) for letter in "AB")
    visitor = window("", size=PHONE)
    assert seen_by(visitor) == set()
    assert seen_by(first) == of["A"]
    first.get_by_text("Spectators see no hidden cards before the end").click()
    first.get_by_role("button", name="I agree").click()
    expect(first.locator("#hands").get_by_role("button", name="I no longer agree")).to_be_visible()
    assert seen_by(visitor) == set()
    # who was not the first to agree need not look for it
    assert seen_by(second) == of["B"]
    keep(second, "live-hands-asked-phone")
    second.get_by_role("button", name="I agree").click()
    expect(second.locator("#hands > summary")).to_contain_text(
        "Spectators see hidden cards, 15 minutes later"
    )
    assert seen_by(visitor) == of["A"] | of["B"]
    keep(visitor, "live-hands-watch-phone")
    assert (seen_by(first), seen_by(second)) == (of["A"], of["B"])
    first.locator("#hands > summary").click()
    first.get_by_role("button", name="I no longer agree").click()
    expect(first.locator("#hands > summary")).to_contain_text("no hidden cards before the end")
    assert seen_by(visitor) == set()


def test_a_role_goes_by_link_from_the_organiser_to_a_new_judge(
    window: Window, transactional_db: None
) -> None:
    event = make_event()
    jude = UserFactory.create(username="jude", display_name="Jude Hale")
    jude.set_password("correct horse battery")
    jude.save()
    olga = window("olga", size=PHONE)
    olga.goto(f"/events/{event.slug}/staff/")
    olga.get_by_label("Role the link gives").select_option("judge")
    olga.get_by_label("For whom").fill("Jude, Hall 2")
    olga.get_by_role("button", name="Make a claim link").click()
    address = olga.locator(".claim-slip .code").inner_text()
    keep(olga, "staff-link-phone")
    phone = window("", size=PHONE)
    phone.goto(address)
    expect(phone.get_by_role("heading", name=f"Judge of {event.name}")).to_be_visible()
    phone.get_by_role("main").get_by_role("link", name="Sign in", exact=True).click()
    phone.get_by_label("Username or e-mail address").fill("jude")
    phone.get_by_label("Password", exact=True).fill("correct horse battery")
    phone.get_by_role("button", name="Sign in").click()
    expect(phone).to_have_url(address)
    keep(phone, "staff-link-taken-phone")
    phone.get_by_role("button", name="Take the role as Jude Hale").click()
    expect(phone).to_have_url(re.compile(rf"/events/{event.slug}/desk/$"))
    olga.goto(f"/events/{event.slug}/staff/")
    expect(olga.locator("summary", has_text="Take back: Jude Hale, Judge")).to_be_visible()
    expect(olga.get_by_text("Jude, Hall 2")).to_have_count(0)
