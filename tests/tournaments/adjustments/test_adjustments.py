"""Match points given or taken: by whom, what follows for the standings, and where it is read."""

from __future__ import annotations

import pytest

from tests.tournaments.factories import actor, at, played_round, running_event, running_round, tables
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.adjustments.changes import adjust_points, take_back_adjustment
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.exports.files import event_file_of
from tournaments.kept_standings.standings import standings_kept
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.penalties import PointAdjustment
from tournaments.rounds.changes import publish_round
from tournaments.rounds.offers import offer_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def after_one_round() -> tuple[Event, Entrant, Entrant]:
    """A winner and the loser of table 1, after the first of three rounds: three match points and none."""
    event = running_event(4, swiss_rounds=3)
    match = tables(played_round(event))[0]
    winner, loser = (seat.entrant for seat in match.seats.order_by("letter"))
    return event, winner, loser


def points(event: Event) -> dict[str, float]:
    return {row["entrant"]: row["values"]["match_points"] for row in standings_kept(event)}


def test_points_taken_and_given_are_in_the_standings_until_they_are_taken_back() -> None:
    event, winner, loser = after_one_round()
    hedda = actor("hedda")
    taken = adjust_points(winner, 1, -1, reason="Left the hall.", by=hedda, now=at(40))
    adjust_points(loser, 1, 0.5, reason="A mistake of the desk.", by=hedda, now=at(41))
    # 3 - 1, 0 + 0.5, and the other table as it was: 3 and 0
    assert points(event)[winner.code] == 2 and points(event)[loser.code] == 0.5
    assert sorted(points(event).values()) == [0, 0.5, 2, 3]
    for _again in range(2):
        take_back_adjustment(taken, by=hedda, now=at(42))
    assert points(event)[winner.code] == 3
    kinds = [entry.kind for entry in event.journal.filter(kind__startswith="adjust").order_by("pk")]
    assert kinds == ["adjusted", "adjusted", "adjustment_back"]


def test_points_of_a_round_that_is_played_count_after_it() -> None:
    event, winner, _loser = after_one_round()
    running_round(event, 60)
    adjust_points(winner, 2, -2, reason="Late.", by=actor("olga"), now=at(65))
    assert points(event)[winner.code] == 3


@pytest.mark.parametrize("wrong", [0, 0.25, 1001, True, "1", None, float("nan")])
def test_other_than_whole_and_half_points_are_refused(wrong: object) -> None:
    _event, winner, _loser = after_one_round()
    with pytest.raises(Invalid):
        adjust_points(winner, 1, wrong, reason="x", by=actor("hedda"), now=at(40))
    with pytest.raises(Invalid):
        adjust_points(winner, 1, 1, reason=" ", by=actor("hedda"), now=at(40))
    assert not PointAdjustment.objects.exists()


def test_a_round_that_is_not_there_a_bracket_and_who_may_not() -> None:
    _event, winner, _loser = after_one_round()
    with pytest.raises(Conflict, match="no such round"):
        adjust_points(winner, 2, 1, reason="x", by=actor("hedda"), now=at(40))
    for name in ("jude", "sam", "player1"):
        with pytest.raises(NotAllowed):
            adjust_points(winner, 1, 1, reason="x", by=actor(name), now=at(40))
    cut = running_event(4, name="Cup", stages=[{"kind": "single_elimination"}])
    match = tables(running_round(cut))[0]
    with pytest.raises(Conflict, match="bracket"):
        adjust_points(match.seats.all()[0].entrant, 1, 1, reason="x", by=actor("hedda"), now=at(5))


def test_who_plays_changes_no_points_of_his_own() -> None:
    _event, winner, _loser = after_one_round()
    Entrant.objects.filter(pk=winner.pk).update(user=actor("hedda").user)
    with pytest.raises(NotAllowed):
        adjust_points(Entrant.objects.get(pk=winner.pk), 1, 1, reason="x", by=actor("hedda"), now=at(40))


def test_an_offer_made_before_is_outdated() -> None:
    event, winner, _loser = after_one_round()
    offered = offer_round(event, by=actor("olga"), now=at(40))
    adjust_points(winner, 1, -3, reason="x", by=actor("olga"), now=at(41))
    with pytest.raises(Conflict, match="Pair again"):
        publish_round(offered, by=actor("olga"), now=at(42))


def test_files_pages_and_programs(who: Who) -> None:  # noqa: F811
    event, winner, _loser = after_one_round()
    hedda, page = who("hedda"), f"/events/{event.slug}/entrants/{winner.pk}/"
    sent = {"round": "1", "match_points": "−0,5", "reason": "Coffee on the cards."}
    assert who("jude").post(f"{page}points/", sent).status_code == 403
    assert hedda.post(f"{page}points/", sent | {"match_points": "x"}).status_code == 400
    assert hedda.post(f"{page}points/", sent).status_code == 303
    row = PointAdjustment.objects.get()
    assert row.match_points == -0.5 and "Coffee" in hedda.get(page).content.decode()
    one = next(each for each in event_file_of(event).entrants if each.id == winner.code)
    assert [(each.round, each.match_points, each.reason) for each in one.adjustments] == [
        (1, -0.5, "Coffee on the cards.")
    ]
    working = who("").get(f"/events/{event.slug}/standings/1/{winner.pk}/").content.decode()
    assert "adjusted by staff: Coffee on the cards." in working
    api = f"/api/v1/events/{event.slug}/adjustments/"
    assert [each["match_points"] for each in who("").get(api).json()] == [-0.5]
    assert (
        "Coffee on the cards."
        in who("").get(f"/api/v1/events/{event.slug}/export/adjustments.csv").content.decode()
    )
    more = {"entrant": winner.code, "round": 1, "match_points": 2, "reason": "Back."}
    assert who("jude").post(api, more, content_type="application/json").status_code == 403
    made = hedda.post(api, more, content_type="application/json")
    assert made.status_code == 201 and points(event)[winner.code] == 4.5
    assert hedda.delete(f"{api}{made.json()['id']}/").status_code == 200
    assert hedda.post(f"{page}points/{row.pk}/take-back/").status_code == 303
    assert points(event)[winner.code] == 3 and who("").get(api).json() == []
