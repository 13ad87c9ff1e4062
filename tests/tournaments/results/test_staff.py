"""What staff enter, correct and clear; what a log brings."""

from typing import Any

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    open_event,
    player,
    round_under_way,
    running_round,
    seated,
    started,
    tables,
    win,
)
from tournaments.access import Actor
from tournaments.entrants.changes import disqualify_entrant, mark_no_show
from tournaments.errors import NotAllowed, ReasonNeeded
from tournaments.events.staff import grant_role
from tournaments.kept_standings.standings import snapshot_of, standings_now
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match, MatchState
from tournaments.results.changes import (
    clear_result,
    confirm_result,
    enter_result,
    report_from_log,
    report_result,
)
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


def fresh(match: Match) -> Match:
    match.refresh_from_db()
    return match


def outcome_of(match: Match) -> dict[str, Any]:
    result = result_of(match)
    assert result is not None
    outcome: dict[str, Any] = result.outcome
    return outcome


def test_a_first_entry_needs_no_reason_and_a_correction_does(match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    with pytest.raises(ReasonNeeded):
        enter_result(match, win("B"), by=actor("sam"), now=at(11))
    assert outcome_of(match)["winner"] == "A"
    enter_result(match, win("B"), by=actor("sam"), now=at(11), reason="Slip misread.")
    assert outcome_of(match)["winner"] == "B"


def test_entering_the_same_twice_is_once(match: Match) -> None:
    first = enter_result(match, win("A"), by=actor("sam"), now=at(10))
    assert enter_result(match, win("A"), by=actor("olga"), now=at(10)) == first
    assert Result.objects.count() == 1


def test_overriding_a_report_needs_a_reason_agreeing_does_not(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    with pytest.raises(ReasonNeeded):
        enter_result(match, win("B"), by=actor("sam"), now=at(11))
    result = enter_result(match, win("A"), by=actor("sam"), now=at(11))
    assert (result.provenance, fresh(match).state) == (Provenance.STAFF, MatchState.DECIDED)


def test_a_contest_is_settled_with_a_reason(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    with pytest.raises(ReasonNeeded):
        enter_result(match, win("B"), by=actor("hedda"), now=at(12))
    enter_result(match, win("B"), by=actor("hedda"), now=at(12), reason="Both showed the piles.")
    assert fresh(match).state == MatchState.DECIDED


@pytest.mark.parametrize("kind", ["forfeit", "no_show", "match_loss", "conceded", "adjudicated", "game_loss"])
def test_staff_enter_every_kind_with_a_winner(match: Match, kind: str) -> None:
    enter_result(match, win("B") | {"kind": kind}, by=actor("sam"), now=at(10))
    assert outcome_of(match) == {"winner": "B", "kind": kind}


def test_a_double_loss_costs_both(match: Match) -> None:
    enter_result(match, {"kind": "double_loss"}, by=actor("sam"), now=at(10))
    other = tables(match.round)[1]
    enter_result(other, {"winner": None, "kind": "intentional_draw"}, by=actor("sam"), now=at(10))
    finish_round(match.round, by=actor("olga"), now=at(30))
    points = {row.entrant.pk: row.values["match_points"] for row in standings_now(match.round.event)}
    assert {points[seated(match, letter).pk] for letter in "AB"} == {0}
    assert {points[seated(other, letter).pk] for letter in "AB"} == {1}


def test_judges_and_players_enter_no_results(match: Match) -> None:
    for who in (actor("jude"), player(match, "A"), actor("stranger"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            enter_result(match, win("A"), by=who, now=at(10))


def test_staff_who_play_are_recused_at_their_own_table() -> None:
    event = open_event(4)
    grant_role(event, "player1", "scorekeeper", by=actor("olga"), now=at(-99))
    round = running_round(started(event))
    mine = round.matches.get(seats__entrant__user__username="player1")
    other = round.matches.exclude(pk=mine.pk).get()
    with pytest.raises(NotAllowed, match="does not play at this table"):
        enter_result(mine, win("A"), by=actor("player1"), now=at(10))
    enter_result(other, win("A"), by=actor("player1"), now=at(10))


def test_a_cleared_result_lets_the_table_report_anew(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    clear_result(match, reason="Played the wrong opponent.", by=actor("sam"), now=at(12))
    assert (fresh(match).state, result_of(match)) == (MatchState.OPEN, None)
    report_result(match, win("B"), by=player(match, "A"), now=at(13))
    assert outcome_of(match)["winner"] == "B"


def test_a_correction_after_the_round_takes_its_standings_anew(match: Match) -> None:
    for each in tables(match.round):
        enter_result(each, win("A"), by=actor("sam"), now=at(10))
    round = finish_round(match.round, by=actor("olga"), now=at(30))
    before = snapshot_of(round)
    enter_result(match, win("B"), by=actor("hedda"), now=at(40), reason="Appeal upheld.")
    after = snapshot_of(round)
    assert before is not None
    assert after is not None
    assert before.pk != after.pk
    points = {row["entrant"]: row["values"]["match_points"] for row in after.table}
    assert points[seated(match, "A").code] == 0
    assert points[seated(match, "B").code] == 3


def test_a_no_show_gives_the_match_away(match: Match) -> None:
    mark_no_show(seated(match, "A"), by=actor("sam"), now=at(10))
    assert outcome_of(match) == {"winner": "B", "kind": "no_show"}
    assert seated(match, "A").dropped_after == 1


def test_a_disqualification_ends_the_match_and_leaves_the_standings(match: Match) -> None:
    disqualify_entrant(seated(match, "A"), reason="Marked cards.", by=actor("hedda"), now=at(10))
    enter_result(tables(match.round)[1], win("A"), by=actor("sam"), now=at(12))
    finish_round(match.round, by=actor("olga"), now=at(30))
    assert seated(match, "A").code not in {row.entrant.code for row in standings_now(match.round.event)}


LOG = {"ranking": [["B"], ["A"]], "scores": {"A": 20, "B": 41}, "tiebreakers": {}}


def test_a_log_by_a_player_is_his_report_and_the_other_confirms(match: Match) -> None:
    report_from_log(match, 1, LOG, "record:17", by=player(match, "B"), now=at(10))
    assert fresh(match).state == MatchState.REPORTED
    assert outcome_of(match) == {
        "kind": "played",
        "winner": "B",
        "scores": {"A": 20, "B": 41},
    }
    result = confirm_result(match, by=player(match, "A"), now=at(11))
    assert (result.provenance, result.source) == (Provenance.CONFIRMED, "record:17")


def test_a_log_agrees_with_a_plain_report_of_the_same_winner(match: Match) -> None:
    report_result(match, win("B"), by=player(match, "A"), now=at(9))
    report_from_log(match, 1, LOG, "record:17", by=player(match, "B"), now=at(10))
    assert fresh(match).state == MatchState.DECIDED
    assert outcome_of(match)["scores"] == {"A": 20, "B": 41}


def test_a_log_by_the_site_is_confirmed_by_both_players(match: Match) -> None:
    """A log that nobody sent in is nobody's word: one player alone does not confirm it in the other's name."""
    report_from_log(match, 1, LOG, "record:17", by=Actor.system(), now=at(10))
    assert confirm_result(match, by=player(match, "B"), now=at(11)).provenance == Provenance.REPORTED
    assert confirm_result(match, by=player(match, "A"), now=at(12)).provenance == Provenance.CONFIRMED


def test_a_log_by_a_head_judge_stands_as_adjudicated(match: Match) -> None:
    result = report_from_log(match, 1, LOG, "record:17", by=actor("hedda"), now=at(10))
    again = report_from_log(match, 1, LOG, "record:17", by=actor("hedda"), now=at(11))
    assert result is not None
    assert (result.provenance, result) == (Provenance.ADJUDICATED, again)


def test_the_logs_of_a_match_of_three_decide_it_together() -> None:
    match = tables(round_under_way(4, games_per_match=3))[0]
    judge = actor("hedda")
    assert report_from_log(match, 1, LOG, "record:1", by=judge, now=at(10)) is None
    lost = {"ranking": [["A"], ["B"]], "scores": {"A": 40, "B": 30}}
    assert report_from_log(match, 2, lost, "record:2", by=judge, now=at(20)) is None
    drawn = {"ranking": [["A", "B"]], "scores": {"A": 25, "B": 25}}
    result = report_from_log(match, 3, drawn, "record:3", by=judge, now=at(30))
    assert result is not None
    assert result.outcome == {
        "kind": "played",
        "winner": None,
        "games": [1, 1, 1],
        "scores": {"A": 85, "B": 96},
    }


def test_a_log_that_differs_from_the_others_report_contests_the_match(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(9))
    report_from_log(match, 1, LOG, "record:17", by=player(match, "B"), now=at(10))
    assert fresh(match).state == MatchState.CONTESTED
