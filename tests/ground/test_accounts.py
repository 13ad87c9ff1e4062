"""Passwords, sessions and second steps, as docs/security.md says they are."""

import logging
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from allauth.mfa.totp.internal import auth as totp
from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from rest_framework.authtoken.models import Token
from structlog.contextvars import get_contextvars
from structlog.stdlib import ProcessorFormatter

from config import lockout
from config.lockout import KNOWN, known_browser
from config.logs import logging_settings
from referee.live import seat_tokens
from referee.logs import hash_chain
from tests.ground.places import ROOT, plain_environ
from tournaments.access import claim_tokens as claim_tokens
from tournaments.live import tokens
from tournaments.live.tokens import scope_of, token_for
from tournaments.models.accounts import User

pytestmark = [pytest.mark.anywhere, pytest.mark.django_db]

GOOD = "correct horse battery"


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", password=GOOD)


def signed_in(client: Client, password: str = GOOD) -> bool:
    """Signs in by the page; whether it worked."""
    client.post("/accounts/login/", {"login": "ann", "password": password})
    return "_auth_user_id" in client.session


@pytest.mark.parametrize(
    "password", ["short 7", "password1", "12345678901", "Highlander", "first-blood 2026", "Looney Tunes!!"]
)
def test_a_password_that_is_tried_first_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password)


@pytest.mark.parametrize(
    "password", ["lower letters alone", "ñ漢字🎲 äöü ß", "x y " * 32, "there can be only one highlander"]
)
def test_any_other_of_eight_characters_is_taken(password: str) -> None:
    validate_password(password)


def test_a_password_counts_as_it_was_typed(ann: User) -> None:
    long = "Long " * 30
    ann.set_password(long)
    ann.save()
    tried = [long, long.lower(), long[:72], long[:-1], long.strip()]
    assert [authenticate(username="ann", password=each) is not None for each in tried] == [True, *[False] * 4]


def test_a_field_for_a_password_hides_it_and_lets_managers_fill_it(client: Client) -> None:
    page = client.get("/accounts/login/").content.decode()
    field = page[page.index('name="password"') - 200 : page.index('name="password"') + 300]
    assert 'type="password"' in field
    assert 'autocomplete="off"' not in field


def test_a_new_password_needs_the_old_one_and_ends_the_other_sessions(ann: User) -> None:
    here, there = Client(), Client()
    assert signed_in(here)
    assert signed_in(there)
    new = {"password1": "another good one", "password2": "another good one"}
    here.post("/accounts/password/change/", {"oldpassword": "wrong", **new})
    assert User.objects.get(pk=ann.pk).check_password(GOOD)
    here.post("/accounts/password/change/", {"oldpassword": GOOD, **new})
    assert User.objects.get(pk=ann.pk).check_password("another good one")
    assert here.get("/accounts/password/change/").status_code == 200
    assert there.get("/accounts/password/change/").status_code == 302


def test_who_is_signed_in_elsewhere_is_seen_and_ended_after_the_password(ann: User) -> None:
    here, there, old = Client(), Client(headers={"user-agent": "Another telephone"}), Client()
    assert signed_in(here) and signed_in(there)
    assert "reauthenticate/" in here.get("/accounts/sessions/")["Location"]
    here.post("/accounts/reauthenticate/", {"password": GOOD})
    page = here.get("/accounts/sessions/").content.decode()
    assert "Another telephone" in page
    here.post("/accounts/sessions/")
    assert here.get("/profile/").status_code == 200
    assert there.get("/profile/").status_code == 302
    # Whoever finds this phone ends nobody's without the password.
    assert signed_in(old)
    assert "reauthenticate/" in old.post("/accounts/sessions/")["Location"]
    assert Client().get("/accounts/sessions/")["Location"].startswith("/accounts/login/")
    assert here.get("/profile/").status_code == 200


def test_a_changed_second_step_ends_the_other_sessions(ann: User, rf: RequestFactory) -> None:
    here, there = Client(), Client()
    for change in (authenticator_added, authenticator_removed):
        assert signed_in(here) and signed_in(there)
        request = rf.post("/accounts/2fa/totp/activate/")
        request.session = here.session
        change.send(sender=Authenticator, request=request, user=ann, authenticator=None)
        assert here.get("/profile/").status_code == 200
        assert there.get("/profile/").status_code == 302


def test_a_session_ends_three_months_after_its_sign_in_however_often_it_is_used(
    ann: User, client: Client
) -> None:
    begun = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with time_machine.travel(begun, tick=False) as clock:
        assert signed_in(client)
        for day in range(10, 90, 10):
            clock.move_to(begun + timedelta(days=day))
            session = client.session
            session["seen"] = day
            session.save()
            assert client.get("/profile/").status_code == 200
        clock.move_to(begun + timedelta(days=90, minutes=1))
        assert client.get("/profile/").status_code == 302


def test_a_key_of_before_is_good_until_it_is_taken_out(tmp_path: Path) -> None:
    old, new = "o" * 60, "n" * 60
    told = """
import sys
from django.conf import settings
from django.core import signing
print(signing.loads(sys.argv[1]), signing.dumps("new"))
settings.SECRET_KEY_FALLBACKS = []
try: print(signing.loads(sys.argv[1]))
except signing.BadSignature: print("no longer")
"""
    environ = plain_environ(DATA_DIR=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings")
    environ |= {"SECRET_KEY": new, "SECRET_KEY_FALLBACKS": old}
    word = signing.dumps("yes", key=old)
    ran = subprocess.run(
        [sys.executable, "-c", told, word], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    said, signed, later = ran.stdout.split(maxsplit=2)
    assert (said, later.strip()) == ("yes", "no longer"), ran.stderr
    assert signing.loads(signed, key=new, fallback_keys=[]) == "new"


def test_a_line_of_a_refusal_says_who_asked(ann: User, client: Client) -> None:
    bound: list[dict[str, Any]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            bound.append(get_contextvars())

    kept = Kept()
    logging.getLogger("django.request").addHandler(kept)
    try:
        client.get("/nothing/", REMOTE_ADDR="10.0.0.8")
        signed_in(client)
        client.post("/events/new/", {}, REMOTE_ADDR="10.0.0.9")
        token = Token.objects.create(user=ann).key
        client.logout()
        Client().post("/api/v1/events/", {}, headers={"authorization": f"Token {token}"})
        Client().get("/nothing/")
    finally:
        logging.getLogger("django.request").removeHandler(kept)
    assert bound == [
        {"address": "10.0.0.8"},
        {"address": "10.0.0.9", "account": ann.pk},
        {"address": "127.0.0.1", "account": ann.pk},
        {"address": "127.0.0.1"},
    ]


def test_a_session_is_new_at_sign_in_long_and_gone_at_the_end(ann: User, client: Client) -> None:
    name = "first_blood_session"
    client.cookies[name] = "x" * 32
    assert signed_in(client)
    key = client.cookies[name].value
    # 36 characters to choose from, 32 times: more than 128 bits.
    assert (len(key), key.isalnum(), key) == (32, True, key.lower())
    assert key != "x" * 32
    client.post("/accounts/logout/")
    thief = Client()
    thief.cookies[name] = key
    assert thief.get("/accounts/password/change/").status_code == 302


def test_an_account_that_is_closed_is_out_at_once(ann: User, client: Client) -> None:
    assert signed_in(client)
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert client.get("/accounts/password/change/").status_code == 302
    assert not signed_in(Client())


@pytest.mark.parametrize(
    ("path", "second_step"),
    [
        ("/accounts/email/", False),
        ("/accounts/2fa/totp/activate/", False),
        ("/accounts/2fa/totp/deactivate/", True),
        ("/accounts/2fa/recovery-codes/generate/", True),
    ],
)
def test_addresses_and_second_steps_are_changed_after_the_password_only(
    ann: User, client: Client, path: str, second_step: bool
) -> None:
    if second_step:
        totp.TOTP.activate(ann, totp.generate_totp_secret())
    # A session in which no password was typed of late.
    client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(path, {"email": "thief@example.org", "action_add": ""})
    assert (answer.status_code, "reauthenticate/" in answer["Location"]) == (302, True)


def test_a_code_of_the_second_step_counts_once_and_for_a_short_time(ann: User) -> None:
    secret = totp.generate_totp_secret()
    step = totp.TOTP.activate(ann, secret)
    now = int(time.time() // 30)
    code = totp.format_hotp_value(totp.hotp_value(secret, now))
    assert step.validate_code(code)
    assert not step.validate_code(code)
    old = totp.format_hotp_value(totp.hotp_value(secret, now - 3))
    assert not step.validate_code(old)


def test_who_signs_in_fails_or_changes_the_password_is_in_the_log(
    ann: User, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "config.signing_in"):
        signed_in(client, "a typo")
        signed_in(client)
        client.post(
            "/accounts/password/change/",
            {"oldpassword": GOOD, "password1": "another good one", "password2": "another good one"},
        )
        client.post("/accounts/logout/")
    lines: list[Any] = [record.msg for record in caplog.records if record.name == "config.signing_in"]
    assert [line["event"] for line in lines] == ["sign-in failed", "signed in", "new password", "signed out"]
    assert all(line["address"] == "127.0.0.1" for line in lines)
    assert [line.get("account") for line in lines] == [None, ann.pk, ann.pk, ann.pk]
    assert not any(word in str(lines) for word in ("a typo", GOOD, "another good one"))


def test_nobody_has_an_account_from_the_start() -> None:
    assert not User.objects.exists()


BY_HTTPS = """
import django; django.setup()
from django.conf import settings
from django.test import Client, RequestFactory
names = [settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, settings.MESSAGES_COOKIE_NAME]
from config.lockout import KNOWN
print(*names, KNOWN)
print(settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE)
client = Client(HTTP_HOST="localhost")
chosen = {"language": "de", "theme": "dark"}
for found in (client.get("/accounts/signup/", secure=True), client.post("/settings/", chosen, secure=True)):
    print(found.status_code, found.get("Strict-Transport-Security"))
    for cookie in found.cookies.values():
        print("cookie", cookie.OutputString())
print(client.get("/accounts/signup/")["Location"])
told = client.post("/api/v1/events/", {}, headers={"authorization": "Token x"})
print(told.status_code, told.json()["code"])
"""


def test_by_https_alone_cookies_are_of_this_host_and_programs_are_not_led_on(tmp_path: Path) -> None:
    environ = plain_environ(DATA_DIR=str(tmp_path), HTTPS="true", DJANGO_SETTINGS_MODULE="config.settings")
    ran = subprocess.run(
        [sys.executable, "-c", BY_HTTPS], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    lines = ran.stdout.splitlines()
    assert len(lines) > 6, ran.stderr
    assert all(name.startswith("__Host-") for name in lines[0].split())
    assert lines[1] == "True True"
    cookies = [line for line in lines if line.startswith("cookie ")]
    assert {line.split("=")[0] for line in cookies} == {
        f"cookie __Host-first_blood_{name}" for name in ("csrf", "language", "theme")
    }
    for line in cookies:
        assert all(word in line for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/")), line
        assert "Domain" not in line
    year = "max-age=31536000; includeSubDomains; preload"
    assert [line for line in lines if line.endswith(year)] == [f"200 {year}", f"303 {year}"]
    assert lines[-2].startswith("https://")
    assert lines[-1] == "403 https_only"


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)"])
def test_nobody_is_led_to_another_site(ann: User, client: Client, elsewhere: str) -> None:
    answer = client.post("/accounts/login/", {"login": "ann", "password": GOOD, "next": elsewhere})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.post("/accounts/logout/", {"next": elsewhere})["Location"] == "/"


def test_a_word_of_one_kind_opens_nothing_of_another(ann: User, client: Client) -> None:
    assert signed_in(client)
    known, stream = client.cookies[KNOWN].value, token_for(1)
    assert scope_of(stream) is not None
    assert scope_of(known) is None
    request = RequestFactory().get("/")
    request.COOKIES[KNOWN] = known
    assert known_browser(request, "ann")
    request.COOKIES[KNOWN] = stream
    assert not known_browser(request, "ann")
    # What the one says, signed as the other; and no two kinds are signed alike.
    assert scope_of(signing.dumps(1, salt=lockout.SALT)) is None
    salts = [lockout.SALT, tokens.SALT, seat_tokens.SALT, hash_chain.SALT, claim_tokens._signer.salt]
    assert len(set(salts)) == len(salts)


def test_a_line_of_the_log_cannot_be_forged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    forged = "2026-11-22T00:00:00Z [info] signed in"
    client.get(f"/nothing%0A{forged}")
    assert caplog.messages
    assert not any("\n" in message for message in caplog.messages)
    for as_json in (True, False):
        lines = logging_settings("INFO", as_json=as_json)["formatters"]["lines"]
        formatter = ProcessorFormatter(
            foreign_pre_chain=lines["foreign_pre_chain"], processors=lines["processors"]
        )
        event: Any = {"event": "refused", "name": f"x\n{forged}", "level": "info"}
        record = logging.LogRecord("x", logging.INFO, "", 0, event, None, None)
        record._logger, record._name = logging.getLogger("x"), "info"  # type: ignore[attr-defined]
        assert "\n" not in formatter.format(record)


def test_pages_ask_for_no_camera_or_place(client: Client) -> None:
    wanted = "camera=(), geolocation=(), microphone=(), payment=()"
    for path in ("/", "/static/css/base.css", "/api/v1/events/"):
        assert client.get(path)["Permissions-Policy"] == wanted
