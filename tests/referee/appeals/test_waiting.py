"""The open appeals as the judges' floor shows them, asked with as many queries for ten as for one."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.appeals.changes import make_appeal
from referee.appeals.queries import waiting_appeals
from tests.tournaments.factories import (
    actor,
    at,
    player,
    running_event,
    running_round,
    seated,
    tables,
    win,
)
from tournaments.events.staff import revoke_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, StaffRole
from tournaments.models.rounds import Match
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db


def appealed(matches: list[Match]) -> None:
    """The desk decided these for A, and B appeals."""
    for match in matches:
        enter_result(match, win("A"), by=actor("sam"), now=at(10))
        make_appeal(match, by=player(match, "B"), now=at(11))


@pytest.mark.parametrize("who", ["hedda", "olga", "alone"])
def test_one_and_ten_cost_the_same(who: str) -> None:
    """Asked by the head judge; by an organiser beside one; by an organiser where there is none."""
    event = running_event(20)
    matches = tables(running_round(event))
    if who == "alone":
        held = StaffRole.objects.get(event=event, role="head_judge", revoked_at=None)
        revoke_role(held, by=actor("olga"), now=at(1))
    asks = actor("olga" if who == "alone" else who)

    def cost(wanted: int) -> int:
        fresh = Event.objects.get(pk=event.pk)
        with CaptureQueriesContext(connection) as made:
            waiting = waiting_appeals(fresh, asks, at(12))
            for one in waiting:
                [seat.entrant.name for seat in one.appeal.match.seats.all()]
        assert [one.may_decide for one in waiting] == [who != "olga"] * wanted
        return len(made)

    appealed(matches[:1])
    single = cost(1)
    appealed(matches[1:])
    assert (cost(10), len(matches)) == (single, 10) and single <= 10


def test_a_head_judge_who_plays_leaves_that_table_to_the_organiser() -> None:
    event = running_event(6)
    matches = tables(running_round(event))
    Entrant.objects.filter(pk=seated(matches[0], "A").pk).update(user=actor("hedda").user)
    appealed(matches)
    event = Event.objects.get(pk=event.pk)
    theirs = {one.appeal.match_id: one.may_decide for one in waiting_appeals(event, actor("hedda"), at(12))}
    olgas = {one.appeal.match_id: one.may_decide for one in waiting_appeals(event, actor("olga"), at(12))}
    assert theirs == {match.pk: True for match in matches[1:]}
    assert olgas == {match.pk: match.pk == matches[0].pk for match in matches}
