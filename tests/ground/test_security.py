"""Headers, what is public and what is not, and that guessing is slowed down."""

import re

import pytest
from axes.helpers import get_client_ip_address
from django.test import Client, RequestFactory, override_settings
from pytest_django import Settings
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle

from config.middleware import policy
from config.stream import GUARDED, HEADERS
from tournaments.models.accounts import User

pytestmark = pytest.mark.anywhere

PUBLIC = ["/", "/events/", "/accounts/login/", "/accounts/signup/", "/api/v1/docs/"]


def test_scripts_come_from_our_own_files_only() -> None:
    parts = dict(part.split(" ", 1) for part in policy().split("; "))
    assert parts["script-src"] == "'self'"
    assert parts["default-src"] == "'self'"
    assert parts["manifest-src"] == parts["worker-src"] == "'self'"
    assert parts["object-src"] == "'none'"
    assert parts["frame-ancestors"] == "'none'"
    assert "'self' http://10.0.0.5:8001" in policy("http://10.0.0.5:8001")


@pytest.mark.django_db
@pytest.mark.parametrize("path", PUBLIC)
def test_every_page_carries_the_headers_and_no_script_of_its_own(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert "unsafe-inline" not in re.sub(r"style-src-attr[^;]*", "", answer["Content-Security-Policy"])
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    page = answer.content.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>\s*\S", page), "a script in the page"
    assert not re.search(r"\son\w+=[\"']", page), "a handler in the page"
    assert not re.search(r"(?:src|href)=[\"']https?://(?!testserver)", page), "something from elsewhere"


def test_files_and_the_stream_carry_them_too(client: Client) -> None:
    found = [dict(client.get("/static/css/base.css").headers)]
    found.append({name.decode().title(): value.decode() for name, value in GUARDED})
    for headers in found:
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
    assert set(GUARDED) <= set(HEADERS)


@pytest.mark.django_db
def test_health_is_public_and_says_nothing(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_the_numbers_are_for_who_has_the_token(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
    settings.METRICS_TOKEN = "a-token"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"authorization": "Bearer another"}).status_code == 404
    answer = client.get("/metrics", headers={"authorization": "Bearer a-token"})
    assert answer.status_code == 200
    assert b"django_http_requests" in answer.content


@pytest.mark.django_db
@override_settings(AXES_ENABLED=True, AXES_FAILURE_LIMIT=3)
def test_guessing_a_password_is_slowed_down(client: Client) -> None:
    User.objects.create_user("ann", password="correct horse battery")
    for _ in range(3):
        client.post("/accounts/login/", {"login": "ann", "password": "wrong"})
    answer = client.post("/accounts/login/", {"login": "ann", "password": "correct horse battery"})
    assert answer.status_code == 429
    assert "Too many tries" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    other = Client(REMOTE_ADDR="10.0.0.9")
    assert (
        other.post("/accounts/login/", {"login": "ann", "password": "correct horse battery"}).status_code
        == 302
    )


@pytest.mark.django_db
def test_a_form_from_elsewhere_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/accounts/login/", {"login": "ann", "password": "x"}).status_code == 403


@pytest.mark.django_db
def test_an_unknown_host_is_refused(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["cards.example"]
    assert Client().get("/healthz", headers={"host": "evil.example"}).status_code in (200, 400)
    assert Client().get("/events/", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.django_db
def test_both_languages_are_there(client: Client) -> None:
    assert 'lang="en"' in client.get("/events/").content.decode()
    assert 'lang="de"' in client.get("/events/", headers={"accept-language": "de"}).content.decode()


def test_passwords_are_kept_by_argon2() -> None:
    from config.settings import accounts

    assert accounts.PASSWORD_HASHERS[0].endswith("Argon2PasswordHasher")


@pytest.mark.django_db
def test_the_description_of_the_api_is_served_from_here(client: Client) -> None:
    page = client.get("/api/v1/docs/").content.decode()
    assert "<style" not in page
    files = re.findall(r"(?:src|href)=\"([^\"]+)\"", page)
    assert len(files) >= 5
    for path in files:
        assert path.startswith("/"), path
        assert client.get(path).status_code == 200, path
    schema = client.get("/api/v1/schema/", headers={"accept": "application/json"}).json()
    assert schema["openapi"].startswith("3.")


@pytest.mark.django_db
@pytest.mark.parametrize("word", ["Token nobodys", "Token", "Claim x", "Seat 1"])
def test_the_description_is_read_with_whatever_word(client: Client, word: str) -> None:
    """A token that was no good was an error of the site while the page was drawn."""
    for path in ("/api/v1/docs/", "/api/v1/schema/"):
        assert client.get(path, headers={"authorization": word}).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/events/?q=%00", "/events/?q=a%00b&page=%00", "/events/?%00=1"])
def test_null_characters_in_an_address_are_left_out(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


def test_who_names_another_address_is_counted_all_the_same(rf: RequestFactory) -> None:
    """With no proxy of ours in front, X-Forwarded-For is only what the client says."""
    ask = rf.get("/api/v1/events/", headers={"x-forwarded-for": "203.0.113.9"}, REMOTE_ADDR="198.51.100.7")
    assert AnonRateThrottle().get_ident(Request(ask)) == "198.51.100.7"


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (0, "203.0.113.9", "198.51.100.7"),
        (1, "", "198.51.100.7"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "10.9.9.9, 203.0.113.9", "203.0.113.9"),
        (2, "10.9.9.9, 203.0.113.9, 192.0.2.1", "203.0.113.9"),
        (1, "2001:db8::1", "2001:db8::1"),
        (1, "no address", "198.51.100.7"),
    ],
)
def test_behind_a_proxy_of_ours_who_guesses_is_whom_it_saw(
    rf: RequestFactory, settings: Settings, proxies: int, told: str, address: str
) -> None:
    settings.PROXY_COUNT = proxies
    request = rf.post("/accounts/login/", headers={"x-forwarded-for": told}, REMOTE_ADDR="198.51.100.7")
    assert get_client_ip_address(request) == address


@pytest.mark.django_db
@override_settings(AXES_ENABLED=True, AXES_FAILURE_LIMIT=3, PROXY_COUNT=1)
def test_wrong_passwords_of_somebody_else_lock_nobody_out_behind_a_proxy() -> None:
    User.objects.create_user("ann", password="correct horse battery")
    for _ in range(4):
        Client(headers={"x-forwarded-for": "203.0.113.9"}).post(
            "/accounts/login/", {"login": "ann", "password": "wrong"}
        )
    own = Client(headers={"x-forwarded-for": "203.0.113.10"})
    assert (
        own.post("/accounts/login/", {"login": "ann", "password": "correct horse battery"}).status_code == 302
    )
