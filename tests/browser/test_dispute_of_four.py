"""A whole dispute on four devices: two players and a judge with phones, the head judge at the desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from referee.judging.judged import forget
from referee.models.live import LiveTable
from referee.models.rulings import IssuedRuling
from referee.rulebooks import index
from rules import registry
from tests.browser.conftest import PHONE, Window, keep
from tests.browser.live_games import at_entry
from tests.referee.live.playing import opened, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, player, running_event, running_round, tables, win
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.results.changes import enter_result
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round

CHECKS = (Path(__file__).parent / "checks.js").read_text()
#: Both have laid a Number face down; A is the first to show it, by the toy game's rule of turns.
LAID = (
    ("A", draw("A", "Number 9", "Number 1")),
    ("A", lay("A", "Number 9")),
    ("B", draw("B", "Number 3", "Number 1")),
    ("B", lay("B", "Number 3")),
)
#: The entry in question, what the rules say of it, the ruling, and what it came to.
SCENARIO = """\
{"by": "B", "do": "reveal", "card": "Number 3", "expect": "illegal", "rule": "turn"}
{"by": "judge", "do": "ruling", "on": 1, "decision": "let_stand", "reason": "Both had agreed to show together."}
{"expect": {"winner": "B"}}"""


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[LiveTable]:
    """A live table of the toy game after four entries."""
    monkeypatch.setitem(registry.GAMES, "toy", ("Toy", "tests.rules.kernel.toy:ToyGame"))
    forget()
    index._index.cache_clear()
    event = running_event(4, logs="assisted")
    Event.objects.filter(pk=event.pk).update(game="toy")
    event.refresh_from_db()
    table = opened(tables(running_round(event))[0])
    for seat, entry in LAID:
        tap(table, seat, entry, now=now())
    yield table
    forget()
    index._index.cache_clear()


def state_side(page: Page, words: str) -> None:
    """One side of the dispute, written on the phone."""
    page.get_by_label("What happened, as you saw it").fill(words)
    page.get_by_role("button", name="Write it down", exact=True).click()
    expect(page.locator("#dispute").get_by_text(words)).to_be_visible()


def test_from_the_raised_hand_to_the_precedent(window: Window, table: LiveTable) -> None:
    match = Match.objects.select_related("round__event").get(pk=table.record.match_id)
    event, live = match.round.event, f"/live/{table.pk}/"
    names = {letter: player(match, letter).label for letter in "AB"}
    a, b = (window(names[letter].lower(), size=PHONE) for letter in "AB")
    judge, head = window("jude", size=PHONE), window("hedda")
    faults: list[str] = []

    def shown(page: Page, name: str) -> None:
        """A screenshot, and what is wrong with the page."""
        faults.extend(f"{name}: {fault}" for fault in page.evaluate(CHECKS))
        keep(page, f"four-{name}")

    # B shows a card in A's turn; A raises a hand.
    for page in (a, b):
        page.goto(live)
    b.locator("#something > summary").click()
    b.locator("#verb-reveal > summary").click()
    b.locator('#verb-reveal input[name="a.reveal.card"]').fill("Number 3")
    b.locator("#verb-reveal").get_by_role("button", name="Write it down").click()
    for page in (a, b):
        at_entry(page, 5)
        expect(page.get_by_text("Entry 5 is illegal. Play has stopped.")).to_be_visible()
    a.locator("#call > summary").click()
    a.get_by_label("In words, if you like").fill("He shows first?")
    a.locator("#call").get_by_role("button", name="A question about the rules").click()

    # The judge comes.
    judge.goto(f"/events/{event.slug}/floor/")
    expect(judge.locator("#calls").get_by_text("He shows first?")).to_be_visible()
    judge.get_by_role("button", name="I am coming").click()
    judge.get_by_role("button", name="I am at the table").click()
    expect(judge.get_by_role("button", name="I am at the table")).to_have_count(0)

    # Both tell their side; neither reads the other's before both have written.
    for page in (a, b):
        page.goto(f"/events/{event.slug}/me/")
        page.locator("#match-disputes a").first.click()
    state_side(a, "It was my turn to show.")
    expect(b.get_by_text("It was my turn to show.")).to_have_count(0)
    state_side(b, "We said we would show together.")
    expect(b.get_by_text("It was my turn to show.")).to_be_visible()
    expect(a.get_by_text("We said we would show together.")).to_be_visible()
    shown(a, "both-sides-phone")

    # The judge leaves the log before entry 5, has A show first, and rules so, by the rule of turns.
    judge.goto(a.url)
    expect(judge.get_by_text("We said we would show together.")).to_be_visible()
    judge.get_by_role("link", name="What if: branches").click()
    expect(judge.get_by_role("heading", name="What if, after entry 4")).to_be_visible()
    judge.locator("#something > summary").click()
    judge.locator("#something").get_by_text(names["A"], exact=True).click()
    judge.locator("#verb-reveal > summary").click()
    judge.locator("#verb-reveal input[type=text], #verb-reveal input:not([type])").first.fill("Number 9")
    judge.locator("#verb-reveal button[name=verb]").click()
    expect(judge.locator(".tried li.legal")).to_have_count(1)
    judge.get_by_label("Name of the branch").fill("A shows first")
    judge.get_by_role("button", name="Keep the branch").click()
    ruling = judge.locator('details[id^="rule-"]')
    ruling.locator("> summary").click()
    ruling.get_by_label("Reason").fill("The turns hold: A shows first.")
    ruling.locator('details[id^="cites"] > summary').click()
    ruling.get_by_label("Look for a rule, a card or a precedent").fill("turn")
    ruling.get_by_role("button", name="Search").click()
    ruling.locator('[value="rule:turn"]').check()
    ruling.get_by_role("button", name="See what follows").click()
    expect(judge.get_by_text("What would follow. Nothing is stored yet.")).to_be_visible()
    expect(ruling.locator('[value="rule:turn"]')).to_be_checked()
    shown(judge, "branch-phone")
    ruling.get_by_role("button", name="Issue the ruling").click()
    expect(
        judge.get_by_text("The ruling stands in the log, and play goes on with the branch.")
    ).to_be_visible()

    # Play goes on with what was played in the branch: entry 6 is the ruling, 7 is A's card, and B is to show.
    for page in (a, b):
        page.goto(live)
        at_entry(page, 7)
        expect(page.get_by_text("Play has stopped")).to_have_count(0)
    expect(b.locator("#live-dock")).to_contain_text("Your decision")

    # B appeals, and the game waits.
    b.goto(f"/events/{event.slug}/me/")
    b.locator("#appeal-fold > summary").click()
    of_ruling = b.locator("#appeal-fold form").filter(has=b.locator('[name="against"][value="ruling"]'))
    expect(of_ruling).to_contain_text("The turns hold: A shows first.")
    of_ruling.get_by_role("textbox").fill("We had agreed on it.")
    shown(b, "appeal-phone")
    of_ruling.get_by_role("button", name="Appeal").click()
    expect(b.get_by_text("You have appealed. The head judge decides.")).to_be_visible()
    story = b.locator("#appeal").get_by_role("link", name="Open the dispute").get_attribute("href") or ""
    for page in (a, b):
        page.goto(live)
        expect(page.get_by_text("has appealed. The head judge decides.")).to_be_visible()
        expect(page.get_by_text("Play waits meanwhile, and the time is given back.")).to_be_visible()
    shown(b, "waits-phone")

    # The head judge decides otherwise: the first ruling is superseded, the log goes back before it, and B has won.
    visitor = window(size=PHONE)
    visitor.goto(f"/events/{event.slug}/standings/")
    expect(visitor.locator("tbody tr").filter(has_text=names["B"])).to_have_count(0)
    head.goto(f"/events/{event.slug}/floor/")
    waiting = head.locator("#appeals")
    expect(waiting.get_by_text("We had agreed on it.")).to_be_visible()
    shown(head, "floor-desk")
    waiting.get_by_role("link", name="Open the replay").click()
    expect(head.locator("#at-title")).to_contain_text("5 ·")
    head.locator("#rule > summary").click()
    expect(head.get_by_text("This supersedes the ruling by Jude")).to_be_visible()
    head.get_by_text("Let it stand").click()
    head.get_by_label("Reason", exact=True).fill("Both had agreed to show together.")
    head.get_by_role("button", name="See what follows").click()
    expect(head.locator("#effects dd").filter(has_text="→")).to_contain_text(names["B"])
    shown(head, "effects-desk")
    head.get_by_role("button", name="Issue the ruling").click()
    expect(head.get_by_text("The ruling stands in the log.")).to_be_visible()
    first, second = IssuedRuling.objects.order_by("pk")
    assert second.supersedes == first and second.final
    assert list(first.citations.values_list("kind", "key")) == [("rule", "turn")]
    result = result_of(match)
    assert result is not None and result.outcome["winner"] == "B"

    # Everybody reads the whole story; the appeal is decided.
    a.goto(story)
    for words in ("The turns hold: A shows first.", "We had agreed on it.", "superseded"):
        expect(a.locator("#dispute").get_by_text(words).first).to_be_visible()
    expect(a.locator("#dispute").get_by_text("Both had agreed to show together.").first).to_be_visible()
    shown(a, "story-phone")
    head.goto(f"/events/{event.slug}/floor/")
    expect(head.locator("#appeals")).to_have_count(0)

    # The standings follow.
    other = match.round.matches.exclude(pk=match.pk).get()
    enter_result(other, win("A"), by=actor("sam"), now=now())
    finish_round(match.round, by=actor("olga"), now=now())
    visitor.goto(f"/events/{event.slug}/standings/")
    expect(visitor.locator("tbody tr").filter(has_text=names["B"])).to_contain_text("3")
    expect(visitor.locator("tbody tr").filter(has_text=names["A"])).to_contain_text("0")

    # It becomes a precedent, and anybody finds it beside the rules.
    head.goto(f"/records/{table.record_id}/?entry=4")
    head.locator("#replay-more > summary").click()
    head.get_by_role("link", name="Open this position in the editor").click()
    expect(head.get_by_role("heading", name="Position editor: Toy")).to_be_visible()
    head.goto(head.url + ("&" if "?" in head.url else "?") + "by=typing")
    head.locator("#lines-fold > summary").click()
    head.get_by_label("Entries, expectations, comments").fill(SCENARIO)
    head.get_by_label("Name", exact=True).fill("shown-together-as-agreed")
    shown(head, "editor-desk")
    head.get_by_role("button", name="Keep as a precedent").click()
    expect(head.get_by_text("The precedent is kept.")).to_be_visible()
    visitor.goto("/rules/toy/")
    visitor.get_by_label("Rule, card or question").fill("agreed to show together")
    visitor.get_by_role("button", name="Find").click()
    found = visitor.locator('section[aria-labelledby="found-precedents"]')
    expect(found.get_by_text("shown-together-as-agreed")).to_be_visible()
    shown(visitor, "found-phone")
    found.get_by_role("link", name="shown-together-as-agreed").click()
    expect(visitor.get_by_role("heading", name="shown-together-as-agreed")).to_be_visible()
    expect(visitor.get_by_text("holds", exact=True)).to_be_visible()
    assert not faults, "\n".join(faults)
