"""Whose a page is, is read once while it is shown, and afresh wherever something changes."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, running_event, running_round, tables
from tournaments.access import may, roles_of
from tournaments.access.rows import read_once
from tournaments.events.staff import grant_role, revoke_role
from tournaments.models.events import Event, StaffRole

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def role_of(event: Event, name: str) -> StaffRole:
    return StaffRole.objects.get(event=event, user=actor(name).user, revoked_at=None)


def test_a_part_is_read_once_while_a_page_is_shown_and_afresh_elsewhere() -> None:
    event, sam = running_event(4), actor("sam")
    with read_once():
        assert may(sam, "enter_result", event)
        with CaptureQueriesContext(connection) as asked:
            assert may(sam, "enter_result", event) and "scorekeeper" in roles_of(sam, event)
        assert len(asked) == 0
        # another who looks, and another event, are told of themselves
        assert "scorekeeper" not in roles_of(actor("olga"), event)
        assert "scorekeeper" in roles_of(sam, event) and "scorekeeper" not in roles_of(actor("jude"), event)
    role = role_of(event, "sam")
    assert may(sam, "enter_result", event)
    revoke_role(role, by=actor("olga"), now=at(5))
    assert not may(sam, "enter_result", event)
    with read_once():
        assert not may(sam, "enter_result", event)


def test_a_page_that_writes_all_the_same_reads_afresh() -> None:
    """Roles and entrants, by a change of the site's own and by a statement that no signal tells of."""
    event, sam, olga = running_event(4), actor("sam"), actor("olga")
    player = event.entrants.get(code="P01")
    with read_once():
        assert may(sam, "enter_result", event) and "player" not in roles_of(sam, event)
        revoke_role(role_of(event, "sam"), by=olga, now=at(5))
        assert not may(sam, "enter_result", event)
        grant_role(event, "sam", "scorekeeper", by=olga, now=at(6))
        assert may(sam, "enter_result", event)
        event.entrants.filter(pk=player.pk).update(user=sam.user)
        assert "player" in roles_of(sam, event)
        StaffRole.objects.filter(event=event, user=sam.user).update(revoked_at=at(7))
        assert not may(sam, "enter_result", event)
        with CaptureQueriesContext(connection) as asked:
            assert not may(sam, "enter_result", event)
        assert len(asked) == 0  # once more it is read once


def test_a_role_that_is_gone_is_gone_with_the_next_page() -> None:
    round = running_round(running_event(4))
    match, sam, client = tables(round)[0], actor("sam").user, Client()
    assert sam is not None
    client.force_login(sam)
    desk = f"/events/{round.event.slug}/desk/"
    assert client.get(desk).status_code == 200
    revoke_role(role_of(round.event, "sam"), by=actor("olga"), now=at(5))
    assert client.get(desk).status_code in (302, 403)
    assert client.post(f"/matches/{match.pk}/enter/", {"result": "win:A"}).status_code == 403
