"""A report that arrives late is compared with what stands, and never written over it."""

import pytest

from tests.tournaments.factories import actor, at, player, round_under_way, seated, tables, win
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match, MatchState
from tournaments.results.asked import asked_at
from tournaments.results.changes import Seen, clear_result, confirm_result, enter_result, report_result
from tournaments.results.reports import AlreadyDecided, TableChanged, seen_at
from tournaments.tables.lines import line_at

pytestmark = pytest.mark.django_db
NOTHING = Seen(0, 0)


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


def late(match: Match, letter: str, winner: str, seen: Seen = NOTHING) -> Report:
    return report_result(match, win(winner), by=player(match, letter), now=at(30), seen=seen)


def facts() -> list[object]:
    return [
        *Report.objects.values_list("pk", "replaced_at"),
        *Result.objects.values_list("pk", "replaced_at"),
    ]


def state_of(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_at_an_open_table_it_is_a_report_like_any_other(match: Match) -> None:
    late(match, "A", "A")
    assert state_of(match) == MatchState.REPORTED


def test_with_the_others_report_it_confirms_or_contests(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "B"), now=at(10))
    late(match, "A", "A")
    assert state_of(match) == MatchState.DECIDED
    other = tables(match.round)[1]
    report_result(other, win("A"), by=player(other, "B"), now=at(10))
    late(other, "A", "B")
    assert state_of(other) == MatchState.CONTESTED


def test_ones_own_newer_report_stays(match: Match) -> None:
    report_result(match, win("B"), by=player(match, "A"), now=at(10))
    before = facts()
    with pytest.raises(TableChanged, match="something else since"):
        late(match, "A", "A")
    assert facts() == before
    # Who saw it may replace it; who says the same says nothing new.
    assert late(match, "A", "B").outcome["winner"] == "B" and facts() == before
    late(match, "A", "A", seen_at(match, seated(match, "A")))
    assert Report.objects.filter(replaced_at=None).get().outcome["winner"] == "A"


def test_a_result_that_stands_stays(match: Match) -> None:
    enter_result(match, win("B"), by=actor("sam"), now=at(10))
    before = facts()
    with pytest.raises(AlreadyDecided):
        late(match, "A", "A")
    assert facts() == before and state_of(match) == MatchState.DECIDED


def test_a_result_that_was_cleared_does_not_come_back_by_itself(match: Match) -> None:
    seen = seen_at(match, seated(match, "A"))
    assert seen == NOTHING
    report_result(match, win("A"), by=player(match, "B"), now=at(10))
    confirm_result(match, by=player(match, "A"), now=at(11))
    clear_result(match, reason="They play again", by=actor("sam"), now=at(12))
    before = facts()
    with pytest.raises(TableChanged, match="taken away since"):
        late(match, "A", "A", seen)
    assert facts() == before and state_of(match) == MatchState.OPEN
    late(match, "A", "B", seen_at(match, seated(match, "A")))
    assert state_of(match) == MatchState.REPORTED


@pytest.mark.parametrize("steps", range(5))
def test_the_form_shows_what_is_compared(match: Match, steps: int) -> None:
    """At every step of a table, what the page put in its form is what the table holds for its player."""
    course = [
        lambda: report_result(match, win("A"), by=player(match, "A"), now=at(10)),
        lambda: clear_result(match, reason="Again", by=actor("sam"), now=at(11)),
        lambda: report_result(match, win("B"), by=player(match, "B"), now=at(12)),
        lambda: report_result(match, win("A"), by=player(match, "A"), now=at(13)),
    ]
    for step in course[:steps]:
        step()
    match.refresh_from_db()
    mine = seated(match, "A")
    assert asked_at(line_at(match), mine).seen == seen_at(match, mine)
