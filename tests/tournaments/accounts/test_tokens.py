"""API tokens with scopes: what each opens, where, until when, and that none leads further."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.tournaments.factories import actor, at, make_event, open_event, player, round_under_way, tables
from tournaments.access import Actor, allowed, may, roles_of
from tournaments.access.scopes import ACTIONS, Grant, Scope, actions_of
from tournaments.access.table import ANYBODY, TABLE
from tournaments.accounts import tokens as changes
from tournaments.accounts.tokens import end_token, make_token, tokens_of
from tournaments.errors import Conflict, Invalid, NotAllowed, NotFound
from tournaments.models.accounts import User
from tournaments.models.api_tokens import ApiToken
from tournaments.models.events import Event
from tournaments.now import now

pytestmark = pytest.mark.django_db
BASE = "/api/v1/"


def token_for(
    name: str, *scopes: str, events: list[Event] | None = None, days: int = 30
) -> tuple[ApiToken, str]:
    slugs = None if events is None else [event.slug for event in events]
    return make_token("Wall", scopes, days, slugs, by=actor(name), now=now())


def client_with(text: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    return client


def program(name: str, *scopes: str, events: list[Event] | None = None) -> APIClient:
    return client_with(token_for(name, *scopes, events=events)[1])


def test_only_the_hash_is_kept_and_the_token_opens_what_its_scope_says() -> None:
    event = open_event(2)
    token, text = token_for("olga", Scope.READ)
    kept = " ".join(str(value) for value in ApiToken.objects.filter(pk=token.pk).values_list()[0])
    assert text not in kept and text[4:-4] not in kept and len(text) >= 40
    reader = client_with(text)
    assert reader.get(f"{BASE}events/{event.slug}/staff/").status_code == 200
    assert reader.get(f"{BASE}me/").data["username"] == "olga"
    assert reader.post(f"{BASE}events/{event.slug}/entrants/", {"name": "Zoe"}).status_code == 403
    assert reader.patch(f"{BASE}events/{event.slug}/", {"name": "Mine"}).status_code == 403
    assert (
        program("olga", Scope.REGISTRATION)
        .post(f"{BASE}events/{event.slug}/entrants/", {"name": "Zoe"})
        .status_code
        == 201
    )
    assert not event.entrants.filter(name="Mine").exists()


@pytest.mark.parametrize("scope", [Scope.READ, Scope.REGISTRATION, Scope.ROUNDS])
def test_results_need_their_scope(scope: str) -> None:
    match = tables(round_under_way(4))[0]
    sent = {"outcome": {"kind": "played", "winner": "A", "games": [2, 0]}}
    address = f"{BASE}matches/{match.pk}/result/"
    assert program("olga", scope).put(address, sent).status_code == 403
    answer = program("olga", scope, Scope.RESULTS).put(address, sent)
    assert answer.status_code != 403


def test_every_scope_opens_only_actions_of_the_table_and_none_that_gives_rights_away() -> None:
    assert actions_of([Scope.EVERYTHING]) == frozenset(TABLE)
    given_away = {"grant_role", "take_role", "make_claim_link", "open_live_table", "log_live", "show_hands"}
    for scope in Scope:
        assert ACTIONS[scope] <= frozenset(TABLE)
        if scope != Scope.EVERYTHING:
            assert not ACTIONS[scope] & (given_away | {"edit_event", "disqualify", "rule", "void_rounds"})
    assert actions_of(["of no name"]) == {"view_event", "view_open_decks"}


def test_a_token_gives_no_more_than_its_account_has() -> None:
    event = open_event(2)
    eve = program("eve", Scope.EVERYTHING)
    assert eve.get(f"{BASE}events/{event.slug}/staff/").status_code == 403
    assert eve.post(f"{BASE}events/{event.slug}/entrants/", {"name": "Zoe"}).status_code == 403


def test_in_another_event_the_token_is_nobodys() -> None:
    here, there, draft = open_event(2), open_event(2), make_event()
    limited = program("olga", Scope.EVERYTHING, events=[here])
    assert limited.get(f"{BASE}events/{here.slug}/staff/").status_code == 200
    assert limited.get(f"{BASE}events/{there.slug}/staff/").status_code == 403
    assert limited.get(f"{BASE}events/{there.slug}/").status_code == 200
    assert limited.get(f"{BASE}events/{draft.slug}/").status_code == 404
    assert limited.post(f"{BASE}events/{there.slug}/register/", {}).status_code == 403
    assert draft.slug not in {event["slug"] for event in limited.get(f"{BASE}events/").data["results"]}
    user = actor("olga").user
    assert user is not None
    by = Actor.of_user(user, grant=Grant(1, frozenset({Scope.EVERYTHING}), frozenset({here.pk})))
    assert roles_of(by, there) == {ANYBODY} and "edit_event" in allowed(by, here)


def test_the_own_seat_counts_only_in_the_tokens_events() -> None:
    match = tables(round_under_way(4))[0]
    user = player(match, "A").user
    assert user is not None
    elsewhere = Actor.of_user(user, grant=Grant(1, frozenset({Scope.EVERYTHING}), frozenset({0})))
    event = match.round.event
    assert not may(elsewhere, "report_result", event, match)
    assert may(Actor.of_user(user), "report_result", event, match)
    seat = match.seats.get(letter="A")
    assert not elsewhere.speaks_for(seat.entrant)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "events/", {"name": "Mine", "game": "looney_tunes"}),
        ("post", "claim/adopt/", {"token": "x"}),
        ("post", "role-link/take/", {"token": "x"}),
        ("delete", "token/", None),
        ("post", "me/token/", {}),
        ("get", "me/tokens/", None),
        ("post", "me/tokens/", {"name": "More", "scopes": ["everything"]}),
        ("delete", "me/tokens/1/", None),
    ],
)
def test_a_token_for_a_part_changes_nothing_of_the_account(method: str, path: str, body: Any) -> None:
    event = open_event(1)
    for reader in (program("olga", Scope.READ), program("olga", Scope.EVERYTHING, events=[event])):
        before = Event.objects.count(), ApiToken.objects.count()
        assert getattr(reader, method)(BASE + path, body).status_code == 403
        assert (Event.objects.count(), ApiToken.objects.count()) == before


def test_even_one_for_everything_makes_no_tokens() -> None:
    whole = program("olga", Scope.EVERYTHING)
    assert whole.post(f"{BASE}me/tokens/", {"name": "More", "scopes": ["read"]}).status_code == 403
    assert whole.post(f"{BASE}me/token/").status_code == 403
    assert whole.post(f"{BASE}events/", {"name": "Cup", "game": "looney_tunes"}).status_code == 201


def test_ended_expired_foreign_and_closed_are_refused_alike() -> None:
    ended, text = token_for("olga", Scope.READ)
    end_token(ended.pk, by=actor("olga"), now=now())
    old, old_text = token_for("olga", Scope.READ)
    ApiToken.objects.filter(pk=old.pk).update(expires_at=now() - timedelta(seconds=1))
    _, closed = token_for("gone", Scope.READ)
    User.objects.filter(username="gone").update(is_active=False)
    answers = [client_with(one).get(f"{BASE}me/") for one in (text, old_text, closed, "fbt_" + "x" * 43)]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.content for answer in answers}) == 1


def test_a_new_password_ends_them() -> None:
    _, text = token_for("olga", Scope.READ)
    user = User.objects.get(username="olga")
    user.set_password("quite another 77")
    user.save()
    assert client_with(text).get(f"{BASE}me/").status_code == 401


def test_the_last_use_is_kept_and_written_once_a_minute() -> None:
    token, text = token_for("olga", Scope.READ)
    client_with(text).get(f"{BASE}me/")
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    client_with(text).get(f"{BASE}me/")
    token.refresh_from_db()
    assert token.last_used_at == first


def test_what_makes_no_sense_is_refused_by_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    olga, other = actor("olga"), make_event(by=actor("otto"))
    for values, field in [
        (("", ["read"], 30, None), "name"),
        (("x", [], 30, None), "scopes"),
        (("x", ["root"], 30, None), "scopes"),
        (("x", ["read"], 366, None), "days"),
        (("x", ["read"], 0, None), "days"),
        (("x", ["read"], 30, []), "events"),
        (("x", ["read"], 30, [other.slug]), "events"),
    ]:
        with pytest.raises(Invalid) as refused:
            make_token(*values, by=olga, now=at())
        assert field in refused.value.details["fields"]
    with pytest.raises(NotAllowed):
        make_token("x", ["read"], 30, None, by=Actor.anonymous(), now=at())
    monkeypatch.setattr(changes, "MAX_TOKENS", 1)
    token, _ = make_token("x", ["read"], 30, None, by=olga, now=at())
    with pytest.raises(Conflict):
        make_token("y", ["read"], 30, None, by=olga, now=at())
    with pytest.raises(NotFound):
        end_token(token.pk, by=actor("otto"), now=at())
    assert olga.user is not None and tokens_of(olga.user, at()).count() == 1


def test_the_page_shows_a_token_once_and_ends_it() -> None:
    event = make_event(by=actor("olga"), name="Spring Cup")
    here = Client()
    assert here.get("/profile/tokens/").status_code == 302
    user = actor("olga").user
    assert user is not None
    here.force_login(user)
    sent = {"name": "Wall", "scopes": ["read", "results"], "where": "some", "days": "30"}
    assert here.post("/profile/tokens/", sent).status_code == 400
    both = here.post("/profile/tokens/", sent | {"events": event.slug, "where": "all"})
    assert both.status_code == 400 and not ApiToken.objects.exists()
    made = here.post("/profile/tokens/", sent | {"events": event.slug})
    text = made.context["made"]
    assert text in made.content.decode() and made["Cache-Control"].find("no-store") >= 0
    token = ApiToken.objects.get()
    assert (token.scopes, token.all_events, token.events.get()) == (["read", "results"], False, event)
    again = here.get("/profile/tokens/").content.decode()
    assert text not in again and "Spring Cup" in again and "Wall" in again
    assert here.post(f"/profile/tokens/{token.pk}/end/").status_code == 303
    assert client_with(text).get(f"{BASE}me/").status_code == 401


def test_the_api_makes_lists_and_ends_them_for_who_signed_in() -> None:
    client = APIClient()
    client.force_authenticate(actor("olga").user)
    made = client.post(f"{BASE}me/tokens/", {"name": "Wall", "scopes": ["read"], "days": 7})
    assert made.status_code == 201 and made.data["token"].startswith("fbt_") and made.data["events"] is None
    listed = client.get(f"{BASE}me/tokens/").data
    assert [one["id"] for one in listed] == [made.data["id"]] and "token" not in listed[0]
    assert client.delete(f"{BASE}me/tokens/{made.data['id']}/").status_code == 204
    assert client_with(made.data["token"]).get(f"{BASE}me/").status_code == 401
