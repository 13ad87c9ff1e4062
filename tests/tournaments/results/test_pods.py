"""Results of tables of three and more: what is asked, what is compared, what a log gives."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.http import QueryDict

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    many_seated,
    player,
    round_under_way,
    seated,
    tables,
)
from tournaments.entrants.changes import disqualify_entrant, mark_no_show
from tournaments.errors import Invalid
from tournaments.models.rounds import Match, MatchState
from tournaments.outcomes.outcome import BadOutcome, clean_outcome, same_outcome, words_of
from tournaments.outcomes.scoring import contradiction, place_of, ranking_by_figures, ranking_by_places
from tournaments.results.changes import confirm_result, enter_result, report_from_log, report_result
from tournaments.results.pod_forms import outcome_of_pod_form
from tournaments.results.queries import result_of
from tournaments.results.reports import AlreadyDecided, NothingToConfirm
from tournaments.stages.queries import stages_of

NAMES = {"A": "Ann", "B": "Bob", "C": "Cyd", "D": "Dee"}
NBC = "nightmare_before_christmas"


def form(**fields: str) -> QueryDict:
    made = QueryDict(mutable=True)
    made.update({"result": "ranking", **fields})
    return made


@pytest.mark.parametrize(
    ("places", "ranking"),
    [
        ({"A": 1, "B": 2, "C": 3}, [["A"], ["B"], ["C"]]),
        ({"A": 2, "B": 1, "C": 2}, [["B"], ["A", "C"]]),
        ({"A": 1, "B": 1, "C": 3}, [["A", "B"], ["C"]]),
        ({"A": 1, "B": 1, "C": 1}, [["A", "B", "C"]]),
        ({"A": 3, "B": 3, "C": 1}, [["C"], ["A", "B"]]),
    ],
)
def test_places_may_be_shared(places: dict[str, int], ranking: list[list[str]]) -> None:
    assert ranking_by_places(places) == ranking


def test_the_place_after_a_shared_one_counts_all_before_it() -> None:
    ranking = [["A"], ["B", "C"], ["D"]]
    assert [place_of(ranking, seat) for seat in "ABCD"] == [(1, False), (2, True), (2, True), (4, False)]


def test_scare_points_then_locales_then_thresholds() -> None:
    """The rulebook's order: most Scare Points, then most Active Locales, then the higher sum of thresholds."""
    scores = {"A": 20, "B": 20, "C": 20, "D": 31}
    figures = {"active_locales": {"A": 2, "B": 3, "C": 3}, "active_thresholds": {"A": 30, "B": 9, "C": 11}}
    order = ["active_locales", "active_thresholds"]
    assert ranking_by_figures("ABCD", scores, figures, order) == [["D"], ["C"], ["B"], ["A"]]
    figures["active_thresholds"]["B"] = 11
    assert ranking_by_figures("ABCD", scores, figures, order) == [["D"], ["B", "C"], ["A"]]


def test_fewer_points_and_a_better_place() -> None:
    assert contradiction([["A"], ["B"]], {"A": 3, "B": 4}) == ("A", "B")
    assert contradiction([["A", "B"]], {"A": 3, "B": 4}) == ("A", "B")
    assert contradiction([["A"], ["B"]], {"A": 4, "B": 4}) is None
    assert contradiction([["A"], ["B"]], {"B": 4}) is None


def test_points_alone_give_the_places_where_points_decide() -> None:
    sent = form(score_A="12", score_B="20", score_C="12", score_D="7")
    found = outcome_of_pod_form(sent, NAMES, NBC)
    assert found["ranking"] == [["B"], ["A", "C"], ["D"]]
    sent["active_locales_A"], sent["active_locales_C"] = "1", "2"
    found = outcome_of_pod_form(sent, NAMES, NBC)
    assert found["ranking"] == [["B"], ["C"], ["A"], ["D"]]
    assert found["figures"] == {"active_locales": {"A": 1, "C": 2}}
    with pytest.raises(Invalid, match="place"):
        outcome_of_pod_form(sent, NAMES, "herocard_nightmare")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({}, "Give everybody a place"),
        ({"score_A": "3"}, "Give everybody a place"),
        ({"place_A": "1", "place_B": "2"}, "Give Cyd, Dee a place"),
        ({f"place_{seat}": "5" for seat in NAMES}, "between 1 and 4"),
        ({f"place_{seat}": "0" for seat in NAMES}, "between 1 and 4"),
        ({f"place_{seat}": "one" for seat in NAMES}, "whole number"),
        ({"score_A": "1" * 400}, "between"),
        ({"score_A": "nine"}, "whole number"),
        ({"score_A": "²"}, "whole number"),
    ],
)
def test_what_the_form_refuses(fields: dict[str, str], why: str) -> None:
    with pytest.raises(Invalid, match=why):
        outcome_of_pod_form(form(**fields), NAMES, NBC)


def test_a_slip_of_the_hand_is_seen() -> None:
    sent = form(place_A="1", place_B="2", place_C="3", place_D="4", score_A="12", score_B="21")
    with pytest.raises(Invalid, match="Ann has a better place than Bob"):
        outcome_of_pod_form(sent, NAMES, NBC)
    sent["kind"] = "adjudicated"
    assert outcome_of_pod_form(sent, NAMES, NBC)["ranking"][0] == ["A"]


RANKED = {"ranking": [["A"], ["B", "C"]]}


@pytest.mark.parametrize(
    "raw",
    [
        {"winner": "A"},
        RANKED | {"winner": "A"},
        RANKED | {"kind": "double_loss"},
        RANKED | {"kind": "conceded"},
        RANKED | {"figures": {"x": {"Z": 1}}},
        RANKED | {"figures": {"x" * 41: {"A": 1}}},
        RANKED | {"figures": {f"x{n}": {"A": 1} for n in range(9)}},
        RANKED | {"figures": [1]},
        {"ranking": [["A"], ["B"]]},
        {"ranking": [["A"], ["B", "C", "A"]]},
    ],
)
def test_what_cannot_be(raw: Any) -> None:
    with pytest.raises(BadOutcome):
        clean_outcome(raw, "ABC", 1, by_staff=True)


def test_the_first_of_the_games_figures_is_what_standings_add_up() -> None:
    figures = {"active_locales": {"A": 2, "B": 3, "C": 1}, "active_thresholds": {"A": 9, "B": 9, "C": 9}}
    found = clean_outcome(RANKED | {"figures": figures}, "ABC", 1)
    assert found["tiebreakers"] == {"A": 2, "B": 3, "C": 1}
    assert found["figures"] == figures


def test_figures_of_one_report_alone_do_not_make_them_differ() -> None:
    one = {"kind": "played", "ranking": [["A"]], "figures": {"x": {"A": 1}}}
    assert same_outcome(one, {"kind": "played", "ranking": [["A"]]})
    assert not same_outcome(one, one | {"figures": {"x": {"A": 2}}})


def test_in_words() -> None:
    outcome = {"kind": "played", "ranking": [["B"], ["A", "C"], ["D"]]}
    assert words_of(outcome, NAMES) == "1. Bob, 2. Ann and Cyd, 4. Dee"


@pytest.fixture
def four(db: None) -> Match:
    return many_seated(NBC, 4)


ORDER = {"ranking": [["C"], ["A"], ["B", "D"]], "scores": {"C": 30, "A": 21, "B": 7, "D": 7}}
OTHER = {"ranking": [["A"], ["C"], ["B", "D"]]}


def state(match: Match) -> str:
    match.refresh_from_db()
    return match.state


def test_one_of_the_others_confirms(four: Match) -> None:
    report_result(four, ORDER, by=player(four, "B"), now=at(10))
    assert state(four) == MatchState.REPORTED
    with pytest.raises(NothingToConfirm):
        confirm_result(four, by=player(four, "B"), now=at(11))
    confirm_result(four, by=player(four, "D"), now=at(12))
    assert state(four) == MatchState.DECIDED
    with pytest.raises(AlreadyDecided):
        report_result(four, OTHER, by=player(four, "A"), now=at(13))


def test_a_third_who_differs_makes_it_contested_until_all_agree_or_staff_decide(four: Match) -> None:
    report_result(four, ORDER, by=player(four, "B"), now=at(10))
    report_result(four, OTHER, by=player(four, "A"), now=at(11))
    assert state(four) == MatchState.CONTESTED
    report_result(four, ORDER, by=player(four, "C"), now=at(12))
    assert state(four) == MatchState.CONTESTED
    report_result(four, ORDER, by=player(four, "A"), now=at(13))
    assert state(four) == MatchState.DECIDED
    enter_result(four, OTHER, by=actor("hedda"), now=at(14), reason="Counted again.")
    found = result_of(four)
    assert found is not None and found.outcome["ranking"][0] == ["A"]


def test_a_log_gives_ranking_points_and_both_tiebreakers(four: Match) -> None:
    game = {
        "ranking": [["C"], ["A"], ["B"], ["D"]],
        "scores": {"A": 20, "B": 20, "C": 20, "D": 3},
        "tiebreakers": {
            "active_locales": {"A": 3, "B": 3, "C": 4, "D": 1},
            "active_thresholds": {"A": 18, "B": 15, "C": 9, "D": 4},
        },
    }
    found = report_from_log(four, 1, game, "record:7", by=actor("jude"), now=at(20))
    assert found is not None
    assert found.outcome["ranking"] == [["C"], ["A"], ["B"], ["D"]]
    assert found.outcome["figures"] == game["tiebreakers"]
    assert found.outcome["tiebreakers"] == {"A": 3, "B": 3, "C": 4, "D": 1}


def test_a_table_of_several_plays_one_game_in_an_event_of_best_of_three(db: None) -> None:
    match = many_seated(NBC, 3)
    match.round.event.games_per_match = 3
    match.round.event.save()
    game = {"ranking": [["A"], ["B"], ["C"]], "scores": {}, "tiebreakers": {}}
    with pytest.raises(Invalid):
        report_from_log(match, 2, game, "record:7", by=actor("jude"), now=at(20))
    assert report_from_log(match, 1, game, "record:7", by=actor("jude"), now=at(21)) is not None


@pytest.mark.parametrize("step", ["no_show", "disqualify"])
def test_three_play_on_when_the_fourth_is_gone(four: Match, step: str) -> None:
    gone = seated(four, "B")
    if step == "no_show":
        mark_no_show(gone, by=actor("olga"), now=at(5))
    else:
        disqualify_entrant(gone, reason="Threw a chair.", by=actor("hedda"), now=at(5))
    assert state(four) == MatchState.OPEN
    last = {"ranking": [["C"], ["A"], ["D"], ["B"]], "kind": "no_show"}
    enter_result(four, last, by=actor("sam"), now=at(30))
    assert state(four) == MatchState.DECIDED


ALL_EQUAL = {"ranking": [["A", "B", "C", "D"]]}


def pods_under_way(**choices: Any) -> Match:
    return tables(round_under_way(4, game=NBC, stages=[{"kind": "pods", **choices}]))[0]


def test_pods_have_no_draws_unless_the_event_says_so(db: None) -> None:
    with pytest.raises(BadOutcome, match="not everybody at a table can share first place"):
        enter_result(pods_under_way(), ALL_EQUAL, by=actor("sam"), now=at(10))
    enter_result(pods_under_way(draws=True), ALL_EQUAL, by=actor("sam"), now=at(10))
    # some may share first place: somebody came after them
    first_two = {"ranking": [["A", "B"], ["C"], ["D"]]}
    enter_result(pods_under_way(draws=False), first_two, by=actor("sam"), now=at(10))


def test_a_log_in_which_all_are_equal_is_left_to_a_judge(db: None) -> None:
    match = pods_under_way()
    assert report_from_log(match, 1, ALL_EQUAL, "record:7", by=player(match, "A"), now=at(20)) is None
    assert state(match) == MatchState.CONTESTED


def test_events_that_had_started_keep_their_draws(db: None) -> None:
    """By the migration that turned them off: what an event that runs had left open is said, a draft follows."""
    running = pods_under_way().round.stage
    draft = stages_of(make_event(game=NBC, stages=[{"kind": "pods"}]))[0]
    import_module("tournaments.migrations.0040_draws_in_pods").keep_draws(apps, None)
    for stage, allowed in ((running, True), (draft, False)):
        stage.refresh_from_db()
        assert stage.allows_draws == allowed
