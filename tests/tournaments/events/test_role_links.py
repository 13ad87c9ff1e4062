"""Claim links for roles: one role for one account, once, until it expires or is taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest
from django.apps import apps
from django.test import Client, override_settings

from tests.tournaments.factories import actor, at, make_event, running_event
from tests.tournaments.races.together import together
from tournaments.access import Actor, may
from tournaments.errors import Invalid, NotAllowed
from tournaments.events.role_links import (
    BadRoleLink,
    UsedRoleLink,
    make_role_link,
    open_role_links,
    revoke_role_link,
    role_link_of,
    take_role,
)
from tournaments.events.staff import grant_role, revoke_role
from tournaments.models.accounts import User
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.events import Event, JournalEntry, Role, RoleLink, StaffRole, State
from tournaments.now import now

pytestmark = pytest.mark.django_db
DAY = 24 * 60


@pytest.fixture
def event() -> Event:
    return make_event()


def made(event: Event, role: str = "judge", **more: Any) -> str:
    return make_role_link(event, role, by=actor("olga"), now=at(0), **more)[1]


def held(event: Event, name: str) -> list[str]:
    roles = StaffRole.objects.filter(event=event, user__username=name, revoked_at=None)
    return list(roles.values_list("role", flat=True))


@pytest.mark.parametrize("role", Role.values)
@pytest.mark.parametrize("state", State.values)
def test_whoever_opens_it_has_that_role_in_that_event_alone(event: Event, role: str, state: str) -> None:
    Event.objects.filter(pk=event.pk).update(state=state)
    other = make_event(name="Another")
    taken = take_role(made(event, role), by=actor("jane"), now=at(1))
    assert (taken.role, taken.user.username, taken.by) == (role, "jane", "Olga")
    assert held(event, "jane") == [role] and held(other, "jane") == []
    assert may(actor("jane"), "view_staff", event) and not may(actor("jane"), "view_staff", other)
    said = JournalEntry.objects.filter(event=event).order_by("id").values_list("text", "public", "by")
    label = Role(role).label.lower()
    assert list(said)[-1] == (f"Jane is {label} now, by a claim link of Olga.", False, "Jane")


def test_it_works_once(event: Event) -> None:
    token = made(event)
    first = take_role(token, by=actor("jane"), now=at(1))
    assert take_role(token, by=actor("jane"), now=at(2)) == first
    with pytest.raises(BadRoleLink):
        take_role(token, by=actor("john"), now=at(2))
    assert held(event, "john") == []
    revoke_role(first, by=actor("olga"), now=at(3))
    with pytest.raises(UsedRoleLink, match="used for your account, and the role has since been taken back"):
        take_role(token, by=actor("jane"), now=at(4))
    assert held(event, "jane") == []


def test_it_ends_after_its_days(event: Event) -> None:
    token = made(event, days=2)
    assert role_link_of(token, Actor.anonymous(), at(2 * DAY - 1)).role == "judge"
    with pytest.raises(BadRoleLink):
        take_role(token, by=actor("jane"), now=at(2 * DAY))
    assert list(open_role_links(event, at(2 * DAY))) == []


def test_taken_back_it_is_dead_and_its_maker_takes_it_along(event: Event) -> None:
    token = made(event)
    link = RoleLink.objects.get()
    for minute in (1, 2):
        assert revoke_role_link(link, by=actor("olga"), now=at(minute)).revoked_at == at(1)
    with pytest.raises(BadRoleLink):
        take_role(token, by=actor("jane"), now=at(3))
    # an organiser who is none any more gives nothing
    oscar = grant_role(event, actor("oscar").label, "organiser", by=actor("olga"), now=at(4))
    of_oscar = make_role_link(event, "organiser", by=actor("oscar"), now=at(5))[1]
    of_olga = made(event, "scorekeeper")
    revoke_role(oscar, by=actor("olga"), now=at(6))
    with pytest.raises(BadRoleLink):
        take_role(of_oscar, by=actor("oscar"), now=at(7))
    assert take_role(of_olga, by=actor("jane"), now=at(7)).role == "scorekeeper"


def _closed(event: Event, maker: User) -> None:
    User.objects.filter(pk=maker.pk).update(is_active=False)


def _gone(event: Event, maker: User) -> None:
    StaffRole.objects.filter(user=maker).delete()
    User.objects.filter(pk=maker.pk).delete()


def _no_organiser(event: Event, maker: User) -> None:
    """As by hand in the database: taking the role back on the page ends the links as well."""
    StaffRole.objects.filter(event=event, user=maker).update(revoked_at=at(6))


@pytest.mark.parametrize("how", [_closed, _gone, _no_organiser])
def test_a_link_gives_nothing_while_its_maker_could_not(
    event: Event, how: Callable[[Event, User], None]
) -> None:
    moment = now()
    grant_role(event, actor("oscar").label, "organiser", by=actor("olga"), now=moment)
    grant_role(event, actor("jude").label, "judge", by=actor("olga"), now=moment)
    tokens = [make_role_link(event, "judge", by=actor("oscar"), now=moment)[1] for _ in range(2)]
    taken = take_role(tokens[0], by=actor("jane"), now=moment)
    assert [link.by for link in open_role_links(event, moment)] == ["Oscar"]
    maker = actor("oscar").user
    assert maker is not None
    how(event, maker)
    with pytest.raises(BadRoleLink):
        take_role(tokens[1], by=actor("john"), now=moment)
    with pytest.raises(BadRoleLink):
        role_link_of(tokens[1], Actor.anonymous(), moment)
    assert held(event, "john") == [] and open_role_links(event, moment) == []
    # who holds the role is told so, however the link stands now
    assert take_role(tokens[0], by=actor("jane"), now=moment) == taken
    assert take_role(tokens[1], by=actor("jude"), now=moment).user.username == "jude"
    shown = client_of("jude").get(f"/role-link/{tokens[1]}/")
    assert b"has this role already" in shown.content and b"stays good" not in shown.content


def test_a_maker_who_may_again_gives_again(event: Event) -> None:
    token, olga = made(event), actor("olga").user
    assert olga is not None
    User.objects.filter(pk=olga.pk).update(is_active=False)
    with pytest.raises(BadRoleLink):
        take_role(token, by=actor("jane"), now=at(1))
    User.objects.filter(pk=olga.pk).update(is_active=True)
    assert take_role(token, by=actor("jane"), now=at(2)).role == "judge"


def test_who_has_the_role_leaves_the_link_to_others(event: Event) -> None:
    token = made(event, "organiser")
    assert take_role(token, by=actor("olga"), now=at(1)).user == actor("olga").user
    assert take_role(token, by=actor("jane"), now=at(2)).user == actor("jane").user


def test_a_visitor_takes_no_role_with_a_claim_link_of_a_player_neither(event: Event) -> None:
    token = made(event)
    for who in (Actor.anonymous(), Actor(claimed=frozenset({1}), label="Wanda")):
        with pytest.raises(NotAllowed, match="Sign in first"):
            take_role(token, by=who, now=at(1))
    assert role_link_of(token, Actor.anonymous(), at(2)).taken_at is None


@pytest.mark.parametrize("name", ["hedda", "jude", "sam", "somebody"])
def test_an_organiser_alone_makes_links_and_takes_them_back(name: str) -> None:
    event = running_event(2)
    made(event)
    link = RoleLink.objects.get()
    with pytest.raises(NotAllowed):
        make_role_link(event, "organiser", by=actor(name), now=at(1))
    with pytest.raises(NotAllowed):
        revoke_role_link(link, by=actor(name), now=at(1))
    assert RoleLink.objects.filter(revoked_at=None).count() == 1


@pytest.mark.parametrize(
    ("role", "more"),
    [("king", {}), ("", {}), ("judge", {"days": 0}), ("judge", {"days": 15}), ("judge", {"whom": "x" * 101})],
)
def test_nonsense_makes_no_link(event: Event, role: str, more: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        made(event, role, **more)
    assert not RoleLink.objects.exists()


@pytest.mark.parametrize("token", ["", ".", "x" * 32, "x" * 201, "\x00", "\ud800", "ü"])
def test_a_guess_is_told_what_an_expired_one_is_told(event: Event, token: str) -> None:
    with pytest.raises(BadRoleLink) as refused:
        take_role(token, by=actor("jane"), now=at(1))
    assert refused.value.message == "This link does not work any more. Ask the organiser for a new one."


def test_the_token_is_kept_nowhere(event: Event) -> None:
    """Neither by page nor by API, where a key would have the answer kept."""
    client = client_of("olga")
    form = {"role": "judge", "days": "3", "idempotency_key": "k"}
    page = client.post(f"/events/{event.slug}/staff/links/", form)
    api = client.post(
        f"/api/v1/events/{event.slug}/role-links/",
        {"role": "judge"},
        content_type="application/json",
        headers={"Idempotency-Key": "k"},
    )
    tokens = [address_in(page.content).rstrip("/").rpartition("/")[2], api.json()["token"]]
    digests = set(RoleLink.objects.values_list("digest", flat=True))
    assert digests == {sha256(token.encode()).hexdigest() for token in tokens}
    assert not AnsweredRequest.objects.exists()
    for model in apps.get_models():
        for row in model._default_manager.values():
            assert not [token for token in tokens if token in str(row)], model


# -- the pages -----------------------------------------------------------------------------------------------------
def client_of(name: str) -> Client:
    client = Client()
    if name:
        client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client


def address_in(page: bytes) -> str:
    found = re.search(rb'class="code">http://testserver(/role-link/[^<]+)<', page)
    assert found is not None
    return found[1].decode()


def test_from_the_organisers_page_to_the_desk(event: Event) -> None:
    olga, staff = client_of("olga"), f"/events/{event.slug}/staff/"
    answer = olga.post(f"{staff}links/", {"role": "scorekeeper", "whom": "Cousin Joe", "days": "1"})
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    address = address_in(answer.content)
    listed = olga.get(staff).content
    assert b"Cousin Joe" in listed and address.encode() not in listed
    # whoever comes is told whose event and which role, and asked to sign in first
    shown = Client().get(address)
    assert b"Scorekeeper of Autumn Open" in shown.content and b"Olga gives this role" in shown.content
    assert f"?next={address}".encode() in shown.content and b"Take the role" not in shown.content
    assert "no-store" in shown["Cache-Control"]
    assert Client().post(address).status_code == 403
    joe = client_of("joe")
    assert b"Take the role as Joe" in joe.get(address).content
    assert held(event, "joe") == []
    answer = joe.post(address)
    assert (answer.status_code, answer["Location"]) == (303, f"/events/{event.slug}/desk/")
    assert joe.get(answer["Location"]).status_code == 200
    assert held(event, "joe") == ["scorekeeper"]
    # once
    assert joe.get(address)["Location"] == f"/events/{event.slug}/desk/"
    for other in (Client(), client_of("jill")):
        for sent in (other.get(address), other.post(address)):
            assert sent.status_code == 404 and b"Ask the organiser for a new one" in sent.content
    assert b"Cousin Joe" not in olga.get(staff).content


def test_a_screen_reader_hears_what_each_button_takes_back(event: Event) -> None:
    """Several say “Take back”: each names what, and each choice of a role what it is for."""
    grant_role(event, actor("jude").label, "judge", by=actor("olga"), now=at(1))
    for whom in ("Cousin Joe", ""):
        make_role_link(event, "scorekeeper", by=actor("olga"), now=now(), whom=whom)
    shown = client_of("olga").get(f"/events/{event.slug}/staff/").content.decode()
    names = re.findall(r'Take back<span class="visually-hidden">(.*?)</span>', shown)
    assert names == [
        ": Jude, Judge",
        ": Olga, Organiser",
        ": the claim link, Scorekeeper, Cousin Joe",
        ": the claim link, Scorekeeper",
    ]
    assert shown.count("Take back") == len(names)
    assert re.findall(r"<label[^>]*>(Role[^<]*)", shown) == ["Role of this account", "Role the link gives"]
    german = client_of("olga").get(f"/events/{event.slug}/staff/", headers={"accept-language": "de"})
    assert "Rolle dieses Kontos" in german.content.decode()


def test_a_link_is_taken_back_on_the_page(event: Event) -> None:
    olga, token = client_of("olga"), make_role_link(event, "judge", by=actor("olga"), now=now())[1]
    link = RoleLink.objects.get()
    back = f"/events/{event.slug}/staff/links/{link.pk}/revoke/"
    other = make_event(name="Another")
    assert olga.post(f"/events/{other.slug}/staff/links/{link.pk}/revoke/").status_code == 404
    assert back.encode() in olga.get(f"/events/{event.slug}/staff/").content
    assert olga.post(back).status_code == 303
    assert client_of("jane").post(f"/role-link/{token}/").status_code == 404


def test_whose_role_was_taken_back_is_told_so_and_offered_no_button(event: Event) -> None:
    token = make_role_link(event, "judge", by=actor("olga"), now=now())[1]
    jane, address = client_of("jane"), f"/role-link/{token}/"
    assert jane.post(address).status_code == 303
    revoke_role(StaffRole.objects.get(user__username="jane"), by=actor("olga"), now=now())
    for language, words in (
        ("en", "used for your account, and the role has since been taken back"),
        ("de", "für dein Konto benutzt, und die Rolle wurde seither zurückgenommen"),
    ):
        for sent in (jane.get, jane.post):
            shown = sent(address, headers={"accept-language": language})
            page = shown.content.decode()
            assert shown.status_code == 404 and words in page
            assert 'class="button act' not in page
    # to anybody else it is a link that does not work, as any other
    assert b"your account" not in client_of("john").get(address).content


def test_the_page_says_why_and_in_german(event: Event) -> None:
    olga, staff = client_of("olga"), f"/events/{event.slug}/staff/"
    with override_settings(EMAIL_CONFIG=None):
        english, german = (
            olga.get(staff, headers={"accept-language": language}).content.decode()
            for language in ("en", "de")
        )
    assert (
        "This site sends no mail, so no address is verified: ask for the username, or give a claim link."
        in english
    )
    assert "oder gib einen Zugangslink" in german and "Ein Zugangslink für eine Rolle" in german
    token = make_role_link(event, "judge", by=actor("olga"), now=now())[1]
    shown = Client().get(f"/role-link/{token}/", headers={"accept-language": "de"}).content.decode()
    assert "Schiedsgericht bei Autumn Open" in shown and "Eine Rolle gehört zu einem Konto" in shown


@pytest.mark.parametrize("form", [{}, {"role": "king", "days": "3"}, {"role": "judge", "days": "99"}])
def test_a_bad_form_is_shown_again(event: Event, form: dict[str, str]) -> None:
    answer = client_of("olga").post(f"/events/{event.slug}/staff/links/", form)
    assert answer.status_code == 400 and b"A claim link for a role" in answer.content
    assert not RoleLink.objects.exists()


def test_staff_who_are_no_organisers_see_no_links() -> None:
    event = running_event(2)
    make_role_link(event, "judge", by=actor("olga"), now=now(), whom="Cousin Joe")
    shown = client_of("jude").get(f"/events/{event.slug}/staff/").content
    assert b"Cousin Joe" not in shown and b"A claim link for a role" not in shown


# -- the API -------------------------------------------------------------------------------------------------------
def test_over_the_api(event: Event) -> None:
    olga, joe = client_of("olga"), client_of("joe")
    base = f"/api/v1/events/{event.slug}/role-links/"
    send: Callable[..., Any] = lambda client, address, body: client.post(  # noqa: E731
        address, body, content_type="application/json"
    )
    token = send(olga, base, {"role": "judge", "whom": "Joe"}).json()["token"]
    (listed,) = olga.get(base).json()
    assert (listed["role"], listed["whom"]) == ("judge", "Joe") and "token" not in listed
    assert [client_of(name).get(base).status_code for name in ("joe", "")] == [
        404,
        404,
    ]  # a draft is nobody's
    take = "/api/v1/role-link/take/"
    assert send(Client(), take, {"token": token}).status_code in (401, 403)
    assert [send(joe, take, body).status_code for body in ({}, {"token": "x"}, {"token": 1})] == [
        400,
        404,
        404,
    ]
    got = send(joe, take, {"token": token}).json()
    assert (got["event"], got["role"], got["username"]) == (event.slug, "judge", "joe")
    assert olga.get(base).json() == []
    assert send(client_of("jill"), take, {"token": token}).json()["code"] == "role_link"
    send(olga, base, {"role": "judge"})
    (left,) = olga.get(base).json()
    assert joe.delete(f"{base}{left['id']}/").status_code == 403
    assert [olga.delete(f"{base}{left['id']}/").status_code for _ in range(2)] == [204, 204]
    assert olga.get(base).json() == []


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_it_at_once_one_has_it() -> None:
    event = make_event()
    token, jane, john = made(event), actor("jane"), actor("john")
    answers = together(
        lambda: take_role(token, by=jane, now=at(1)), lambda: take_role(token, by=john, now=at(1))
    )
    assert sorted(answers) == [("done", "row"), ("refused", "role_link")]
    assert len(held(event, "jane") + held(event, "john")) == 1
