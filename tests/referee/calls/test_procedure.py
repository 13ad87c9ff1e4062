"""The procedure at time at a table without a log: ticked by the table or a judge, and what may be reported after it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from referee.calls.procedure import checklist_of, somebody_wins, tick_step
from referee.games.presentation import presentation_of
from rules.registry import games
from tests.referee.live.playing import match_of_game, opened
from tests.tournaments.factories import actor, at, player
from tournaments.clocks.whole_round import call_time_now
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.models.rounds import Match, MatchState
from tournaments.outcomes.outcome import BadOutcome
from tournaments.results.changes import enter_result, report_result

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def called(game: str, **choices: Any) -> Match:
    """A table whose time was called at minute 40."""
    match = match_of_game(game, **choices)
    call_time_now(match.round, reason="Time.", by=actor("olga"), now=at(40))
    match.refresh_from_db()
    return match


def tick(match: Match, step: str, minute: float = 41, done: bool = True) -> None:
    tick_step(match, step, done=done, by=player(match, "A"), now=at(minute))


@pytest.mark.parametrize("game", games())
def test_every_game_has_its_steps(game: str) -> None:
    steps = presentation_of(game).checklist
    assert len(steps) >= 3 and len({step.key for step in steps}) == len(steps)
    assert all(str(step.words).endswith((".", "’s.")) for step in steps)


def test_first_blood_in_the_handbooks_order() -> None:
    """Handbook, First Blood: the turn, the judge, cards leave, Events are nullified, Abilities, hands, the draw."""
    keys = [step.key for step in presentation_of("highlander").checklist]
    assert keys == [
        *("finish_turn", "judge", "leaves_play", "nullified", "abilities", "remove", "shuffle_hands", "draw"),
        "decide",
    ]


def test_ticks_and_back() -> None:
    match = called("highlander")
    tick(match, "finish_turn")
    tick(match, "finish_turn", 42)
    assert [step.key for step in checklist_of(match) if step.done] == ["finish_turn"]
    assert checklist_of(match)[0].at == at(41)
    tick(match, "finish_turn", 43, done=False)
    assert not any(step.done for step in checklist_of(match))
    assert match.procedure_ticks.count() == 1
    tick_step(match, "judge", done=True, by=actor("jude"), now=at(44))
    assert [step.by for step in checklist_of(match) if step.done] == ["Jude"]


def test_not_before_time_and_not_where_a_log_is_kept() -> None:
    match = match_of_game("highlander")
    with pytest.raises(Conflict):
        tick(match, "judge", 5)
    table = opened(match)
    call_time_now(match.round, reason="Time.", by=actor("olga"), now=at(40))
    with pytest.raises(Conflict):
        tick(match, "judge")
    table.state = "closed"
    table.save()
    tick(match, "judge", 42)


def test_who_may_tick_and_which_steps() -> None:
    match = called("highlander")
    for who in (actor("sam"), actor("stranger")):
        with pytest.raises(NotAllowed):
            tick_step(match, "judge", done=True, by=who, now=at(41))
    for step in ("finish", "", None, 3):
        with pytest.raises(NotFound):
            tick_step(match, step, done=True, by=player(match, "A"), now=at(41))


def test_after_first_blood_nobody_draws() -> None:
    match = called("highlander", games_per_match=3)
    agreed = {"kind": "intentional_draw"}
    drawn_game = {"games": [1, 0, 1]}
    assert not somebody_wins(match)
    tick(match, "judge")
    assert somebody_wins(match)
    for outcome in (agreed, drawn_game):
        with pytest.raises(BadOutcome, match="somebody wins"):
            report_result(match, outcome, by=player(match, "A"), now=at(45))
        with pytest.raises(BadOutcome, match="Say why"):
            enter_result(match, outcome, by=actor("sam"), now=at(45))
    # equal games between the two are no drawn game
    assert enter_result(match, {"games": [1, 1, 0]}, by=actor("sam"), now=at(46)).outcome["games"] == [
        1,
        1,
        0,
    ]


def test_staff_may_enter_a_draw_with_a_reason() -> None:
    match = called("highlander")
    tick(match, "judge")
    result = enter_result(
        match, {"kind": "intentional_draw"}, by=actor("sam"), now=at(45), reason="The hall is closed."
    )
    assert result.outcome["kind"] == "intentional_draw"


def test_without_the_tick_or_in_a_game_that_shares_all_is_as_before() -> None:
    match = called("looney_tunes")
    for step in presentation_of("looney_tunes").checklist:
        tick(match, step.key)
    assert enter_result(match, {"winner": None}, by=actor("sam"), now=at(45)).outcome["winner"] is None


def test_on_my_table() -> None:
    match = called("highlander")
    user = player(match, "A").user
    assert user is not None
    client = Client()
    client.force_login(user)
    page = client.get(f"/events/{match.round.event.slug}/me/").content.decode()
    assert "A judge invokes First Blood." in page and page.count("procedure/") == 9
    answer = client.post(f"/matches/{match.pk}/procedure/", {"step": "finish_turn"})
    assert answer.status_code == 303
    assert checklist_of(match)[0].done
    match.state = MatchState.DECIDED
    match.save()
    assert "invokes First Blood" not in client.get(f"/events/{match.round.event.slug}/me/").content.decode()
