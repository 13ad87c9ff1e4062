"""A judge cites at a call, the head judge where an appeal is decided: found by search, ticked, read by the player."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.appeals.changes import make_appeal
from referee.calls.changes import call_judge
from tests.browser.conftest import PHONE, Window, keep
from tests.browser.test_log_and_ruling import CHECKS, name_of
from tests.tournaments.factories import player, running_event, running_round, tables
from tournaments.models.rounds import Match
from tournaments.now import now

CARD = "Upper Left Attack"


@pytest.fixture
def match(transactional_db: None) -> Match:
    return tables(running_round(running_event(4, game="highlander")))[0]


def test_an_answer_and_a_decision_cite_what_was_found(window: Window, match: Match) -> None:
    call_judge(match, "rules", "May he attack there?", by=player(match, "A"), now=now())
    slug = match.round.event.slug
    judge = window("jude", size=PHONE)
    judge.goto(f"/events/{slug}/floor/")
    judge.locator("#calls details.confirm summary", has_text="Answered").click()
    judge.get_by_label("What you said (if it matters)").fill("He may.")
    judge.get_by_text("Cite rules, cards and precedents").click()
    judge.get_by_label("Look for a rule, a card or a precedent").fill(CARD)
    judge.get_by_role("button", name="Search", exact=True).click()
    judge.get_by_label(f"Card {CARD}").first.check()
    assert judge.get_by_label("What you said (if it matters)").input_value() == "He may."
    keep(judge, "cited-call-phone")
    assert not judge.evaluate(CHECKS)
    judge.get_by_role("button", name="Answered, no time given").click()
    expect(judge.get_by_text("No table is calling.")).to_be_visible()
    make_appeal(match, by=player(match, "B"), now=now())
    head = window("hedda")
    head.goto(f"/events/{slug}/floor/")
    head.get_by_text("Decide", exact=True).click()
    head.get_by_text("Cite rules, cards and precedents").click()
    head.get_by_label("Look for a rule, a card or a precedent").fill(CARD)
    head.get_by_role("button", name="Search", exact=True).click()
    head.get_by_label(f"Card {CARD}").first.check()
    head.get_by_label("Reason", exact=True).fill("The card says so.")
    keep(head, "cited-appeal-desktop")
    head.get_by_role("button", name="The decision stands").click()
    expect(head.get_by_text("The appeal is decided.")).to_be_visible()
    mine = window(name_of(match, "B"), size=PHONE)
    mine.goto(f"/events/{slug}/disputes/{match.disputes.get().pk}/")
    expect(mine.locator("#dispute").get_by_role("link", name=CARD)).to_have_count(2)
    keep(mine, "cited-dispute-phone")
    assert not mine.evaluate(CHECKS)
