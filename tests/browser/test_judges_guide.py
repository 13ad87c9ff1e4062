"""The three situations that docs/judge.md tells, walked in real windows: what it says to press is there, and its
pictures are of these pages. `GUIDE_PICTURES=docs/images python3 run.py test browser --long` takes them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from referee.demo.logs import game_with_a_mistake
from referee.records.changes import attach_log
from rules.registry import load
from tests.browser import guides
from tests.browser.conftest import PHONE, Window
from tests.browser.test_two_logs import two_logs
from tests.tournaments.factories import actor, at, player, running_event, running_round, seated, tables
from tournaments.clocks.whole_round import call_time_now
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Match, Seat
from tournaments.now import now
from tournaments.penalties.changes import Given, give_penalty

if TYPE_CHECKING:
    from playwright.sync_api import Page

GUIDE = guides.guide("judge.md")
#: Who sits where in it.
NAMES = {"1A": "Ann Bell", "1B": "Bea Cole", "2A": "Cleo Dart", "2B": "Dora Egan"}
#: A page of the guide is 1,000 pixels wide.
WIDE = (1000, 720)
pytestmark = [pytest.mark.long, pytest.mark.usefixtures("transactional_db")]


def picture(page: Page, name: str, top: str, height: int) -> None:
    """A picture of this guide."""
    guides.picture(page, name, GUIDE, top, height=height)


def named(label: str) -> str:
    """A word on a page that the guide names."""
    assert f"*{label}*" in GUIDE, label
    return label


def first_table(**choices: object) -> Match:
    """The first table of a round that is on for twenty minutes."""
    minute = (now() - at(0)).total_seconds() / 60 - 20
    match = tables(running_round(running_event(4, **choices), minute))[0]
    name_players(match)
    return Match.objects.get(pk=match.pk)


def name_players(match: Match) -> None:
    """Calls the players of a match's round as the guide does."""
    for seat in Seat.objects.filter(match__round=match.round).select_related("match"):
        name = NAMES.get(f"{seat.match.table}{seat.letter}", seat.entrant.name)
        Entrant.objects.filter(pk=seat.entrant_id).update(name=name)


def test_a_call(window: Window) -> None:
    match = first_table(game="highlander", round_minutes=50)
    slug, user = match.round.event.slug, player(match, "A").user
    assert user is not None
    phone, judge = window(user.username, size=PHONE), window("jude", size=PHONE)
    phone.goto(f"/events/{slug}/me/")
    phone.locator("#call summary").click()
    phone.get_by_label("In words, if you like").fill("May she play Angry Mob now?")
    phone.get_by_role("button", name=named("A question about the rules")).click()
    expect(phone.get_by_role("heading", name="A judge is called")).to_be_visible()
    judge.goto(f"/events/{slug}/floor/")
    picture(judge, "judge-floor", "#calls", 520)
    judge.get_by_role("button", name=named("I am coming")).click()
    judge.get_by_role("button", name=named("I am at the table")).click()
    expect(judge.get_by_role("button", name="I am at the table")).to_have_count(0)
    asking = window("jude", size=PHONE)
    asking.goto("/rules/highlander/ask/")
    asking.get_by_role("link", name=named("May this card be played now?")).click()
    asking.get_by_label("Special card or Edge of A").fill("Angry Mob")
    asking.get_by_label("Phase").select_option("may_do")
    asking.get_by_role("button", name=named("Ask"), exact=True).click()
    expect(asking.get_by_role("heading", name="The referee says")).to_be_visible()
    picture(asking, "judge-ask", "#answer", 700)
    judge.locator("#calls details.confirm summary", has_text=named("Answered")).click()
    judge.get_by_label(named("What you said (if it matters)")).fill("Not in this phase.")
    judge.get_by_role("button", name=named("Answered, and give the minutes back")).click()
    expect(judge.get_by_text("No table is calling.")).to_be_visible()


def test_a_ruling(window: Window) -> None:
    match = first_table(logs="assisted")
    record = attach_log(
        match, 1, game_with_a_mistake(load("looney_tunes"), "browser"), by=player(match, "A"), now=now()
    )
    judge = window("jude", size=WIDE)
    judge.goto(f"/records/{record.pk}/?entry={record.disputes.get().entry}")
    judge.get_by_text("Uphold: it does not count").click()
    judge.get_by_label(named("What follows in the log")).select_option("yes")
    judge.get_by_label("Reason", exact=True).fill("It was the other player's turn.")
    judge.get_by_role("button", name=named("See what follows")).click()
    expect(judge.locator("#effects")).to_contain_text("Nothing is stored yet")
    picture(judge, "judge-effects", "#effects", 420)
    judge.get_by_role("button", name=named("Issue the ruling")).click()
    expect(judge.get_by_text("The ruling stands in the log.")).to_be_visible()


def test_two_logs_beside_each_other(window: Window) -> None:
    first, second = two_logs("highlander", b'"attack","card":"Middle Right', b'"attack","card":"Lower Left')
    name_players(first.match)
    desk = window("hedda", size=WIDE)
    desk.goto(f"/records/{first.pk}/beside/{second.pk}/")
    expect(desk.get_by_text(named("The logs part."))).to_be_visible()
    expect(desk.get_by_text("Player1")).to_have_count(0)
    picture(desk, "judge-two-logs", "main", 720)


def test_time_and_a_penalty(window: Window) -> None:
    match = first_table(game="highlander", round_minutes=50)
    event, ann, user = match.round.event, seated(match, "A"), player(match, "A").user
    assert user is not None
    call_time_now(match.round, reason="Time.", by=actor("olga"), now=now())
    give_penalty(event, ann, Given("slow_play", note="Counted again."), by=actor("jude"), now=now())
    judge = window("jude", size=PHONE)
    judge.goto(f"/matches/{match.pk}/")
    judge.locator("#procedure li").first.get_by_role("button", name=named("Done")).click()
    expect(judge.locator("#procedure li[aria-current=step]")).to_contain_text("A judge invokes First Blood.")
    picture(judge, "judge-time", "#procedure", 560)
    judge.get_by_role("link", name=f"Penalty: {ann.name}").click()
    judge.get_by_role("link", name=named("Slow play")).click()
    expect(judge.get_by_text("Time 2 in this event: it steps up to warning.")).to_be_visible()
    picture(judge, "judge-penalty", "main", 560)
    judge.get_by_role("button", name=named("Give it: warning")).click()
    expect(judge.get_by_text(f"{ann.name}: warning, Slow play.")).to_be_visible()
