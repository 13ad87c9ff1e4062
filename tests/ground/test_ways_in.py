"""The ways in: one sign-in for all, wrong passwords, tokens, roles, and what nobody else on the machine reads."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core import mail
from django.core.files.storage import FileSystemStorage
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client, override_settings
from pytest_django import Settings
from rest_framework.authtoken.models import Token

from config.private_files import PrivateMailFiles, close_database
from tests.tournaments.factories import UserFactory, actor, make_event, running_event
from tournaments.errors import NotFound
from tournaments.events.staff import grant_role
from tournaments.models.accounts import User
from tournaments.now import now

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


def sign_in(client: Client, name: str, password: str) -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password})


def test_the_admin_is_entered_by_the_one_sign_in() -> None:
    """No form of its own: so its second step and its limits hold."""
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    client = Client()
    for answer in (
        client.get("/admin/login/?next=/admin/"),
        client.post("/admin/login/", {"username": "boss", "password": PASSWORD}),
    ):
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/accounts/login/?next=")
    assert "_auth_user_id" not in client.session
    TOTP.activate(boss, generate_totp_secret())
    answer = sign_in(client, "boss", PASSWORD)
    assert answer.headers["Location"].startswith("/accounts/2fa/authenticate/")
    assert client.get("/admin/").status_code == 302
    plain = Client()
    plain.force_login(UserFactory.create(username="ann"))
    assert plain.get("/admin/login/").status_code == 403


@override_settings(AXES_ENABLED=True, AXES_FAILURE_LIMIT=3, ACCOUNT_RATE_LIMITS={"login_failed": "5/m/ip"})
def test_who_guesses_from_the_same_address_keeps_no_owner_out() -> None:
    User.objects.create_user("olga", email="olga@example.org", password=PASSWORD)
    own, attacker, elsewhere = Client(), Client(), Client(REMOTE_ADDR="10.0.0.9")
    assert sign_in(own, "olga", PASSWORD).status_code == 302
    own.post("/accounts/logout/")
    for _ in range(6):
        sign_in(attacker, "olga", "wrong")
    assert "_auth_user_id" not in _signed_in(attacker, "olga")
    assert "_auth_user_id" in _signed_in(elsewhere, "olga")
    assert "_auth_user_id" in _signed_in(own, "OLGA@example.org")


def _signed_in(client: Client, name: str) -> Any:
    sign_in(client, name, PASSWORD)
    return client.session


@override_settings(AXES_ENABLED=True, AXES_FAILURE_LIMIT=3)
def test_a_known_browser_is_known_for_its_own_account_alone_and_is_counted_too() -> None:
    User.objects.create_user("olga", password=PASSWORD)
    User.objects.create_user("mallory", password=PASSWORD)
    mallory = Client()
    assert sign_in(mallory, "mallory", PASSWORD).status_code == 302
    mallory.post("/accounts/logout/")
    for _ in range(3):
        sign_in(mallory, "olga", "wrong")
    assert sign_in(mallory, "olga", PASSWORD).status_code == 429
    for _ in range(3):
        sign_in(mallory, "mallory", "wrong")
    assert sign_in(mallory, "mallory", PASSWORD).status_code == 429


def test_the_site_itself_locks_nobody_out_by_name_alone(settings: Settings) -> None:
    """The limits as the site has them: six wrong passwords from one address, and the owner comes from another."""
    from config.settings import accounts

    # By the fixture alone: mixed with the decorator, what is set would outlive the test.
    settings.AXES_ENABLED, settings.AXES_FAILURE_LIMIT = True, 3
    settings.ACCOUNT_RATE_LIMITS = accounts.ACCOUNT_RATE_LIMITS
    User.objects.create_user("olga", password=PASSWORD)
    for _ in range(6):
        sign_in(Client(REMOTE_ADDR="10.0.0.6"), "olga", "wrong")
    assert "_auth_user_id" in _signed_in(Client(REMOTE_ADDR="10.0.0.7"), "olga")


@pytest.mark.parametrize("verification", ["none", "optional"])
def test_signing_up_says_nothing_of_addresses(verification: str, settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = verification
    owner = UserFactory.create(username="ann", email="ann@example.org")
    EmailAddress.objects.create(user=owner, email="ann@example.org", verified=True, primary=True)
    told = []
    for name, address in (("bo", "ann@example.org"), ("cy", "nobody@example.org")):
        form = {"username": name, "email": address, "password1": PASSWORD, "password2": PASSWORD}
        answer = Client().post("/accounts/signup/", form)
        told.append((answer.status_code, answer.headers.get("Location")))
    assert told[0] == told[1]
    assert not EmailAddress.objects.filter(user__username="bo", verified=True).exists()
    taken = Client().post(
        "/accounts/signup/", {"username": "ann", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert taken.status_code == 200
    mail.outbox.clear()


def test_a_role_is_given_to_an_address_only_once_it_is_verified(settings: Settings) -> None:
    event = make_event()
    mallory = UserFactory.create(username="mallory", email="judge@example.org")
    address = EmailAddress.objects.create(
        user=mallory, email="judge@example.org", verified=False, primary=True
    )
    with pytest.raises(NotFound):
        grant_role(event, "judge@example.org", "judge", by=actor("olga"), now=now())
    owner = UserFactory.create(username="jo", email="judge@example.org")
    EmailAddress.objects.create(user=owner, email="Judge@example.org", verified=True, primary=True)
    assert grant_role(event, "judge@example.org", "judge", by=actor("olga"), now=now()).user == owner
    assert address.user == mallory
    assert grant_role(event, "mallory", "judge", by=actor("olga"), now=now()).user == mallory


@pytest.mark.parametrize(
    ("sends", "said"), [({}, "This site sends no mail"), ({"EMAIL_HOST": "x"}, "has verified it")]
)
def test_the_page_says_why_an_address_may_not_do(
    settings: Settings, sends: dict[str, str], said: str
) -> None:
    settings.EMAIL_CONFIG = sends
    event = make_event()
    client = Client()
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    assert said in client.get(f"/events/{event.slug}/staff/").content.decode()


def token_of(name: str) -> str:
    answer = Client().post("/api/v1/token/", {"username": name, "password": PASSWORD}, "application/json")
    assert answer.status_code == 200, answer.content
    return str(answer.json()["token"])


def status_with(token: str) -> int:
    return Client().get("/api/v1/me/", headers={"authorization": f"Token {token}"}).status_code


def test_a_token_ends_with_a_change_of_the_password_by_any_door() -> None:
    user = User.objects.create_user("ann", password=PASSWORD)
    token = token_of("ann")
    assert status_with(token) == 200
    user.display_name = "Ann"
    user.save()
    assert status_with(token) == 200
    client = Client()
    client.force_login(user)
    new = {
        "oldpassword": PASSWORD,
        "password1": "another horse battery",
        "password2": "another horse battery",
    }
    assert client.post("/accounts/password/change/", new).status_code == 302
    assert status_with(token) == 401
    user.refresh_from_db()
    user.set_password(PASSWORD)  # as the admin and the command do
    user.save()
    token = token_of("ann")
    user.set_password("third horse battery")
    user.save(update_fields=["password"])
    assert status_with(token) == 401


def test_a_token_expires_and_the_next_sign_in_gives_another(settings: Settings) -> None:
    User.objects.create_user("ann", password=PASSWORD)
    token = token_of("ann")
    assert token_of("ann") == token
    Token.objects.update(created=now() - timedelta(days=settings.API_TOKEN_DAYS, minutes=1))
    assert status_with(token) == 401
    other = token_of("ann")
    assert other != token
    assert status_with(other) == 200


def test_nothing_private_is_kept_by_browsers(settings: Settings) -> None:
    event = running_event(4)
    client = Client()
    client.force_login(actor("player1").user)  # type: ignore[arg-type]
    slug = event.slug
    for address in (
        "/", "/profile/", f"/events/{slug}/", f"/events/{slug}/me/", f"/events/{slug}/standings/",
        f"/events/{slug}/deck/", f"/api/v1/events/{slug}/mine/", "/api/v1/me/",
    ):  # fmt: skip
        answer = client.get(address, follow=True)
        assert "no-store" in answer.headers["Cache-Control"], address
    User.objects.create_user("ann", password=PASSWORD)
    told = Client().get("/api/v1/me/", headers={"authorization": f"Token {token_of('ann')}"})
    assert "no-store" in told.headers["Cache-Control"]
    assert "no-store" in Client().get("/accounts/login/").headers["Cache-Control"]


def test_files_are_for_the_site_alone(settings: Settings, tmp_path: Path) -> None:
    def mode(path: Path) -> int:
        return path.stat().st_mode & 0o777

    folder = tmp_path / "mail"
    sent = PrivateMailFiles(file_path=str(folder))
    sent.send_messages([EmailMessage("Hello", "A secret", "a@example.org", ["b@example.org"])])
    (letter,) = folder.iterdir()
    assert (mode(folder), mode(letter)) == (0o700, 0o600)
    assert b"A secret" in letter.read_bytes()
    storage = FileSystemStorage(location=tmp_path / "media")
    from django.core.files.base import ContentFile

    name = storage.save("logs/one.jsonl", ContentFile(b"{}"))
    assert mode(tmp_path / "media" / name) == 0o600
    assert mode(tmp_path / "media" / "logs") == 0o700
    file = tmp_path / "site.sqlite3"
    file.write_bytes(b"")
    file.chmod(0o644)
    shown = type("Shown", (), {"vendor": "sqlite", "settings_dict": {"NAME": file}})()
    close_database(None, shown)
    assert mode(file) == 0o600
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        assert mode(Path(str(connection.settings_dict["NAME"]))) == 0o600
