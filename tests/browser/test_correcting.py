"""Staff correct a result after a look at what follows; a judge sees what a series' logs would come to now."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from referee.demo.logs import game_won_by
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.rejudging.of_series import begin_rejudging_series
from rules.registry import load
from tests.browser.conftest import DESKTOP, PHONE, Window, keep
from tests.tournaments.factories import actor, played_round, published_round, running_event, seated, tables
from tournaments.jobs.tasks import work_due
from tournaments.models.events import Event
from tournaments.models.series import Series
from tournaments.now import now
from tournaments.results.changes import enter_result
from tournaments.results.queries import result_of
from tournaments.series.changes import make_series, set_series

CHECKS = (Path(__file__).parent / "checks.js").read_text()


@pytest.fixture
def event(transactional_db: None) -> Event:
    """Six players, one round finished, the second published."""
    made = running_event(6, logs="assisted")
    played_round(made)
    published_round(made, 60)
    return made


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_result_is_corrected_after_a_look(window: Window, event: Event, size: tuple[int, int]) -> None:
    match = tables(event.rounds.get(number=1))[0]
    a, b = seated(match, "A").name, seated(match, "B").name
    name = "phone" if size == PHONE else "desktop"
    page = window("sam", size=size)
    page.goto(f"/matches/{match.pk}/")
    form = page.locator("#enter")
    expect(form).to_contain_text("You see first what would follow from it.")
    form.get_by_label("Reason", exact=False).first.fill("The slip was misread.")
    keep(page, f"correct-{name}")
    form.get_by_role("button", name=f"{b} won").click()
    follows = page.locator("#follows")
    expect(follows).to_contain_text("Nothing is stored yet")
    expect(follows).to_contain_text(f"{a} won → {b} won")
    expect(follows).to_contain_text("Round 2 is published: its pairing rests on the result that changes.")
    assert page.evaluate(CHECKS) == []
    keep(page, f"correct-follows-{name}")
    standing = result_of(match)
    assert standing is not None and standing.outcome["winner"] == "A"
    follows.get_by_role("button", name="Enter this result").click()
    expect(page.get_by_text("the result is entered")).to_be_visible()
    standing = result_of(match)
    assert standing is not None and standing.outcome["winner"] == "B"
    assert standing.reason == "The slip was misread."


@pytest.fixture
def judged(event: Event) -> Series:
    """A series with this event, of which a log was stored with the other's win and the result is the other's, too."""
    series = make_series({"name": "Winter League"}, by=actor("olga"), now=now())
    set_series(event, series, by=actor("olga"), now=now())
    match = tables(event.rounds.get(number=1))[1]
    data, _winner = game_won_by(load("looney_tunes"), "browser", "A")
    record = attach_log(match, 1, data, by=actor("jude"), now=now())
    Record.objects.filter(pk=record.pk).update(outcome={"ranking": [["B"], ["A"]]})
    enter_result(match, {"winner": "B"}, by=actor("sam"), now=now(), reason="By the rules of then.")
    begin_rejudging_series(series, by=actor("jude"), now=now())
    while work_due(now()):
        pass
    return series


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_logs_of_a_series(window: Window, event: Event, judged: Series, size: tuple[int, int]) -> None:
    name = "phone" if size == PHONE else "desktop"
    page = window("jude", size=size)
    page.goto(f"/series/{judged.slug}/")
    page.get_by_role("link", name="Judge the logs anew").click()
    expect(page.locator("#anew")).to_contain_text("1 / 1")
    assert page.evaluate(CHECKS) == []
    keep(page, f"series-rejudge-{name}")
    page.locator("#anew").get_by_role("link", name=event.name).click()
    expect(page.locator("#places")).to_contain_text("Places after round 1")
    assert page.evaluate(CHECKS) == []
    keep(page, f"event-rejudge-{name}")
    page.get_by_text("Use the new outcome as the result").click()
    page.get_by_label("Reason").fill("The rules were mended.")
    page.get_by_role("button", name="Use it").click()
    expect(page.get_by_text("The outcome of this log became the result.")).to_be_visible()
    expect(page.locator("#places")).to_contain_text("Nobody’s place changes.")
    standing = result_of(tables(event.rounds.get(number=1))[1])
    assert standing is not None and standing.outcome["winner"] == "A"
