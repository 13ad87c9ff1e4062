"""Whose a page is, is read once while it is shown, and afresh wherever something changes."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, open_event, running_event, running_round, tables, walk_in
from tournaments.access import actor_of, may, roles_of
from tournaments.entrants.claims import make_claim_link, revoke_claim_links
from tournaments.events.staff import grant_role, revoke_role
from tournaments.live.changes import mark_changed
from tournaments.live.queries import versions_of
from tournaments.models.entrants import ClaimLink
from tournaments.models.events import Event, StaffRole
from tournaments.now import now
from tournaments.read_once import read_once

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


def test_a_claim_link_is_read_once_and_speaks_for_its_own_entrant() -> None:
    event = open_event(2)
    people = [walk_in(event, "Wanda"), walk_in(event, "Willy")]
    words = [make_claim_link(person, by=actor("olga"), now=now()) for person in people]
    asks = [RequestFactory().get("/", headers={"authorization": f"Claim {word}"}) for word in words]
    with read_once():
        assert [actor_of(ask).claimed for ask in asks] == [frozenset({person.pk}) for person in people]
        with CaptureQueriesContext(connection) as asked:
            assert [actor_of(ask).claimed for ask in asks] == [frozenset({person.pk}) for person in people]
        assert len(asked) == 0
        revoke_claim_links(people[0], by=actor("olga"), now=now())
        assert actor_of(asks[0]).claimed == frozenset() != actor_of(asks[1]).claimed
    ClaimLink.objects.filter(entrant=people[1]).update(expires_at=now())
    assert actor_of(asks[1]).claimed == frozenset()


def test_versions_are_of_one_moment_and_everybodys_own() -> None:
    event, other = running_event(4), running_event(2, name="Other")
    with read_once():
        first = versions_of(event.pk)
        first["mine"] = 7
        assert "mine" not in versions_of(event.pk) and versions_of(event.pk) != versions_of(other.pk)
        mark_changed(event.pk, "event")
        assert versions_of(event.pk)["event"] == first["event"] + 1
