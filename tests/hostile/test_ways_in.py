"""Sequences of sign-ins, sign-ups and grants that somebody tries who means no good, against a small model of each."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.conf import settings as site
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from hypothesis import strategies as st
from pytest_django import Settings

from tests.hostile.values import search
from tests.tournaments.factories import UserFactory, actor, make_event
from tournaments.errors import NotFound
from tournaments.events.staff import grant_role
from tournaments.models.accounts import User
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PASSWORD = "correct horse battery"
T = TypeVar("T")


def undone(check: Callable[[T], None]) -> Callable[[T], None]:
    """The check on rows that are as before afterwards."""

    def checked(value: T) -> None:
        cache.clear()
        with transaction.atomic():
            check(value)
            transaction.set_rollback(True)

    return checked


# -- wrong passwords, from where and by which door

LIMIT = 3
ADDRESSES = {"own": "127.0.0.1", "guesser": "127.0.0.1", "elsewhere": "10.0.0.9"}
SPELLINGS = ("olga", "OLGA", "olga@example.org")


@dataclass(frozen=True)
class Try:
    """A password that somebody types."""

    where: str
    door: str
    name: str
    right: bool


tries = st.lists(
    st.builds(
        Try,
        st.sampled_from(["guesser", "guesser", "elsewhere"]),
        st.sampled_from(["page", "page", "admin", "token"]),
        st.sampled_from(SPELLINGS),
        st.just(False),
    )
    | st.builds(
        Try, st.just("own"), st.sampled_from(["page", "admin"]), st.sampled_from(SPELLINGS), st.booleans()
    ),
    max_size=9,
)


def come_in(client: Client, one: Try) -> Any:
    """What a browser, or a program, is answered; it is signed in nowhere before."""
    client.cookies.pop(site.SESSION_COOKIE_NAME, None)
    password = PASSWORD if one.right else "wrong"
    if one.door == "token":
        body = {"username": one.name, "password": password}
        return client.post("/api/v1/token/", body, "application/json")
    if one.door == "admin":
        return client.post("/admin/login/?next=/admin/", {"username": one.name, "password": password})
    return client.post("/accounts/login/", {"login": one.name, "password": password})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("amount", [12, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("second_step", [False, True])
def test_who_guesses_gets_in_by_no_door_and_keeps_no_owner_out(
    amount: int, second_step: bool, settings: Settings
) -> None:
    """Whatever others tried before, the owner's own browser is counted by its own wrong passwords alone. The password
    alone is no way in where there is a second step, and the admin's address never is."""
    settings.AXES_ENABLED, settings.AXES_FAILURE_LIMIT = True, LIMIT
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "5/m/ip"}
    olga = User.objects.create_superuser("olga", email="olga@example.org", password=PASSWORD)
    browsers = {where: Client(REMOTE_ADDR=address) for where, address in ADDRESSES.items()}
    come_in(browsers["own"], Try("own", "page", "olga", True))
    assert is_in(browsers["own"])
    if second_step:
        TOTP.activate(olga, generate_totp_secret())
    known = {where: client.cookies.output() for where, client in browsers.items()}

    def check(several: list[Try]) -> None:
        for where, client in browsers.items():
            client.cookies.clear()
            client.cookies.load(known[where].replace("Set-Cookie: ", ""))
        wrong: Counter[tuple[str, str]] = Counter()
        for one in [*several, Try("own", "page", "olga", True)]:
            counted = (one.where, one.name.casefold())
            answer = come_in(browsers[one.where], one)
            if one.door == "admin":
                assert answer.headers["Location"].startswith("/accounts/login/?next="), one
                assert not is_in(browsers[one.where])
            elif not one.right:
                assert not (is_in(browsers[one.where]) if one.door == "page" else answer.status_code < 400)
                wrong[counted] += 1
            elif wrong[counted] >= LIMIT:
                assert (answer.status_code, is_in(browsers["own"])) == (429, False), several
            else:
                assert answer.status_code == 302, (answer.status_code, several)
                step = answer.headers["Location"].startswith("/accounts/2fa/authenticate/")
                assert (step, is_in(browsers["own"])) == (second_step, not second_step), several
                if not second_step:
                    wrong = Counter({key: n for key, n in wrong.items() if key[0] != "own"})

    search(tries, undone(check), amount)


# -- sign-up


@pytest.mark.parametrize("amount", [12, pytest.param(1_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("verification", ["none", "optional"])
def test_signing_up_answers_alike_whether_an_address_is_taken(
    verification: str, amount: int, settings: Settings
) -> None:
    """However it is spelt, and whether its owner has verified it: only what was sent differs."""
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    password = make_password(PASSWORD)

    def answered(address: str, name: str) -> tuple[int, str | None, bytes]:
        form = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
        answer = Client().post("/accounts/signup/", form)
        return answer.status_code, answer.headers.get("Location"), answer.content

    def check(drawn: tuple[str, str, bool]) -> None:
        local, spelt, verified = drawn
        address = f"{local}@example.org"
        owner = User.objects.create(username="owner", email=address, password=password)
        EmailAddress.objects.create(user=owner, email=address, verified=verified, primary=True)
        taken = answered(getattr(address, spelt)(), "bo")
        free = answered(getattr(f"{local}2@example.org", spelt)(), "cy")
        assert taken == free
        assert taken[0] == 302
        assert not EmailAddress.objects.filter(user__username="bo", verified=True).exists()

    local = st.text(string.ascii_lowercase, min_size=1, max_size=8)
    spelt = st.sampled_from(["lower", "upper", "title"])
    search(st.tuples(local, spelt, st.booleans()), undone(check), amount)


# -- roles by address


@pytest.mark.parametrize("amount", [60, pytest.param(2_000, marks=pytest.mark.long)])
def test_a_role_goes_to_who_verified_the_address_and_to_nobody_else(amount: int) -> None:
    """Several accounts claim one address in different spellings; one of them at most has verified it."""
    event = make_event()
    accounts = [UserFactory.create(username=name) for name in ("ann", "bo", "cy")]
    spelt = st.sampled_from(["judge@example.org", "Judge@Example.org", "JUDGE@EXAMPLE.ORG"])
    claims = st.lists(st.none() | spelt, min_size=3, max_size=3)

    def check(drawn: tuple[list[str | None], int | None, str]) -> None:
        claimed, owner, asked = drawn
        if owner is not None and claimed[owner] is None:
            owner = None
        for n, (user, address) in enumerate(zip(accounts, claimed, strict=True)):
            if address is not None:
                User.objects.filter(pk=user.pk).update(email=address)
                EmailAddress.objects.create(user=user, email=address, verified=n == owner, primary=True)
        given = None
        with suppress(NotFound):
            given = grant_role(event, asked, "judge", by=actor("olga"), now=now()).user
        assert given == (None if owner is None else accounts[owner])

    search(st.tuples(claims, st.none() | st.integers(0, 2), spelt), undone(check), amount)
