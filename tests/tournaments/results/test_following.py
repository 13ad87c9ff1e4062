"""What would follow from a corrected result is shown before it is confirmed; it is what follows then, and nothing stays
of looking."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.simulation.facts import marks_of_rows
from tests.tournaments.factories import (
    actor,
    at,
    many_seated,
    open_event,
    played_round,
    published_round,
    round_under_way,
    running_event,
    running_round,
    seated,
    started,
    tables,
    win,
)
from tournaments.access import Actor
from tournaments.errors import Conflict, DomainError, NotAllowed, ReasonNeeded
from tournaments.events.staff import grant_role
from tournaments.kept_standings.standings import standings_kept
from tournaments.models.accounts import User
from tournaments.models.rounds import Match
from tournaments.results import following
from tournaments.results.changes import enter_result
from tournaments.results.following import Follows, result_follows
from tournaments.results.queries import result_of
from tournaments.rounds.changes import offer_round, publish_round

pytestmark = pytest.mark.django_db


def looked(match: Match, outcome: object, who: str = "sam", reason: str = "Misread.") -> Follows:
    match = Match.objects.select_related("round__event").get(pk=match.pk)
    return result_follows(match, outcome, reason=reason, by=actor(who))


def places(match: Match) -> dict[str, int]:
    return {row["entrant"]: row["place"] for row in standings_kept(match.round.event)}


def test_places_and_the_pairing_that_rests_on_it_and_nothing_is_written() -> None:
    """Four players, A won at both tables: the winners share place 1, the losers place 3. Turned at one table, its two
    change places."""
    event = running_event(4)
    first = played_round(event)
    match = tables(first)[0]
    marks = marks_of_rows()
    follows = looked(match, win("B"))
    a, b = seated(match, "A"), seated(match, "B")
    assert {(each.entrant, each.before, each.after) for each in follows.places} == {
        (a.code, 1, 3), (b.code, 3, 1),
    }  # fmt: skip
    assert follows.result == (f"{a.name} won", f"{b.name} won") and follows.changes_result
    assert (follows.after_round, follows.so_far, follows.goes_on) == (1, False, None)
    assert (follows.published, follows.offered, follows.by_lot) == ([], None, False)
    assert marks_of_rows() == marks
    coming = offer_round(event, by=actor("olga"), now=at(50))
    assert (looked(match, win("B")).published, looked(match, win("B")).offered) == ([], 2)
    # a head judge is told of no offer: it is the desk's
    assert looked(match, win("B"), "hedda").offered is None
    publish_round(coming, by=actor("olga"), now=at(51))
    assert (looked(match, win("B")).published, looked(match, win("B")).offered) == ([2], None)
    enter_result(match, win("B"), by=actor("sam"), now=at(100), reason="Misread.")
    assert (places(match)[a.code], places(match)[b.code]) == (3, 1)


def test_the_same_result_changes_nothing() -> None:
    match = tables(played_round(running_event(4)))[0]
    follows = looked(match, win("A"), reason="")
    assert not follows.changes_result and follows.places == [] and follows.published == []


def test_a_round_that_is_still_played_is_told_so_far() -> None:
    match = tables(round_under_way(4))[0]
    enter_result(match, win("A"), by=actor("sam"), now=at(10))
    follows = looked(match, win("B"))
    assert (follows.after_round, follows.so_far) == (1, True)
    assert {each.entrant for each in follows.places} >= {seated(match, "A").code, seated(match, "B").code}


def test_in_a_bracket_it_says_who_goes_on() -> None:
    event = running_event(4, stages=[{"kind": "single_elimination"}])
    match = tables(played_round(event))[0]
    published_round(event, 60)
    follows = looked(match, win("B"))
    assert follows.goes_on == (seated(match, "A").name, seated(match, "B").name)
    assert follows.published == [2]


def test_a_lot_is_not_told_before_it_is_drawn() -> None:
    event = running_event(
        2, games_per_match=3, stages=[{"kind": "single_elimination", "last_tiebreak": "lot"}]
    )
    match = tables(running_round(event))[0]
    enter_result(match, win("A", [2, 1, 0]), by=actor("sam"), now=at(10))
    drawn = {"games": [1, 1, 0]}
    follows = looked(match, drawn)
    assert follows.by_lot and follows.result == (f"{seated(match, 'A').name} won 2–1", "")
    assert (follows.places, follows.goes_on) == ([], None)
    # once it stands everybody can read who won, and it is told like any other
    enter_result(match, drawn, by=actor("sam"), now=at(20), reason="Misread.")
    assert not looked(match, drawn).by_lot


def test_a_table_of_several() -> None:
    match = many_seated("nightmare_before_christmas", 4)
    enter_result(match, {"ranking": [["A"], ["B"], ["C"], ["D"]]}, by=actor("sam"), now=at(10))
    follows = looked(match, {"ranking": [["D"], ["B"], ["C"], ["A"]]})
    moved = {each.entrant: (each.before, each.after) for each in follows.places}
    assert moved == {seated(match, "A").code: (1, 4), seated(match, "D").code: (4, 1)}


def test_it_is_refused_as_the_correction_is() -> None:
    event = open_event(4)
    grant_role(event, "player1", "scorekeeper", by=actor("olga"), now=at(-99))
    match = tables(played_round(started(event)))[0]
    own = match.round.matches.get(seats__entrant__user__username="player1")
    with pytest.raises(ReasonNeeded):
        looked(match, win("B"), reason="")
    for one, who in ((match, "jude"), (match, "stranger"), (own, "player1")):
        with pytest.raises(NotAllowed):
            looked(one, win("B"), who)
    with pytest.raises(NotAllowed):
        result_follows(match, win("B"), reason="x", by=Actor.anonymous())
    for wrong in ({"winner": "Q"}, None, [], {"games": "x"}):
        with pytest.raises(DomainError):
            looked(match, wrong)


def test_another_result_meanwhile_is_not_written_over() -> None:
    match = tables(played_round(running_event(4)))[0]
    seen = result_of(match)
    assert seen is not None
    enter_result(match, {"winner": None}, by=actor("olga"), now=at(90), reason="A draw.")
    with pytest.raises(Conflict, match="has changed"):
        enter_result(match, win("B"), by=actor("sam"), now=at(91), reason="Misread.", seen=seen.pk)
    now = result_of(match)
    assert now is not None and now.outcome["winner"] is None
    enter_result(match, win("B"), by=actor("sam"), now=at(92), reason="Misread.", seen=now.pk)


def _corrected_while_looking(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    """Lets another scorekeeper correct the result after it was read, while places are worked out."""
    worked_out = following.places_moved

    def correct_first(*args: Any) -> Any:
        monkeypatch.undo()
        enter_result(match, {"winner": None}, by=actor("olga"), now=at(95), reason="A draw.")
        return worked_out(*args)

    monkeypatch.setattr(following, "places_moved", correct_first)


def test_a_correction_made_while_it_is_worked_out_is_not_written_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = tables(played_round(running_event(4)))[0]
    stood = result_of(match)
    assert stood is not None
    _corrected_while_looking(monkeypatch, match)
    follows = looked(match, win("B"))
    assert follows.seen == stood.pk
    with pytest.raises(Conflict, match="has changed since you saw it"):
        enter_result(match, win("B"), by=actor("sam"), now=at(96), reason="Misread.", seen=follows.seen)
    draw = result_of(match)
    assert draw is not None and draw.outcome["winner"] is None
    assert looked(match, win("B")).seen == draw.pk


def test_the_page_sends_what_was_seen_and_not_what_stands_by_then(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    match = tables(played_round(running_event(4)))[0]
    stood = result_of(match)
    assert stood is not None
    client.force_login(User.objects.get(username="sam"))
    _corrected_while_looking(monkeypatch, match)
    sent = {"result": "win:B", "reason": "Misread."}
    html = client.post(f"/matches/{match.pk}/follows/", sent).content.decode()
    assert f'name="seen_result" value="{stood.pk}"' in html
    answer = client.post(f"/matches/{match.pk}/enter/", {**sent, "seen_result": stood.pk})
    assert answer.status_code == 409
    assert "The result has changed since you saw it. Look again." in answer.content.decode()


def test_nobody_waits_for_who_looks() -> None:
    """It only reads: no row is written or locked, and there is nothing to be rolled back."""
    match = tables(played_round(running_event(4)))[0]
    with CaptureQueriesContext(connection) as asked:
        looked(match, win("B"))
    words = {each["sql"].split(maxsplit=1)[0].upper() for each in asked.captured_queries}
    assert words == {"SELECT"}, words
    assert not any("FOR UPDATE" in each["sql"] or "NO KEY" in each["sql"] for each in asked.captured_queries)


def test_the_api_gives_what_was_seen(client: Client) -> None:
    match = tables(played_round(running_event(4)))[0]
    stood = result_of(match)
    client.force_login(User.objects.get(username="sam"))
    body = {"winner": "B", "reason": "Misread."}
    told = client.post(f"/api/v1/matches/{match.pk}/result/follows/", body, "application/json")
    assert stood is not None and told.json()["seen"] == stood.pk
