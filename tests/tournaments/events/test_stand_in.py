"""Who stands in for an organiser who plays and is the only judge: that table, and nothing else."""

from __future__ import annotations

import pytest

from referee.disputes.answering import answer_call
from referee.disputes.changes import open_dispute
from referee.models.disputes import Kind
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    running_round,
    seated,
    tables,
    win,
)
from tests.tournaments.pages.conftest import Who, who  # noqa: F401 the fixture
from tournaments.access import allowed, may
from tournaments.access.table import FOR_STAND_IN
from tournaments.entrants.changes import register
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.life import publish_event, start_event
from tournaments.events.staff import grant_role
from tournaments.events.stand_in import name_stand_in, stand_in_is_missing
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db


def open_day() -> Event:
    """Olga organises, judges alone and plays, with three others; Sam keeps scores."""
    event = publish_event(make_event(swiss_rounds=3), by=actor("olga"), now=at(-110))
    for name in ("olga", "player1", "player2", "player3"):
        register(event, by=actor(name), now=at(-100))
    actor("sam")
    grant_role(event, "sam", "scorekeeper", by=actor("olga"), now=at(-90))
    return event


def entrant_of(event: Event, name: str) -> Entrant:
    return event.entrants.get(user__username=name)


def under_way(event: Event) -> tuple[Match, Match]:
    """Olga's table, and the other."""
    start_event(event, by=actor("olga"), now=at(-10))
    event.refresh_from_db()
    one, two = tables(running_round(event))
    hers = one if one.seats.filter(entrant__user__username="olga").exists() else two
    return hers, two if hers == one else one


def who_waits(hers: Match, other: Match) -> str:
    """A player who does not sit at Olga's table."""
    user = seated(other, "A").user
    assert user is not None
    return str(user.username)


def test_nobody_is_missing_where_somebody_judges_who_does_not_play() -> None:
    event = open_day()
    assert stand_in_is_missing(event)
    name_stand_in(event, by=actor("olga"), now=at(-80), account=actor("sam").user)
    event.refresh_from_db()
    assert not stand_in_is_missing(event)
    event = name_stand_in(event, by=actor("olga"), now=at(-79))
    assert stand_in_is_missing(event)
    actor("jude")
    grant_role(event, "jude", "judge", by=actor("olga"), now=at(-70))
    assert not stand_in_is_missing(event)
    assert not stand_in_is_missing(make_event(name="Nobody plays"))


def test_a_player_decides_at_the_organiser_s_table_alone() -> None:
    event = open_day()
    hers, other = under_way(event)
    name = who_waits(hers, other)
    stand_in = actor(name)
    with pytest.raises(NotAllowed):
        enter_result(hers, win("A"), by=stand_in, now=at(10))
    name_stand_in(event, by=actor("olga"), now=at(11), entrant=entrant_of(event, name))
    event.refresh_from_db()
    hers = Match.objects.select_related("round__event").get(pk=hers.pk)
    other = Match.objects.select_related("round__event").get(pk=other.pk)
    assert allowed(stand_in, event, hers) >= FOR_STAND_IN
    for action in FOR_STAND_IN:
        assert may(stand_in, action, event, hers), action
        assert not may(stand_in, action, event, other), f"{action} at a table of his own"
        assert not may(stand_in, action, event), f"{action} at any table"
    for hidden in ("view_log", "view_offer", "view_desk", "view_deck"):
        assert not may(stand_in, hidden, event, hers), hidden
    assert not may(actor("olga"), "enter_result", event, hers)
    assert enter_result(hers, win("A"), by=stand_in, now=at(12)).by == stand_in.label
    name_stand_in(event, by=actor("olga"), now=at(13))
    event.refresh_from_db()
    assert not may(stand_in, "correct_result", event, hers)


def test_calls_of_that_table_are_the_stand_in_s_to_answer() -> None:
    event = open_day()
    hers, other = under_way(event)
    name = who_waits(hers, other)
    name_stand_in(event, by=actor("olga"), now=at(1), entrant=entrant_of(event, name))
    event.refresh_from_db()
    call = open_dispute(hers, Kind.CALL, "May I?", by=actor("olga"), now=at(5))
    elsewhere = open_dispute(other, Kind.CALL, "May I?", by=actor("player1"), now=at(5))
    with pytest.raises(NotAllowed):
        answer_call(event, call.pk, "Yes.", by=actor("olga"), now=at(6))
    with pytest.raises(NotAllowed):
        answer_call(event, elsewhere.pk, "Yes.", by=actor(name), now=at(6))
    assert answer_call(event, call.pk, "Yes.", by=actor(name), now=at(7)).resolution == "Yes."


def test_who_cannot_stand_in() -> None:
    event, olga = open_day(), actor("olga")
    with pytest.raises(Conflict, match="somebody else"):
        name_stand_in(event, by=olga, now=at(-80), entrant=entrant_of(event, "olga"))
    with pytest.raises(Conflict, match="somebody else"):
        name_stand_in(event, by=olga, now=at(-80), account=olga.user)
    with pytest.raises(Conflict, match="no role"):
        name_stand_in(event, by=olga, now=at(-80), account=actor("player1").user)
    with pytest.raises(NotAllowed):
        name_stand_in(event, by=actor("sam"), now=at(-80), account=actor("sam").user)
    for _again in range(2):
        name_stand_in(event, by=olga, now=at(-70), entrant=entrant_of(event, "player1"))
    assert event.journal.filter(kind="stand_in", public=True).count() == 1


def test_the_pages_name_warn_and_lead_there(who: Who) -> None:  # noqa: F811
    event = open_day()
    olga, address = who("olga"), f"/events/{event.slug}/"
    assert "nobody stands in" in olga.get(f"{address}desk/").content.decode()
    started = olga.post(f"{address}desk/start/", follow=True).content.decode()
    assert "Name a stand-in under Staff" in started
    event.refresh_from_db()
    one, two = tables(running_round(event))
    hers = one if one.seats.filter(entrant__user__username="olga").exists() else two
    name = who_waits(hers, two if hers == one else one)
    chosen = {"who": f"entrant-{entrant_of(event, name).pk}"}
    assert who("sam").post(f"{address}staff/stand-in/", chosen).status_code == 403
    assert olga.post(f"{address}staff/stand-in/", chosen).status_code == 303
    assert "nobody stands in" not in olga.get(f"{address}desk/").content.decode()
    open_dispute(hers, Kind.CALL, "May I look?", by=actor("olga"), now=at(5))
    me = who(name)
    mine = me.get(f"{address}me/").content.decode()
    assert "You stand in for the organiser" in mine and "May I look?" in mine
    assert "You stand in" not in olga.get(f"{address}me/").content.decode()
    page = me.get(f"/matches/{hers.pk}/").content.decode()
    assert f'action="/matches/{hers.pk}/enter/"' in page
    sent = me.post(f"/matches/{hers.pk}/enter/", {"result": "win:A"})
    assert sent.status_code == 303 and sent.headers["Location"] == f"/matches/{hers.pk}/"
    assert me.get(f"{address}desk/").status_code == 403


def test_programs_name_somebody_too(who: Who) -> None:  # noqa: F811
    event = open_day()
    olga, address = who("olga"), f"/api/v1/events/{event.slug}/stand-in/"
    assert olga.get(address).json() == {"name": "", "entrant": None, "missing": True}
    code = entrant_of(event, "player2").code
    answer = olga.put(address, {"entrant": code}, content_type="application/json")
    assert answer.json() == {"name": "Player2", "entrant": code, "missing": False}
    answer = olga.put(address, {"account": "sam"}, content_type="application/json")
    assert answer.json()["name"] == "Sam"
    assert who("player2").get(address).status_code == 403
    assert who("sam").put(address, {}, content_type="application/json").status_code == 403
