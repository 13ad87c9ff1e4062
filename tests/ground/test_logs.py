"""No secret in a log line."""

import json
import logging
import logging.config
from typing import Any
from urllib.parse import quote

import pytest
import structlog
from django.core import signing

from config.logs import HIDDEN, configure_sentry, hide_text, logging_settings
from tournaments.live.tokens import token_for


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("GET /stream/?token=abc.def:ghi&since=clock.1", "abc.def"),
        ("GET /claim/eyJhIjoxfQ:xyz/ 200", "eyJhIjoxfQ"),
        ("GET /demo/olivia/1795870000-5e3a/ 302", "5e3a"),
        ("Authorization: Token 0123456789abcdef", "0123456789abcdef"),
        ("sessionid=0123456789abcdef; csrftoken=fedcba", "fedcba"),
        ('{"password": "correct horse"}', "correct"),
        # As the way back after signing in carries an address: encoded, and once more on the page after.
        ("GET /accounts/login/?next=%2Frole-link%2Frst-uvw%2F 200", "rst-uvw"),
        ("GET /accounts/login/?next=%2frole-link%2frst-uvw%2f&x=1", "rst-uvw"),
        ("GET /accounts/signup/?next=%252Frole-link%252Frst-uvw%252F", "rst-uvw"),
        ("GET /accounts/login/?next=/role-link/rst-uvw/", "rst-uvw"),
        ("GET /accounts/login/?next=%2Fclaim%2Fabc.def%2F", "abc.def"),
        ("GET /accounts/login/?next=%2Fstream%2F%3Ftoken%3Dabc.def%26since%3D1", "abc.def"),
        ("Not Found: /accounts/password/reset/key/1-d2x9af-0123456789abcdef/", "0123456789abcdef"),
        ("/accounts/login/?next=%2Faccounts%2Fpassword%2Freset%2Fkey%2F1-d2x9af-0123%2F", "d2x9af-0123"),
        ("GET /accounts/confirm-email/MQ:1abcde:fghij_klm/ 200", "fghij_klm"),
        ("?next=%2Faccounts%2Fconfirm-email%2FMQ%3A1abcde%3Afghij_klm%2F", "fghij_klm"),
        ("Authorization: Seat WzEsIkEiXQ:1abcde:fghij_klm", "WzEsIkEiXQ"),
        ("'Authorization': 'Watch 0123456789abcdef'", "0123456789abcdef"),
        ("Authorization: Basic dXNlcjpob3JzZQ==", "dXNlcjpob3JzZQ"),
        ("Cookie: __Host-first_blood_session=abcdef; first_blood_known=ghijkl", "abcdef"),
        ("Cookie: __Host-first_blood_session=abcdef; first_blood_known=ghijkl", "ghijkl"),
        ("connection to redis://user:horse@cache:6379/1 failed", "horse"),
    ],
)
def test_secrets_in_texts_are_blanked(text: str, secret: str) -> None:
    assert secret not in hide_text(text)
    assert HIDDEN in hide_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "GET /events/spring/ 200, 12 matches",
        "GET /accounts/login/?next=%2Fevents%2Fspring%2F 200",
        "http://127.0.0.1:8000/events/ at 2026-05-01T10:00:00+00:00",
        "GET /api/v1/events/spring/role-links/ 200",
        "Seat Alexander plays 12:30:45",
        "GET /accounts/password/reset/ 200",
    ],
)
def test_other_texts_stay(text: str) -> None:
    assert hide_text(text) == text


def test_what_stands_around_a_secret_stays() -> None:
    hidden = hide_text("GET /accounts/login/?next=%2Frole-link%2Frst%2F%3Fx%3D1&lang=de 200")
    assert hidden == f"GET /accounts/login/?next=%2Frole-link%2F{HIDDEN}%2F%3Fx%3D1&lang=de 200"


def test_words_that_the_site_signs_are_blanked_wherever_they_stand() -> None:
    for word in (signing.dumps([7, "A"], salt="seat"), token_for(7)):
        assert hide_text(f"what came was {word}, of 12") == f"what came was {HIDDEN}, of 12"
        assert hide_text(f"/a/?w={quote(word)}&n=1") == f"/a/?w={HIDDEN}&n=1"


def test_the_error_service_is_told_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    import sentry_sdk

    given: dict[str, Any] = {}
    monkeypatch.setattr(sentry_sdk, "init", lambda **named: given.update(named))
    configure_sentry("https://key@errors.example/1", "test", debug=False)
    event = {
        "request": {"url": "https://site/claim/xyz/", "headers": {"Referer": "/role-link/rst/"}},
        "breadcrumbs": {"values": [{"message": "at /claim/xyz/", "level": 1}]},
    }
    assert given["before_send"](event, {}) == {
        "request": {"url": f"https://site/claim/{HIDDEN}/", "headers": {"Referer": f"/role-link/{HIDDEN}/"}},
        "breadcrumbs": {"values": [{"message": f"at /claim/{HIDDEN}/", "level": 1}]},
    }
    assert given["before_breadcrumb"]({"message": "at /claim/xyz/"}, {}) == {
        "message": f"at /claim/{HIDDEN}/"
    }


def test_secrets_under_their_names_are_blanked(capsys: pytest.CaptureFixture[str]) -> None:
    settings = logging_settings("INFO", as_json=True)
    formatter = settings["formatters"]["lines"]
    line = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=formatter["foreign_pre_chain"], processors=formatter["processors"]
    )
    handler = logging.StreamHandler()
    handler.setFormatter(line)
    logger = logging.getLogger("tests.ground.logs")
    logger.addHandler(handler)
    try:
        structlog.get_logger("tests.ground.logs").warning(
            "signed in",
            password="horse",
            session_key="abc",
            user="Ann",
            path="/claim/xyz/",
            link="/login/?next=/role-link/rst/",
        )
        logging.getLogger("tests.ground.logs").warning("came to %s", "/claim/uvw/")
    finally:
        logger.removeHandler(handler)
    first, second = (json.loads(line) for line in capsys.readouterr().err.strip().splitlines())
    assert first["event"] == "signed in"
    assert first["user"] == "Ann"
    assert first["password"] == first["session_key"] == HIDDEN
    assert first["path"] == f"/claim/{HIDDEN}/"
    assert first["link"] == f"/login/?next=/role-link/{HIDDEN}/"
    assert second["event"] == f"came to /claim/{HIDDEN}/"
