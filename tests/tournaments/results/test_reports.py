"""What players report, and what follows from it."""

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    player,
    published_round,
    round_under_way,
    running_event,
    running_round,
    tables,
    walk_in,
    win,
)
from tournaments.access import Actor
from tournaments.errors import Conflict, DomainError, Invalid, NotAllowed
from tournaments.models.outbox import OutboxRow
from tournaments.models.results import Provenance, Report, Result
from tournaments.models.rounds import Match, MatchState
from tournaments.outcomes.outcome import BadOutcome
from tournaments.results.changes import confirm_result, enter_result, report_result
from tournaments.results.forms import usual_results
from tournaments.results.queries import history_of, result_of
from tournaments.results.reports import AlreadyDecided, NothingToConfirm
from tournaments.results.tasks import confirm_unchallenged
from tournaments.stages.queries import MatchRules

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


@pytest.fixture
def match_of_three() -> Match:
    return tables(round_under_way(4, games_per_match=3))[0]


def state_of(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_a_report_waits_for_the_other_and_is_confirmed(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    reported = result_of(match)
    assert reported is not None
    assert (state_of(match), reported.provenance) == (MatchState.REPORTED, Provenance.REPORTED)
    confirmed = confirm_result(match, by=player(match, "B"), now=at(11), result=reported.pk)
    assert (state_of(match), confirmed.provenance) == (MatchState.DECIDED, Provenance.CONFIRMED)
    assert confirmed.replaces == reported
    assert confirmed.outcome["winner"] == "A"


def test_nobody_confirms_his_own_report(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    with pytest.raises(NothingToConfirm):
        confirm_result(match, by=player(match, "A"), now=at(11))
    assert state_of(match) == MatchState.REPORTED


def test_confirming_what_has_changed_meanwhile_is_refused(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    seen = result_of(match)
    report_result(match, win("B"), by=player(match, "A"), now=at(11))
    assert seen is not None
    with pytest.raises(Conflict, match="changed since"):
        confirm_result(match, by=player(match, "B"), now=at(12), result=seen.pk)


def test_a_double_tap_is_one_report(match: Match) -> None:
    first = report_result(match, win("A"), by=player(match, "A"), now=at(10))
    second = report_result(match, win("A"), by=player(match, "A"), now=at(10))
    assert first == second
    assert (Report.objects.count(), Result.objects.count()) == (1, 1)


def test_a_key_makes_a_late_repeat_the_same_report(match: Match) -> None:
    """The answer was lost, the other has confirmed meanwhile, the phone sends again."""
    first = report_result(match, win("A"), by=player(match, "A"), now=at(10), key="k1")
    confirm_result(match, by=player(match, "B"), now=at(11))
    assert report_result(match, win("A"), by=player(match, "A"), now=at(12), key="k1") == first
    with pytest.raises(Conflict, match="used for another"):
        report_result(match, win("B"), by=player(match, "A"), now=at(12), key="k1")


def test_two_reports_that_agree_confirm_each_other(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("A"), by=player(match, "B"), now=at(11))
    result = result_of(match)
    assert result is not None
    assert (state_of(match), result.provenance) == (MatchState.DECIDED, Provenance.CONFIRMED)


def test_two_reports_that_differ_contest_the_match_once(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    assert state_of(match) == MatchState.CONTESTED
    report_result(match, {"winner": None}, by=player(match, "B"), now=at(12))
    assert [row.topic for row in OutboxRow.objects.all()] == ["result_contested"]
    with pytest.raises(NothingToConfirm, match="judge"):
        confirm_result(match, by=player(match, "A"), now=at(13))


def test_a_contest_ends_when_one_gives_in(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    report_result(match, win("A"), by=player(match, "B"), now=at(12))
    assert state_of(match) == MatchState.DECIDED


def test_the_scores_of_both_must_agree_where_both_give_them(match: Match) -> None:
    report_result(match, win("A") | {"scores": {"A": 40, "B": 12}}, by=player(match, "A"), now=at(10))
    report_result(match, win("A") | {"scores": {"B": 15}}, by=player(match, "B"), now=at(11))
    assert state_of(match) == MatchState.CONTESTED


def test_a_decided_match_takes_no_other_report(match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    with pytest.raises(AlreadyDecided, match="judge"):
        report_result(match, win("B"), by=player(match, "B"), now=at(11))


def test_only_the_table_reports_and_only_while_it_plays(match: Match) -> None:
    others = tables(match.round)[1]
    for who in (player(others, "A"), actor("sam"), actor("stranger"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            report_result(match, win("A"), by=who, now=at(10))
    assert Report.objects.count() == 0


def test_no_report_before_the_round_starts() -> None:
    match = tables(published_round(running_event(4)))[0]
    with pytest.raises(Conflict, match="not started"):
        report_result(match, win("A"), by=player(match, "A"), now=at(0))


def test_an_unchallenged_report_stands_after_the_stated_time(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    assert confirm_unchallenged(at(19.9)) == 0
    assert confirm_unchallenged(at(20)) == 1
    assert confirm_unchallenged(at(21)) == 0
    result = result_of(match)
    assert result is not None
    assert result.unchallenged
    assert (result.provenance, result.by) == (Provenance.CONFIRMED, "the site")


def test_a_contested_match_is_never_confirmed_by_waiting(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    assert confirm_unchallenged(at(300)) == 0


def test_a_best_of_three_needs_its_games(match_of_three: Match) -> None:
    with pytest.raises(BadOutcome, match="how many games"):
        report_result(match_of_three, win("A"), by=player(match_of_three, "A"), now=at(10))
    report = report_result(match_of_three, {"games": [1, 2, 0]}, by=player(match_of_three, "A"), now=at(10))
    assert report.outcome["winner"] == "B"


@pytest.mark.parametrize(
    "bad",
    [
        None,
        "A",
        [],
        {},
        {"winner": "C"},
        {"winner": 1},
        {"winner": "A", "games": [3, 0, 0]},
        {"winner": "A", "games": [2, 2, 0]},
        {"winner": "B", "games": [2, 0, 0]},
        {"winner": "A", "games": [-1, 0, 0]},
        {"winner": "A", "games": [True, 0, 0]},
        {"winner": "A", "games": "200"},
        {"winner": "A", "games": [2, 0, 10**9]},
        {"games": [2, 0, 0], "scores": {"A": float("nan")}},
        {"games": [2, 0, 0], "scores": {"X": 1}},
        {"games": [2, 0, 0], "scores": {"A": 10**30}},
        {"games": [2, 0, 0], "kind": "double_loss"},
        {"games": [2, 0, 0], "kind": "no_show"},
        {"games": [2, 0, 0], "kind": ["played"]},
        {"games": [2, 0, 0], "points": 3},
        {"winner": "A", "kind": "intentional_draw"},
    ],
)
def test_a_result_that_cannot_be_is_refused_and_nothing_kept(match_of_three: Match, bad: object) -> None:
    with pytest.raises(BadOutcome):
        report_result(match_of_three, bad, by=player(match_of_three, "A"), now=at(10))
    assert (Report.objects.count(), state_of(match_of_three)) == (0, MatchState.OPEN)


def test_a_claimed_entrant_reports_for_himself_alone() -> None:
    from tests.tournaments.factories import open_event, started

    event = open_event(3)
    wanda = walk_in(event)
    round = running_round(started(event))
    mine = round.matches.get(seats__entrant=wanda)
    other = round.matches.exclude(pk=mine.pk).get()
    letter = mine.seats.get(entrant=wanda).letter
    report_result(mine, win(letter), by=Actor.of_entrant(wanda), now=at(10))
    with pytest.raises(DomainError):
        report_result(other, win("A"), by=Actor.of_entrant(wanda), now=at(10))


def test_every_result_stays_in_the_history(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    confirm_result(match, by=player(match, "B"), now=at(11))
    enter_result(match, win("B"), by=actor("hedda"), now=at(12), reason="Both had mixed up the seats.")
    assert [(r.provenance, r.outcome["winner"], r.replaced_at is None) for r in history_of(match)] == [
        ("reported", "A", False),
        ("confirmed", "A", False),
        ("staff", "B", True),
    ]


@pytest.mark.parametrize(
    ("game", "refused"), [("highlander", True), ("herocard_duel", True), ("looney_tunes", False)]
)
def test_a_game_that_is_never_drawn_takes_no_draw_from_players(game: str, refused: bool) -> None:
    match = tables(round_under_way(2, game=game))[0]
    buttons = {
        choice.value for choice in usual_results({"A": "Ann", "B": "Bob"}, game, MatchRules(1, True, ""), "A")
    }
    assert buttons == {"win:A", "win:B"} | (set() if refused else {"draw"})
    if refused:
        with pytest.raises(Invalid, match="has no draw"):
            report_result(match, {"winner": None}, by=player(match, "A"), now=at(5))
    else:
        report_result(match, {"winner": None}, by=player(match, "A"), now=at(5))
    # Two may agree on one in any game.
    report_result(match, {"winner": None, "kind": "intentional_draw"}, by=player(match, "B"), now=at(6))
