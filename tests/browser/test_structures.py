"""Events of each structure, played at the desk from the first pairing to the end; and a way back past a round. Small in
CI, whole fields in the full tier."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Window, keep
from tests.tournaments.factories import played_round, running_event
from tournaments.models.events import Event
from tournaments.models.rounds import Match, RoundState
from tournaments.stages.queries import stages_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

FINAL = {"kind": "single_elimination", "size": 2}
GROUPS = [{"kind": "round_robin", "groups": 2}, FINAL]
SINGLE = [{"kind": "single_elimination"}]
DOUBLE = [{"kind": "double_elimination"}]


def press(page: Page, label: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=label, exact=True).first.click()


def play_round(page: Page, number: int) -> None:
    """The desk's round by the keys: the first at each table wins."""
    press(page, f"Pair round {number}")
    press(page, "Publish and start at once")
    rows = page.locator("#tables .tables-now tbody tr")
    tables = Match.objects.filter(round__number=number, round__state=RoundState.RUNNING, is_bye=False).count()
    expect(rows).to_have_count(tables)
    rows.first.locator("summary").focus()
    page.keyboard.press("Enter")
    for left in range(tables, 0, -1):
        expect(page.locator("#tables details[open]")).to_be_visible()
        page.keyboard.press("1")
        expect(rows).to_have_count(left - 1)
    press(page, f"Finish round {number}")


def matches_of(event: Event) -> list[Match]:
    played = Match.objects.filter(round__event=event, is_bye=False).exclude(round__state="withdrawn")
    return list(played.order_by("round__number", "table"))


def demanded(kind: str, players: int) -> set[int]:
    """How many matches a structure has: one loss, or two, for all but one; everybody of a group once, twice."""
    if kind == "groups":
        half = players // 2
        return {2 * (half * (half - 1) // 2) + 1}
    return {players - 1} if kind == "single" else {2 * players - 2, 2 * players - 1}


@pytest.mark.parametrize(
    ("kind", "stages", "players"),
    [
        ("groups", GROUPS, 4),
        ("single", SINGLE, 4),
        ("double", DOUBLE, 3),
        pytest.param("groups", GROUPS, 8, marks=pytest.mark.long),
        pytest.param("single", SINGLE, 13, marks=pytest.mark.long),
        pytest.param("double", DOUBLE, 7, marks=pytest.mark.long),
    ],
)
def test_an_event_is_played_to_its_end(
    window: Window, transactional_db: None, kind: str, stages: list[dict[str, Any]], players: int
) -> None:
    event = running_event(players, stages=stages)
    page = window("olga")
    page.goto(f"/events/{event.slug}/desk/")
    number = 0
    while page.get_by_role("button", name=f"Pair round {number + 1}", exact=True).count():
        number += 1
        play_round(page, number)
    press(page, "Finish the event")
    matches = matches_of(event)
    assert len(matches) in demanded(kind, players)
    page.goto(f"/events/{event.slug}/standings/")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    champion = matches[-1].seats.get(letter="A").entrant.name
    expect(page.locator("#standings tbody tr").first).to_contain_text(champion)
    code = stages_of(event)[-1].code
    page.goto(f"/events/{event.slug}/stages/{code}/")
    last = matches if kind != "groups" else matches[-1:]
    listed = page.locator("#bracket-list").get_by_role("link", name=re.compile("1–0|0–1"))
    expect(listed).to_have_count(len(last))
    keep(page, f"68-{kind}-{players}-desktop")
    if kind == "groups":
        page.goto(f"/events/{event.slug}/stages/{stages_of(event)[0].code}/")
        expect(page.locator("main table")).to_have_count(2)


def test_the_desk_goes_back_past_a_round(window: Window, transactional_db: None) -> None:
    """Two rounds are played. Going back to the first is looked at, then done: its results stand, the second is void."""
    event = running_event(4, swiss_rounds=3)
    for number in range(2):
        played_round(event, 60 * number)
    page = window("olga")
    page.goto(f"/events/{event.slug}/desk/")
    page.get_by_text("Steps back, stops and the end").click()
    page.get_by_role("link", name="Go back past a round").click()
    expect(page.get_by_text("Round 2 with 2 results")).to_be_visible()
    page.get_by_label("This voids 2 results").check()
    page.get_by_label("Reason", exact=True).fill("The wrong results were read out.")
    keep(page, "69-undo-desktop")
    press(page, "Go back to before round 2")
    assert [each.state for each in event.rounds.order_by("number", "pk")].count(RoundState.WITHDRAWN) == 1
    page.goto(f"/events/{event.slug}/desk/")
    expect(page.get_by_role("button", name="Pair round 2", exact=True)).to_be_visible()
    page.goto(f"/events/{event.slug}/standings/")
    expect(page.get_by_role("heading", name="Standings after round 1")).to_be_visible()
    page.goto(f"/events/{event.slug}/desk/")
    play_round(page, 2)
