"""No secret in a log line."""

import json
import logging
import logging.config

import pytest
import structlog

from config.logs import HIDDEN, hide_text, logging_settings


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("GET /stream/?token=abc.def:ghi&since=clock.1", "abc.def"),
        ("GET /claim/eyJhIjoxfQ:xyz/ 200", "eyJhIjoxfQ"),
        ("Authorization: Token 0123456789abcdef", "0123456789abcdef"),
        ("sessionid=0123456789abcdef; csrftoken=fedcba", "fedcba"),
        ('{"password": "correct horse"}', "correct"),
    ],
)
def test_secrets_in_texts_are_blanked(text: str, secret: str) -> None:
    assert secret not in hide_text(text)
    assert HIDDEN in hide_text(text)


def test_other_texts_stay() -> None:
    assert hide_text("GET /events/spring/ 200, 12 matches") == "GET /events/spring/ 200, 12 matches"


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
