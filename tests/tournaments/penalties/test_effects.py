"""What penalties do to results, points and standings: every figure by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    many_seated,
    player,
    published_round,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tests.tournaments.penalties.people import GAME, MATCH, WARNING, give, with_policy
from tournaments.adjustments.changes import take_back_adjustment
from tournaments.entrants.changes import disqualify_entrant, late_entry
from tournaments.errors import Conflict
from tournaments.exports.files import event_file_of
from tournaments.kept_standings.standings import standings_kept
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.penalties import PointAdjustment
from tournaments.models.rounds import Match, MatchState, Round
from tournaments.outcomes.outcome import BadOutcome
from tournaments.penalties.changes import change_penalty, take_back_penalty
from tournaments.results.changes import (
    clear_result,
    confirm_result,
    enter_result,
    report_from_log,
    report_result,
)
from tournaments.results.forms import usual_results
from tournaments.rounds.changes import finish_round, start_round, withdraw_round
from tournaments.rounds.published import exchange_seats, seat_late
from tournaments.stages.queries import MatchRules

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
HEDDA = "hedda"


def best_of_three(players: int = 4, **choices: Any) -> list[Match]:
    return tables(running_round(running_event(players, games_per_match=3, swiss_rounds=4, **choices)))


def standing(match: Match) -> dict[str, Any] | None:
    result = Match.objects.get(pk=match.pk).results.filter(replaced_at=None).first()
    return None if result is None else result.outcome


def state(match: Match) -> str:
    return Match.objects.get(pk=match.pk).state


def finish(round: Round, matches: Sequence[Match], minute: float = 30) -> None:
    """The round is over; seat A wins wherever nothing is decided yet."""
    for match in matches:
        if state(match) == MatchState.OPEN:
            games = [2, 0, 0] if round.event.games_per_match == 3 else None
            enter_result(match, win("A", games), by=actor("sam"), now=at(minute))
    finish_round(Round.objects.get(pk=round.pk), by=actor("olga"), now=at(minute + 1))


def points(event: Event) -> dict[str, float]:
    return {row["entrant"]: row["values"]["match_points"] for row in standings_kept(event)}


def figure(event: Event, entrant: Entrant, name: str) -> float:
    return next(row["values"][name] for row in standings_kept(event) if row["entrant"] == entrant.code)


# a game of several


def test_a_lost_game_is_one_the_other_has_won() -> None:
    match, other = best_of_three()
    late = seated(match, "B")
    give(late, GAME)
    assert state(match) == MatchState.OPEN
    for left_out in ([0, 2, 0], [0, 1, 0], [0, 0, 1]):
        with pytest.raises(BadOutcome, match="lost a game by a penalty"):
            report_result(match, {"games": left_out}, by=player(match, "B"), now=at(20))
    with pytest.raises(BadOutcome):
        enter_result(match, {"games": [0, 2, 0]}, by=actor("sam"), now=at(20))
    report_result(match, win("B", [1, 2, 0]), by=player(match, "B"), now=at(21))
    confirm_result(match, by=player(match, "A"), now=at(22))
    finish(match.round, [other])
    # B won 2-1: three match points; game points 6 of 9, and A's 3 of 9 (mtr: 0.6667 and 0.3333)
    assert points(match.round.event)[late.code] == 3
    assert figure(match.round.event, late, "gw") == pytest.approx(6 / 9)
    assert figure(match.round.event, seated(match, "A"), "gw") == pytest.approx(3 / 9)


def test_two_lost_games_are_the_match() -> None:
    match, _other = best_of_three()
    give(seated(match, "B"), GAME, 5)
    give(seated(match, "B"), "wrong_information", 6, penalty="game_loss", reason="x")
    assert standing(match) == {"kind": "game_loss", "winner": "A", "games": [2, 0, 0]}
    assert state(match) == MatchState.DECIDED


def test_one_game_lost_twice_is_one_or_two_by_the_policy() -> None:
    match, other = best_of_three()
    with_policy(match.round.event, several_at_once="each")
    for entrant in (seated(match, "B"), seated(other, "B")):
        give(entrant, GAME, 5, game=1)
    with_policy(match.round.event, several_at_once="heaviest")
    give(seated(match, "B"), "wrong_information", 6, penalty="game_loss", reason="x", game=1)
    assert standing(match) is None
    with_policy(match.round.event, several_at_once="each")
    give(seated(other, "B"), "wrong_information", 6, penalty="game_loss", reason="x", game=1)
    assert standing(other) == {"kind": "game_loss", "winner": "A", "games": [2, 0, 0]}


def test_losses_of_both_for_one_game_cancel_or_count() -> None:
    match, other = best_of_three()
    for each in (match, other):
        for letter in "AB":
            give(seated(each, letter), GAME, game=1)
    # cancelled: nothing is lost, 2-0 can be reported
    report_result(match, win("A", [2, 0, 0]), by=player(match, "A"), now=at(20))
    with_policy(match.round.event, both_at_once="count")
    with pytest.raises(BadOutcome):
        report_result(other, win("A", [2, 0, 0]), by=player(other, "A"), now=at(20))
    report_result(other, win("A", [2, 1, 0]), by=player(other, "A"), now=at(21))


def log(winner: str) -> dict[str, Any]:
    return {"ranking": [[winner], ["B" if winner == "A" else "A"]]}


def test_a_log_is_completed_by_the_game_that_was_lost() -> None:
    match, _other = best_of_three()
    give(seated(match, "A"), GAME, 1)
    result = report_from_log(match, 2, log("B"), "record 1", by=player(match, "B"), now=at(20))
    assert result is not None and result.outcome["games"] == [0, 2, 0] and result.outcome["winner"] == "B"


def test_a_loss_after_a_logged_game_decides_the_match() -> None:
    match, _other = best_of_three()
    assert report_from_log(match, 1, log("B"), "record 1", by=player(match, "B"), now=at(10)) is None
    row = give(seated(match, "A"), GAME, 20)
    assert row.game == 2 and standing(match) == {"kind": "game_loss", "winner": "B", "games": [0, 2, 0]}
    take_back_penalty(row, reason="x", by=actor(HEDDA), now=at(21))
    assert standing(match) is None and state(match) == MatchState.OPEN
    assert match.game_outcomes.filter(replaced_at=None).count() == 1


# where a match is one game


def one_game(**policy: Any) -> Match:
    event = with_policy(running_event(4, swiss_rounds=3), **policy)
    return tables(running_round(event))[0]


def test_points_are_taken_of_the_round_instead() -> None:
    match = one_game(in_one_game="match_points", points_taken=2)
    loser_of_points = seated(match, "A")
    row = give(loser_of_points, GAME)
    assert state(match) == MatchState.OPEN
    finish(match.round, tables(match.round))
    # a win is worth three, two are taken
    assert points(match.round.event)[loser_of_points.code] == 1
    adjusted = next(
        each for each in event_file_of(match.round.event).entrants if each.id == loser_of_points.code
    )
    assert [(each.round, each.match_points, each.reason) for each in adjusted.adjustments] == [
        (1, -2, "a penalty")
    ]
    with pytest.raises(Conflict, match="Take the penalty back"):
        take_back_adjustment(PointAdjustment.objects.get(), by=actor(HEDDA), now=at(40))
    take_back_penalty(row, reason="x", by=actor(HEDDA), now=at(41))
    assert points(match.round.event)[loser_of_points.code] == 3


def test_it_is_the_match_or_a_warning_by_the_policy() -> None:
    match = one_game(in_one_game="match_loss")
    give(seated(match, "A"), GAME)
    assert standing(match) == {"kind": "match_loss", "winner": "B"}
    other = tables(match.round)[1]
    with_policy(match.round.event, in_one_game="warning")
    give(seated(other, "A"), GAME)
    assert standing(other) is None and not PointAdjustment.objects.exists()
    report_result(other, win("A"), by=player(other, "A"), now=at(20))


def test_both_at_once_cancel_there_too() -> None:
    match = one_game(in_one_game="match_loss")
    give(seated(match, "A"), GAME, 5)
    give(seated(match, "B"), GAME, 6)
    assert standing(match) is None and state(match) == MatchState.OPEN
    with_policy(match.round.event, both_at_once="count", in_one_game="match_loss")
    other = tables(match.round)[1]
    for letter in "AB":
        give(seated(other, letter), GAME, 7)
    assert standing(other) == {"kind": "double_loss"}


# matches that are lost


def test_the_match_goes_to_the_other_and_binds_every_report() -> None:
    match, other = best_of_three()
    row = give(seated(match, "A"), MATCH)
    assert standing(match) == {"kind": "match_loss", "winner": "B"}
    with pytest.raises(BadOutcome, match="lost this match by a penalty"):
        enter_result(match, win("A", [2, 0, 0]), by=actor("sam"), now=at(20), reason="x")
    finish(match.round, [other])
    event = match.round.event
    assert (points(event)[seated(match, "A").code], points(event)[seated(match, "B").code]) == (0, 3)
    # the round is over: the result stays until it is corrected
    take_back_penalty(row, reason="x", by=actor(HEDDA), now=at(40))
    assert points(event)[seated(match, "B").code] == 3
    enter_result(match, win("A", [2, 0, 0]), by=actor("sam"), now=at(41), reason="The penalty is gone.")
    assert points(event)[seated(match, "A").code] == 3


def test_both_lose_it() -> None:
    match, other = best_of_three()
    give(seated(match, "A"), MATCH, 5)
    second = give(seated(match, "B"), MATCH, 6)
    assert standing(match) == {"kind": "double_loss"}
    finish(match.round, [other])
    event = match.round.event
    assert sorted(points(event).values()) == [0, 0, 0, 3]
    assert second.counts_here


def test_the_second_of_a_double_loss_taken_back_leaves_the_first() -> None:
    match, _other = best_of_three()
    give(seated(match, "A"), MATCH, 5)
    second = give(seated(match, "B"), MATCH, 6)
    take_back_penalty(second, reason="x", by=actor(HEDDA), now=at(7))
    assert standing(match) == {"kind": "match_loss", "winner": "B"}


def test_a_report_that_waits_gives_way_and_a_milder_penalty_opens_the_table_again() -> None:
    match, _other = best_of_three()
    report_result(match, win("A", [2, 0, 0]), by=player(match, "A"), now=at(20))
    row = give(seated(match, "A"), MATCH, 21)
    assert standing(match) == {"kind": "match_loss", "winner": "B"}
    change_penalty(row, "warning", reason="x", by=actor(HEDDA), now=at(22))
    assert state(match) == MatchState.OPEN and not match.reports.filter(replaced_at=None).exists()
    report_result(match, win("A", [2, 0, 0]), by=player(match, "A"), now=at(23))


# the next match


def test_after_the_match_it_counts_in_the_next_that_is_played() -> None:
    match, other = best_of_three()
    event, ann = match.round.event, seated(match, "A")
    enter_result(match, win("A", [2, 0, 0]), by=actor("sam"), now=at(20))
    row = give(ann, GAME, 21)
    assert not row.counts_here and row.from_round == 2
    finish(match.round, [other])
    coming = running_round(event, 60)
    now_at = Match.objects.get(seats__entrant=ann, round=coming)
    mine = now_at.seats.get(entrant=ann).letter
    sweep = win(mine, [2, 0, 0] if mine == "A" else [0, 2, 0])
    with pytest.raises(BadOutcome):
        report_result(now_at, sweep, by=player(now_at, mine), now=at(70))
    enter_result(now_at, win(mine, [2, 1, 0] if mine == "A" else [1, 2, 0]), by=actor("sam"), now=at(75))
    finish(coming, tables(coming), 80)
    # and only there
    third = running_round(event, 120)
    last = Match.objects.get(seats__entrant=ann, round=third)
    mine = last.seats.get(entrant=ann).letter
    report_result(
        last, win(mine, [2, 0, 0] if mine == "A" else [0, 2, 0]), by=player(last, mine), now=at(130)
    )


def test_for_a_match_of_long_ago_it_counts_in_the_first_that_is_not_decided() -> None:
    match, other = best_of_three()
    event, ann = match.round.event, seated(match, "A")
    row = give(ann, WARNING, 5)
    finish(match.round, [match, other])
    second = running_round(event, 60)
    finish(second, tables(second), 70)
    third = running_round(event, 120)
    now_at = Match.objects.get(seats__entrant=ann, round=third)
    mine = now_at.seats.get(entrant=ann).letter
    assert give(ann, GAME, 125, match=match).from_round == 3
    with pytest.raises(BadOutcome):
        report_result(
            now_at, win(mine, [2, 0, 0] if mine == "A" else [0, 2, 0]), by=player(now_at, mine), now=at(130)
        )
    # as a warning it had counted at the first table; as a loss of the match it ends the one that is played
    assert change_penalty(row, "match_loss", reason="x", by=actor(HEDDA), now=at(131)).from_round == 3
    assert standing(now_at) == {"kind": "match_loss", "winner": {"A": "B", "B": "A"}[mine]}


@pytest.mark.parametrize("said", ["A", "both"])
def test_for_a_match_of_long_ago_a_game_counts_in_none_that_is_played_to_its_end(said: str) -> None:
    """The match of round 2 is over, its result reported by one, or by both who differ: no game of it is on or to come.
    So the loss counts for the first game of round 3, as after the own match; the loss of the match counts at once."""
    match, other = best_of_three()
    event, ann = match.round.event, seated(match, "A")
    finish(match.round, [match, other])
    second = running_round(event, 60)
    now_at = Match.objects.get(seats__entrant=ann, round=second)
    report_result(now_at, win("A", [2, 0, 0]), by=player(now_at, "A"), now=at(70))
    if said == "both":
        report_result(now_at, win("B", [0, 2, 0]), by=player(now_at, "B"), now=at(71))
    row = give(ann, GAME, 75, match=match)
    assert (row.counts_here, row.from_round) == (False, 3)
    assert give(ann, MATCH, 76, match=match).from_round == 2
    mine = now_at.seats.get(entrant=ann).letter
    assert standing(now_at) == {"kind": "match_loss", "winner": {"A": "B", "B": "A"}[mine]}
    finish(second, tables(second), 80)
    third = running_round(event, 120)
    last = Match.objects.get(seats__entrant=ann, round=third)
    mine = last.seats.get(entrant=ann).letter
    with pytest.raises(BadOutcome, match="lost a game"):
        report_result(
            last, win(mine, [2, 0, 0] if mine == "A" else [0, 2, 0]), by=player(last, mine), now=at(130)
        )


def test_a_match_loss_waits_for_the_pairing_and_is_written_as_the_round_starts() -> None:
    match, other = best_of_three()
    event, ann = match.round.event, seated(match, "A")
    enter_result(match, win("A", [2, 0, 0]), by=actor("sam"), now=at(20))
    give(ann, MATCH, 21)
    finish(match.round, [other])
    coming = published_round(event, 60)
    now_at = Match.objects.get(seats__entrant=ann, round=coming)
    assert standing(now_at) is None
    start_round(coming, by=actor("olga"), now=at(65))
    winner = now_at.seats.exclude(entrant=ann).get().letter
    assert standing(now_at) == {"kind": "match_loss", "winner": winner}
    # withdrawn, it counts in the pairing that takes its place
    withdraw_round(coming, reason="x", by=actor("olga"), now=at(66), void_results=True)
    again = running_round(event, 75)
    renewed = Match.objects.get(seats__entrant=ann, round=again)
    assert renewed != now_at and standing(renewed) is not None and standing(renewed)["kind"] == "match_loss"


def test_a_warning_of_a_round_that_was_taken_back_counts_as_a_loss_in_the_pairing_that_takes_its_place() -> (
    None
):
    match, other = best_of_three()
    event = match.round.event
    finish(match.round, [match, other])
    taken_back = running_round(event, 60)
    ann = seated(Match.objects.filter(round=taken_back).earliest("pk"), "A")
    row = give(ann, WARNING, 65)
    withdraw_round(taken_back, reason="x", by=actor("olga"), now=at(66), void_results=True)
    again = running_round(event, 75)
    now_at = Match.objects.get(seats__entrant=ann, round=again)
    assert change_penalty(row, "match_loss", reason="x", by=actor(HEDDA), now=at(80)).from_round == 2
    assert standing(now_at) == {
        "kind": "match_loss",
        "winner": now_at.seats.exclude(entrant=ann).get().letter,
    }


def test_who_is_disqualified_against_one_whose_loss_waits_leaves_both_without_it() -> None:
    match, other = best_of_three()
    event, ann = match.round.event, seated(match, "A")
    enter_result(match, win("A", [2, 0, 0]), by=actor("sam"), now=at(20))
    give(ann, MATCH, 21)
    finish(match.round, [other])
    coming = published_round(event, 60)
    now_at = Match.objects.get(seats__entrant=ann, round=coming)
    opponent = now_at.seats.exclude(entrant=ann).get().entrant
    disqualify_entrant(opponent, reason="x", by=actor(HEDDA), now=at(61))
    assert standing(now_at) == {"kind": "double_loss"}
    start_round(coming, by=actor("olga"), now=at(65))
    assert standing(now_at) == {"kind": "double_loss"}


def test_a_lost_match_cannot_be_cleared_away() -> None:
    match, _other = best_of_three()
    give(seated(match, "A"), MATCH)
    enter_result(match, win("B", [1, 2, 0]), by=actor("sam"), now=at(20), reason="They had played.")
    with pytest.raises(Conflict, match="Take the penalty back"):
        clear_result(match, reason="x", by=actor("sam"), now=at(21))


def test_points_of_a_round_that_is_withdrawn_are_taken_once() -> None:
    match = one_game(in_one_game="match_points")
    event, ann = match.round.event, seated(match, "A")
    give(ann, GAME, 5)
    withdraw_round(match.round, reason="x", by=actor("olga"), now=at(6), void_results=True)
    assert PointAdjustment.objects.count() == 1
    again = running_round(event, 20)
    assert PointAdjustment.objects.filter(taken_back_at=None).count() == 2  # one of them void
    renewed = Match.objects.get(seats__entrant=ann, round=again)
    enter_result(renewed, win(renewed.seats.get(entrant=ann).letter), by=actor("sam"), now=at(30))
    finish(again, tables(again), 40)
    assert points(event)[ann.code] == 3 - 1


def test_who_is_seated_elsewhere_takes_the_loss_along() -> None:
    match, other = best_of_three()
    ann = seated(match, "A")
    give(ann, GAME, 1)
    exchange_seats(match.round, ann, seated(other, "A"), reason="They have met.", by=actor("olga"), now=at(2))
    assert seated(other, "A") == ann
    with pytest.raises(BadOutcome):
        report_result(other, win("A", [2, 0, 0]), by=player(other, "A"), now=at(20))
    report_result(match, win("A", [2, 0, 0]), by=player(match, "A"), now=at(20))


def test_a_loss_waits_for_who_has_the_bye_and_counts_when_seated_late() -> None:
    round = running_round(running_event(5, games_per_match=3, swiss_rounds=3))
    event = round.event
    holder = Entrant.objects.get(seats__match__is_bye=True, seats__round=round)
    give(holder, MATCH, 5)
    newcomer = late_entry(event, "Nora", missed_rounds_as="loss", by=actor("olga"), now=at(6))
    match = seat_late(round, newcomer, holder, reason="Came late.", by=actor("olga"), now=at(7))
    lost = match.seats.get(entrant=holder).letter
    assert standing(match) == {"kind": "match_loss", "winner": "B" if lost == "A" else "A"}


# larger tables, and matches that must have a winner


def test_who_loses_a_pod_is_last_whatever_was_played() -> None:
    match = many_seated("nightmare_before_christmas", 4)
    winner = seated(match, "A")
    give(winner, MATCH)
    assert state(match) == MatchState.OPEN
    ranking = [["A"], ["B"], ["C"], ["D"]]
    report_result(match, {"ranking": ranking}, by=player(match, "B"), now=at(30))
    confirm_result(match, by=player(match, "C"), now=at(31))
    assert standing(match)["ranking"] == [["B"], ["C"], ["D"], ["A"]]  # type: ignore[index]
    finish_round(match.round, by=actor("olga"), now=at(40))
    # 5-3-2-1 of a table of four (profile mtr): who won it by play has the point of the last
    codes = {letter: seated(match, letter).code for letter in "ABCD"}
    assert [points(match.round.event)[codes[letter]] for letter in "BCDA"] == [5, 3, 2, 1]


def test_a_log_of_a_pod_is_completed_too() -> None:
    match = many_seated("nightmare_before_christmas", 3)
    give(seated(match, "A"), MATCH)
    said = {"ranking": [["A"], ["B"], ["C"]]}
    result = report_from_log(match, 1, said, "record 1", by=player(match, "B"), now=at(30))
    assert result is not None and result.outcome["ranking"] == [["B"], ["C"], ["A"]]


def test_a_pod_that_has_reported_is_put_right_at_once() -> None:
    match = many_seated("nightmare_before_christmas", 3)
    report_result(match, {"ranking": [["A"], ["B"], ["C"]]}, by=player(match, "B"), now=at(30))
    give(seated(match, "A"), MATCH, 31)
    assert standing(match)["ranking"] == [["B"], ["C"], ["A"]]  # type: ignore[index]


def test_a_game_loss_at_a_pod_takes_points_in_a_bracket_it_is_the_match() -> None:
    match = many_seated("nightmare_before_christmas", 3)
    give(seated(match, "A"), GAME)
    assert PointAdjustment.objects.get().match_points == -1
    cut = running_event(4, name="Cup", stages=[{"kind": "single_elimination", "last_tiebreak": "lot"}])
    final = tables(running_round(cut))[0]
    give(seated(final, "A"), GAME)
    assert standing(final) == {"kind": "match_loss", "winner": "B"}
    assert PointAdjustment.objects.count() == 1


def test_in_a_bracket_somebody_wins_or_nobody_goes_on() -> None:
    cut = running_event(4, games_per_match=3, stages=[{"kind": "single_elimination", "last_tiebreak": "lot"}])
    one, other = tables(running_round(cut))
    give(seated(one, "A"), GAME, 5)
    enter_result(one, {"games": [1, 1, 1]}, by=actor("sam"), now=at(20))
    assert standing(one)["decided_by"] == "lot"  # type: ignore[index]
    for letter in "AB":
        give(seated(other, letter), MATCH, 21)
    assert standing(other) == {"kind": "double_loss"}
    through = seated(one, standing(one)["winner"])  # type: ignore[index]
    finish(one.round, [])
    # nobody comes from the other side: the final is a bye, and then there is a winner
    final = published_round(cut, 60)
    assert list(Entrant.objects.filter(seats__round=final)) == [through]


def test_the_form_offers_no_result_that_leaves_a_lost_game_out() -> None:
    names, rules = {"A": "Ann", "B": "Ben"}, MatchRules(3, True, "")
    values = [choice.value for choice in usual_results(names, "highlander", rules, lost=(1, 0))]
    assert values == ["games:2-1-0", "games:0-2-0", "games:1-2-0", "games:1-1-0"]
    assert len(usual_results(names, "highlander", rules)) == 5
